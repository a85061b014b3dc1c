package torus

import (
	"queens"
	"queens/internal/bitmath"
	"queens/symmetry"
)

// Equivalence says which permutations count as the same.
type Equivalence uint8

// The equivalences, each coarser than the one before. Rows and columns are taken
// modulo n; a unit is a number prime to n.
const (
	None       Equivalence = iota // only equal ones
	Board                         // rotation and reflection
	Congruence                    // and shifts of rows and columns around the torus
	Similarity                    // and multiplication of rows and columns by one unit
	Affine                        // and multiplication of rows by one unit and of columns by another, without shears
)

var equivalenceNames = [...]string{
	None: "none", Board: "board", Congruence: "congruence", Similarity: "similarity",
	Affine: "affine",
}

// Equivalences returns all of them, finest first.
func Equivalences() []Equivalence { return []Equivalence{None, Board, Congruence, Similarity, Affine} }

// String returns "none", "board", "congruence", "similarity" or "affine".
func (e Equivalence) String() string { return equivalenceNames[e] }

// MarshalText returns the name.
func (e Equivalence) MarshalText() ([]byte, error) { return []byte(e.String()), nil }

// Canonizer finds the representatives of permutations of one order under one
// equivalence. It is not safe for use by several goroutines at once.
type Canonizer struct {
	n      int
	e      Equivalence
	scales [][2]int // units for rows and inverse units for columns
	symm   []symmetry.Symmetry
	shifts int // of columns: 1 or n
	least  []uint8
}

// NewCanonizer returns a Canonizer for order n, 0 to 255.
func NewCanonizer(n int, e Equivalence) *Canonizer {
	c := &Canonizer{n: n, e: e, shifts: 1, least: make([]uint8, n)}
	if e >= Congruence {
		c.shifts = max(1, n)
	}
	all := symmetry.All()
	switch e {
	case None:
		c.symm = all[:1]
	case Affine: // whose units mirror as well
		c.symm = []symmetry.Symmetry{symmetry.Identity, symmetry.Transpose}
	default:
		c.symm = all[:]
	}
	c.scales = [][2]int{{1, 1}}
	if e < Similarity || n < 2 {
		return c
	}
	c.scales = nil
	for u := range units(n) {
		for v := range units(n) {
			// -1 as a common unit is the half turn, which Similarity has already.
			if e == Affine || u*v%n == 1 && 2*u <= n {
				c.scales = append(c.scales, [2]int{u, v})
			}
		}
	}
	return c
}

// units yields the numbers 1..n-1 that are prime to n, for n > 1.
func units(n int) func(yield func(int) bool) {
	return func(yield func(int) bool) {
		for u := 1; u < n; u++ {
			if bitmath.GCD(u, n) == 1 && !yield(u) {
				return
			}
		}
	}
}

// Order returns the number of maps in the group of the equivalence, for n > 2; equal
// maps on small boards are counted as often as they are given.
func (c *Canonizer) Order() int {
	order := len(c.symm) * len(c.scales)
	if c.e >= Congruence {
		order *= c.n * c.n
	}
	return order
}

// Canonical returns the least image of p, a permutation, as a string of its rows, and the number of
// its different images. Two permutations are equivalent exactly if their least images are equal.
//
// Time O(symmetries * units * shifts * n) at worst; most images differ early. With shifts, the
// least image has row 0 in column 0, so only columns are shifted in turn.
func (c *Canonizer) Canonical(p queens.Perm) (least string, size int) {
	same := 0
	for _, s := range c.symm {
		q := symmetry.Apply(s, p)
		for _, scale := range c.scales {
			for shift := range c.shifts {
				switch c.compare(q, scale, shift, same == 0) {
				case -1:
					same = 1
				case 0:
					same++
				}
			}
		}
	}
	return string(c.least), c.Order() / max(1, same)
}

// compare compares the image of q with the least one so far, keeps it if it is less
// or the first, and returns -1 then, 0 if it is equal and 1 otherwise.
func (c *Canonizer) compare(q queens.Perm, scale [2]int, shift int, first bool) int {
	n, result := c.n, 0
	if first {
		result = -1
	}
	row, origin := 0, 0
	for x := range n {
		col := (x + shift) * scale[1] % n
		row = q[col] * scale[0] % n
		if c.e >= Congruence {
			if x == 0 {
				origin = n - row
			}
			row = (row + origin) % n
		}
		switch old := int(c.least[x]); {
		case result < 0 || row < old:
			result = -1
			c.least[x] = uint8(row)
		case row > old:
			return 1
		}
	}
	return result
}
