package algorithms

import (
	"context"
	"slices"

	"queens"
	"queens/count/methods/search"
	"queens/find/solver"
	"queens/symmetry"
)

// maxBorderOrder is the largest order of BorderConstellations: the classes, 9,522 for 20, are
// made before the first solution, in less than 100 ms; 30 takes most of a second.
const maxBorderOrder = 20

var borderConstellationsAlgorithm = solver.Algorithm{
	Name: "border-constellations", Source: "engelhardt2010", Finds: solver.Fundamental,
	MinOrder: search.MinBorderOrder, MaxOrder: maxBorderOrder, TestMax: 9, Exact: true, Traced: true,
	Run: func(ctx context.Context, c solver.Call, found func(queens.Perm) bool) (solver.Stats, error) {
		m := solver.NewMeter(ctx, c, found)
		classes, err := search.BorderConstellations(c.Problem.Order)
		if err != nil {
			return solver.Stats{}, err
		}
		for _, class := range classes {
			if m.Stopped() || !fillConstellation(newBoard(m, c.Problem.Order), class) {
				break
			}
		}
		return m.End()
	},
}.Described(texts)

// fillConstellation completes one constellation on the empty board b, one completion of each orbit,
// and reports whether to continue.
func fillConstellation(b *board, c search.Constellation) (more bool) {
	for _, sq := range c.Queens {
		b.put(1, sq.Col, sq.Row)
	}
	missing := func(p queens.Perm) bool {
		return slices.ContainsFunc(c.Queens, func(sq queens.Square) bool { return p[sq.Col] != sq.Row })
	}
	fill := &filling{
		test: 4, place: 6, remove: 7, columns: true,
		full: func() bool {
			if c.Class != symmetry.Asymmetric {
				for _, image := range symmetry.Images(b.p) {
					if image.Compare(b.p) < 0 && !missing(image) {
						b.Prune(3, c.Queens[0].Col, c.Queens[0].Row)
						return true
					}
				}
			}
			return b.Solution(3, b.p.Clone())
		},
	}
	if !b.fill(fill, 0) {
		return false
	}
	for _, sq := range slices.Backward(c.Queens) {
		b.take(1, sq.Col)
	}
	return true
}
