package parity

import (
	"cmp"
	"context"
	"math/bits"
	"math/rand/v2"
	"slices"
	"sync/atomic"

	"queens"
	"queens/count/device/dense"
	kernels "queens/count/internal/kernels/parity"
	"queens/count/internal/parity/ladder"
	"queens/count/plan"
	"queens/count/unit"
)

// drawnTiles is the number of tiles drawn together, a power of two.
const drawnTiles = 1 << 10

// drawn is a random tile that represents all of them: the expected value of a figure of the tile
// times inverse is its sum over all tiles.
type drawn struct {
	tile    groupTile
	inverse float64 // 1 / probability
	place   int     // in the order of the plan, in which neighbours are similar
}

// draw returns random tiles, with probability proportional to their time: one in each of equal
// stretches of the plan. Any first tiles of the list are spread evenly over the plan, and all tiles
// are equally likely to be among them.
func draw(subproblems []plan.Subproblem, weigh func(*plan.Subproblem) plan.Work, random *rand.Rand) (list []drawn) {
	until := make([]float64, len(subproblems)) // sums of times
	whole := 0.0
	for i := range subproblems {
		whole += weigh(&subproblems[i]).Float64()
		until[i] = whole
	}
	for place := range drawnTiles {
		at, _ := slices.BinarySearch(until, (float64(place)+random.Float64())*whole/drawnTiles)
		at = min(at, len(until)-1)
		list = append(list, drawn{subproblems[at].Pieces.(groupTile), whole / weigh(&subproblems[at]).Float64(), place})
	}
	return spreadEvenly(list, random)
}

// spreadEvenly reorders a list whose length is a power of two, at random. For every k, its first
// 2^k elements come from different stretches of 1/2^k of the list. Source: [owen1995].
func spreadEvenly[T any](list []T, random *rand.Rand) []T {
	width := bits.Len(uint(len(list) - 1))
	turned := make([]int, len(list)) // by stretch, 1 for all: which half of it comes first
	for i := range turned {
		turned[i] = random.IntN(2)
	}
	spread := make([]T, 0, len(list))
	for i := range list {
		stretch := 1
		for range width {
			stretch, i = 2*stretch+(i&1^turned[stretch]), i>>1
		}
		spread = append(spread, list[stretch-len(list)])
	}
	return spread
}

// Samples yields random tiles, with time and solutions estimated from a part of each. With a
// device, a unit is timed alone, without making lists.
func (c *Count) Samples(ctx context.Context, cut plan.Planner, o plan.CountOptions, seed uint64) (plan.Samples, error) {
	subproblems, err := cut(ctx)
	if err != nil {
		return nil, err
	}
	s := newSampler(c, subproblems, o, seed)
	if len(o.Devices) > 0 && c.onDevices() {
		s.device = o.Devices[0]
	}
	return func(yield func(plan.Sample, error) bool) {
		for _, d := range draw(subproblems, c.Weigh, s.random) {
			r, err := s.measure(ctx, d.tile)
			r.Solutions, r.Seconds, r.Placed, r.Place = r.Solutions*d.inverse, r.Seconds*d.inverse, true, d.place
			if !yield(r, err) || err != nil {
				return
			}
		}
	}, nil
}

type sampler struct {
	*worker
	anew   *kernels.Counter
	random *rand.Rand
	device plan.Device        // nil: the processor
	number int                // of units measured on the device
	made   map[int][2]float64 // by class: mean number of times that a tile makes the lists of its even and odd sets
}

func newSampler(c *Count, subproblems []plan.Subproblem, o plan.CountOptions, seed uint64) *sampler {
	p := newWorker(c, newSource(c, o, o.Bytes()/2), o)
	return &sampler{
		worker: p, random: rand.New(rand.NewPCG(seed, uint64(c.order))), made: c.listsMade(subproblems, o),
		// Each sample makes its lists: the source has no memory.
		anew: kernels.New(p.groups.Kernel(), newSource(c, o, 0), p.memory/2),
	}
}

func (s *sampler) measure(ctx context.Context, tile groupTile) (r plan.Sample, err error) {
	stop := new(atomic.Bool)
	defer context.AfterFunc(ctx, func() { stop.Store(true) })()
	s.anew.StopOn(stop)
	tiles := s.tiles(tile)
	t := tiles[s.random.IntN(len(tiles))]
	switch {
	case s.device != nil && dense.Suits(s.of.class(t.Queens)):
		r, err = s.measureUnit(ctx, t)
	case s.plain:
		i := s.random.IntN(len(t.Units))
		seconds := plan.Stopwatch()
		result := ladder.Labels(s.of.class(t.Queens), t.Units[i], stop)
		r.Seconds = seconds() * float64(len(t.Units))
		r.Solutions = solutions(result, t.weights[i]) * float64(len(t.Units))
	default:
		part, made := s.anew.Sample(t.Tile, s.random, plan.Stopwatch), s.made[t.Queens]
		r.Seconds = part.Rest + part.Lists[0]*made[0] + part.Lists[1]*made[1]
		r.Solutions = solutions(part.Result, t.weights[part.Unit]) * part.Times
	}
	r.Seconds *= float64(len(tiles))
	r.Solutions *= float64(len(tiles))
	return r, cmp.Or(err, ctx.Err())
}

// comparedUnits is the number of sampled device units per unit that the processor checks.
const comparedUnits = 8

// measureUnit measures a random unit of a tile on the device.
func (s *sampler) measureUnit(ctx context.Context, t weighedTile) (r plan.Sample, err error) {
	i := s.random.IntN(len(t.Units))
	result, took, err := s.device.Time(ctx, s.of.order, t.Queens, t.Units[i])
	if s.number++; err == nil && s.number%comparedUnits == 1 {
		err = compareUnit(s.device, s.of.order, t.Queens, t.Units[i], result, s.check(t.Queens, t.Units[i]))
	}
	r.Solutions, r.Seconds = solutions(result, t.weights[i])*float64(len(t.Units)), took.Seconds()*float64(len(t.Units))
	return r, err
}

func solutions(r unit.Result, weight uint64) float64 {
	return queens.TotalOf(r.High, r.Low).Times(weight).Float64()
}

// listsMade returns how often a tile of each class makes its lists. Consecutive tiles of a group of
// even sets share the lists of these sets. Lists of odd sets stay until they are needed again if
// those of the class fit in memory.
func (c *Count) listsMade(subproblems []plan.Subproblem, o plan.CountOptions) map[int][2]float64 {
	tiles, made := map[int]float64{}, map[int][2]float64{}
	for i := range subproblems {
		tiles[subproblems[i].Pieces.(groupTile).Queens]++
	}
	for _, class := range c.classes() {
		of := c.covers(class.Queens)
		number := max(1, tiles[class.Queens])
		made[class.Queens] = [2]float64{min(1, float64(len(of.even.Groups))/number), 1}
		if kernels.Takes(class, mostSets(c.lines), len(class.OddSets)) <= o.Bytes()/2 {
			made[class.Queens] = [2]float64{made[class.Queens][0], min(1, float64(len(of.odd.Groups))/number)}
		}
	}
	return made
}
