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
// then the columns or not. The normal form is unique, so composition is arithmetic on three bits.
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

var bySteps = func() (inverse [Count]Symmetry) {
	for s, entry := range table {
		inverse[entry.steps] = Symmetry(s)
	}
	return inverse
}()

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
	a, b := table[s].steps, table[next].steps
	mirrors := a &^ swapRowCol
	if b&swapRowCol != 0 { // a mirror of rows becomes one of columns
		mirrors = mirrors<<1&mirrorCols | mirrors>>1&mirrorRows
	}
	return bySteps[mirrors^b&^swapRowCol|(a^b)&swapRowCol]
}

// Inverse returns the symmetry that undoes s: s itself, except for the two quarter turns.
func (s Symmetry) Inverse() Symmetry {
	switch s {
	case Rot90:
		return Rot270
	case Rot270:
		return Rot90
	default:
		return s
	}
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
