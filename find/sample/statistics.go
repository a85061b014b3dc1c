package sample

import (
	"context"
	"math"

	"queens"
	"queens/internal/errs"
)

// Correlation says how much the solutions of a sample resemble their neighbours.
type Correlation struct {
	Neighbours float64 `json:"sharedNeighbours"`  // mean number of queens that a solution shares with the next one
	Any        float64 `json:"sharedAny"`         // the same of any two of the sample
	Score      float64 `json:"score"`             // difference of both in standard errors
	PValue     float64 `json:"correlationPValue"` // chance of a score as large for independent draws
	Effective  float64 `json:"effectiveSamples"`  // independent draws that tell as much about where queens stand
}

// Correlate compares the queens that solutions which follow each other share with those that any
// two share. Solutions are those of one order, in the order drawn, at least MinCorrelation.
//
// The effective size is N / (1 + 2 (r1 + r2 + ...)), where r_k is the autocorrelation at distance
// k, averaged over the indicators of all squares, and the sum ends where a pair of neighbouring
// terms is not positive [geyer1992]. It is at most N. Time O(nN) for each distance that counts,
// space O(n). Errors: queens.ErrOrder for fewer solutions; queens.ErrFormat for solutions of
// several orders.
func Correlate(solutions []queens.Perm) (Correlation, error) {
	count := len(solutions)
	if count < MinCorrelation {
		return Correlation{}, errs.Errorf("correlation of %d solutions: want at least %d: %w", count,
			MinCorrelation, queens.ErrOrder)
	}
	n := len(solutions[0])
	for i, p := range solutions {
		if len(p) != n {
			return Correlation{}, errs.Errorf("correlation: solution %d has %d queens, solution 1 has %d: %w",
				i+1, len(p), n, queens.ErrFormat)
		}
	}
	c := Correlation{Any: sharedByAny(solutions), PValue: 0.5, Effective: float64(count)}
	var deviation float64
	c.Neighbours, deviation = sharedAt(solutions, 1)
	if deviation > 0 {
		c.Score = (c.Neighbours - c.Any) / (deviation / math.Sqrt(float64(count-1)))
		c.PValue = math.Erfc(c.Score/math.Sqrt2) / 2
	}
	spread := float64(n) - c.Any
	if spread <= 0 {
		return c, nil // all solutions are the same
	}
	at := func(distance int) float64 {
		mean, _ := sharedAt(solutions, distance)
		return (mean - c.Any) / spread
	}
	sum := (c.Neighbours - c.Any) / spread
	for k := 2; k+1 < count/2; k += 2 {
		pair := at(k) + at(k+1)
		if pair <= 0 {
			break
		}
		sum += pair
	}
	c.Effective = float64(count) / max(1, 1+2*sum)
	return c, nil
}

// sharedAt returns the mean number of queens that solutions of a distance in the
// sequence share, and the standard deviation of that number.
func sharedAt(solutions []queens.Perm, distance int) (mean, deviation float64) {
	var sum, squares float64
	for i := distance; i < len(solutions); i++ {
		shared := 0
		for col, row := range solutions[i] {
			if solutions[i-distance][col] == row {
				shared++
			}
		}
		sum += float64(shared)
		squares += float64(shared) * float64(shared)
	}
	pairs := float64(len(solutions) - distance)
	mean = sum / pairs
	return mean, math.Sqrt(max(0, squares/pairs-mean*mean))
}

// sharedByAny returns the mean number of queens that two different solutions of the
// list share: of k queens on a square k(k-1)/2 pairs share one.
func sharedByAny(solutions []queens.Perm) float64 {
	n := len(solutions[0])
	rows := make([]int, n)
	pairs := 0.0
	for col := range n {
		clear(rows)
		for _, p := range solutions {
			pairs += float64(rows[p[col]])
			rows[p[col]]++
		}
	}
	count := float64(len(solutions))
	return pairs / (count * (count - 1) / 2)
}

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

// Uniformity tests solutions of one order, 1 to MaxUniformityOrder. Fewer than five times as many
// as there are solutions say little. Errors: queens.ErrOrder; those of Ranks.Rank; an error if
// there is nothing to test.
func Uniformity(ctx context.Context, n int, solutions []queens.Perm) (Test, error) {
	if n < 1 || n > MaxUniformityOrder {
		return Test{}, errs.Errorf("uniformity at order %d: want 1 to %d: %w", n, MaxUniformityOrder, queens.ErrOrder)
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
		return Test{}, errs.Errorf("uniformity of %d solutions at order %d, which has %d: %w", len(solutions), n,
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

// chiSquareTail returns the chance that a chi-square variable with these degrees of freedom is at
// least x. It adds the finite sums of Abramowitz and Stegun, 26.4.4 and 26.4.5, whose terms are
// positive, so that small chances keep their leading digits. Time is linear in the degrees.
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
