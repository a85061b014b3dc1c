package cluster

import (
	"cmp"
	"context"
	"encoding/json"
	"errors"
	"fmt"
	"log/slog"
	"maps"
	"slices"
	"sync"
	"time"

	"queens/count"
	"queens/count/ledger"
	"queens/count/plan"
)

// WorkerOptions say how a worker works.
type WorkerOptions struct {
	Address string // https://KEY@HOST:PORT of a coordinator, with its public key
	State   string // directory of the key of this machine
	Stay    bool   // to wait for the next count when one is done

	Count count.Options // workers, kernel and memory by which this machine counts
	Log   *slog.Logger  // what happens; nil: nothing is told

	Progress func(Progress) // called often, by one goroutine at a time; nil: nobody asks

	forge func(ledger.Result) ledger.Result // for tests: what it says instead
}

// Progress is what a worker or a follower does now.
type Progress struct {
	Work    string // what is counted or copied, "" while there is nothing
	Results int    // that the coordinator has taken since, or that the copy has
	Away    error  // why the coordinator does not reply, nil if it does
}

// ErrRefused says that the coordinator does not let a worker take part. The error says
// why.
var ErrRefused = errors.New("refused")

// Work counts for a coordinator until the count is done, ctx ends or the coordinator
// refuses. It waits for a coordinator that is not there, or not any more. A proxy is used
// as the variables of the environment say that net/http reads.
//
// Errors: queens.ErrFormat for options; ErrRefused; ledger.ErrOtherRun if this program
// counts by another version of the scheme; ctx's error.
func Work(ctx context.Context, o WorkerOptions) error {
	if err := o.Count.Validate(); err != nil {
		return err
	}
	call, hangUp, err := dial(o.Address, o.State)
	if err != nil {
		return err
	}
	defer hangUp()
	return (&worker{call: call, options: o.Count, stay: o.Stay, forge: o.forge, log: cmp.Or(o.Log, slog.New(slog.DiscardHandler)), progress: o.Progress}).run(ctx)
}

// errSilent says that nothing came back.
var errSilent = fmt.Errorf("cluster: nothing is heard of it for %v", replyTime)

// maxRefusals is how often a coordinator refuses before it is believed: it may be that
// workers are being enrolled.
const maxRefusals = 4

// pause is the time between tries, which grows.
type pause struct{ next time.Duration }

func (p *pause) sleep(ctx context.Context) error {
	p.next = min(max(firstPause, 2*p.next), lastPause)
	return sleep(ctx, p.next)
}

// sleep waits, or returns the error of ctx.
func sleep(ctx context.Context, d time.Duration) error {
	t := time.NewTimer(d)
	defer t.Stop()
	select {
	case <-ctx.Done():
		return context.Cause(ctx)
	case <-t.C:
		return nil
	}
}

// worker counts for a coordinator.
type worker struct {
	call    caller
	options count.Options
	stay    bool
	log     *slog.Logger
	forge   func(ledger.Result) ledger.Result

	mu       sync.Mutex
	now      Progress
	progress func(Progress)
}

// tell changes what the worker says of itself, and returns what it said before.
func (w *worker) tell(change func(*Progress)) Progress {
	w.mu.Lock()
	defer w.mu.Unlock()
	before := w.now
	if change(&w.now); w.progress != nil {
		w.progress(w.now)
	}
	return before
}

// ask sends a request until there is a reply.
func (w *worker) ask(ctx context.Context, verb string, request, reply any) error {
	data, ok := request.([]byte)
	if !ok {
		var err error
		if data, err = json.Marshal(request); err != nil {
			return fmt.Errorf("cluster: %s: %w", verb, err)
		}
	}
	for p, refusals := (pause{}), 0; ; {
		short, cancel := context.WithTimeout(ctx, replyTime)
		text, err := w.call(short, verb, data)
		if short.Err() != nil && err != nil {
			err = errSilent
		}
		cancel()
		if err == nil {
			err = json.Unmarshal(text, reply)
		}
		if err == nil {
			if w.tell(func(p *Progress) { p.Away = nil }).Away != nil {
				w.log.Info("the coordinator is there")
			}
			return nil
		}
		if cause := context.Cause(ctx); cause != nil {
			return cause
		}
		if denied := new(deniedError); errors.As(err, &denied) {
			refusals++
		}
		if refusals == maxRefusals || errors.Is(err, errPin) {
			return fmt.Errorf("%w: %w", err, ErrRefused)
		}
		if w.tell(func(p *Progress) { p.Away = cmp.Or(p.Away, err) }).Away == nil {
			w.log.Warn("no reply of the coordinator; asking again", "verb", verb, "error", err)
		}
		if err := p.sleep(ctx); err != nil {
			return err
		}
	}
}

// run takes part in what the coordinator counts.
func (w *worker) run(ctx context.Context) error {
	for {
		var m manifest
		if err := w.ask(ctx, verbJoin, joinRequest{protocolVersion, w.options.Program, w.slots()}, &m); err != nil {
			return err
		}
		switch {
		case m.Refusal != "":
			return fmt.Errorf("cluster: %.500s: %w", m.Refusal, ErrRefused)
		case m.Done && !w.stay:
			return nil
		case m.Done || m.Wait:
			w.tell(func(p *Progress) { p.Work = "" })
			if err := sleep(ctx, idlePause); err != nil {
				return err
			}
			continue
		}
		done, err := w.count(ctx, m)
		if err != nil || done && !w.stay {
			return err
		}
	}
}

// slots returns how many subproblems are counted at once.
func (w *worker) slots() int { return w.options.Slots() }

// shift is the work of a worker for one plan.
type shift struct {
	*worker
	frame   *plan.Frame
	plan    ledger.Hash
	counter *count.Counter
	memory  int64 // for counters that check

	mu       sync.Mutex
	queue    []assignment
	holds    map[int]int               // how often each is not done: in the queue, being counted, or found and not yet kept
	checkers map[string]*count.Counter // by the kernel that was not to be used
	tasks    chan assignment
	results  chan ledger.Result
}

// assignment is a subproblem to count.
type assignment struct {
	sub   *plan.Subproblem
	other string // see wireTask
}

// count counts subproblems of a plan until it is done, which it reports, or the
// coordinator has another one.
func (w *worker) count(ctx context.Context, m manifest) (done bool, err error) {
	frame, err := m.frame()
	if err != nil {
		return false, err
	}
	o := w.options
	o.By, o.State, o.Executor, o.Progress = nil, "", nil, nil
	s := &shift{
		worker: w, frame: frame, plan: m.Plan, holds: map[int]int{}, checkers: map[string]*count.Counter{},
		tasks: make(chan assignment), results: make(chan ledger.Result, 4*w.slots()),
	}
	if m.Checks { // which have lists of their own
		o.Memory = cmp.Or(o.Memory, count.DefaultMemory)
		s.memory = max(o.Memory/4, count.MinMemory)
		o.Memory = max(o.Memory-s.memory, count.MinMemory)
	}
	if s.counter, err = count.NewCounter(frame, o); err != nil {
		return false, err
	}
	w.tell(func(p *Progress) { p.Work, p.Results = fmt.Sprintf("order %d by %s", m.Order, m.Scheme), 0 })
	w.log.Info("counting", "order", m.Order, "scheme", m.Scheme, "subproblems", m.Subproblems, "slots", w.slots())
	ctx, stop := context.WithCancelCause(ctx)
	defer stop(nil)
	// Results outlive ctx for a moment, and the sign of life lasts as long as they do.
	late, end := context.WithCancel(context.WithoutCancel(ctx))
	defer end()
	defer context.AfterFunc(ctx, func() { time.AfterFunc(lastTime, end) })()
	var slots, sender, beats sync.WaitGroup
	for range w.slots() {
		c, err := s.counter.Fork()
		if err != nil {
			stop(err)
			break
		}
		slots.Go(func() {
			if err := s.work(ctx, c); err != nil {
				stop(err)
			}
		})
	}
	sender.Go(func() {
		if err := s.send(late); err != nil {
			stop(err)
		}
	})
	beats.Go(func() { s.beat(late) })
	done, err = s.fetch(ctx)
	stop(err)
	slots.Wait()
	close(s.results)
	sender.Wait()
	if held := s.held(); len(held) > 0 || err != nil {
		short, cancel := context.WithTimeout(late, lastTime)
		_ = w.ask(short, verbGive, beatRequest{held}, new(beatReply)) // otherwise the leases expire
		cancel()
	}
	end()
	beats.Wait()
	if cause := context.Cause(ctx); err != nil && cause != nil {
		err = cause
	}
	return done, err
}

// lastTime is how long a worker that ends tries to deliver what it has.
const lastTime = 3 * time.Second

// held returns what is not done.
func (s *shift) held() []int {
	s.mu.Lock()
	defer s.mu.Unlock()
	return slices.Sorted(maps.Keys(s.holds))
}

func (s *shift) release(i int) {
	s.mu.Lock()
	defer s.mu.Unlock()
	s.forget(i)
}

// forget is release where s.mu is held.
func (s *shift) forget(i int) {
	if s.holds[i]--; s.holds[i] <= 0 {
		delete(s.holds, i)
	}
}

// fetch takes batches while there are any, and feeds the slots.
func (s *shift) fetch(ctx context.Context) (done bool, err error) {
	for {
		var r takeReply
		if err := s.ask(ctx, verbTake, struct{}{}, &r); err != nil {
			return false, err
		}
		if r.Done {
			return true, nil
		}
		if r.Join {
			return s.rejoin(ctx)
		}
		for _, t := range r.Tasks {
			sub, err := s.frame.Parse(t.Subproblem)
			if err != nil {
				return false, err
			}
			s.mu.Lock()
			s.holds[sub.Number]++
			s.queue = append(s.queue, assignment{&sub, t.Other})
			s.mu.Unlock()
		}
		if len(r.Tasks) == 0 {
			if err := sleep(ctx, idlePause); err != nil {
				return false, err
			}
			continue
		}
		if err := s.feed(ctx); err != nil {
			return false, err
		}
	}
}

// rejoin introduces the worker to a coordinator that does not know it. What it holds it
// keeps, if the plan is the same.
func (s *shift) rejoin(ctx context.Context) (done bool, err error) {
	for {
		var m manifest
		if err := s.ask(ctx, verbJoin, joinRequest{protocolVersion, s.options.Program, s.slots()}, &m); err != nil {
			return false, err
		}
		switch {
		case m.Refusal != "":
			return false, fmt.Errorf("cluster: %.500s: %w", m.Refusal, ErrRefused)
		case m.Done:
			return true, nil
		case m.Wait:
			if err := sleep(ctx, idlePause); err != nil {
				return false, err
			}
			continue
		case m.Plan != s.plan:
			return false, nil
		}
		var r beatReply
		if err := s.ask(ctx, verbBeat, beatRequest{s.held()}, &r); err != nil {
			return false, err
		}
		s.drop(r.Drop)
		return s.fetch(ctx)
	}
}

// feed gives the queue to the slots until little is left of it.
func (s *shift) feed(ctx context.Context) error {
	for {
		s.mu.Lock()
		if len(s.queue) == 0 {
			s.mu.Unlock()
			return nil
		}
		a := s.queue[0]
		s.queue = s.queue[1:]
		s.mu.Unlock()
		select {
		case s.tasks <- a:
		case <-ctx.Done():
			return context.Cause(ctx)
		}
	}
}

// drop forgets what need not be counted.
func (s *shift) drop(numbers []int) {
	s.mu.Lock()
	defer s.mu.Unlock()
	s.queue = slices.DeleteFunc(s.queue, func(a assignment) bool {
		gone := slices.Contains(numbers, a.sub.Number)
		if gone {
			s.forget(a.sub.Number)
		}
		return gone
	})
}

// work is one slot.
func (s *shift) work(ctx context.Context, c *count.Counter) error {
	for {
		var a assignment
		select {
		case <-ctx.Done():
			return nil
		case a = <-s.tasks:
		}
		counter := c
		if a.other != "" {
			var err error
			if counter, err = s.checker(a.other); err != nil {
				return err
			}
		}
		r, err := counter.Count(ctx, a.sub)
		switch {
		case ctx.Err() != nil:
			return nil
		case err != nil:
			if err := s.ask(ctx, verbFail, failRequest{a.sub.Number, err.Error()}, new(doneReply)); err != nil {
				return err
			}
			s.release(a.sub.Number)
			continue
		}
		s.results <- r // there is room, or the sender makes some
	}
}

// checker returns a counter by another kernel than the one named.
func (s *shift) checker(other string) (*count.Counter, error) {
	s.mu.Lock()
	defer s.mu.Unlock()
	c := s.checkers[other]
	if c == nil {
		o, err := s.options.Second(s.frame, other)
		if err != nil {
			return nil, err
		}
		o.Memory, o.Executor, o.Progress = s.memory, nil, nil
		if c, err = count.NewCounter(s.frame, o); err != nil {
			return nil, err
		}
		s.checkers[other] = c
	}
	return c.Fork()
}

// How results are sent together: for so long, and so many.
const (
	gatherTime = 500 * time.Millisecond
	maxGather  = 1 << 8
	gatherSize = maxRequest / 4 // bytes; one more result is no more than ledger.MaxEncoded
)

// send delivers results until there are no more: together, for every request costs both
// sides as much as some results, and at once where nothing else is being counted.
func (s *shift) send(ctx context.Context) (failed error) {
	for r := range s.results {
		if failed != nil {
			continue
		}
		var numbers []int
		var text []byte
		due := time.NewTimer(gatherTime)
		for more := true; more; {
			var line []byte
			if line, failed = s.encode(r); failed != nil {
				break
			}
			numbers, text = append(numbers, r.Subproblem), append(append(text, line...), '\n')
			if more = len(numbers) < maxGather && len(text) < gatherSize && s.counts(len(numbers)); more {
				select {
				case <-due.C:
					more = false
				case r, more = <-s.results:
				}
			}
		}
		due.Stop()
		if failed == nil {
			failed = s.deliver(ctx, numbers, text)
		}
	}
	return failed
}

// counts reports whether more than so many are not done.
func (s *shift) counts(found int) bool {
	s.mu.Lock()
	defer s.mu.Unlock()
	all := 0
	for _, times := range s.holds {
		all += times
	}
	return all > found
}

func (s *shift) encode(r ledger.Result) ([]byte, error) {
	if s.forge != nil {
		r = s.forge(r)
	}
	return r.Encode(s.plan)
}

// deliver sends results until the coordinator has them.
func (s *shift) deliver(ctx context.Context, numbers []int, text []byte) error {
	for p := (pause{}); ; {
		var reply doneReply
		if err := s.ask(ctx, verbDone, text, &reply); err != nil {
			return err
		}
		switch {
		case reply.Kept:
			s.tell(func(p *Progress) { p.Results += len(numbers) })
			for _, i := range numbers {
				s.release(i)
			}
			return nil
		case reply.Refusal != "":
			return fmt.Errorf("cluster: a result: %.500s: %w", reply.Refusal, ErrRefused)
		}
		if err := p.sleep(ctx); err != nil {
			return err
		}
	}
}

// beatInterval is the time between two signs of life.
const beatInterval = leaseTime / 4

// beat gives signs of life.
func (s *shift) beat(ctx context.Context) {
	for sleep(ctx, beatInterval) == nil {
		var r beatReply
		if s.ask(ctx, verbBeat, beatRequest{s.held()}, &r) == nil {
			s.drop(r.Drop)
		}
	}
}
