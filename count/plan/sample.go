package plan

import (
	"context"
	"fmt"
	"iter"
	"math/rand/v2"
	"slices"

	"queens"
)

// Sample is a randomly chosen board of a plan's families that stands for all of
// them: if something is summed over all boards that partition the families, the
// value at the sample times Inverse has that sum as its expectation.
type Sample struct {
	Board   Board
	Weight  uint64  // solutions per completion
	Inverse float64 // 1 / probability of the sample
}

// Samples yields random boards of about the given work or less, without end.
// Families, and in each step the next queen, are chosen with probability
// proportional to their estimated work, so that samples with much work, and many
// solutions, are frequent and count little each. The same seed yields the same
// samples.
//
// Errors: queens.ErrOrder for an order out of range. A scheme without families
// for the order yields nothing.
func Samples(n int, s Scheme, most Work, seed uint64) (iter.Seq[Sample], error) {
	p, estimates, err := draft(context.Background(), n, s)
	if err != nil {
		return nil, err
	}
	random := rand.New(rand.NewPCG(seed, uint64(n)))
	return func(yield func(Sample) bool) {
		for len(p.Families) > 0 {
			i, inverse := choose(random, estimates)
			b := p.root(i)
			if !yield(sampleBelow(random, b, estimates[i], most, p.Families[i].Weight, inverse)) {
				return
			}
		}
	}, nil
}

// sampleBelow descends from b until the work is small enough.
func sampleBelow(random *rand.Rand, b Board, work, most Work, weight uint64, inverse float64) Sample {
	for work.Compare(most) > 0 && len(b.Rows) > 0 {
		var children []Board
		var works []Work
		for _, child := range b.children() {
			children = append(children, child)
			works = append(works, child.estimate(minDescents))
		}
		if len(children) == 0 {
			break
		}
		i, factor := choose(random, works)
		b, work, inverse = children[i], works[i], inverse*factor
	}
	return Sample{Board: b, Weight: weight, Inverse: inverse}
}

// choose returns an index with probability proportional to its work, and the
// inverse of that probability. No work is zero.
func choose(random *rand.Rand, works []Work) (index int, inverse float64) {
	var sum queens.Total
	for _, w := range works {
		sum = sum.Plus(w)
	}
	at := random.Float64() * sum.Float64()
	for index < len(works)-1 && at >= works[index].Float64() {
		at -= works[index].Float64()
		index++
	}
	return index, sum.Float64() / works[index].Float64()
}

// SetSample is a randomly chosen column set of a join as a subproblem of its own,
// that stands for all of them like a Sample.
type SetSample struct {
	Subproblem Subproblem
	Inverse    float64 // 1 / probability of the sample
}

// SampleSets returns so many random column sets of the join of order n, each
// chosen with probability proportional to its estimated work, and the plan, not
// cut, that they belong to. The same seed yields the same samples.
//
// Time: that of Estimate, twice. Errors: queens.ErrOrder for an order out of range;
// ctx's error.
func SampleSets(ctx context.Context, n int, s Scheme, samples int, seed uint64) (*Plan, []SetSample, error) {
	p, _, err := draft(ctx, n, s)
	if err != nil {
		return nil, nil, err
	}
	total, _ := p.Work.Uint64() // work of a join is far below 2^64
	random := rand.New(rand.NewPCG(seed, uint64(n)))
	marks := make([]uint64, samples)
	for i := range marks {
		marks[i] = random.Uint64N(total)
	}
	slices.Sort(marks)
	drawn := make([]SetSample, 0, samples)
	var end uint64
	for at, work := range p.eachSet(ctx) {
		for end += work; len(drawn) < samples && marks[len(drawn)] < end; {
			drawn = append(drawn, SetSample{
				Subproblem: Subproblem{Work: queens.NewTotal(work), Sets: Sets{at.family, at.set, 1}},
				Inverse:    float64(total) / float64(work),
			})
		}
	}
	if err := ctx.Err(); err != nil {
		return nil, nil, fmt.Errorf("plan: %s of order %d: %w", s.Name, n, err)
	}
	random.Shuffle(len(drawn), func(i, j int) { drawn[i], drawn[j] = drawn[j], drawn[i] })
	return p, drawn, nil
}
