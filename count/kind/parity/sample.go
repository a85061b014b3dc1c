package parity

import (
	"context"
	"iter"
	"math"
	"sync/atomic"

	"queens"
	"queens/count/kind"
	"queens/internal/kernel/matrix"
	"queens/internal/kernel/trie"
)

// sampledUnits is the number of units that are drawn at once, a power of two.
const sampledUnits = 1 << 10

// Samples yields units, each with the lists of its own, which take the share of their
// time that is theirs in a whole count.
func (c *Count) Samples(ctx context.Context, plan func(context.Context) ([]kind.Subproblem, error), o kind.Options, seed uint64) (iter.Seq2[kind.Sample, error], error) {
	if len(o.Devices) > 0 {
		return c.sampleOnDevice(ctx, o, seed), nil
	}
	subproblems, err := plan(ctx)
	if err != nil {
		return nil, err
	}
	share, times := c.listShares(subproblems, float64(o.Bytes())/2), c.classTimes(subproblems)
	return func(yield func(kind.Sample, error) bool) {
		for _, s := range c.sampleUnits(ctx, sampledUnits, seed, times) {
			p, lists, took, r, err := c.timeUnit(ctx, &s, o)
			if err != nil {
				yield(kind.Sample{}, err)
				return
			}
			if p.together(s.Queens) {
				took /= trie.Gain(c.class(s.Queens))
			}
			lists *= share(&s, float64(r.Items[0]+r.Items[1]+r.Lanes[0]+r.Lanes[1]))
			if !yield(kind.Sample{
				Solutions: queens.TotalOf(r.High, r.Low).Times(s.Weight).Float64() * s.Inverse,
				Seconds:   took*s.Inverse + lists*s.Usual, Placed: true, Place: s.Place,
			}, nil) {
				return
			}
		}
	}, nil
}

// timeUnit counts a unit with lists of its own, and returns the processor time of both.
func (c *Count) timeUnit(ctx context.Context, s *unitSample, o kind.Options) (p *pairer, lists, took float64, r matrix.Result, err error) {
	stop := new(atomic.Bool)
	defer context.AfterFunc(ctx, func() { stop.Store(true) })()
	source := c.newSource(o)
	if p, err = newPairer(c, source, o); err != nil {
		return nil, 0, 0, r, err
	}
	p.counter.StopOn(stop)
	source.Open(s.Queens)
	seconds := kind.Stopwatch()
	p.counter.Prepare(s.Queens, s.Unit)
	lists = seconds()
	r, took = p.timed(s)
	return p, lists, took, r, nil
}

// timed counts a unit and returns the processor time of that: the least of some where it is so short that
// the garbage collector may have taken most of it.
func (p *pairer) timed(s *unitSample) (r matrix.Result, least float64) {
	const short = 0.02
	least = math.Inf(1)
	for range 3 {
		seconds := kind.Stopwatch()
		r = p.counter.Count(s.Queens, s.Unit)
		if least = min(least, seconds()); least > short {
			break
		}
	}
	return r, least
}

// bytesPerPlacement is about what a placement of a list takes.
const bytesPerPlacement = 40

// listShares returns a function that says, of a unit and the number of placements of its lists, how much of the lists a
// unit makes anew, on average. All are made once if those of the class fit in the memory. Otherwise each tile of the plan makes
// those of its odd sets, and those of its even sets as often as these drive them out.
func (c *Count) listShares(subproblems []kind.Subproblem, memory float64) func(s *unitSample, placements float64) float64 {
	type sums struct{ tiles, evens, odds, units float64 }
	all := map[int]sums{}
	for _, sub := range subproblems {
		tile := sub.Pieces.(unitPieces)
		evens, odds := tile.sets(c)
		s := all[tile.Class()]
		for range c.Units(tile) {
			s.units++
		}
		all[tile.Class()] = sums{s.tiles + 1, s.evens + float64(evens), s.odds + float64(odds), s.units}
	}
	return func(u *unitSample, placements float64) float64 {
		s, sets := all[u.Queens], float64(u.Sets)
		half := placements * bytesPerPlacement / 2 // of the bytes of a unit's lists
		if sets*half < memory {
			return sets / 2 / s.units
		}
		again := min(1, s.odds/s.tiles*half/memory)
		return (s.odds + s.evens*again) / 2 / s.units
	}
}

// classTimes returns the estimated time of each class, by its queens.
func (c *Count) classTimes(subproblems []kind.Subproblem) map[int]float64 {
	weigh, times := c.Weigh, map[int]float64{}
	if c.covers != nil {
		weigh = Groups{c}.Weigh
	}
	for i := range subproblems {
		times[subproblems[i].Pieces.(unitPieces).Class()] += weigh(&subproblems[i]).Float64()
	}
	return times
}
