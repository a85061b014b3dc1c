package orderly

import (
	"cmp"
	"iter"
	"slices"
	"strings"

	"queens"
	"queens/symmetry"
)

// Placement is a set of queens that do not attack each other: the numbers of their
// squares, counted row by row from 0, one byte each, in increasing order.
type Placement string

// Queens is the family of placements on a board of the given order, 1 to 15, up to the eight
// symmetries of the board, by number of queens. The canonical one is the lexicographically least
// list of squares, lists are in increasing order, and a queen is added after the last one.
//
// Taking the last queen off a canonical placement leaves a canonical one: were an image
// of the rest less, then the same image of the whole, where one more square only moves
// squares forward, would be less too. So every object has one parent.
type Queens struct{ Order int }

// Start returns the empty board.
func (Queens) Start() []Placement { return []Placement{""} }

// Augment yields x with one more queen, the earliest square first.
func (f Queens) Augment(x Placement) iter.Seq[Placement] {
	return func(yield func(Placement) bool) {
		first := 0
		if len(x) > 0 {
			first = int(x[len(x)-1]) + 1
		}
		for number := first; number < f.Order*f.Order; number++ {
			if !f.attacked(x, number) && !yield(x+Placement([]byte{byte(number)})) {
				return
			}
		}
	}
}

func (f Queens) square(number byte) queens.Square {
	return queens.Square{Row: int(number) / f.Order, Col: int(number) % f.Order}
}

func (f Queens) attacked(x Placement, number int) bool {
	sq := f.square(byte(number))
	return slices.ContainsFunc([]byte(x), func(q byte) bool { return sq.Attacks(f.square(q)) })
}

// Canonical reports whether no image of x is less.
func (f Queens) Canonical(x Placement) bool {
	if len(x) == 0 {
		return true
	}
	for _, s := range symmetry.All() {
		// The first square decides almost always.
		least := f.image(s, x[0])
		for i := 1; i < len(x); i++ {
			least = min(least, f.image(s, x[i]))
		}
		if least < x[0] || least == x[0] && f.apply(s, x) < x {
			return false
		}
	}
	return true
}

func (f Queens) image(s symmetry.Symmetry, number byte) byte {
	sq := s.Square(f.square(number), f.Order)
	return byte(sq.Row*f.Order + sq.Col)
}

func (f Queens) apply(s symmetry.Symmetry, x Placement) Placement {
	image := make([]byte, len(x))
	for i := range image {
		image[i] = f.image(s, x[i])
	}
	slices.Sort(image)
	return Placement(image)
}

// Compare puts lesser lists first.
func (Queens) Compare(x, y Placement) int { return cmp.Compare(x, y) }

// All yields the placements of step queens.
func (f Queens) All(step int) iter.Seq[Placement] {
	return func(yield func(Placement) bool) {
		var extend func(x Placement) bool
		extend = func(x Placement) bool {
			if len(x) == step {
				return yield(x)
			}
			for y := range f.Augment(x) {
				if !extend(y) {
					return false
				}
			}
			return true
		}
		extend("")
	}
}

// Images yields the eight images of x.
func (f Queens) Images(x Placement) iter.Seq[Placement] {
	return func(yield func(Placement) bool) {
		for _, s := range symmetry.All() {
			if !yield(f.apply(s, x)) {
				return
			}
		}
	}
}

// Text returns the squares by their chess names: "a8 b6".
func (f Queens) Text(x Placement) string {
	if len(x) == 0 {
		return "-"
	}
	names := make([]string, len(x))
	for i := range names {
		names[i] = f.square(x[i]).Name(f.Order)
	}
	return strings.Join(names, " ")
}
