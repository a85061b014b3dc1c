package parity

import (
	"context"
	"fmt"
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

// Device counts units of parity classes beside the processor, as a graphics card does by package
// internal/device. Its methods are called by several goroutines at once.
//
// A random unit of every subproblem is counted again by the processor. If a device fails, the
// processor counts the subproblem; if it proves wrong, the count ends, and its results that nobody
// confirms are withdrawn.
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
	if !matrix.Suits(w.of.class(class)) {
		return w.pairer.Count(ctx, sub)
	}
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
	w.single.StopOn(stop)
	defer context.AfterFunc(ctx, func() { stop.Store(true) })()
	chosen := rand.IntN(len(units))
	var checked rowset.Result
	var check sync.WaitGroup
	check.Go(func() { checked = rowset.Result(w.single.Count(class, units[chosen])) })
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
		"device %s and the processor count unit %d, %d of order %d, class %d differently: solutions %s and %s, "+
			"pairs %v and %v; one of them is broken",
		d.Name(), u.Even, u.Odd, order, queens, solutionsOf(got), solutionsOf(checked), got.Pairs, checked.Pairs)}
}

// comparedUnits is of how many sampled units of a device one is counted by the processor.
const comparedUnits = 8

// deviceSampler times units on a device.
type deviceSampler struct {
	sampler
	device Device
	number int
}

// measure estimates the solutions and the time of a subproblem.
func (s *deviceSampler) measure(ctx context.Context, pieces kind.Pieces) (r kind.Sample, err error) {
	tiles := s.tiles(pieces)
	t := tiles[s.random.IntN(len(tiles))]
	if !matrix.Suits(s.of.class(t.Queens)) {
		return s.sampler.measure(ctx, pieces)
	}
	i := s.random.IntN(len(t.Units))
	result, took, err := s.device.Time(ctx, s.of.order, t.Queens, t.Units[i])
	if s.number++; err == nil && s.number%comparedUnits == 1 {
		err = compareUnit(s.device, s.of.order, t.Queens, t.Units[i], result,
			rowset.Result(s.single.Count(t.Queens, t.Units[i])))
	}
	times := float64(len(t.Units) * len(tiles))
	return kind.Sample{
		Solutions: solutions(matrix.Result(result), t.weights[i]) * times,
		Seconds:   took.Seconds() * times,
	}, err
}

func solutionsOf(r rowset.Result) string { return queens.TotalOf(r.High, r.Low).String() }
