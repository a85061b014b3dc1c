package plan

import (
	"iter"
	"math/rand/v2"
	"slices"

	"queens"
)

// Sample is a randomly chosen board of a scheme's families that stands for all of
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
// samples. A draft without families, of a scheme of another kind for one, yields
// nothing.
func (d *Draft) Samples(most Work, seed uint64) iter.Seq[Sample] {
	random := rand.New(rand.NewPCG(seed, uint64(d.Order)))
	return func(yield func(Sample) bool) {
		for len(d.works) > 0 {
			i, inverse := choose(random, d.works)
			b := d.root(i)
			if !yield(sampleBelow(random, b, d.works[i], most, d.Families()[i].Weight, inverse)) {
				return
			}
		}
	}
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

// SetSample is a randomly chosen column set of a join, as a subproblem of its own, that
// stands for all of them like a Sample.
type SetSample struct {
	Subproblem Subproblem
	Inverse    float64 // 1 / probability of the sample
}

// SampleSets returns so many random column sets of a plan, none if it has no column
// sets. Each is chosen with probability proportional to its estimated work. The same
// seed yields the same samples. Time: that of estimating the sets of as many
// subproblems.
func (p *Plan) SampleSets(samples int, seed uint64) []SetSample {
	total, _ := p.Work.Uint64() // work of a join is far below 2^64
	if p.Scheme.Kind() != ColumnSets || total == 0 {
		return nil
	}
	random := rand.New(rand.NewPCG(seed, uint64(p.Order)))
	marks := make([]uint64, samples)
	for i := range marks {
		marks[i] = random.Uint64N(total)
	}
	slices.Sort(marks)
	costs := map[SetFamily]*setCost{}
	for _, family := range setFamilies(p.Order) {
		costs[family] = newSetCost(p.Order, family)
	}
	drawn := make([]SetSample, 0, samples)
	var end uint64 // of the work of the sets so far
	for i := range p.Subproblems {
		sub := &p.Subproblems[i]
		whole, _ := sub.Work.Uint64()
		if len(drawn) == samples || marks[len(drawn)] >= end+whole {
			end += whole
			continue
		}
		run := sub.Pieces.(Sets)
		for set := range p.ColumnSets(run) {
			work := costs[run.Family].of(set)
			for end += work; len(drawn) < samples && marks[len(drawn)] < end; {
				drawn = append(drawn, SetSample{
					Subproblem: Subproblem{Work: queens.NewTotal(work), Pieces: Sets{run.Family, set, 1}},
					Inverse:    float64(total) / float64(work),
				})
			}
		}
	}
	random.Shuffle(len(drawn), func(i, j int) { drawn[i], drawn[j] = drawn[j], drawn[i] })
	return drawn
}
