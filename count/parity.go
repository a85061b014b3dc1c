package count

import (
	"context"
	"fmt"
	"math/bits"
	"sync/atomic"
	"time"

	"queens"
	"queens/count/ledger"
	"queens/count/plan"
	"queens/internal/frames"
	"queens/internal/kernel/matrix"
)

// parityEngine counts the tiles of parity classes: of each unit the pairs of white and
// those of black placements, by columns.
func parityEngine() engine {
	return engine{
		name:    "parity",
		kind:    plan.RowSets,
		bounded: true,
		kernels: described(matrix.All),
		start: func(f *plan.Frame, o Options) (func() (worker, error), error) {
			source := newParitySource(f, o)
			next := deviceSlots(o.Devices)
			return func() (worker, error) {
				p, err := newPairer(f, source, o)
				if d := next(); d != nil && err == nil {
					return &deviceWorker{p, d}, nil
				}
				return p, err
			}, nil
		},
		// The reference takes a hundred times as long; all others count the image of a unit.
		checks: func(p Processor) bool { return p.Kernel != referenceKernel },
		ways: []Way{
			{Name: byImage, Summary: "another member of the orbit of each unit, from other lists"},
			{Name: byColours, Summary: "white and black exchanged, for even orders"},
			{Name: byMethod, Summary: "lists split where blocks are tested, and the other way round"},
			{Name: byPairs, Summary: "the pairs of each colour counted from lists without labels"},
		},
		sample: sampleUnits,
	}
}

// newParitySource returns a source of lists that takes half of the memory. The
// rest is for what workers have of their own, lists in use and garbage.
func newParitySource(f *plan.Frame, o Options) *matrix.Source {
	source := matrix.NewSource(f.Order, o.memory()/2)
	if o.has(byColours) {
		source.Exchange()
	}
	return source
}

// pairer counts tiles.
type pairer struct {
	frame   *plan.Frame
	counter *matrix.Counter
	kernel  string

	// How units are counted again.
	image, exchanged, pairs bool
}

func newPairer(f *plan.Frame, source *matrix.Source, o Options) (*pairer, error) {
	counter, err := matrix.New(o.Kernel, source)
	if err != nil {
		return nil, fmt.Errorf("count: %w", err)
	}
	if o.has(byMethod) {
		counter.OtherMethod()
	}
	return &pairer{f, counter, counter.Kernel(), o.has(byImage), o.has(byColours), o.has(byPairs)}, nil
}

// parityNames are the figures of evidence.
var parityNames = [...]string{"units", "even-even", "odd-odd", "odd-even", "even-odd", "white", "black"}

// count is worker.count.
func (p *pairer) count(ctx context.Context, sub *plan.Subproblem) (ledger.Result, error) {
	stop := new(atomic.Bool)
	p.counter.StopOn(stop)
	defer context.AfterFunc(ctx, func() { stop.Store(true) })()
	sum := newTileSum(sub, p.kernel)
	tile := sub.Pieces.(plan.Tile)
	class := frames.Of(p.frame).Class(tile.Queens)
	for u, weight := range p.frame.Units(tile) {
		if p.image {
			u = class.Image(u)
		}
		r := p.counter.Count(tile.Queens, u)
		if p.pairs {
			r.Pairs = p.counter.Pairs(tile.Queens, u)
		}
		if err := ctx.Err(); err != nil {
			return ledger.Result{}, err
		}
		sum.add(p.asUsual(r), weight)
	}
	return sum.done(), nil
}

// tileSum adds up the units of a tile.
type tileSum struct {
	result ledger.Result
	seen   [len(parityNames)]uint64
	began  time.Time
}

func newTileSum(sub *plan.Subproblem, kernel string) *tileSum {
	return &tileSum{result: ledger.Result{Subproblem: sub.Number, Kernel: kernel}, began: time.Now()}
}

func (t *tileSum) add(r matrix.Result, weight uint64) {
	result := &t.result
	result.Total = result.Total.Plus(queens.TotalOf(r.High, r.Low).Times(weight))
	result.Mod13 = uint8((uint64(result.Mod13) + bits.Rem64(r.High, r.Low, 13)*weight) % 13)
	result.Mod15 = uint8((uint64(result.Mod15) + bits.Rem64(r.High, r.Low, 15)*weight) % 15)
	for i, x := range [...]uint64{1, r.Items[0], r.Lanes[0], r.Items[1], r.Lanes[1], r.Pairs[0], r.Pairs[1]} {
		t.seen[i] += x
	}
	result.Nodes += r.Tests
}

func (t *tileSum) done() ledger.Result {
	for i, name := range parityNames {
		t.result.Evidence = append(t.result.Evidence, ledger.Evidence{Name: name, Value: t.seen[i]})
	}
	t.result.Elapsed = time.Since(t.began)
	return t.result
}

// asUsual returns the figures of a unit, perhaps counted otherwise, as a usual count has them.
func (p *pairer) asUsual(r matrix.Result) matrix.Result {
	if p.image && p.frame.Order%2 == 0 { // a half turn exchanges the two lists of a colour
		r.Items, r.Lanes = r.Lanes, r.Items
	}
	if p.exchanged { // a reflection of the columns exchanges the colours, and the two lists of each
		r.Items, r.Lanes = turned(r.Lanes), turned(r.Items)
		r.Pairs = turned(r.Pairs)
	}
	return r
}

// turned returns the figures of the two colours, exchanged.
func turned(x [2]uint64) [2]uint64 { return [2]uint64{x[1], x[0]} }
