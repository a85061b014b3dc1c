package boards

import (
	"iter"
	"math/rand/v2"

	"queens/count/kind"
)

// sample is a random board that represents all: what is summed over boards that partition the
// families has as its expectation the value at the sample times Inverse.
type sample struct {
	Board   Board
	Weight  uint64  // solutions per completion
	Inverse float64 // 1 / probability of the sample
}

// sample yields random boards of about the given work or less, without end. Families, and in each
// step the next queen, are chosen with probability proportional to their estimated work.
func (c *Count) sample(most kind.Work, seed uint64) iter.Seq[sample] {
	random := rand.New(rand.NewPCG(seed, uint64(c.order)))
	return func(yield func(sample) bool) {
		for len(c.works) > 0 {
			i, inverse := kind.Choose(random, c.works)
			b := c.root(i)
			if !yield(sampleBelow(random, b, c.works[i], most, c.Families()[i].Weight, inverse)) {
				return
			}
		}
	}
}

func sampleBelow(random *rand.Rand, b Board, work, most kind.Work, weight uint64, inverse float64) sample {
	for work.Compare(most) > 0 && len(b.Rows) > 0 {
		var children []Board
		var works []kind.Work
		for _, child := range b.children() {
			children = append(children, child)
			works = append(works, child.estimate(minDescents))
		}
		if len(children) == 0 {
			break
		}
		i, factor := kind.Choose(random, works)
		b, work, inverse = children[i], works[i], inverse*factor
	}
	return sample{Board: b, Weight: weight, Inverse: inverse}
}
