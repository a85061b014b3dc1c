package textbook

import (
	"context"
	"math/bits"
	"slices"

	"queens"
	"queens/count/kind/boards"
	"queens/find/solver"
	"queens/symmetry"
)

// maxBorderOrder is the largest order of BorderConstellations: the classes, 9,522 for 20, are
// made before the first solution, in less than 100 ms; 30 takes most of a second.
const maxBorderOrder = 20

var borderConstellationsAlgorithm = solver.Algorithm{
	Name:     "border-constellations",
	Title:    "Border constellations",
	Summary:  "completes one set of queens on the border of each class; only symmetric sets need a test at the end",
	Source:   "engelhardt2010",
	Finds:    solver.Fundamental,
	MinOrder: boards.MinBorderOrder,
	MaxOrder: maxBorderOrder,
	TestMax:  9,
	Exact:    true,
	Traced:   true,
	How: `A border constellation is the set of three or four queens in the first and last row and column.
Every solution has one, and its images have the images of it. So only one constellation of each class is
completed.

If no symmetry leaves the constellation as it is, every completion is fundamental: no test is needed, and
all these solutions are asymmetric. If a half or quarter turn leaves it as it is, a completion comes with
images that have the same constellation, and is kept if it is the least of them.`,
	Cost: `For n = 12 705 of 730 classes need no test. A third of the queens of plain
backtracking are placed.`,
	Limits: `Orders from 4. Not in lexicographic order, and what is handed out is not always the canonical
representative. For counting alone weights do without any test; queens count --method border does that.`,
	Pseudocode: []string{
		"for each class of border constellations:",
		"  put its queens on the border, fill(first column), take them off",
		"fill(column): go on to the first column without a queen",
		"  if there is none: print, for a symmetric constellation only if no image with it is less",
		"  safe := all rows but those attacked, from three bitmasks",
		"  for each row of safe, lowest first:",
		"    put a queen on (column, row), fill(column + 1)",
		"    take the queen off",
	},
	Run: func(ctx context.Context, c solver.Call, found func(queens.Perm) bool) (solver.Stats, error) {
		m := solver.NewMeter(ctx, c, found)
		classes, err := boards.BorderConstellations(c.Problem.Order)
		if err != nil {
			return solver.Stats{}, err
		}
		for _, class := range classes {
			b := border{Meter: m, constellation: class, p: make(queens.Perm, c.Problem.Order)}
			if m.Stopped() || !b.run() {
				break
			}
		}
		return m.End(ctx)
	},
}

// Lines of BorderConstellations.Pseudocode.
const (
	borderStart  = 1
	borderPrint  = 3
	borderTest   = 4
	borderPlace  = 6
	borderRemove = 7
)

// border completes one constellation.
type border struct {
	*solver.Meter
	constellation boards.Constellation
	p             queens.Perm
	filled        uint32 // columns of the border queens
}

// used says which lines hold a queen: bit i stands for row i, or for diagonal i by
// Square.SumDiag or DiffDiag.
type used struct {
	rows        uint32
	sums, diffs uint64
}

// with returns the lines used after another queen.
func (u used) with(sq queens.Square, n int) used {
	u.rows |= 1 << sq.Row
	u.sums |= 1 << sq.SumDiag()
	u.diffs |= 1 << sq.DiffDiag(n)
	return u
}

func (u used) safe(col, n int) uint32 {
	return (1<<n - 1) &^ (u.rows | uint32(u.sums>>col) | uint32(u.diffs>>(n-1-col)))
}

func (b *border) run() (more bool) {
	var u used
	for _, sq := range b.constellation.Queens {
		b.Place(borderStart, sq.Col, sq.Row)
		b.p[sq.Col] = sq.Row
		b.filled |= 1 << sq.Col
		u = u.with(sq, len(b.p))
	}
	if !b.fill(0, u) {
		return false
	}
	for _, sq := range slices.Backward(b.constellation.Queens) {
		b.Remove(borderStart, sq.Col, sq.Row)
	}
	return true
}

func (b *border) fill(col int, u used) (more bool) {
	n := len(b.p)
	col += bits.TrailingZeros32(^(b.filled >> col))
	if col == n {
		if b.constellation.Class != symmetry.Asymmetric && !b.least() {
			first := b.constellation.Queens[0]
			b.Prune(borderPrint, first.Col, first.Row)
			return true
		}
		return b.Solution(borderPrint, b.p.Clone())
	}
	b.Test(borderTest, col, solver.Whole)
	for safe := u.safe(col, n); safe != 0; safe &= safe - 1 {
		sq := queens.Square{Row: bits.TrailingZeros32(safe), Col: col}
		b.Place(borderPlace, col, sq.Row)
		b.p[col] = sq.Row
		if b.Stopped() || !b.fill(col+1, u.with(sq, n)) {
			return false
		}
		b.Remove(borderRemove, col, sq.Row)
	}
	return true
}

func (b *border) least() bool {
	for _, image := range symmetry.Images(b.p) {
		if image.Compare(b.p) < 0 && b.holds(image) {
			return false
		}
	}
	return true
}

func (b *border) holds(p queens.Perm) bool {
	return !slices.ContainsFunc(b.constellation.Queens, func(sq queens.Square) bool { return p[sq.Col] != sq.Row })
}
