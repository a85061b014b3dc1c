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
	share, err := c.listShares(ctx, plan, float64(o.Bytes())/2)
	if err != nil {
		return nil, err
	}
	return func(yield func(kind.Sample, error) bool) {
		stop := new(atomic.Bool)
		defer context.AfterFunc(ctx, func() { stop.Store(true) })()
		for _, s := range c.sampleUnits(ctx, sampledUnits, seed) {
			source := c.newSource(o)
			p, err := newPairer(c, source, o)
			if err != nil {
				yield(kind.Sample{}, err)
				return
			}
			p.counter.StopOn(stop)
			source.Open(s.Queens)
			seconds := kind.Stopwatch()
			p.counter.Prepare(s.Queens, s.Unit)
			lists := seconds()
			r, took := p.timed(&s)
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
func (c *Count) listShares(ctx context.Context, plan func(context.Context) ([]kind.Subproblem, error), memory float64) (func(s *unitSample, placements float64) float64, error) {
	subproblems, err := plan(ctx)
	if err != nil {
		return nil, err
	}
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
	}, nil
}
