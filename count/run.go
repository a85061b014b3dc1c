package count

import (
	"cmp"
	"context"
	"errors"
	"fmt"
	"os"
	"path/filepath"
	"runtime"
	"slices"
	"strconv"
	"strings"
	"sync"
	"time"

	"queens"
	"queens/count/internal/kernels/table"
	"queens/count/ledger"
	"queens/count/methods"
	"queens/count/plan"
	"queens/internal/errs"
	"queens/internal/sys"
)

// run is a run of a plan in progress: it counts what is missing, saves results, and certifies the
// sum. It is safe for concurrent use.
type run struct {
	plan    *plan.Plan
	options Options
	weights []plan.Work        // of the subproblems of the plan
	whole   float64            // sum of the weights
	missing []*plan.Subproblem // at the start, the largest first, so that none delays the end
	ledger  *ledger.Ledger     // nil if nothing is saved
	began   time.Time

	mu      sync.Mutex     // guards the fields below
	state   Progress       // without workers
	totals  []queens.Total // of the subproblems
	kernels map[string]int // subproblems by kernel
	busy    []Busy         // by worker, the zero value if it does nothing
}

// keepWork is the work from which a run is saved, about one second of a portable kernel.
var keepWork = queens.NewTotal(1 << 28)

// lockPatience is how long a run waits for another one of the same plan: counts of one order share
// the short runs of symmetric solutions.
const lockPatience = time.Second

// open starts a run, or continues the one in the state directory.
func open(ctx context.Context, p *plan.Plan, o Options) (*run, error) {
	if err := o.Validate(); err != nil {
		return nil, err
	}
	r := &run{
		plan: p, options: o, weights: p.Weights(), began: time.Now(), kernels: map[string]int{},
		totals: make([]queens.Total, len(p.Subproblems)),
	}
	t := &r.state.Tally
	t.Method, t.Counts, t.Plan = p.Variant.Name, p.Variant.Counts, p.HashText()
	switch {
	case !o.KeepAll && p.Work.Compare(keepWork) < 0:
	case o.State != "":
		if err := r.openLedger(ctx); err != nil {
			return nil, err
		}
	case o.NoState != nil:
		return nil, errs.Errorf("order %d: %w", p.Order, o.NoState)
	}
	for i, work := range r.weights {
		r.whole += work.Float64()
		if o.Only != nil && !o.Only(i) {
			continue
		}
		t.Subproblems++
		r.state.AllWork = r.state.AllWork.Plus(work)
		if r.ledger == nil || !r.ledger.Has(i) {
			r.missing = append(r.missing, &p.Subproblems[i])
			continue
		}
		r.totals[i], _ = r.ledger.Total(i)
		t.Total = t.Total.Plus(r.totals[i])
		t.Resumed++
		r.state.OldWork = r.state.OldWork.Plus(work)
	}
	t.Done, r.state.DoneWork = t.Resumed, r.state.OldWork
	slices.SortStableFunc(r.missing, func(a, b *plan.Subproblem) int {
		return r.weights[b.Number].Compare(r.weights[a.Number])
	})
	return r, nil
}

func (r *run) openLedger(ctx context.Context) error {
	dir, h := ledger.Dir(r.options.State, r.plan.RunName()), r.plan.Header(r.options.Program)
	if !table.IsAuto(r.options.Kernel) {
		h.Kernel = r.options.Kernel
	}
	led, recovery, err := ledger.Open(ctx, dir, h, ledger.Options{Wait: lockPatience, Unlocked: r.options.Unlocked})
	if err != nil {
		return err
	}
	r.ledger = led
	r.asked() // a request that came after the end of the run
	t := &r.state.Tally
	if t.Ledger = led.Dir(); !recovery.Sound() {
		t.Flaws = recovery.Flaws()
	}
	if r.options.Only == nil {
		old := led.Tally()
		t.Nodes, t.Work = old.Nodes, old.Work
	}
	return nil
}

// complete counts what is missing, checks the sum and closes the ledger.
func (r *run) complete(ctx context.Context) (t *Tally, err error) {
	if r.ledger != nil {
		defer func() {
			if closeErr := r.ledger.Close(); closeErr != nil && (err == nil || isStop(err)) {
				t, err = nil, closeErr
			}
		}()
	}
	err = r.count(ctx)
	if t := r.tally(); isStop(err) && t.Done < t.Subproblems {
		return t, errs.Errorf("stopped after %d of %d subproblems: %w", t.Done, t.Subproblems, err)
	}
	if err != nil && !isStop(err) {
		return nil, err
	}
	return r.finish()
}

func (r *run) count(ctx context.Context) error {
	ctx, stop := context.WithCancelCause(ctx)
	var watch sync.WaitGroup
	m := newMeter(r)
	watch.Go(func() { r.watch(ctx, stop, &m) })
	err := r.work(ctx)
	if wrong, ok := errors.AsType[*plan.WrongError](err); ok && r.ledger != nil {
		withdrawn, again := r.withdraw(context.WithoutCancel(ctx), wrong)
		if err = errors.Join(err, again); again == nil && withdrawn > 0 {
			err = fmt.Errorf("%w; %d results of the device are withdrawn", err, withdrawn)
		}
	}
	if cause := context.Cause(ctx); cause != nil && isStop(err) {
		err = cause
	}
	stop(nil)
	watch.Wait()
	m.read(r)
	r.report(true)
	return err
}

// work counts the missing subproblems with the workers and the devices of the options.
func (r *run) work(ctx context.Context) error {
	if len(r.missing) == 0 {
		return nil
	}
	newWorker, err := r.workers()
	if err != nil {
		return err
	}
	workers, number := []plan.Worker{newWorker()}, r.options.Cores()
	device, ok := workers[0].(plan.DeviceWorker)
	if ok {
		number = r.besideDevices()
	}
	for len(workers) < min(number, len(r.missing)) {
		workers = append(workers, newWorker())
	}
	// The processor begins with what devices leave to it, devices with the others.
	var queues [2]chan *plan.Subproblem
	for i := range queues {
		queues[i] = make(chan *plan.Subproblem, len(r.missing))
		for _, sub := range r.missing {
			if left := ok && !device.Suits(sub); left == (i == 0) {
				queues[i] <- sub
			}
		}
		close(queues[i])
	}
	r.mu.Lock()
	r.busy = make([]Busy, len(workers))
	r.mu.Unlock()
	ctx, stop := context.WithCancel(ctx)
	defer stop()
	failures := make([]error, len(workers))
	each := func(i int, queues ...chan *plan.Subproblem) {
		defer r.setBusy(i, Busy{})
		if _, ok := workers[i].(plan.DeviceWorker); ok {
			slices.Reverse(queues)
		}
		for _, q := range queues {
			for sub := range q {
				if failures[i] = r.countOne(ctx, i, workers[i], sub); failures[i] != nil {
					stop()
					return
				}
			}
		}
	}
	var others sync.WaitGroup
	for i := 1; i < len(workers); i++ {
		others.Go(func() { each(i, queues[0], queues[1]) })
	}
	each(0, queues[0], queues[1]) // on this goroutine, which may be bound to a processor
	others.Wait()
	for _, err := range failures { // prefer an error that is not a stop
		if err != nil && !isStop(err) {
			return err
		}
	}
	return cmp.Or(append(failures, ctx.Err())...)
}

// besideDevices returns the number of workers with devices. One core is kept free for each device:
// a program that waits for a core to make lists leaves its device idle.
func (r *run) besideDevices() (number int) {
	if !r.options.DevicesAlone {
		number = min(r.options.Cores(), max(1, runtime.GOMAXPROCS(0)-len(r.options.Devices)))
	}
	for _, d := range r.options.Devices {
		number += d.Slots()
	}
	return number
}

// workers returns a function that makes the workers of the run.
func (r *run) workers() (func() plan.Worker, error) {
	o, v := r.options, r.plan.Variant
	info := v.Method.Info()
	if err := cmp.Or(info.Accepted(o.Kernel), v.AcceptsWays(r.plan.Order, o.By),
		o.Addressable(r.plan.Order, v)); err != nil {
		return nil, err
	}
	return r.plan.Count.Workers(o.ForMethod(info)), nil
}

func (r *run) countOne(ctx context.Context, i int, w plan.Worker, sub *plan.Subproblem) error {
	began := time.Now()
	r.setBusy(i, Busy{Name: strconv.Itoa(i + 1), Subproblem: sub.Number, began: began})
	result, err := w.Count(ctx, sub)
	if err != nil {
		return err
	}
	result.Subproblem, result.Elapsed = sub.Number, time.Since(began)
	result.Share = uint64(r.weights[sub.Number].Float64() / r.whole * ledger.WholeShare)
	result.Build, result.Worker = r.options.Program, cmp.Or(result.Worker, r.options.Worker) // devices have names
	return r.accept(result)
}

func (r *run) setBusy(i int, b Busy) {
	r.mu.Lock()
	defer r.mu.Unlock()
	r.busy[i] = b
}

func (r *run) accept(result ledger.Result) error {
	r.mu.Lock()
	defer r.mu.Unlock()
	if r.options.Found != nil {
		if err := r.options.Found(r.plan, &result); err != nil {
			return err
		}
	}
	i := result.Subproblem
	if r.ledger != nil {
		if err := r.ledger.Append(result); err != nil {
			return err
		}
	} else if result.Total.Mod(13) != uint64(result.Mod13) || result.Total.Mod(15) != uint64(result.Mod15) {
		return fmt.Errorf("result of subproblem %d: %w", i+1, ledger.ErrResidue)
	}
	r.totals[i] = result.Total
	t := &r.state.Tally
	t.Total = t.Total.Plus(result.Total)
	t.Nodes = t.Nodes.Add(result.Nodes)
	t.Work += result.Elapsed
	t.Done++
	kernel, _, _ := strings.Cut(result.Kernel, "+") // the main one
	r.kernels[kernel]++
	r.state.DoneWork = r.state.DoneWork.Plus(r.weights[i])
	r.state.pace.add(r.weights[i].Float64(), result.Elapsed.Seconds())
	return nil
}

// withdraw withdraws the results of a wrong worker that no other confirms, and counts them.
func (r *run) withdraw(ctx context.Context, wrong *plan.WrongError) (withdrawn int, err error) {
	saved, err := ledger.Read(ctx, r.ledger.Dir())
	if err != nil {
		return 0, err
	}
	reasons, others := map[int]string{}, map[int]bool{}
	for c, err := range saved.Computations() {
		if err != nil {
			return 0, err
		}
		if c.Worker == wrong.Worker && !others[c.Subproblem] {
			reasons[c.Subproblem] = wrong.Reason
			continue
		}
		others[c.Subproblem] = true
		delete(reasons, c.Subproblem)
	}
	return len(reasons), r.ledger.Withdraw(reasons)
}

// meter records the processor time of a run in the ledger: elapsed times of results grow with the
// load of the machine.
type meter struct {
	used time.Duration // by this process, at the last reading
	done int           // results at that time
	off  bool          // the time of this process is not that of the count
}

// meterInterval is the time between two readings, which a killed run loses.
const meterInterval = time.Minute

func newMeter(r *run) meter {
	used, err := sys.CPUTime()
	return meter{used, r.tally().Done, err != nil || r.ledger == nil || r.options.Unmetered}
}

// read records the time since the last reading.
func (m *meter) read(r *run) {
	done := r.tally().Done
	if m.off || done == m.done {
		return
	}
	used, err := sys.CPUTime()
	if err == nil && r.ledger.Spend(ledger.Cost{Results: done - m.done, Processor: used - m.used}) == nil {
		m.used, m.done = used, done
	}
}

const progressInterval = 100 * time.Millisecond

func (r *run) watch(ctx context.Context, stop context.CancelCauseFunc, m *meter) {
	tick, minute := time.NewTicker(progressInterval), time.NewTicker(meterInterval)
	defer tick.Stop()
	defer minute.Stop()
	for {
		select {
		case <-ctx.Done():
			return
		case <-minute.C:
			m.read(r)
		case <-tick.C:
			r.report(false)
			if r.ledger != nil && r.asked() {
				stop(errAsked)
			}
		}
	}
}

func (r *run) report(final bool) {
	if r.options.Progress == nil {
		return
	}
	r.mu.Lock()
	p := r.state
	p.Final, p.Elapsed = final, time.Since(r.began)
	p.Workers = []Busy{}
	for _, b := range r.busy {
		if b.Name != "" {
			b.Seconds = time.Since(b.began).Seconds()
			p.Workers = append(p.Workers, b)
		}
	}
	r.mu.Unlock()
	r.options.Progress(p)
}

func (r *run) tally() *Tally {
	r.mu.Lock()
	defer r.mu.Unlock()
	t := r.state.Tally
	t.Elapsed = time.Since(r.began)
	for name, subproblems := range r.kernels {
		if most := r.kernels[t.Kernel]; subproblems > most || subproblems == most && name < t.Kernel {
			t.Kernel = name
		}
	}
	if r.ledger != nil {
		t.Head = r.ledger.Tally().Head.String()
	}
	return &t
}

// finish ends a complete run. The total must be the published one, if there is one, and pass the
// check of the options. Then the ledger gets a certificate, otherwise a doubt. A part of a run
// passes only the check of the options, and gets no certificate.
func (r *run) finish() (*Tally, error) {
	t, whole := r.tally(), r.options.Only == nil
	if !t.Complete() {
		return nil, errs.Errorf("%d of %d subproblems have a result: %w", t.Done, t.Subproblems, ledger.ErrIncomplete)
	}
	if whole && r.ledger != nil {
		if kept := r.ledger.Tally(); kept.Total != t.Total || kept.Results != t.Done {
			return nil, errs.Errorf("the ledger adds up to %v in %d results, the run to %v in %d: %w",
				kept.Total, kept.Results, t.Total, t.Done, ledger.ErrMismatch)
		}
	}
	if err := r.check(t, whole); err != nil {
		if r.ledger != nil {
			err = errors.Join(err, r.ledger.Doubt(err.Error()))
		}
		return nil, err
	}
	if whole && r.ledger != nil {
		if _, err := r.ledger.Finish(r.options.Program); err != nil {
			return nil, err
		}
		t.Head = r.ledger.Tally().Head.String()
	}
	return t, nil
}

func (r *run) check(t *Tally, whole bool) error {
	n := r.plan.Order
	if want, ok := methods.Published(r.plan.Variant, n); whole && ok && want != t.Total {
		return errs.Errorf("order %d: %v %s, but the known value is %v: %w", n, t.Total, t.Counts, want,
			ledger.ErrMismatch)
	}
	if r.options.Check == nil {
		return nil
	}
	return r.options.Check(t.Total, r.totals)
}

func isStop(err error) bool {
	return errors.Is(err, context.Canceled) || errors.Is(err, context.DeadlineExceeded)
}

// stopFile is the file in the directory of a run with which another process asks it to stop.
const stopFile = "stop"

var errAsked = errs.Errorf("requested by another process: %w", context.Canceled)

const stopLook = 50 * time.Millisecond

// StopHolder asks the process that counts the run in dir to stop, and again until it has saved its
// results and released the run: a process that begins ignores old requests. Errors: the cause of
// the end of ctx.
func StopHolder(ctx context.Context, dir string) error {
	for {
		if holder, err := sys.Locked(filepath.Join(dir, "lock")); err == nil && holder == nil {
			return nil
		}
		f, _, err := sys.OpenRegular(filepath.Join(dir, stopFile), os.O_WRONLY|os.O_CREATE, 0o644)
		if err == nil {
			err = f.Close()
		}
		if err != nil {
			return errs.Errorf("ask to stop: %w", err)
		}
		select {
		case <-ctx.Done():
			return context.Cause(ctx)
		case <-time.After(stopLook):
		}
	}
}

// asked reports whether another process asks this one to stop. It asks the file system each time.
func (r *run) asked() bool {
	return !r.options.Unlocked && os.Remove(filepath.Join(r.ledger.Dir(), stopFile)) == nil
}
