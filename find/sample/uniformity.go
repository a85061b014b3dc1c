package sample

import (
	"context"
	"fmt"

	"gonum.org/v1/gonum/stat"
	"gonum.org/v1/gonum/stat/distuv"

	"queens"
)

// MaxUniformityOrder is the largest order whose solutions are told apart to test a
// sample: 14200 of them.
const MaxUniformityOrder = 12

// Test is a chi-square test of a sample against the uniform distribution over all
// solutions of its order.
type Test struct {
	Samples   int     `json:"samples,string"`
	Solutions int     `json:"solutions,string"` // of the order
	Distinct  int     `json:"distinct,string"`  // seen at least once
	Rarest    int     `json:"rarest,string"`    // how often the rarest was seen
	Commonest int     `json:"commonest,string"` // how often the commonest was seen
	ChiSquare float64 `json:"chiSquare"`
	Freedom   int     `json:"degreesOfFreedom"`
	PValue    float64 `json:"pValue"` // chance of a chi-square as large if the sampler is uniform
}

// Uniformity tests solutions of one order, 1 to MaxUniformityOrder. Fewer than five
// times as many as there are solutions say little.
//
// Errors: queens.ErrOrder; those of Ranks.Rank; an error if there is nothing to test.
func Uniformity(ctx context.Context, n int, solutions []queens.Perm) (Test, error) {
	if n < 1 || n > MaxUniformityOrder {
		return Test{}, fmt.Errorf("sample: uniformity at order %d: want 1 to %d: %w", n, MaxUniformityOrder, queens.ErrOrder)
	}
	ranks, err := NewRanks(n)
	if err != nil {
		return Test{}, err
	}
	total, err := ranks.Total(ctx)
	if err != nil {
		return Test{}, err
	}
	if total == 0 || len(solutions) == 0 {
		return Test{}, fmt.Errorf("sample: uniformity of %d solutions at order %d, which has %d: %w", len(solutions), n, total, queens.ErrOrder)
	}
	seen := make([]float64, total)
	for _, p := range solutions {
		rank, err := ranks.Rank(ctx, p)
		if err != nil {
			return Test{}, err
		}
		seen[rank]++
	}
	t := Test{Samples: len(solutions), Solutions: int(total), Rarest: len(solutions), Freedom: int(total) - 1, PValue: 1}
	expected := make([]float64, total)
	for rank, k := range seen {
		expected[rank] = float64(len(solutions)) / float64(total)
		t.Rarest, t.Commonest = min(t.Rarest, int(k)), max(t.Commonest, int(k))
		if k > 0 {
			t.Distinct++
		}
	}
	t.ChiSquare = stat.ChiSquare(seen, expected)
	if t.Freedom > 0 {
		t.PValue = distuv.ChiSquared{K: float64(t.Freedom)}.Survival(t.ChiSquare)
	}
	return t, nil
}
