package sample

import (
	"cmp"
	"context"
	"math"
	"math/rand/v2"

	"queens"
	"queens/internal/errs"
)

// Chain is a Metropolis walk over all permutations. A step exchanges the rows of two random queens;
// the energy is the number of queens too many on the diagonals, k - 1 for k queens on one. A step
// up by d is taken with probability e^(-beta d), any other always, so in the long run a permutation
// of energy E is seen in proportion to e^(-beta E). Permutations of energy 0 are the solutions:
// they all are seen equally often [metropolis1953].
//
// The walk is checked after every Thin steps. What it shows is ignored unless its energy is 0, and
// of the solutions shown every Every-th is returned. To wait for the next solution instead of
// looking at fixed steps would prefer those that are easily entered. How far apart returned
// solutions must be to be as good as independent is measured, see Correlate.
type Chain struct {
	n               int
	p               queens.Perm
	rising, falling []int32
	energy          int
	accept          [maxRise + 1]uint64 // chance of a step up by d, in 2^-63
	thin, every     int
	random          *rand.Rand
}

// maxRise is the most by which one step raises the energy: four diagonals are entered.
const maxRise = 4

// ChainOptions say how a Chain walks. The zero value is sensible.
type ChainOptions struct {
	// Beta is the inverse temperature; 0 means 1.25 ln n - 0.6, at least 1.5, at which one look in
	// two to six finds a solution. Measured shares of the looks: 0.31 for n = 8, 0.19 for 12, 0.17
	// for 20, 0.20 for 64, 0.29 for 200, 0.4 for 1000. It grows as the logarithm of n, since the
	// number of queens that may be too many grows as n.
	Beta float64
	// Thin is the number of steps between looks; 0 means n^2 and at least 128: each queen is tried
	// about 2n times.
	Thin int
	// Every is how many solutions the looks find for one that is returned; 0 means 9 at small
	// orders, 3 from order 96 on. The excess of queens shared with the last solution found falls at
	// each one to 0.33 of itself at order 8, 0.23 at 20, 0.10 at 50, 0.04 at 100, so that about a
	// ten thousandth is left.
	Every int
	Seed  uint64
}

// NewChain returns a walk of order n, 0 to MaxChainOrder, that starts at a random permutation and
// has walked until it met a solution and then ten looks more. Errors: queens.ErrOrder, also for
// orders without a solution; queens.ErrFormat for options that make no sense; ctx's error.
func NewChain(ctx context.Context, n int, o ChainOptions) (*Chain, error) {
	switch {
	case n < 0 || n > MaxChainOrder:
		return nil, errs.Errorf("walk of order %d: want 0 to %d: %w", n, MaxChainOrder, queens.ErrOrder)
	case n == 2 || n == 3:
		return nil, errs.Errorf("order %d: no solution exists: %w", n, queens.ErrOrder)
	case math.IsNaN(o.Beta) || o.Beta < 0 || o.Beta > 40 || o.Thin < 0 || o.Every < 0:
		return nil, errs.Errorf("beta %v, thin %d, every %d: want beta from 0 to 40, thin and every from 0 "+
			"on: %w", o.Beta, o.Thin, o.Every, queens.ErrFormat)
	}
	o.Beta = cmp.Or(o.Beta, max(1.5, 1.25*math.Log(float64(max(n, 1)))-0.6))
	o.Thin = cmp.Or(o.Thin, max(128, n*n))
	o.Every = cmp.Or(o.Every, max(3, 9-n/16))
	c := &Chain{
		n: n, rising: make([]int32, 2*n), falling: make([]int32, 2*n), thin: o.Thin, every: o.Every,
		random: rand.New(rand.NewPCG(o.Seed, uint64(n))),
	}
	for d := range c.accept {
		c.accept[d] = uint64(math.Exp(-o.Beta*float64(d)) * (1 << 63))
	}
	c.p = c.random.Perm(n)
	for col, row := range c.p {
		c.energy += c.enter(row, col)
	}
	for c.energy > 0 {
		if err := c.walk(ctx, min(c.thin, 1<<14)); err != nil {
			return nil, err
		}
	}
	for range 10 {
		if err := c.walk(ctx, c.thin); err != nil {
			return nil, err
		}
	}
	return c, nil
}

// Next returns the next solution; the slice is the caller's. Errors: ctx's.
func (c *Chain) Next(ctx context.Context) (queens.Perm, error) {
	for found := 0; found < c.every; {
		if err := c.walk(ctx, c.thin); err != nil {
			return nil, err
		}
		if c.energy == 0 {
			found++
		}
	}
	return c.p.Clone(), nil
}

const pollSteps = 1 << 16

func (c *Chain) walk(ctx context.Context, steps int) error {
	for steps > 0 {
		if err := ctx.Err(); err != nil {
			return errs.Errorf("walk of order %d: %w", c.n, err)
		}
		k := min(steps, pollSteps)
		steps -= k
		for range k {
			c.step()
		}
	}
	return nil
}

func (c *Chain) step() {
	if c.n < 2 {
		return
	}
	i := c.random.IntN(c.n)
	j := c.random.IntN(c.n - 1)
	if j >= i {
		j++
	}
	a, b := c.p[i], c.p[j]
	change := -c.leave(a, i) - c.leave(b, j)
	change += c.enter(b, i) + c.enter(a, j)
	if change <= 0 || c.random.Uint64()>>1 < c.accept[change] {
		c.p[i], c.p[j] = b, a
		c.energy += change
		return
	}
	c.leave(b, i)
	c.leave(a, j)
	c.enter(a, i)
	c.enter(b, j)
}

func (c *Chain) enter(row, col int) (energy int) {
	rising, falling := &c.rising[row+col], &c.falling[row-col+c.n-1]
	energy = int(min(*rising, 1) + min(*falling, 1))
	*rising++
	*falling++
	return energy
}

func (c *Chain) leave(row, col int) (energy int) {
	rising, falling := &c.rising[row+col], &c.falling[row-col+c.n-1]
	*rising--
	*falling--
	return int(min(*rising, 1) + min(*falling, 1))
}

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
