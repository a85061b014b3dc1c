package count

import (
	"cmp"
	"context"
	"errors"
	"fmt"
	"slices"
	"sync"
	"time"

	"queens"
	"queens/count/ledger"
	"queens/count/plan"
)

// Tally is the outcome of one run: the sum over a plan, or over the part of it
// that is done.
type Tally struct {
	Scheme      string        `json:"scheme"`
	Counts      string        `json:"counts"` // what the total counts
	Plan        string        `json:"plan"`   // hash
	Total       queens.Total  `json:"total"`
	Subproblems int           `json:"subproblems"`
	Done        int           `json:"done"`    // with a result
	Resumed     int           `json:"resumed"` // of these, taken from the ledger
	Nodes       queens.Total  `json:"nodes"`
	Kernel      string        `json:"kernel,omitempty"` // that did most subproblems; empty if none was left to do
	Work        time.Duration `json:"workNanos"`        // time of all workers together, earlier sessions included
	Elapsed     time.Duration `json:"elapsedNanos"`     // of this call

	Ledger   string           `json:"ledger,omitempty"`   // directory of the run; empty if nothing is kept
	Head     string           `json:"head,omitempty"`     // hash of the ledger's last frame
	Recovery *ledger.Recovery `json:"recovery,omitempty"` // what was wrong with the ledger; nil if nothing
}

// Complete reports whether the total is the count.
func (t *Tally) Complete() bool { return t.Done == t.Subproblems }

// keepWork is the work from which on a run is kept, about a second of one
// portable kernel.
var keepWork = queens.NewTotal(1 << 28)

// Keeps reports whether a run of the plan gets a ledger under these options.
func (o Options) Keeps(p *plan.Plan) bool {
	return o.State != "" && (o.KeepAll || p.Work.Compare(keepWork) >= 0)
}

// RunName returns the name of the run of a plan: order, scheme and the beginning
// of the hash.
func RunName(p *plan.Plan) string {
	return fmt.Sprintf("n%d-%s-%.8s", p.Order, p.Scheme.Name, p.HashText())
}

// Run counts the solutions of order n that the scheme is for. Results that a
// ledger of the same plan holds are not computed again.
//
// If ctx ends, Run stops within a fraction of a second, between two slices of a
// subproblem, and returns ctx's error together with the Tally of what is done. A
// ledger that fails, a full disk for one, ends the run with its error and no
// Tally: the total in memory may be ahead of what is kept. Errors:
// queens.ErrOrder, queens.ErrFormat for options, those of ledger.Open.
func Run(ctx context.Context, n int, s plan.Scheme, o Options) (*Tally, error) {
	if err := o.Validate(); err != nil {
		return nil, err
	}
	p, err := plan.New(ctx, n, s)
	if err != nil {
		return nil, fmt.Errorf("count: %w", err)
	}
	return runPlan(ctx, p, o)
}

// runPlan is Run for a plan that is made.
func runPlan(ctx context.Context, p *plan.Plan, o Options) (t *Tally, err error) {
	r := &run{plan: p, options: o, began: time.Now(), kernels: map[string]int{}}
	if r.counter, err = NewCounter(p.Frame, o); err != nil {
		return nil, err
	}
	r.tally = Tally{Scheme: p.Scheme.Name, Counts: p.Scheme.Counts, Plan: p.HashText(), Subproblems: len(p.Subproblems)}
	if o.Keeps(p) {
		if err := r.open(ctx); err != nil {
			return nil, err
		}
		defer func() {
			if closeErr := r.ledger.Close(); closeErr != nil && err == nil {
				t, err = nil, fmt.Errorf("count: %w", closeErr)
			}
		}()
	}
	return r.execute(ctx)
}

// run is one run in progress. Only the goroutine that called Run touches it;
// workers see two channels.
type run struct {
	plan    *plan.Plan
	options Options
	counter *Counter
	ledger  *ledger.Ledger // nil if nothing is kept
	began   time.Time

	tally    Tally
	kernels  map[string]int // subproblems by kernel
	doneWork plan.Work      // work with a result
	oldWork  plan.Work      // of that, taken from the ledger
	busy     []Busy         // what each worker does, by number
	pace     pace           // of the results of this call
}

// open opens the ledger and takes over what it holds.
func (r *run) open(ctx context.Context) error {
	p := r.plan
	dir := ledger.Dir(r.options.State, RunName(p))
	led, recovery, err := ledger.Open(ctx, dir, HeaderOf(p, r.options.Program), ledger.Options{})
	if err != nil {
		return fmt.Errorf("count: %w", err)
	}
	r.ledger = led
	r.tally.Ledger = led.Dir()
	stopAsked(led.Dir()) // a request that came when the run had ended
	if !recovery.Sound() {
		r.tally.Recovery = recovery
	}
	old := led.Tally()
	r.tally.Total, r.tally.Nodes, r.tally.Work = old.Total, old.Nodes, old.Work
	r.tally.Done, r.tally.Resumed = old.Results, old.Results
	for i := range p.Subproblems {
		if led.Has(i) {
			r.doneWork = r.doneWork.Plus(p.Subproblems[i].Work)
		}
	}
	r.oldWork = r.doneWork
	return nil
}

// HeaderOf returns the identity of a run of the plan, as ledgers keep it.
func HeaderOf(p *plan.Plan, program string) ledger.Header {
	return ledger.Header{
		Order:         p.Order,
		Topology:      p.Scheme.Topology,
		Scheme:        p.Scheme.Name,
		SchemeVersion: p.Scheme.Version,
		Plan:          ledger.Hash(p.Hash),
		Subproblems:   len(p.Subproblems),
		Program:       program,
	}
}

// missing returns the subproblems without a result, the largest first, so that
// no worker is left alone with a large one at the end.
func (r *run) missing() []*plan.Subproblem {
	var todo []*plan.Subproblem
	for i := range r.plan.Subproblems {
		if r.ledger == nil || !r.ledger.Has(i) {
			todo = append(todo, &r.plan.Subproblems[i])
		}
	}
	slices.SortStableFunc(todo, func(a, b *plan.Subproblem) int {
		return cmp.Or(b.Work.Compare(a.Work), cmp.Compare(a.Number, b.Number))
	})
	return todo
}

// outcome is what a worker sends: that it begins a subproblem, or a result.
type outcome struct {
	worker int
	begun  *plan.Subproblem // nil with a result
	result ledger.Result
	err    error
}

// execute counts what is missing.
func (r *run) execute(ctx context.Context) (*Tally, error) {
	ctx, stop := context.WithCancel(ctx)
	todo := r.missing()
	tasks := make(chan *plan.Subproblem)
	outcomes := make(chan outcome)
	var workers sync.WaitGroup
	defer func() { stop(); workers.Wait() }()

	workers.Go(func() {
		defer close(tasks)
		for _, sub := range todo {
			select {
			case tasks <- sub:
			case <-ctx.Done():
				return
			}
		}
	})
	r.busy = make([]Busy, min(r.options.workers(), max(1, len(todo))))
	for i := range r.busy {
		workers.Go(func() {
			w, err := r.counter.Fork()
			if err != nil {
				outcomes <- outcome{worker: i, err: err}
				return
			}
			for sub := range tasks {
				outcomes <- outcome{worker: i, begun: sub}
				result, err := w.Count(ctx, sub)
				outcomes <- outcome{worker: i, result: result, err: err}
			}
		})
	}
	go func() { workers.Wait(); close(outcomes) }()

	failure := r.collect(outcomes, stop)
	if failure == nil && !r.tally.Complete() {
		failure = ctx.Err() // it ended while no worker was busy
	}
	r.report(true)
	return r.finish(failure)
}

// collect takes over the outcomes until all workers are done. After the first
// failure it stops the others and only waits for them; what they finished before
// they saw it is kept if the ledger still takes it.
func (r *run) collect(outcomes <-chan outcome, stop func()) (failure error) {
	tick := time.NewTicker(progressInterval)
	defer tick.Stop()
	for {
		select {
		case <-tick.C:
			r.report(false)
			if failure == nil && r.ledger != nil && stopAsked(r.ledger.Dir()) {
				failure = errAsked
				stop()
			}
		case o, open := <-outcomes:
			if !open {
				return failure
			}
			if r.busy[o.worker] = (Busy{}); o.begun != nil {
				r.busy[o.worker] = Busy{Subproblem: o.begun.Number, Since: time.Since(r.began), Works: true}
				continue
			}
			err := o.err
			if err == nil {
				err = r.accept(o.result)
			}
			if err != nil && (failure == nil || isStop(failure) && !isStop(err)) {
				failure = err
				stop()
			}
		}
	}
}

// isStop reports whether err says that a context ended, not that anything failed.
func isStop(err error) bool {
	return errors.Is(err, context.Canceled) || errors.Is(err, context.DeadlineExceeded)
}

// accept keeps one result.
func (r *run) accept(result ledger.Result) error {
	if r.ledger != nil {
		if err := r.ledger.Append(result); err != nil {
			return fmt.Errorf("count: %w", err)
		}
	}
	t := &r.tally
	t.Total = t.Total.Plus(result.Total)
	t.Nodes = t.Nodes.Add(result.Nodes)
	t.Work += result.Elapsed
	t.Done++
	r.kernels[result.Kernel]++
	work := r.plan.Subproblems[result.Subproblem].Work
	r.doneWork = r.doneWork.Plus(work)
	r.pace.add(work.Float64(), result.Elapsed.Seconds())
	return nil
}

// finish returns the tally, certified by the ledger if it is complete.
func (r *run) finish(failure error) (*Tally, error) {
	t := &r.tally
	t.Elapsed = time.Since(r.began)
	for name, subproblems := range r.kernels {
		if most := r.kernels[t.Kernel]; subproblems > most || subproblems == most && name < t.Kernel {
			t.Kernel = name
		}
	}
	stopped := isStop(failure)
	if failure != nil && !stopped {
		return nil, failure
	}
	if r.ledger != nil {
		kept := r.ledger.Tally()
		if kept.Total != t.Total || kept.Results != t.Done {
			return nil, fmt.Errorf("count: the ledger adds up to %v in %d results, the run to %v in %d: %w",
				kept.Total, kept.Results, t.Total, t.Done, ledger.ErrMismatch)
		}
		if t.Complete() {
			if _, err := r.ledger.Finish(r.options.Program); err != nil {
				return nil, fmt.Errorf("count: %w", err)
			}
		}
		t.Head = r.ledger.Tally().Head.String()
	}
	if stopped {
		return t, fmt.Errorf("count: stopped after %d of %d subproblems: %w", t.Done, t.Subproblems, failure)
	}
	return t, nil
}
