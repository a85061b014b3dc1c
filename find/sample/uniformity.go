package sample

import (
	"context"
	"fmt"
	"math"

	"queens"
)

// Test is a chi-square test of a sample against the uniform distribution over all
// solutions of its order. It assumes that the solutions were drawn independently.
type Test struct {
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
		return Test{}, fmt.Errorf("sample: uniformity at order %d: want 1 to %d: %w", n, MaxUniformityOrder,
			queens.ErrOrder)
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
		return Test{}, fmt.Errorf("sample: uniformity of %d solutions at order %d, which has %d: %w", len(solutions), n,
			total, queens.ErrOrder)
	}
	seen := make([]int, total)
	for _, p := range solutions {
		rank, err := ranks.Rank(ctx, p)
		if err != nil {
			return Test{}, err
		}
		seen[rank]++
	}
	t := Test{Solutions: int(total), Rarest: len(solutions), Freedom: int(total) - 1}
	expected := float64(len(solutions)) / float64(total)
	for _, k := range seen {
		t.Rarest, t.Commonest = min(t.Rarest, k), max(t.Commonest, k)
		if k > 0 {
			t.Distinct++
		}
		d := float64(k) - expected
		t.ChiSquare += d * d / expected
	}
	t.PValue = chiSquareTail(t.ChiSquare, t.Freedom)
	return t, nil
}

// chiSquareTail returns the chance that a chi-square variable with so many degrees of
// freedom is at least x. It adds the finite sums of Abramowitz and Stegun, 26.4.4 and
// 26.4.5, whose terms are positive, so that small chances keep their leading digits.
// Time is linear in the degrees.
func chiSquareTail(x float64, degrees int) float64 {
	if x <= 0 || degrees == 0 {
		return 1
	}
	half := x / 2
	sum, j := 0.0, 0.0
	if degrees%2 == 1 {
		sum, j = math.Erfc(math.Sqrt(half)), 0.5
	}
	for ; 2*j < float64(degrees); j++ {
		gamma, _ := math.Lgamma(j + 1)
		sum += math.Exp(j*math.Log(half) - half - gamma)
	}
	return min(sum, 1)
}
