package count

import (
	"cmp"
	"context"
	"errors"
	"fmt"
	"math"
	"os"
	"path/filepath"
	"slices"
	"strings"
	"sync"
	"time"

	"queens"
	"queens/count/internal/kernels/table"
	"queens/count/ledger"
	"queens/count/plan"
	"queens/internal/errs"
	"queens/internal/sys"
)

// Session is a run of a plan in progress: it knows what is missing, accepts results from anywhere,
// and certifies the sum. It is safe for concurrent use.
type Session struct {
	plan    *plan.Plan
	options Options
	results store
	ledger  *ledger.Ledger // nil if nothing is saved
	weights []plan.Work    // of the subproblems of the plan
	began   time.Time
	first   int       // first subproblem to count
	end     int       // after the last one
	whole   plan.Work // sum of their weights

	mu       sync.Mutex // guards the fields below, and results
	tally    Tally
	kernels  map[string]int // subproblems by kernel
	doneWork plan.Work      // weights of those with a result
	oldWork  plan.Work      // part of doneWork from the ledger
	busy     []Busy         // active workers, by start
	pace     pace           // of the results accepted so far
}

type store interface {
	Has(subproblem int) bool
	// Append saves a result, or compares it with the existing one.
	Append(r ledger.Result) error
}

// Open starts a run of the plan, or continues the one in the state directory of the options.
// Errors: queens.ErrFormat for options, those of ledger.Open.
func Open(ctx context.Context, p *plan.Plan, o Options) (*Session, error) {
	return openPart(ctx, p, o, 0, len(p.Subproblems), nil)
}

func openPart(ctx context.Context, p *plan.Plan, o Options, first, end int, share *plan.Share) (*Session, error) {
	if err := o.Validate(); err != nil {
		return nil, err
	}
	if o.State == "" && o.NoState != nil && o.wantsLedger(p) {
		return nil, errs.Errorf("order %d: %w", p.Order, o.NoState)
	}
	n := len(p.Subproblems)
	s := newSession(p, o, &unkept{totals: make([]queens.Total, n), has: make([]bool, n)})
	s.take(first, end)
	s.tally.Share = share
	if o.Keeps(p) {
		if err := s.open(ctx); err != nil {
			return nil, err
		}
	}
	return s, nil
}

func (s *Session) take(first, end int) {
	s.first, s.end = first, end
	s.whole = plan.Work{}
	for _, w := range s.weights[first:end] {
		s.whole = s.whole.Plus(w)
	}
	s.tally.Subproblems = end - first
}

func (s *Session) isPart() bool {
	return s.tally.Share != nil || s.end-s.first < len(s.plan.Subproblems)
}

func newSession(p *plan.Plan, o Options, results store) *Session {
	s := &Session{
		plan: p, options: o, results: results, weights: p.Weights(), began: time.Now(), kernels: map[string]int{},
		tally: Tally{Method: p.Variant.Name, Counts: p.Variant.Counts, Plan: p.HashText()},
	}
	s.take(0, len(p.Subproblems))
	return s
}

// lockPatience is how long a run waits for another one of the same plan: counts of one order share
// the short runs of symmetric solutions.
const lockPatience = time.Second

// open opens the ledger and uses its results.
func (s *Session) open(ctx context.Context) error {
	p := s.plan
	dir, h := ledger.Dir(s.options.State, p.RunName()), p.Header(s.options.Program)
	if !table.IsAuto(s.options.Kernel) {
		h.Kernel = s.options.Kernel
	}
	led, recovery, err := ledger.Open(ctx, dir, h, ledger.Options{Wait: lockPatience, Unlocked: s.options.Unlocked})
	if err != nil {
		return errs.Errorf("%w", err)
	}
	s.ledger, s.results = led, led
	s.asked() // a request that came after the end of the run
	t, old := &s.tally, led.Tally()
	t.Ledger = led.Dir()
	if !recovery.Sound() {
		t.Recovery = recovery
	}
	for i := s.first; i < s.end; i++ {
		if total, ok := led.Total(i); ok {
			t.Total = t.Total.Plus(total)
			t.Resumed++
			s.doneWork = s.doneWork.Plus(s.weights[i])
		}
	}
	t.Done, s.oldWork = t.Resumed, s.doneWork
	if !s.isPart() {
		t.Nodes, t.Work = old.Nodes, old.Work
	}
	return nil
}

// Close releases the ledger.
func (s *Session) Close() error {
	if s.ledger == nil {
		return nil
	}
	if err := s.ledger.Close(); err != nil {
		return errs.Errorf("%w", err)
	}
	return nil
}

// Plan returns the plan, which is read-only.
func (s *Session) Plan() *plan.Plan { return s.plan }

// Options returns the options for counting subproblems.
func (s *Session) Options() Options { return s.options }

// Missing returns the subproblems without a result, the largest first, so that none delays the end.
func (s *Session) Missing() []*plan.Subproblem {
	s.mu.Lock()
	defer s.mu.Unlock()
	var todo []*plan.Subproblem
	for i := s.first; i < s.end; i++ {
		if !s.results.Has(i) {
			todo = append(todo, &s.plan.Subproblems[i])
		}
	}
	slices.SortStableFunc(todo, func(a, b *plan.Subproblem) int {
		return cmp.Or(s.weights[b.Number].Compare(s.weights[a.Number]), cmp.Compare(a.Number, b.Number))
	})
	return todo
}

// Begin records that a worker starts a subproblem, for Progress only.
func (s *Session) Begin(worker string, subproblem int) {
	s.mu.Lock()
	defer s.mu.Unlock()
	b := Busy{Worker: worker, Subproblem: subproblem, Since: time.Since(s.began)}
	if i := slices.IndexFunc(s.busy, func(b Busy) bool { return b.Worker == worker }); i >= 0 {
		s.busy[i] = b
	} else {
		s.busy = append(s.busy, b)
	}
}

// End records that a worker has finished.
func (s *Session) End(worker string) {
	s.mu.Lock()
	defer s.mu.Unlock()
	s.busy = slices.DeleteFunc(s.busy, func(b Busy) bool { return b.Worker == worker })
}

// Accept saves a result. It compares a second result of a subproblem with the first.
//
// Errors: ledger.ErrMismatch, ledger.ErrResidue, queens.ErrFormat for an invalid result. Once the
// ledger cannot be written, no more results are saved.
func (s *Session) Accept(r ledger.Result) error {
	s.mu.Lock()
	defer s.mu.Unlock()
	known := s.results.Has(r.Subproblem)
	if err := s.results.Append(r); err != nil {
		return errs.Errorf("%w", err)
	}
	if known || r.Subproblem < s.first || r.Subproblem >= s.end {
		return nil
	}
	t := &s.tally
	t.Total = t.Total.Plus(r.Total)
	t.Nodes = t.Nodes.Add(r.Nodes)
	t.Work += r.Elapsed
	t.Done++
	kernel, _, _ := strings.Cut(r.Kernel, "+") // the main one
	s.kernels[kernel]++
	work := s.weights[r.Subproblem]
	s.doneWork = s.doneWork.Plus(work)
	s.pace.add(work.Float64(), r.Elapsed.Seconds())
	return nil
}

// unkept stores totals in memory only.
type unkept struct {
	totals []queens.Total
	has    []bool
}

func (m *unkept) Has(subproblem int) bool {
	return 0 <= subproblem && subproblem < len(m.has) && m.has[subproblem]
}

func (m *unkept) Append(r ledger.Result) error {
	i := r.Subproblem
	switch {
	case i < 0 || i >= len(m.has):
		return errs.Errorf("result of subproblem %d of %d: %w", i+1, len(m.has), queens.ErrFormat)
	case r.Total.Mod(13) != uint64(r.Mod13) || r.Total.Mod(15) != uint64(r.Mod15):
		return fmt.Errorf("result of subproblem %d: %w", i+1, ledger.ErrResidue)
	case m.has[i] && m.totals[i] != r.Total:
		return fmt.Errorf("subproblem %d: %v, then %v by kernel %s: %w", i+1, m.totals[i], r.Total, r.Kernel,
			ledger.ErrMismatch)
	}
	m.has[i], m.totals[i] = true, r.Total
	return nil
}

// Totals returns the total of every subproblem of a complete run.
func (s *Session) Totals() []queens.Total {
	s.mu.Lock()
	defer s.mu.Unlock()
	list := make([]queens.Total, len(s.plan.Subproblems))
	for i := range list {
		if m, ok := s.results.(*unkept); ok {
			list[i] = m.totals[i]
		} else {
			list[i], _ = s.ledger.Total(i)
		}
	}
	return list
}

func (s *Session) run(ctx context.Context) error {
	ctx, stop := context.WithCancelCause(ctx)
	var watch sync.WaitGroup
	m := newMeter(s)
	watch.Go(func() { s.watch(ctx, stop, &m) })
	executor := s.options.Executor
	if executor == nil {
		executor = Local{}
	}
	err := executor.Execute(ctx, s)
	if cause := context.Cause(ctx); cause != nil && isStop(err) {
		err = cause
	}
	stop(nil)
	watch.Wait()
	m.read(s)
	s.report(true)
	return err
}

// meter records the processor time of a session in the ledger: elapsed times of results grow with
// the load of the machine.
type meter struct {
	used time.Duration // by this process, at the last reading
	done int           // results at that time
	off  bool
}

// meterInterval is the time between two readings, which a killed session loses.
const meterInterval = time.Minute

// newMeter returns a meter, which is off if the time of this process is not that of the count.
func newMeter(s *Session) meter {
	used, err := sys.CPUTime()
	_, local := s.options.Executor.(Local)
	return meter{used, s.Tally().Done, err != nil || s.ledger == nil || s.options.Executor != nil && !local ||
		s.options.Unmetered}
}

// read records the time since the last reading.
func (m *meter) read(s *Session) {
	done := s.Tally().Done
	if m.off || done == m.done {
		return
	}
	used, err := sys.CPUTime()
	if err == nil && s.ledger.Spend(ledger.Cost{Results: done - m.done, Processor: used - m.used}) == nil {
		m.used, m.done = used, done
	}
}

func (s *Session) watch(ctx context.Context, stop context.CancelCauseFunc, m *meter) {
	tick, minute := time.NewTicker(progressInterval), time.NewTicker(meterInterval)
	defer tick.Stop()
	defer minute.Stop()
	for {
		select {
		case <-ctx.Done():
			return
		case <-minute.C:
			m.read(s)
		case <-tick.C:
			s.report(false)
			if s.ledger != nil && s.asked() {
				stop(errAsked)
			}
		}
	}
}

func (s *Session) report(final bool) {
	if s.options.Progress != nil {
		p := s.Progress()
		p.Final = final
		s.options.Progress(p)
	}
}

// Progress returns how far the run is.
func (s *Session) Progress() Progress {
	s.mu.Lock()
	defer s.mu.Unlock()
	return Progress{
		Method: s.tally.Method, Counts: s.tally.Counts, Done: s.doneWork, Total: s.whole, Resumed: s.oldWork,
		Subproblems: s.tally.Subproblems, Finished: s.tally.Done, Found: s.tally.Total,
		Elapsed: time.Since(s.began), Workers: slices.Clone(s.busy), pace: s.pace,
	}
}

// Tally returns the sum of the results so far.
func (s *Session) Tally() *Tally {
	s.mu.Lock()
	defer s.mu.Unlock()
	t := s.tally
	t.Elapsed = time.Since(s.began)
	for name, subproblems := range s.kernels {
		if most := s.kernels[t.Kernel]; subproblems > most || subproblems == most && name < t.Kernel {
			t.Kernel = name
		}
	}
	if s.ledger != nil {
		t.Head = s.ledger.Tally().Head.String()
	}
	return &t
}

// Finish ends a complete run. The total must be the published one, if there is one, and pass the
// checks of the caller. Then the ledger gets a certificate, otherwise a doubt. A part of a run
// passes only the checks of the caller, and gets no certificate.
//
// Errors: ledger.ErrMismatch, or those of the checks; ledger.ErrIncomplete; those of
// ledger.Ledger.Finish.
func (s *Session) Finish(checks ...func(s *Session) error) (*Tally, error) {
	t := s.Tally()
	if s.isPart() && len(checks) == 0 {
		return t, nil
	}
	if !t.Complete() {
		return nil, errs.Errorf("%d of %d subproblems have a result: %w", t.Done, t.Subproblems, ledger.ErrIncomplete)
	}
	whole := !s.isPart()
	if whole && s.ledger != nil {
		if kept := s.ledger.Tally(); kept.Total != t.Total || kept.Results != t.Done {
			return nil, errs.Errorf("the ledger adds up to %v in %d results, the run to %v in %d: %w",
				kept.Total, kept.Results, t.Total, t.Done, ledger.ErrMismatch)
		}
	}
	if whole {
		checks = slices.Concat([]func(*Session) error{(*Session).published}, checks)
	}
	for _, check := range checks {
		if err := check(s); err != nil {
			return nil, s.doubt(err)
		}
	}
	if whole && s.ledger != nil {
		if _, err := s.ledger.Finish(s.options.Program); err != nil {
			return nil, errs.Errorf("%w", err)
		}
		t.Head = s.ledger.Tally().Head.String()
	}
	return t, nil
}

func (s *Session) published() error {
	n, t := s.plan.Order, s.Tally()
	if want, ok := Published(s.plan.Variant, n); ok && want != t.Total {
		return errs.Errorf("order %d: %v %s, but the known value is %v: %w", n, t.Total, t.Counts, want,
			ledger.ErrMismatch)
	}
	return nil
}

func (s *Session) doubt(failure error) error {
	if s.ledger == nil {
		return failure
	}
	return errors.Join(failure, s.ledger.Doubt(failure.Error()))
}

func isStop(err error) bool {
	return errors.Is(err, context.Canceled) || errors.Is(err, context.DeadlineExceeded)
}

const progressInterval = 100 * time.Millisecond

// Progress is the progress of a run.
type Progress struct {
	Method      string
	Counts      string       // what is counted
	Done        plan.Work    // estimated time with a result, in units of the plan
	Total       plan.Work    // estimated time of the plan
	Resumed     plan.Work    // part of Done in the ledger at the start
	Subproblems int          // of the plan
	Finished    int          // of these, with a result
	Found       queens.Total // solutions in the results so far
	Elapsed     time.Duration
	Workers     []Busy // active ones, new slice
	Final       bool   // the last report of the run

	pace pace
}

// Busy is the current work of a worker.
type Busy struct {
	Worker     string        // its name: "1", "2" and so on in this process, see Session.Begin
	Subproblem int           // its number, from 0
	Since      time.Duration // start, by Progress.Elapsed
}

// Fraction returns the finished share of the work, from 0 to 1.
func (p Progress) Fraction() float64 {
	if p.Total.IsZero() {
		return 1
	}
	return p.Done.Float64() / p.Total.Float64()
}

// Remaining returns the seconds for the rest at the current pace, if there is one.
func (p Progress) Remaining() (float64, bool) {
	fresh := p.Done.Float64() - p.Resumed.Float64()
	if fresh <= 0 || p.Elapsed <= 0 {
		return 0, false
	}
	return (p.Total.Float64() - p.Done.Float64()) / fresh * p.Elapsed.Seconds(), true
}

// pace collects worker time and estimated work of subproblems: sums, squares and products.
type pace struct {
	results                         int
	work, time                      float64
	workWork, workTime, timeSquares float64
}

func (p *pace) add(work, seconds float64) {
	p.results++
	p.work += work
	p.time += seconds
	p.workWork += work * work
	p.workTime += work * seconds
	p.timeSquares += seconds * seconds
}

// enoughResults is the number of results from which their spread is meaningful.
const enoughResults = 20

// Band returns a range that contains the remaining seconds in about nine of ten runs; ok is false
// with too few results. It assumes that time and its variance are proportional to estimated work:
// the usual ratio estimate.
func (p Progress) Band() (low, high float64, ok bool) {
	rest, known := p.Remaining()
	q := p.pace
	if !known || q.results < enoughResults || q.work <= 0 || q.time <= 0 {
		return 0, 0, false
	}
	ratio := q.time / q.work
	residues := max(0, q.timeSquares-2*ratio*q.workTime+ratio*ratio*q.workWork)
	perWork := residues / float64(q.results-1) * float64(q.results) / q.work // variance per unit of work
	left := p.Total.Float64() - p.Done.Float64()
	deviation := math.Sqrt(perWork * left * (1 + left/q.work))
	workers := q.time / p.Elapsed.Seconds() // average number of simultaneous workers
	half := 1.645 * deviation / workers
	return max(0, rest-half), rest + half, true
}

// stopFile is the file in the directory of a run with which another process asks it to stop.
const stopFile = "stop"

var errAsked = errs.Errorf("requested by another process: %w", context.Canceled)

// RequestStop asks the process that counts the run in dir to stop within a fraction of a second. A
// process that starts later ignores the request.
func RequestStop(dir string) error {
	f, _, err := sys.OpenRegular(filepath.Join(dir, stopFile), os.O_WRONLY|os.O_CREATE, 0o644)
	if err == nil {
		err = f.Close()
	}
	if err != nil {
		return errs.Errorf("ask to stop: %w", err)
	}
	return nil
}

// asked reports whether another process asks this one to stop. It asks the file system each time.
func (s *Session) asked() bool {
	return !s.options.Unlocked && os.Remove(filepath.Join(s.ledger.Dir(), stopFile)) == nil
}
