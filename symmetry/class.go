package symmetry

import (
	"cmp"
	"fmt"
	"slices"

	"queens"
	"queens/internal/errs"
)

// Stabilizer returns the symmetries that leave p unchanged. For a solution of order n > 1 these are
// the identity, or the identity and the half turn, or all four rotations. Time O(n) with early exit
// per image, space O(n).
func Stabilizer(p queens.Perm) (group []Symmetry) {
	inverse := inverseOf(p)
	self := imageOf(Identity, p, inverse)
	for _, s := range All() {
		if imageOf(s, p, inverse).compare(self) == 0 {
			group = append(group, s)
		}
	}
	return group
}

// Class is the kind of symmetry of a solution.
type Class uint8

// The three classes of solutions.
const (
	Asymmetric Class = iota // only the identity leaves it unchanged
	Central                 // the half turn leaves it unchanged, the quarter turn does not
	Rotational              // the quarter turn leaves it unchanged
)

var classes = [...]struct {
	name, letter string
	orbitSize    uint64
}{
	Asymmetric: {"asymmetric", "A", 8},
	Central:    {"central", "P", 4},
	Rotational: {"rotational", "R", 2},
}

// Classes returns the three classes in the order of the constants.
func Classes() [3]Class { return [3]Class{Asymmetric, Central, Rotational} }

// String returns "asymmetric", "central" or "rotational".
func (c Class) String() string {
	if int(c) < len(classes) {
		return classes[c].name
	}
	return fmt.Sprintf("class %d", uint8(c))
}

// Letter returns the letter of the class in Q = 8A + 4P + 2R.
func (c Class) Letter() string { return classes[c].letter }

// OrbitSize returns the number of images of a solution of the class for order n > 1: 8, 4 or 2. The
// solutions of orders 0 and 1 have only one.
func (c Class) OrbitSize() uint64 { return classes[c].orbitSize }

// ParseClass reads the name or the letter of a class. Errors: queens.ErrFormat.
func ParseClass(s string) (Class, error) {
	for c, entry := range classes {
		if s == entry.name || s == entry.letter {
			return Class(c), nil
		}
	}
	return 0, errs.Errorf("class %q: want asymmetric (A), central (P) or rotational (R): %w", s, queens.ErrFormat)
}

// MarshalText returns the name of the class.
func (c Class) MarshalText() ([]byte, error) { return []byte(c.String()), nil }

// UnmarshalText reads the name or the letter of a class.
func (c *Class) UnmarshalText(b []byte) (err error) {
	*c, err = ParseClass(string(b))
	return err
}

// ClassFor returns the class of solutions with a stabilizer.
func ClassFor(stabilizer []Symmetry) Class {
	switch {
	case slices.Contains(stabilizer, Rot90):
		return Rotational
	case slices.Contains(stabilizer, Rot180):
		return Central
	default:
		return Asymmetric
	}
}

// ClassOf returns the class of a solution. It checks rotations only: a permutation with two queens
// on a diagonal may also be symmetric under a reflection, and then its orbit is smaller than
// OrbitSize says. The solutions of orders 0 and 1 are Rotational. Time O(n) with early exit.
func ClassOf[E Row](p []E) Class {
	last := len(p) - 1
	for c, r := range p {
		if int(r)+int(p[last-c]) != last {
			return Asymmetric
		}
	}
	for c, r := range p {
		if int(p[r]) != last-c {
			return Central
		}
	}
	return Rotational
}

// Fixed is the number of solutions of one order that each symmetry leaves unchanged.
type Fixed [Count]queens.Total

// FixedPoints returns the fixed points of all eight symmetries for order n >= 0. It needs the
// numbers of all solutions and of those that the half turn and the quarter turn leave unchanged.
//
// A quarter turn and its inverse fix the same solutions. A reflection fixes none if n > 1: some
// queen is off its axis, and her image shares a row, column or diagonal with her. All eight fix the
// one solution of orders 0 and 1.
func FixedPoints(n int, all, half, quarter queens.Total) Fixed {
	f := Fixed{Identity: all, Rot90: quarter, Rot180: half, Rot270: quarter}
	if n < 2 {
		for _, s := range All() {
			f[s] = all
		}
	}
	return f
}

// Sum returns the sum over the group.
func (f Fixed) Sum() (sum queens.Total) {
	for _, fixed := range f {
		sum = sum.Plus(fixed)
	}
	return sum
}

// Orbits returns the number of orbits by Burnside's lemma: the sum divided by 8. A remainder shows
// that the numbers do not belong to one set of solutions.
func (f Fixed) Orbits() (orbits queens.Total, rest uint64) {
	return f.Sum().DivMod(Count)
}

// ApplySet returns the image of a set of squares, new and sorted row by row. Time O(k log k) for k
// squares.
func ApplySet(s Symmetry, set []queens.Square, n int) []queens.Square {
	image := make([]queens.Square, len(set))
	for i, sq := range set {
		image[i] = s.Square(sq, n)
	}
	slices.SortFunc(image, CompareSquares)
	return image
}

// CanonicalSet returns the least of the eight images of a set of squares, new, each image sorted
// row by row, and the stabilizer of the set. The set has 8 / len(stabilizer) distinct images.
// Two sets lie in one orbit if and only if their least images are equal. Time O(k log k) for k
// squares.
func CanonicalSet(set []queens.Square, n int) (least []queens.Square, stabilizer []Symmetry) {
	self := ApplySet(Identity, set, n)
	least = self
	for _, s := range All() {
		image := ApplySet(s, set, n)
		if slices.Equal(image, self) {
			stabilizer = append(stabilizer, s)
		}
		if CompareSets(image, least) < 0 {
			least = image
		}
	}
	return least, stabilizer
}

// CompareSquares orders squares row by row.
func CompareSquares(a, b queens.Square) int {
	return cmp.Or(cmp.Compare(a.Row, b.Row), cmp.Compare(a.Col, b.Col))
}

// CompareSets orders sets, each sorted row by row, by the first square in which they differ.
func CompareSets(a, b []queens.Square) int { return slices.CompareFunc(a, b, CompareSquares) }

// SquareOrbits returns the orbits of the squares of a board of order n >= 0 under the eight
// symmetries. Each orbit, with 1, 4 or 8 squares, is sorted row by row, and the orbits are sorted
// by their first squares. There are m(m+1)/2 of them, with m = ceil(n/2).
//
// All squares of an orbit have a queen in the same number of solutions, since a symmetry that maps
// one square to another maps solutions to solutions. Time and space O(n^2).
func SquareOrbits(n int) [][]queens.Square {
	var orbits [][]queens.Square
	for r := range (n + 1) / 2 {
		for c := r; c < (n+1)/2; c++ {
			var images []queens.Square
			for _, s := range All() {
				images = append(images, s.Square(queens.Square{Row: r, Col: c}, n))
			}
			slices.SortFunc(images, CompareSquares)
			orbits = append(orbits, slices.Compact(images))
		}
	}
	return orbits
}
