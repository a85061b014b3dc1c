// Package symmetry has the eight rotations and reflections of the board, the images of
// solutions under them, and what follows: orbits, classes, canonical representatives.
//
// Row 1 is on top and rotations are counterclockwise. The images of a solution are its orbit; the
// symmetries that leave it unchanged are its stabilizer. Beyond order 1 no reflection leaves a
// solution unchanged, so orbits have 8, 4 or 2 members, the three classes: Q = 8A + 4P + 2R
// solutions in A + P + R orbits.
//
//	p, _ := queens.ParsePerm("41582736")
//	fmt.Println(symmetry.Canonical(p), symmetry.ClassOf(p)) // 25713864 asymmetric
//
// All functions take any permutation, solution or not, and panic if a row is repeated or off the
// board.
package symmetry

import (
	"cmp"
	"fmt"
	"slices"

	"queens"
	"queens/internal/errs"
)

// Symmetry is one of the eight rotations and reflections of the board. Other values are not valid.
type Symmetry uint8

// The symmetries of the square. Row 1 is on top, rotations are counterclockwise; m is n-1.
const (
	Identity      Symmetry = iota // (r, c) -> (r, c): p itself
	Rot90                         // (r, c) -> (m-c, r): complement of the inverse
	Rot180                        // (r, c) -> (m-r, m-c): reverse of the complement
	Rot270                        // (r, c) -> (c, m-r): inverse of the complement
	FlipRows                      // (r, c) -> (m-r, c): complement
	FlipCols                      // (r, c) -> (r, m-c): reverse
	Transpose                     // (r, c) -> (c, r): inverse
	AntiTranspose                 // (r, c) -> (m-c, m-r): reverse of complement of inverse
)

// Count is the number of symmetries.
const Count = 8

// steps is a symmetry in normal form: swap rows and columns or not, then mirror the rows or not,
// then the columns or not.
type steps uint8

const (
	mirrorRows steps = 1 << iota // r -> m-r
	mirrorCols                   // c -> m-c
	swapRowCol                   // (r, c) -> (c, r), before the mirrors
)

var table = [Count]struct {
	name    string
	summary string
	steps   steps
}{
	Identity:      {"identity", "leaves every square in place", 0},
	Rot90:         {"rot90", "quarter turn counterclockwise", swapRowCol | mirrorRows},
	Rot180:        {"rot180", "half turn", mirrorRows | mirrorCols},
	Rot270:        {"rot270", "quarter turn clockwise", swapRowCol | mirrorCols},
	FlipRows:      {"flip-rows", "top and bottom change places", mirrorRows},
	FlipCols:      {"flip-cols", "left and right change places", mirrorCols},
	Transpose:     {"transpose", "rows and columns change places", swapRowCol},
	AntiTranspose: {"anti-transpose", "mirror at the rising main diagonal", swapRowCol | mirrorRows | mirrorCols},
}

// All returns the eight symmetries in the order of the constants.
func All() [Count]Symmetry {
	return [Count]Symmetry{Identity, Rot90, Rot180, Rot270, FlipRows, FlipCols, Transpose, AntiTranspose}
}

// String returns the name of the symmetry, such as "rot90" or "flip-rows".
func (s Symmetry) String() string {
	if s < Count {
		return table[s].name
	}
	return fmt.Sprintf("symmetry %d", uint8(s))
}

// Summary describes in a few words what the symmetry does to the board.
func (s Symmetry) Summary() string { return table[s].summary }

// MarshalText returns the name of the symmetry.
func (s Symmetry) MarshalText() ([]byte, error) { return []byte(s.String()), nil }

// Then returns the symmetry "first s, then next".
func (s Symmetry) Then(next Symmetry) Symmetry {
	sq := queens.Square{Row: 0, Col: 1} // on a board of order 4 it has eight different images
	image := next.Square(s.Square(sq, 4), 4)
	all := All()
	return Symmetry(slices.IndexFunc(all[:], func(t Symmetry) bool { return t.Square(sq, 4) == image }))
}

// Inverse returns the symmetry that undoes s: s itself, except for the two quarter turns.
func (s Symmetry) Inverse() Symmetry {
	return [Count]Symmetry{Identity, Rot270, Rot180, Rot90, FlipRows, FlipCols, Transpose, AntiTranspose}[s]
}

// Square returns the image of sq on a board of order n.
func (s Symmetry) Square(sq queens.Square, n int) queens.Square {
	do := table[s].steps
	if do&swapRowCol != 0 {
		sq.Row, sq.Col = sq.Col, sq.Row
	}
	if do&mirrorRows != 0 {
		sq.Row = n - 1 - sq.Row
	}
	if do&mirrorCols != 0 {
		sq.Col = n - 1 - sq.Col
	}
	return sq
}

var byOperation = [Count]Symmetry{
	Identity,      // po1
	Transpose,     // po2, the inverse Inv
	AntiTranspose, // po3 = Rev of Cmpl of Inv
	FlipRows,      // po4, the complement Cmpl
	FlipCols,      // po5, the reverse Rev
	Rot90,         // po6 = Cmpl of Inv
	Rot180,        // po7 = Rev of Cmpl
	Rot270,        // po8 = Inv of Cmpl
}

// Operation returns the symmetry called po1..po8 in the theory of permutation operations, by its
// number 1..8. The eight form a group isomorphic to the dihedral group D4. Its table of products,
// "row first, column second", is Operation(i).Then(Operation(j)). Errors: queens.ErrFormat. Source:
// [zhang2011], section II and Table 1; errata Z1 says in which order that table composes.
func Operation(no int) (Symmetry, error) {
	if no < 1 || no > Count {
		return 0, errs.Errorf("operation po%d: want po1 to po%d: %w", no, Count, queens.ErrFormat)
	}
	return byOperation[no-1], nil
}

// OperationNo returns the number of s among po1..po8.
func (s Symmetry) OperationNo() int { return slices.Index(byOperation[:], s) + 1 }

// OperationName returns the name of s as an operation, such as "po3".
func (s Symmetry) OperationName() string { return fmt.Sprintf("po%d", s.OperationNo()) }

// Stabilizer returns the symmetries that leave p unchanged. For a solution of order n > 1 these are
// the identity, or the identity and the half turn, or all four rotations. Time O(n) with early exit
// per image, space O(n).
func Stabilizer(p queens.Perm) (group []Symmetry) {
	inverse := inverseOf(p)
	for _, s := range All() {
		if compare(s, Identity, p, inverse) == 0 {
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

// rowAt returns the row of column c of the image of p under s. inverse[p[c]] is c.
func rowAt[E Row](s Symmetry, p, inverse []E, c int) E {
	do, last := table[s].steps, len(p)-1
	if do&swapRowCol != 0 {
		p = inverse
	}
	if do&mirrorCols != 0 {
		c = last - c
	}
	if do&mirrorRows != 0 {
		return E(last) - p[c]
	}
	return p[c]
}

// compare compares the images of p under two symmetries.
func compare[E Row](a, b Symmetry, p, inverse []E) int {
	for c := range p {
		if x, y := rowAt(a, p, inverse, c), rowAt(b, p, inverse, c); x != y {
			return cmp.Compare(x, y)
		}
	}
	return 0
}

func imageOf(s Symmetry, p, inverse queens.Perm) queens.Perm {
	image := make(queens.Perm, len(p))
	for c := range image {
		image[c] = rowAt(s, p, inverse, c)
	}
	return image
}

// invert sets inverse, which has the length of p. It panics if p is not a permutation.
func invert[E Row](inverse, p []E) {
	free := ^E(0) // -1 or the largest value, never a column
	for r := range inverse {
		inverse[r] = free
	}
	for c, r := range p {
		if r < 0 || int(r) >= len(inverse) || inverse[r] != free {
			panic(fmt.Sprintf("symmetry: column %d: row %d is outside the board or taken: not a permutation of order "+
				"%d", c+1, int(r)+1, len(p)))
		}
		inverse[r] = E(c)
	}
}

func inverseOf(p queens.Perm) queens.Perm {
	inverse := make(queens.Perm, len(p))
	invert(inverse, p)
	return inverse
}

// Apply returns the image of p under s, new. p may be any permutation. Time and space O(n).
func Apply(s Symmetry, p queens.Perm) queens.Perm {
	return imageOf(s, p, inverseOf(p))
}

// Images returns the eight images of p, indexed by symmetry, new. They need not be distinct: see
// [Orbit]. Time and space O(n).
func Images(p queens.Perm) [Count]queens.Perm {
	inverse := inverseOf(p)
	var images [Count]queens.Perm
	for _, s := range All() {
		images[s] = imageOf(s, p, inverse)
	}
	return images
}

// Orbit returns the distinct images of p in lexicographic order, new; the first is canonical. A
// solution of order n > 1 has 8, 4 or 2; other permutations and orders 0 and 1 may have only one.
// Time and space O(n).
func Orbit(p queens.Perm) []queens.Perm {
	images := Images(p)
	orbit := images[:]
	slices.SortFunc(orbit, queens.Perm.Compare)
	return slices.CompactFunc(orbit, queens.Perm.Equal)
}

// Row is a type that can hold the rows of a board: int for queens.Perm, a small type to store
// millions of solutions.
type Row interface {
	~int | ~int8 | ~int16 | ~int32 | ~uint8 | ~uint16 | ~uint32
}

// Canonical returns the lexicographically least image of any permutation p, new. Two permutations
// lie in one orbit if and only if their canonical images are equal. Time O(n) with early exit per
// image, space O(n).
func Canonical(p queens.Perm) queens.Perm {
	inverse, least := inverseOf(p), Identity
	for _, s := range All() {
		if compare(s, least, p, inverse) < 0 {
			least = s
		}
	}
	return imageOf(least, p, inverse)
}

// IsCanonical reports whether the permutation p is the lexicographically least of its images. Time
// O(n); no allocation up to order 64, O(n) space above. For many permutations use a [Canonizer].
func IsCanonical(p queens.Perm) bool {
	var onStack [64]int
	z := Canonizer[int]{onStack[:]}
	return z.IsLeast(p)
}

// Canonizer is IsCanonical for many permutations. It reuses its memory, which grows to the largest
// order seen. The zero value is ready to use. It is not safe for concurrent use.
type Canonizer[E Row] struct{ inverse []E }

// IsLeast reports whether the permutation p is the lexicographically least of its images. E must
// hold its order: at most 255 for uint8, 128 for int8. Time O(n); no allocation once the memory has
// grown.
func (z *Canonizer[E]) IsLeast(p []E) bool {
	if cap(z.inverse) < len(p) {
		z.inverse = make([]E, len(p))
	}
	inverse := z.inverse[:len(p)]
	invert(inverse, p)
	if len(p) < 2 {
		return true
	}
	// The first elements of the seven images nearly always decide: the ends of p and of its
	// inverse, and their complements.
	m := E(len(p) - 1)
	least := min(m-p[0], p[m], m-p[m], inverse[0], m-inverse[0], inverse[m], m-inverse[m])
	if least != p[0] {
		return least > p[0]
	}
	for s := Rot90; s < Count; s++ {
		if rowAt(s, p, inverse, 0) == p[0] && compare(s, Identity, p, inverse) < 0 {
			return false
		}
	}
	return true
}
