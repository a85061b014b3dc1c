package count

import (
	"cmp"
	"context"
	"errors"
	"fmt"
	"slices"
	"strconv"
	"strings"
	"sync"
	"sync/atomic"
	"time"

	"queens"
	"queens/count/ledger"
	"queens/count/methods"
	"queens/count/plan"
	"queens/internal/errs"
)

// Executor counts subproblems, on this machine or elsewhere.
type Executor interface {
	// Execute counts every missing subproblem of the session, in any order, with the session's
	// options. It passes the results to the session and returns when none is missing.
	//
	// If ctx ends it returns within a fraction of a second, with ctx's error; finished results are
	// still accepted. An error of Accept ends it.
	Execute(ctx context.Context, s *Session) error
}

// Local counts on this machine, with the workers and the devices of the options.
type Local struct {
	DevicesAlone bool // only devices count

	Only func(subproblem int) bool // selects subproblems; nil: all missing ones
}

// Execute counts the missing subproblems.
func (l Local) Execute(ctx context.Context, s *Session) error {
	todo := s.Missing()
	if l.Only != nil {
		todo = slices.DeleteFunc(todo, func(sub *plan.Subproblem) bool { return !l.Only(sub.Number) })
	}
	if len(todo) == 0 {
		return nil
	}
	first, err := NewCounter(s.plan.Frame, s.options)
	if err != nil {
		return err
	}
	slots := s.options.Cores()
	if l.DevicesAlone {
		slots = 0
	}
	for _, d := range s.options.Devices {
		slots += d.Slots()
	}
	counters := []*Counter{first}
	for len(counters) < min(slots, len(todo)) {
		c, err := first.Fork()
		if err != nil {
			return err
		}
		counters = append(counters, c)
	}
	working, stop := context.WithCancel(ctx)
	defer stop()
	// The processor begins with what devices leave to it, devices with the others.
	left, others := new(queue), new(queue)
	device, ok := first.worker.(plan.DeviceWorker)
	for _, sub := range todo {
		if ok && !device.Suits(sub) {
			left.list = append(left.list, sub)
		} else {
			others.list = append(others.list, sub)
		}
	}
	errs := make([]error, len(counters))
	var workers sync.WaitGroup
	for i, c := range counters {
		queues := []*queue{left, others}
		if _, ok := c.worker.(plan.DeviceWorker); ok {
			slices.Reverse(queues)
		}
		workers.Go(func() {
			if errs[i] = s.work(working, strconv.Itoa(i+1), c, queues); errs[i] != nil {
				stop()
			}
		})
	}
	workers.Wait()
	for _, err := range errs { // prefer an error that is not a stop
		if err != nil && !isStop(err) {
			return s.disownWrong(ctx, err)
		}
	}
	return cmp.Or(append(errs, working.Err())...)
}

// queue holds subproblems; any worker takes the next one.
type queue struct {
	list  []*plan.Subproblem
	taken atomic.Int64
}

func (q *queue) take(yield func(*plan.Subproblem) bool) {
	for {
		i := int(q.taken.Add(1)) - 1
		if i >= len(q.list) || !yield(q.list[i]) {
			return
		}
	}
}

func (s *Session) work(ctx context.Context, name string, c *Counter, queues []*queue) error {
	defer s.End(name)
	for _, q := range queues {
		for sub := range q.take {
			s.Begin(name, sub.Number)
			r, err := c.Count(ctx, sub)
			if err == nil {
				err = s.Accept(r)
			}
			if err != nil {
				return err
			}
		}
	}
	return nil
}

// Counter counts subproblems of one frame, one at a time. Each goroutine needs its own, see Fork.
type Counter struct {
	worker  plan.Worker
	facts   plan.Facts
	program string
	name    string // of the process, for results
	newWork func() (plan.Worker, error)
}

// NewCounter returns a Counter with the kernel of the options and its share of the memory. Errors:
// queens.ErrFormat.
func NewCounter(f *plan.Frame, o Options) (*Counter, error) {
	facts := f.Variant.Method.Facts()
	if err := cmp.Or(o.Validate(), facts.Accepted(o.Kernel), o.AcceptsWays(f.Order, f.Variant),
		o.Addressable(f.Order, f.Variant)); err != nil {
		return nil, err
	}
	newWork, err := f.Count.Workers(o.ForMethod(facts))
	if err != nil {
		return nil, err
	}
	return (&Counter{facts: facts, program: o.Program, name: o.Worker, newWork: newWork}).Fork()
}

// Fork returns another Counter of the frame, for another goroutine.
func (c *Counter) Fork() (*Counter, error) {
	w, err := c.newWork()
	return &Counter{w, c.facts, c.program, c.name, c.newWork}, err
}

// Count returns the exact result of a subproblem with residues and evidence. It ends within a
// fraction of a second after ctx. Errors: queens.ErrFormat for a subproblem of another method;
// ctx's error.
func (c *Counter) Count(ctx context.Context, sub *plan.Subproblem) (ledger.Result, error) {
	if pieces := sub.Pieces.Name(); pieces != c.facts.Pieces {
		return ledger.Result{}, errs.Errorf("by %s, %s are counted, not %s: %w", c.facts.Name,
			c.facts.Pieces, pieces, queens.ErrFormat)
	}
	began := time.Now()
	r, err := c.worker.Count(ctx, sub)
	if err != nil {
		return ledger.Result{}, err
	}
	r.Subproblem, r.Elapsed = sub.Number, time.Since(began)
	r.Build, r.Worker = c.program, cmp.Or(r.Worker, c.name) // devices have names
	return r, nil
}

// Ways returns the names of all ways to count again, the default of each method first.
func Ways() (all []string) {
	for _, k := range methods.All() {
		all = append(all, k.Facts().Ways...)
	}
	return all
}

// AcceptsWays returns why subproblems of order n by a variant cannot be counted in the ways of the
// options: queens.ErrFormat.
func (o Options) AcceptsWays(n int, s plan.Variant) error {
	facts := s.Method.Facts()
	names := facts.Ways
	for _, way := range o.By {
		switch {
		case len(names) == 0:
			return errs.Errorf("method %s can be recounted only by another kernel, not %q: %w", s.Name,
				way, queens.ErrFormat)
		case !slices.Contains(names, way):
			return errs.Errorf("method %s cannot be recounted by %q: want some of %s: %w", s.Name, way,
				strings.Join(names, ", "), queens.ErrFormat)
		}
	}
	return s.Method.Begin(s, n).Accepts(o.ForMethod(facts))
}

// Again returns options to count subproblems of a frame again, by default in the first way that it
// accepts, without saving anything and without devices. Errors: queens.ErrFormat.
func (o Options) Again(f *plan.Frame) (Options, error) {
	o.State, o.Devices = "", nil
	if len(o.By) == 0 {
		for _, way := range f.Variant.Method.Facts().Ways {
			if o.By = []string{way}; o.AcceptsWays(f.Order, f.Variant) == nil {
				break
			}
		}
	}
	return o, o.AcceptsWays(f.Order, f.Variant)
}

func (s *Session) disownWrong(ctx context.Context, err error) error {
	wrong, ok := errors.AsType[*plan.WrongError](err)
	if !ok {
		return err
	}
	missing, again := s.disown(context.WithoutCancel(ctx), wrong.Worker, wrong.Reason)
	if again != nil || len(missing) == 0 {
		return errors.Join(err, again)
	}
	return fmt.Errorf("%w; %d results of the device are withdrawn", err, len(missing))
}

// disown withdraws the results of a worker that no other worker confirms, and returns the
// subproblems that are missing again. The session is then invalid.
func (s *Session) disown(ctx context.Context, worker, reason string) (missing []int, err error) {
	if s.ledger == nil {
		return nil, nil
	}
	s.mu.Lock() // nothing is accepted between reading and withdrawing
	defer s.mu.Unlock()
	run, err := ledger.Read(ctx, s.ledger.Dir())
	if err != nil {
		return nil, errs.Errorf("%w", err)
	}
	alone := map[int]bool{} // found by this worker only
	for r, err := range run.Computations() {
		if err != nil {
			return nil, errs.Errorf("%w", err)
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
	return missing, s.ledger.Withdraw(reason, missing...)
}
