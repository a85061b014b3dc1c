package parity

import (
	"context"
	"fmt"
	"iter"
	"math/rand/v2"
	"sync"
	"sync/atomic"
	"time"

	"queens"
	"queens/count/kind"
	"queens/count/ledger"
	"queens/count/rowset"
	"queens/internal/kernel/matrix"
)

// Device counts units of parity classes beside the processor, as a graphics card does by package internal/device.
// Its methods are called by several goroutines at once.
//
// A random unit of every subproblem is counted again by the processor. If a device fails, the processor counts the subproblem; if
// it proves wrong, the count ends, and its results that nobody confirms are withdrawn.
type Device interface {
	kind.Device
	// Count returns the results of units of the class with so many queens on even rows and columns,
	// in their order. Count.RowSets has the row sets that a unit names.
	Count(ctx context.Context, order, queens int, units []rowset.Unit) ([]rowset.Result, error)
	// Time returns the result of a unit, and how long it took with its lists made before.
	Time(ctx context.Context, order, queens int, u rowset.Unit) (rowset.Result, time.Duration, error)
}

// slots returns a function that returns each device as often as it has slots, then nil.
func slots(devices []kind.Device) func() Device {
	var mu sync.Mutex
	var left []Device
	for _, d := range devices {
		for range d.Slots() {
			left = append(left, d.(Device))
		}
	}
	return func() (d Device) {
		mu.Lock()
		defer mu.Unlock()
		if len(left) > 0 {
			d, left = left[0], left[1:]
		}
		return d
	}
}

// deviceWorker has a device count the units of its tiles.
type deviceWorker struct {
	*pairer // checks, and counts what the device does not
	device  Device
}

// Count returns the result of a subproblem.
func (w *deviceWorker) Count(ctx context.Context, sub *kind.Subproblem) (ledger.Result, error) {
	class := sub.Pieces.(unitPieces).Class()
	var units []rowset.Unit
	var weights []uint64
	for u, weight := range w.of.Units(sub.Pieces) {
		units, weights = append(units, u), append(weights, weight)
	}
	sum := newTileSum(sub, w.device.Name())
	if len(units) == 0 {
		return sum.done(), nil
	}
	stop := new(atomic.Bool)
	w.counter.StopOn(stop)
	defer context.AfterFunc(ctx, func() { stop.Store(true) })()
	chosen := rand.IntN(len(units))
	var checked rowset.Result
	var check sync.WaitGroup
	check.Go(func() { checked = rowset.Result(w.counter.Count(class, units[chosen])) })
	results, err := w.device.Count(ctx, w.of.order, class, units)
	if err != nil {
		stop.Store(true)
	}
	check.Wait()
	switch {
	case ctx.Err() != nil:
		return ledger.Result{}, ctx.Err()
	case err != nil: // the device has told why
		return w.pairer.Count(ctx, sub)
	}
	if err := compareUnit(w.device, w.of.order, class, units[chosen], results[chosen], checked); err != nil {
		return ledger.Result{}, err
	}
	for i, r := range results {
		sum.add(matrix.Result(r), weights[i])
	}
	result := sum.done()
	result.Worker = w.device.Name()
	return result, nil
}

func compareUnit(d Device, order, queens int, u rowset.Unit, got, checked rowset.Result) error {
	if checked.Tests = got.Tests; got == checked {
		return nil
	}
	return &kind.WrongError{Worker: d.Name(), Reason: fmt.Sprintf(
		"device %s and the processor count unit %d, %d of order %d, class %d differently: solutions %s and %s, pairs %v and %v; one of them is broken",
		d.Name(), u.Even, u.Odd, order, queens, solutionsOf(got), solutionsOf(checked), got.Pairs, checked.Pairs)}
}

// comparedUnits is of how many sampled units of a device one is counted by the processor.
const comparedUnits = 8

// sampleOnDevice samples units as Samples does, each timed on a device, its lists made before.
func (c *Count) sampleOnDevice(ctx context.Context, o kind.Options, seed uint64) iter.Seq2[kind.Sample, error] {
	return func(yield func(kind.Sample, error) bool) {
		p, err := newPairer(c, c.newSource(o), o)
		if err != nil {
			yield(kind.Sample{}, err)
			return
		}
		device := o.Devices[0].(Device)
		for i, s := range c.sampleUnits(ctx, sampledUnits, seed, nil) {
			r, took, err := device.Time(ctx, c.order, s.Queens, s.Unit)
			if err == nil && i%comparedUnits == 0 {
				err = compareUnit(device, c.order, s.Queens, s.Unit, r, rowset.Result(p.counter.Count(s.Queens, s.Unit)))
			}
			if !yield(kind.Sample{
				Solutions: queens.TotalOf(r.High, r.Low).Times(s.Weight).Float64() * s.Inverse,
				Seconds:   took.Seconds() * s.Inverse, Placed: true, Place: s.Place,
			}, err) || err != nil {
				return
			}
		}
	}
}

func solutionsOf(r rowset.Result) string { return queens.TotalOf(r.High, r.Low).String() }
