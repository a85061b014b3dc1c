package count

import (
	"context"
	"errors"
	"fmt"
	"iter"
	"math/rand/v2"
	"slices"
	"sync"
	"sync/atomic"
	"time"

	"queens"
	"queens/count/ledger"
	"queens/count/plan"
	"queens/count/rowset"
	"queens/internal/kernel/matrix"
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
	// in their order. plan.Frame.RowSets has the row sets that a unit names.
	Count(ctx context.Context, order, queens int, units []rowset.Unit) ([]rowset.Result, error)
	// Time returns the result of a unit, and how long it took with its lists made before.
	Time(ctx context.Context, order, queens int, u rowset.Unit) (rowset.Result, time.Duration, error)
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
	var units []rowset.Unit
	var weights []uint64
	for u, weight := range w.frame.Units(tile) {
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
	check.Go(func() { checked = rowset.Result(w.counter.Count(tile.Queens, units[chosen])) })
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
	if err := compareUnit(w.device, w.frame.Order, tile.Queens, units[chosen], results[chosen], checked); err != nil {
		return ledger.Result{}, err
	}
	for i, r := range results {
		sum.add(matrix.Result(r), weights[i])
	}
	result := sum.done()
	result.Worker = w.device.Name()
	return result, nil
}

// compareUnit compares what a device and the processor found.
func compareUnit(d Device, order, queens int, u rowset.Unit, got, checked rowset.Result) error {
	if checked.Tests = got.Tests; got == checked {
		return nil
	}
	return &wrongDeviceError{d.Name(), fmt.Sprintf(
		"device %s and the processor count unit %d, %d of order %d, class %d differently: solutions %s and %s, pairs %v and %v; one of them is broken",
		d.Name(), u.Even, u.Odd, order, queens, solutionsOf(got), solutionsOf(checked), got.Pairs, checked.Pairs)}
}

// comparedUnits is of how many sampled units of a device one is counted by the processor.
const comparedUnits = 8

// sampleOnDevice samples units as sampleUnits does, each timed on a device, its lists made before.
func sampleOnDevice(ctx context.Context, d *plan.Draft, o Options, seed uint64) iter.Seq2[sampled, error] {
	return func(yield func(sampled, error) bool) {
		source := newParitySource(d.Frame, o)
		p, err := newPairer(d.Frame, source, o)
		if err != nil {
			yield(sampled{}, err)
			return
		}
		device := o.Devices[0]
		for i, s := range d.SampleUnits(ctx, sampledUnits, seed) {
			r, took, err := device.Time(ctx, d.Order, s.Queens, s.Unit)
			if err == nil && i%comparedUnits == 0 {
				err = compareUnit(device, d.Order, s.Queens, s.Unit, r, rowset.Result(p.counter.Count(s.Queens, s.Unit)))
			}
			if !yield(sampled{
				solutions: queens.TotalOf(r.High, r.Low).Times(s.Weight).Float64() * s.Inverse,
				seconds:   took.Seconds() * s.Inverse, placed: true, place: s.Place,
			}, err) || err != nil {
				return
			}
		}
	}
}

// solutionsOf returns the solutions of a unit, as a number.
func solutionsOf(r rowset.Result) string { return queens.TotalOf(r.High, r.Low).String() }

// disownWrong withdraws what a device found that proved wrong, and returns the error with what was done.
func (s *Session) disownWrong(ctx context.Context, err error) error {
	wrong, ok := errors.AsType[*wrongDeviceError](err)
	if !ok {
		return err
	}
	missing, again := s.disown(context.WithoutCancel(ctx), wrong.device, wrong.reason)
	if again != nil || len(missing) == 0 {
		return errors.Join(err, again)
	}
	return fmt.Errorf("%w; %d results of the device are withdrawn", err, len(missing))
}

// disown withdraws the results of a worker that no other one confirms, and returns which
// subproblems are missing again. Time O(results).
func (s *Session) disown(ctx context.Context, worker, reason string) (missing []int, err error) {
	if s.ledger == nil {
		return nil, nil
	}
	s.mu.Lock() // nothing is accepted between reading and withdrawing
	defer s.mu.Unlock()
	run, err := ledger.Read(ctx, s.ledger.Dir())
	if err != nil {
		return nil, fmt.Errorf("count: %w", err)
	}
	alone := map[int]bool{} // what the worker has found, and no other one
	for r, err := range run.Computations() {
		if err != nil {
			return nil, fmt.Errorf("count: %w", err)
		}
		_, seen := alone[r.Subproblem]
		alone[r.Subproblem] = r.Worker == worker && (!seen || alone[r.Subproblem])
	}
	for i := range alone {
		if alone[i] {
			missing = append(missing, i)
		}
	}
	slices.Sort(missing)
	return missing, s.withdraw(reason, missing)
}

// withdraw takes results back. The caller holds s.mu.
func (s *Session) withdraw(reason string, subproblems []int) error {
	var results []ledger.Result
	for _, i := range subproblems {
		r, ok, err := s.ledger.Result(i)
		if err != nil {
			return fmt.Errorf("count: %w", err)
		}
		if ok && s.first <= i && i < s.end {
			results = append(results, r)
		}
	}
	if err := s.ledger.Withdraw(reason, subproblems...); err != nil {
		return fmt.Errorf("count: %w", err)
	}
	for _, r := range results {
		t := &s.tally
		t.Total = t.Total.Minus(r.Total)
		t.Nodes = t.Nodes.Minus(queens.NewTotal(r.Nodes))
		t.Work -= min(t.Work, r.Elapsed)
		t.Done--
		s.doneWork = s.doneWork.Minus(s.plan.Subproblems[r.Subproblem].Work)
	}
	return nil
}
