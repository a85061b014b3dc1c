package count

import (
	"context"
	"errors"
	"fmt"
	"math/rand/v2"
	"sync"
	"sync/atomic"

	"queens"
	"queens/count/ledger"
	"queens/count/plan"
	"queens/internal/kernel/matrix"
	"queens/internal/parity"
)

// Device counts units of parity classes beside the processor, as a graphics card does by package internal/device.
// Its methods are called by several goroutines at once.
//
// A random unit of every subproblem is counted again by the processor. If a device fails, the processor counts the subproblem; if
// it proves wrong, the count ends, and its results that nobody confirms are withdrawn.
type Device interface {
	// Name returns what results name as their kernel and their worker.
	Name() string
	// Slots returns how many subproblems it is given at once.
	Slots() int
	// Count returns the results of units of the class with so many queens on even rows and columns,
	// in their order.
	Count(ctx context.Context, order, queens int, units []parity.Unit) ([]matrix.Result, error)
}

// deviceSlots returns a function that returns each device as often as it has slots, then nil.
func deviceSlots(devices []Device) func() Device {
	var mu sync.Mutex
	var left []Device
	for _, d := range devices {
		for range d.Slots() {
			left = append(left, d)
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

// wrongDeviceError says that a device counted a unit wrong, or the processor did.
type wrongDeviceError struct {
	device string
	reason string
}

func (e *wrongDeviceError) Error() string { return "count: " + e.reason }

func (e *wrongDeviceError) Unwrap() error { return ledger.ErrMismatch }

// deviceWorker has a device count the units of its tiles.
type deviceWorker struct {
	*pairer // checks, and counts what the device does not
	device  Device
}

// count is worker.count.
func (w *deviceWorker) count(ctx context.Context, sub *plan.Subproblem) (ledger.Result, error) {
	tile := sub.Pieces.(plan.Tile)
	_, in := w.frame.Units(tile)
	var units []parity.Unit
	var weights []uint64
	for u, weight := range in {
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
	var checked matrix.Result
	var check sync.WaitGroup
	check.Go(func() { checked = w.counter.Count(tile.Queens, units[chosen]) })
	results, err := w.device.Count(ctx, w.frame.Order, tile.Queens, units)
	if err != nil {
		stop.Store(true)
	}
	check.Wait()
	switch {
	case ctx.Err() != nil:
		return ledger.Result{}, ctx.Err()
	case err != nil: // the device has told why
		return w.pairer.count(ctx, sub)
	}
	got := results[chosen]
	if checked.Tests = got.Tests; got != checked {
		return ledger.Result{}, &wrongDeviceError{w.device.Name(), fmt.Sprintf(
			"device %s and the processor count unit %d, %d of order %d, class %d differently: solutions %s and %s, pairs %v and %v; one of them is broken",
			w.device.Name(), units[chosen].Even, units[chosen].Odd, w.frame.Order, tile.Queens, solutionsOf(got), solutionsOf(checked), got.Pairs, checked.Pairs)}
	}
	for i, r := range results {
		sum.add(r, weights[i])
	}
	result := sum.done()
	result.Worker = w.device.Name()
	return result, nil
}

// solutionsOf returns the solutions of a unit, as a number.
func solutionsOf(r matrix.Result) string { return queens.TotalOf(r.High, r.Low).String() }

// disownWrong withdraws what a device found that proved wrong, and returns the error with what was done.
func (s *Session) disownWrong(ctx context.Context, err error) error {
	wrong, ok := errors.AsType[*wrongDeviceError](err)
	if !ok {
		return err
	}
	missing, again := s.Disown(context.WithoutCancel(ctx), wrong.device, wrong.reason)
	if again != nil || len(missing) == 0 {
		return errors.Join(err, again)
	}
	return fmt.Errorf("%w; %d results of the device are withdrawn", err, len(missing))
}
