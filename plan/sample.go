package plan

import (
	"context"
	"iter"
	"math/rand/v2"

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
