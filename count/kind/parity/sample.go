package parity

import (
	"context"
	"iter"
	"math"
	"math/rand/v2"
	"slices"
	"sync/atomic"

	"queens"
	"queens/count/kind"
	"queens/internal/kernel/matrix"
)

// sampledUnits is the number of units that are drawn at once, a power of two.
const sampledUnits = 1 << 10

// Samples yields units, each with the lists of its own, which take the share of their
// time that is theirs in a whole count. Where units of the class are counted in groups, the time is that of a
// random tile of the class, in part.
func (c *Count) Samples(ctx context.Context, plan func(context.Context) ([]kind.Subproblem, error), o kind.Options, seed uint64) (iter.Seq2[kind.Sample, error], error) {
	if len(o.Devices) > 0 {
		return c.sampleOnDevice(ctx, o, seed), nil
	}
	subproblems, err := plan(ctx)
	if err != nil {
		return nil, err
	}
	share, times := c.listShares(subproblems, float64(o.Bytes())/2), c.classTimes(subproblems)
	tiles, err := newTileSampler(c, subproblems, o, seed)
	return func(yield func(kind.Sample, error) bool) {
		for _, s := range c.sampleUnits(ctx, sampledUnits, seed, times) {
			lists, took, r, err := c.timeUnit(ctx, &s, o)
			if err != nil {
				yield(kind.Sample{}, err)
				return
			}
			seconds := took*s.Inverse + lists*share(&s, float64(r.Items[0]+r.Items[1]+r.Lanes[0]+r.Lanes[1]))*s.Usual
			if c.covers != nil && tiles.together(s.Queens) {
				seconds = tiles.time(ctx, s.Queens) * s.Class
			}
			if !yield(kind.Sample{
				Solutions: queens.TotalOf(r.High, r.Low).Times(s.Weight).Float64() * s.Inverse,
				Seconds:   seconds, Placed: true, Place: s.Place,
			}, nil) {
				return
			}
		}
	}, err
}

// tileSampler times random tiles of classes, chosen with probability proportional to their work.
type tileSampler struct {
	*pairer
	random  *rand.Rand
	classes map[int]*tileClass
}

// tileClass is the tiles of a class, with the sums of their work.
type tileClass struct {
	tiles []*kind.Subproblem
	until []float64
}

func newTileSampler(c *Count, subproblems []kind.Subproblem, o kind.Options, seed uint64) (*tileSampler, error) {
	p, err := newPairer(c, c.newSource(o), o)
	t := &tileSampler{p, rand.New(rand.NewPCG(seed, uint64(c.order))), map[int]*tileClass{}}
	for i := range subproblems {
		queens, work := subproblems[i].Pieces.(unitPieces).Class(), subproblems[i].Work.Float64()
		of := t.classes[queens]
		if of == nil {
			of = new(tileClass)
			t.classes[queens] = of
		} else {
			work += of.until[len(of.until)-1]
		}
		of.tiles, of.until = append(of.tiles, &subproblems[i]), append(of.until, work)
	}
	return t, err
}

// time estimates the processor time of a class from a random tile.
func (t *tileSampler) time(ctx context.Context, queens int) float64 {
	stop := new(atomic.Bool)
	defer context.AfterFunc(ctx, func() { stop.Store(true) })()
	t.groups.StopOn(stop)
	of := t.classes[queens]
	whole := of.until[len(of.until)-1]
	at, _ := slices.BinarySearch(of.until, t.random.Float64()*whole)
	tile, _ := t.tileOf(of.tiles[at].Pieces.(GroupTile))
	return t.groups.Time(tile, t.random, kind.Stopwatch) * whole / of.tiles[at].Work.Float64()
}

// timeUnit counts a unit with lists of its own, and returns the processor time of both.
func (c *Count) timeUnit(ctx context.Context, s *unitSample, o kind.Options) (lists, took float64, r matrix.Result, err error) {
	stop := new(atomic.Bool)
	defer context.AfterFunc(ctx, func() { stop.Store(true) })()
	source := c.newSource(o)
	p, err := newPairer(c, source, o)
	if err != nil {
		return 0, 0, r, err
	}
	p.counter.StopOn(stop)
	source.Open(s.Queens)
	seconds := kind.Stopwatch()
	p.counter.Prepare(s.Queens, s.Unit)
	lists = seconds()
	r, took = p.timed(s)
	return lists, took, r, nil
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
