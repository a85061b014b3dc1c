package textbook

import (
	"context"
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

If no symmetry leaves the constellation unchanged, every completion is fundamental: no test is needed, and all
these solutions are asymmetric. If a half or quarter turn leaves it unchanged, images of a completion have the same
constellation, and it is kept if it is the least of them.`,
	Cost: `For n = 12, 705 of 730 classes need no test. A third of the queens of plain
backtracking are placed.`,
	Limits: `Orders from 4. Not in lexicographic order, and the solutions found are not always
canonical representatives. For counting alone, weights make tests unnecessary; queens count --method
border does that.`,
	Pseudocode: []string{
		"for each class of border constellations:",
		"  put its queens on the border, fill(first column), take them off",
		"fill(column): go on to the first column without a queen",
		"  if there is none: print, for a symmetric constellation only if no image with it is less",
		"  safe := all rows but those attacked",
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
			b := border{solver.NewBoard(m, c.Problem.Order), class}
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
	*solver.Board
	constellation boards.Constellation
}

func (b *border) run() (more bool) {
	for _, sq := range b.constellation.Queens {
		b.Put(borderStart, sq.Col, sq.Row)
	}
	if !b.fill(0) {
		return false
	}
	for _, sq := range slices.Backward(b.constellation.Queens) {
		b.Take(borderStart, sq.Col)
	}
	return true
}

func (b *border) fill(col int) (more bool) {
	for col < len(b.P) && b.P[col] != solver.Whole {
		col++
	}
	if col == len(b.P) {
		if b.constellation.Class != symmetry.Asymmetric && !b.least() {
			first := b.constellation.Queens[0]
			b.Prune(borderPrint, first.Col, first.Row)
			return true
		}
		return b.Solution(borderPrint, b.P.Clone())
	}
	b.Test(borderTest, col, solver.Whole)
	for row := range b.P {
		if b.Attacked(col, row) {
			continue
		}
		b.Put(borderPlace, col, row)
		if b.Stopped() || !b.fill(col+1) {
			return false
		}
		b.Take(borderRemove, col)
	}
	return true
}

func (b *border) least() bool {
	for _, image := range symmetry.Images(b.P) {
		if image.Compare(b.P) < 0 && b.holds(image) {
			return false
		}
	}
	return true
}

func (b *border) holds(p queens.Perm) bool {
	return !slices.ContainsFunc(b.constellation.Queens, func(sq queens.Square) bool { return p[sq.Col] != sq.Row })
}
