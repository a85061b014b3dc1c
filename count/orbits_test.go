package count_test

import (
	"slices"
	"testing"

	"queens"
	"queens/count"
	"queens/internal/must"
	"queens/known"
	"queens/list"
	"queens/symmetry"
)

// Orbits under rotations and under one reflection: Burnside's lemma with the known Q, S180 and S90,
// and to order 9 the solutions that no image precedes.
func TestOrbitsOfSubgroups(t *testing.T) {
	for n := range 13 {
		q, _ := known.Solutions(n)
		s180, _ := known.S180(n)
		s90, _ := known.S90(n)
		sum, mirrored := q.Plus(s180).Plus(s90.Times(2)), q
		if n < 2 {
			mirrored = queens.NewTotal(2) // the only solution is its own mirror image
		}
		for _, test := range []struct {
			of     count.Quantity
			images []symmetry.Symmetry
			sum    queens.Total
			total  func(r *count.Report) queens.Total
		}{
			{
				count.UpToRotation,
				[]symmetry.Symmetry{symmetry.Rot90, symmetry.Rot180, symmetry.Rot270},
				sum,
				func(r *count.Report) queens.Total { return *r.UpToRotation },
			},
			{
				count.UpToReflection,
				[]symmetry.Symmetry{symmetry.FlipCols},
				mirrored,
				func(r *count.Report) queens.Total { return *r.UpToReflection },
			},
		} {
			r := must.Get(count.Solve(t.Context(), count.Question{Order: n, Of: test.of}, count.Options{}))(t)
			got := test.total(r)
			if got.Times(uint64(len(test.images)+1)) != test.sum {
				t.Errorf("%s(%d) = %v, but the fixed points add up to %v", test.of, n, got, test.sum)
			}
			var least uint64
			for p := range must.Get(list.Solutions(min(n, 9), list.Options{}))(t) {
				if !slices.ContainsFunc(test.images, func(s symmetry.Symmetry) bool {
					return slices.Compare(symmetry.Apply(s, p), p) < 0
				}) {
					least++
				}
			}
			if n < 10 && got != queens.NewTotal(least) {
				t.Errorf("%s(%d) = %v, counted one by one %d", test.of, n, got, least)
			}
		}
	}
}
