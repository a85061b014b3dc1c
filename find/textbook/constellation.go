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
	Name: "border-constellations", Source: "engelhardt2010", Finds: solver.Fundamental,
	MinOrder: boards.MinBorderOrder, MaxOrder: maxBorderOrder, TestMax: 9, Exact: true, Traced: true,
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
}.Described(texts)

// border completes one constellation.
type border struct {
	*solver.Board
	constellation boards.Constellation
}

func (b *border) run() (more bool) {
	for _, sq := range b.constellation.Queens {
		b.Put(1, sq.Col, sq.Row)
	}
	if !b.fill(0) {
		return false
	}
	for _, sq := range slices.Backward(b.constellation.Queens) {
		b.Take(1, sq.Col)
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
			b.Prune(3, first.Col, first.Row)
			return true
		}
		return b.Solution(3, b.P.Clone())
	}
	b.Test(4, col, solver.Whole)
	for row := range b.P {
		if b.Attacked(col, row) {
			continue
		}
		b.Put(6, col, row)
		if b.Stopped() || !b.fill(col+1) {
			return false
		}
		b.Take(7, col)
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
