package sample

import (
	"context"
	"fmt"
	"math"
	"testing"

	"queens"
)

// maxUniformityOrder is the largest order whose solutions are told apart to test a
// sample: 14200 of them.
const maxUniformityOrder = 12

// Test is a chi-square test of a sample against the uniform distribution over all
// solutions of its order. It assumes that the solutions were drawn independently.
type Test struct {
	Solutions int // of the order
	Distinct  int // seen at least once
	Rarest    int // how often the rarest was seen
	Commonest int // how often the commonest was seen
	ChiSquare float64
	Freedom   int
	PValue    float64 // chance of a chi-square as large if the sampler is uniform
}

// Uniformity tests solutions of one order, 1 to maxUniformityOrder. Fewer than five
// times as many as there are solutions say little.
//
// Errors: queens.ErrOrder; those of Ranks.Rank; an error if there is nothing to test.
func Uniformity(ctx context.Context, n int, solutions []queens.Perm) (Test, error) {
	if n < 1 || n > maxUniformityOrder {
		return Test{}, fmt.Errorf("sample: uniformity at order %d: want 1 to %d: %w", n, maxUniformityOrder,
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

// Percentage points from table 26.8 of [abramowitz1964]: chi-square that many degrees
// of freedom exceed with a chance.
func TestChiSquareTailOfTheTable(t *testing.T) {
	for _, c := range []struct {
		degrees      int
		chance, want float64
	}{
		{1, 0.05, 3.84146},
		{1, 0.001, 10.828},
		{2, 0.99, 0.0201007},
		{3, 0.5, 2.36597},
		{10, 0.95, 3.94030},
		{10, 0.001, 29.588},
		{30, 0.01, 50.8922},
		{90, 0.05, 113.145},
		{100, 0.995, 67.3276},
		{100, 0.05, 124.342},
		{100, 0.001, 149.449},
	} {
		if got := chiSquareTail(c.want, c.degrees); math.Abs(got-c.chance) > 3e-4*c.chance {
			t.Errorf("%d degrees, chi-square %v: %v, want %v", c.degrees, c.want, got, c.chance)
		}
	}
}

// TestChiSquareTailIsAnIntegral adds the density up in small steps.
func TestChiSquareTailIsAnIntegral(t *testing.T) {
	for _, degrees := range []int{3, 4, 39, 91, 723, 14199} {
		k := float64(degrees)
		gamma, _ := math.Lgamma(k / 2)
		density := func(x float64) float64 { return math.Exp((k/2-1)*math.Log(x/2)-x/2-gamma) / 2 }
		spread := math.Sqrt(2 * k)
		for _, from := range []float64{k - 3*spread, k, k + spread, k + 5*spread} {
			from = max(from, 0.1)
			const steps = 20000
			to := from + 30*spread + 60
			width := (to - from) / steps
			sum := 0.0
			for i := range steps {
				sum += density(from+(float64(i)+0.5)*width) * width
			}
			if got := chiSquareTail(from, degrees); math.Abs(got-sum) > 1e-5*sum {
				t.Errorf("%d degrees, chi-square %v: %v, by integration %v", degrees, from, got, sum)
			}
		}
	}
	if chiSquareTail(0, 5) != 1 || chiSquareTail(3, 0) != 1 {
		t.Error("nothing to compare has another p-value than 1")
	}
}
