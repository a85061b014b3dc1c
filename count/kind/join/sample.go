package join

import (
	"context"
	"fmt"
	"iter"
	"math/rand/v2"
	"slices"

	"queens"
	"queens/count/kind"
	"queens/internal/kernel/halves"
	"queens/internal/kernel/shelf"
)

// setSample is a random column set that represents all, as a subproblem of its own.
type setSample struct {
	subproblem kind.Subproblem
	inverse    float64 // 1 / probability of the sample
}

// sampleSets returns so many random column sets of a plan, each chosen with probability
// proportional to its estimated work.
func (c *Count) sampleSets(plan []kind.Subproblem, samples int, seed uint64) []setSample {
	total := uint64(0) // far below 2^64
	for _, sub := range plan {
		work, _ := sub.Work.Uint64()
		total += work
	}
	if total == 0 {
		return nil
	}
	random := rand.New(rand.NewPCG(seed, uint64(c.order)))
	marks := make([]uint64, samples)
	for i := range marks {
		marks[i] = random.Uint64N(total)
	}
	slices.Sort(marks)
	costs := map[halves.Family]*setCost{}
	for _, family := range setFamilies(c.order) {
		costs[family] = newSetCost(c.order, family)
	}
	drawn := make([]setSample, 0, samples)
	var end uint64 // of the work of the sets so far
	for i := range plan {
		sub := &plan[i]
		whole, _ := sub.Work.Uint64()
		if len(drawn) == samples || marks[len(drawn)] >= end+whole {
			end += whole
			continue
		}
		run := sub.Pieces.(Sets)
		for set := range c.ColumnSets(run) {
			work := costs[halves.Family(run.Family)].of(set)
			for end += work; len(drawn) < samples && marks[len(drawn)] < end; {
				drawn = append(drawn, setSample{
					subproblem: kind.Subproblem{Work: queens.NewTotal(work), Pieces: Sets{run.Family, set, 1}},
					inverse:    float64(total) / float64(work),
				})
			}
		}
	}
	random.Shuffle(len(drawn), func(i, j int) { drawn[i], drawn[j] = drawn[j], drawn[i] })
	return drawn
}

const sampledSets = 1 << 10

// Samples yields column sets. As long as the tables of quarters fit, they are made before the time
// is taken: most sets of a whole count find them made.
func (c *Count) Samples(ctx context.Context, plan func(context.Context) ([]kind.Subproblem, error), o kind.Options,
	seed uint64,
) (iter.Seq2[kind.Sample, error], error) {
	subproblems, err := plan(ctx)
	if err != nil {
		return nil, fmt.Errorf("count: %w", err)
	}
	tables, list := budgetOf(o)
	store := shelf.NewStore(tables)
	j, err := newJoiner(c, halves.NewSource(c.order, Ranks(c.order/2), store), o, list)
	if err != nil {
		return nil, err
	}
	return func(yield func(kind.Sample, error) bool) {
		for _, drawn := range c.sampleSets(subproblems, sampledSets, seed) {
			sub := &drawn.subproblem
			if _, bytes := store.Kept(); bytes < tables/8*7 { // otherwise tables do not fit
				j.warm(sub)
			}
			seconds := kind.Stopwatch()
			result, err := j.Count(ctx, sub)
			if !yield(kind.Sample{
				Solutions: result.Total.Float64() * drawn.inverse, Seconds: seconds() * drawn.inverse,
			}, err) || err != nil {
				return
			}
		}
	}, nil
}
