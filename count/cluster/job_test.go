package cluster

import (
	"encoding/json"
	"errors"
	"fmt"
	"log/slog"
	"maps"
	"math/rand/v2"
	"os"
	"path/filepath"
	"slices"
	"testing"
	"time"

	"queens/count"
	"queens/count/ledger"
	"queens/count/plan"
	"queens/known"
)

// An order and a scheme with some subproblems that take no time, by any kernel.
const (
	testOrder  = 15
	testScheme = "parity"
)

// trial is a count whose coordinator and workers are played by hand, one event at a time,
// by a clock of its own: workers come, count, lie, fail, stall, die and come back, messages
// are lost and come twice, the coordinator dies.
type trial struct {
	t       *testing.T
	random  *rand.Rand
	now     time.Time
	state   string
	plan    *plan.Plan
	options Options
	truth   []ledger.Result // by subproblem
	session *count.Session
	job     *job
	banned  map[string]string
	workers []*actor
	poison  map[int]bool // subproblems that nobody can count
	aside   int          // how often a start ended with some set aside
}

// actor is a worker of a trial.
type actor struct {
	name   string
	kernel string
	lies   uint64 // what it adds to results, sometimes
	queue  []int
	sent   []ledger.Result // not yet known to be kept
}

// newTestPlan returns a plan.
func newTestPlan(t *testing.T, order int) *plan.Plan {
	t.Helper()
	s, err := plan.Lookup(testScheme)
	if err != nil {
		t.Fatal(err)
	}
	p, err := plan.New(t.Context(), order, s)
	if err != nil {
		t.Fatal(err)
	}
	return p
}

// testPlan returns a plan with its results.
func testPlan(t *testing.T, order int) (*plan.Plan, []ledger.Result) {
	t.Helper()
	p := newTestPlan(t, order)
	counter, err := count.NewCounter(p.Frame, count.Options{})
	if err != nil {
		t.Fatal(err)
	}
	truth := make([]ledger.Result, len(p.Subproblems))
	for i := range truth {
		if truth[i], err = counter.Count(t.Context(), &p.Subproblems[i]); err != nil {
			t.Fatal(err)
		}
	}
	return p, truth
}

func newTrial(t *testing.T, p *plan.Plan, truth []ledger.Result, seed uint64, o Options, workers ...*actor) *trial {
	t.Helper()
	o.Log = slog.New(slog.DiscardHandler)
	r := &trial{
		t: t, random: rand.New(rand.NewPCG(seed, 14)), now: time.Unix(0, 0), state: t.TempDir(), plan: p, options: o, truth: truth,
		banned: map[string]string{}, workers: workers, poison: map[int]bool{},
	}
	r.open()
	t.Cleanup(func() { _ = r.session.Close() })
	return r
}

// open starts the coordinator.
func (r *trial) open() {
	r.t.Helper()
	var err error
	if r.session, err = count.Open(r.t.Context(), r.plan, count.Options{State: r.state, KeepAll: true, Program: "test"}); err != nil {
		r.t.Fatal(err)
	}
	if r.job, err = newJob(r.session, r.options, []byte("secret")); err != nil {
		r.t.Fatal(err)
	}
	r.job.ban = func(worker, reason string) error {
		r.banned[worker] = reason
		return nil
	}
}

// crash ends the coordinator as a loss of power does, sometimes with damage to the ledger,
// and starts it again.
func (r *trial) crash() {
	r.t.Helper()
	if err := r.session.Close(); err != nil {
		r.t.Fatal(err)
	}
	path := filepath.Join(ledger.Dir(r.state, count.RunName(r.plan)), "ledger")
	text, err := os.ReadFile(path)
	if err != nil {
		r.t.Fatal(err)
	}
	if cut := r.random.IntN(300); cut < len(text) && r.random.IntN(2) == 0 { // the end was not yet on the disk
		text = text[:len(text)-cut]
	}
	if at := 500; at < len(text) && r.random.IntN(4) == 0 { // and the disk is old
		text[at+r.random.IntN(len(text)-at)] ^= 1 << r.random.IntN(8)
	}
	if err := os.WriteFile(path, text, 0o600); err != nil {
		r.t.Fatal(err)
	}
	r.open()
}

// event has something happen.
func (r *trial) event() {
	r.now = r.now.Add(time.Duration(r.random.IntN(3000)) * time.Millisecond)
	j, w := r.job, r.workers[r.random.IntN(len(r.workers))]
	there := j.schedule.workers[w.name] != nil
	switch dice := r.random.IntN(200); {
	case dice == 0:
		r.crash()
	case dice == 1: // nothing is heard of anybody for long
		r.now = r.now.Add(leaseTime + time.Second)
	case dice < 10:
		j.schedule.expire(r.now)
	case dice < 20 && len(j.disputes) > 0:
		r.settle()
	case r.banned[w.name] != "":
		w.queue, w.sent = nil, nil
	case dice < 22: // it dies
		w.queue, w.sent = nil, nil
	case dice < 24: // it goes
		j.give(w.name)
		w.queue, w.sent = nil, nil
	case !there:
		j.join(w.name, joinRequest{protocolVersion, "test", 1 + r.random.IntN(3)}, r.now)
	case dice < 40:
		holds := slices.Clone(w.queue)
		for _, s := range w.sent {
			holds = append(holds, s.Subproblem)
		}
		reply := j.beat(w.name, beatRequest{holds}, r.now)
		w.queue = slices.DeleteFunc(w.queue, func(i int) bool { return slices.Contains(reply.Drop, i) })
	case len(w.sent) > 0 && dice < 100:
		r.deliver(w)
	case len(w.queue) > 0:
		r.count(w)
	default:
		reply := j.take(w.name, r.now)
		if reply.Join || r.random.IntN(50) == 0 { // or the reply is lost
			return
		}
		for _, task := range reply.Tasks {
			sub, err := r.plan.Parse(task.Subproblem)
			if err != nil {
				r.t.Fatal(err)
			}
			w.queue = append(w.queue, sub.Number)
		}
	}
}

// count has a worker count what it holds first.
func (r *trial) count(w *actor) {
	i := w.queue[0]
	w.queue = w.queue[1:]
	if r.poison[i] {
		r.job.fail(w.name, failRequest{i, "poison"})
		return
	}
	total := r.truth[i].Total
	if w.lies > 0 && r.random.IntN(4) == 0 {
		total = total.Add(w.lies)
	}
	result := ledger.NewResult(i, total)
	result.Kernel, result.Elapsed = w.kernel, time.Duration(1+r.random.IntN(1000))*time.Millisecond
	w.sent = append(w.sent, result)
}

// deliver has a result arrive, sometimes more than once.
func (r *trial) deliver(w *actor) {
	text, err := w.sent[0].Encode(r.job.plan)
	if err != nil {
		r.t.Fatal(err)
	}
	reply := r.job.accept(w.name, text)
	if !reply.Kept || reply.Refusal != "" {
		r.t.Fatalf("%s: %+v, %v", w.name, reply, r.job.failed)
	}
	if r.random.IntN(20) > 0 { // otherwise the reply is lost
		w.sent = w.sent[1:]
	}
}

// settle decides the first dispute, as Coordinator.watch does.
func (r *trial) settle() {
	d := r.job.disputes[0]
	wrong, err := r.session.Settle(r.t.Context(), d.first, d.second)
	if err == nil {
		err = r.job.settle(r.t.Context(), wrong)
	}
	if err != nil {
		r.t.Fatal(err)
	}
}

// check looks at what must hold after every event: the schedule agrees with the ledger, and
// a subproblem is in one place.
func (r *trial) check() {
	r.t.Helper()
	j, s := r.job, r.job.schedule
	if j.failed != nil {
		r.t.Fatal(j.failed)
	}
	holds, count := map[string]int{}, [phases]int{}
	for i, p := range s.phases {
		count[p]++
		kept, has, err := r.session.Kept(i)
		if err != nil {
			r.t.Fatal(err)
		}
		want := decided
		switch {
		case slices.ContainsFunc(j.disputes, func(d dispute) bool { return d.first.Subproblem == i }):
			want = disputed
		case !has:
			want = missing
		case j.twice(i) && !r.session.Confirmed(i):
			want = single
		}
		if p != want && (p != aside || want > single) || p == single && s.names[s.owners[i]] != kept.Worker {
			r.t.Fatalf("subproblem %d is in phase %d; the ledger has %t, %+v, which is phase %d", i, p, has, kept, want)
		}
		for q := range s.queues {
			if in := s.queues[q].has(i); in != (p == phase(q) && len(s.held[i]) == 0) {
				r.t.Fatalf("subproblem %d of phase %d, held by %v: in queue %d: %t", i, p, s.held[i], q, in)
			}
		}
		if len(s.held[i]) > 0 && p > single {
			r.t.Fatalf("subproblem %d of phase %d is held by %v", i, p, s.held[i])
		}
		for _, l := range s.held[i] {
			holds[l.worker]++
			if !s.holds(l.worker, i) || s.workers[l.worker] == nil {
				r.t.Fatalf("subproblem %d is held by %s, which does not know", i, l.worker)
			}
		}
	}
	if count != s.count {
		r.t.Fatalf("phases: %v, counted %v", count, s.count)
	}
	for name, w := range s.workers {
		if len(w.holds) != holds[name] || r.banned[name] != "" {
			r.t.Fatalf("worker %s holds %d and %d, banned %q", name, len(w.holds), holds[name], r.banned[name])
		}
	}
}

// run has events happen until everything is decided, or nothing but the poison is left.
func (r *trial) run() {
	r.t.Helper()
	for events := 0; ; events++ {
		over, err := r.job.over()
		if over && errors.Is(err, ErrAside) {
			if r.aside++; len(r.poison) > 0 && r.aside > 3 {
				return
			}
			r.crash() // the next start tries again
			continue
		}
		if over {
			if err != nil {
				r.t.Fatal(err)
			}
			return
		}
		if events > 60_000 {
			text, _ := json.Marshal(r.job.status())
			r.t.Fatalf("no end after %d events: %s, held %v", events, text, r.job.schedule.held)
		}
		r.event()
		r.check()
	}
}

// finish checks the ledger of a run in which everything is decided.
func (r *trial) finish() {
	r.t.Helper()
	if len(r.poison) > 0 {
		for i, p := range r.job.schedule.phases {
			if r.poison[i] != (p == aside) {
				r.t.Errorf("subproblem %d: poison %t, phase %d", i, r.poison[i], p)
			}
		}
		return
	}
	want, _ := known.Solutions(r.plan.Order)
	tally, err := r.session.Finish()
	if err != nil || tally.Total != want {
		r.t.Fatalf("%+v, %v; want %v", tally, err, want)
	}
	run, err := ledger.Read(r.t.Context(), tally.Ledger)
	if err != nil {
		r.t.Fatal(err)
	}
	by := map[int][]string{}
	for c, err := range run.Computations() {
		if err != nil || c.Total != r.truth[c.Subproblem].Total {
			r.t.Fatalf("%+v, %v; want %v", c, err, r.truth[c.Subproblem].Total)
		}
		by[c.Subproblem] = append(by[c.Subproblem], c.Worker)
	}
	for i, owners := range by {
		if r.job.twice(i) && len(owners) != 2 || r.options.Quorum && len(owners) == 2 && owners[0] == owners[1] && owners[0] != "" { // empty: the coordinator, for both were wrong
			r.t.Errorf("subproblem %d is counted by %v", i, owners)
		}
	}
}

// actors returns honest workers.
func actors(n int) (list []*actor) {
	for i := range n {
		list = append(list, &actor{name: fmt.Sprint("honest", i), kernel: fmt.Sprint("kernel", i%2)})
	}
	return list
}

// Whatever happens, in whatever order, every subproblem is decided or, if nobody can count
// it, set aside; the ledger has the right total; liars leave no trace in it.
func TestTrials(t *testing.T) {
	p, truth := testPlan(t, testOrder)
	seeds := uint64(10)
	if testing.Short() {
		seeds = 2
	}
	for name, c := range map[string]struct {
		options Options
		liars   int
		honest  int
		poison  []int
	}{
		"once":                 {Options{}, 0, 3, nil},
		"once, alone":          {Options{}, 0, 1, nil},
		"some twice":           {Options{Replicate: 0.3}, 0, 3, nil},
		"all twice, alone":     {Options{Replicate: 1}, 0, 1, nil},
		"all twice, two liars": {Options{Replicate: 1}, 2, 2, nil},
		"quorum":               {Options{Replicate: 1, Quorum: true}, 0, 2, nil},
		"quorum, three liars":  {Options{Replicate: 1, Quorum: true}, 3, 2, nil},
		"poison":               {Options{Replicate: 0.5}, 0, 3, []int{0, 7}},
		"poison, quorum, liar": {Options{Replicate: 1, Quorum: true}, 1, 3, []int{3}},
	} {
		t.Run(name, func(t *testing.T) {
			t.Parallel()
			for seed := range seeds {
				workers := actors(c.honest)
				for i := range c.liars {
					workers = append(workers, &actor{name: fmt.Sprint("liar", i), kernel: "kernel0", lies: uint64(8 * (i + 1))})
				}
				r := newTrial(t, p, truth, seed, c.options, workers...)
				for _, i := range c.poison {
					r.poison[i] = true
				}
				r.run()
				r.finish()
				if honest := slices.Collect(maps.Keys(r.banned)); slices.ContainsFunc(honest, func(name string) bool { return name[0] != 'l' }) {
					t.Errorf("seed %d: banned %v", seed, honest)
				}
			}
		})
	}
}

// say has a worker deliver a result, total more than the true one.
func (r *trial) say(w *actor, i int, total uint64) {
	r.t.Helper()
	result := ledger.NewResult(i, r.truth[i].Total.Add(total))
	result.Kernel, result.Elapsed = "kernel", time.Duration(r.random.Uint64N(1<<40))
	w.sent = []ledger.Result{result}
	for len(w.sent) > 0 {
		r.deliver(w)
	}
	r.check()
}

// A result that comes in while those of a liar are withdrawn counts: nothing that the
// ledger has waits for a result for ever.
func TestResultsBesideWithdrawal(t *testing.T) {
	p, truth := testPlan(t, testOrder)
	liar, first, second := &actor{name: "liar"}, &actor{name: "first"}, &actor{name: "second"}
	r := newTrial(t, p, truth, 1, Options{Replicate: 1, Quorum: true}, liar, first, second)
	for _, w := range r.workers {
		r.job.join(w.name, joinRequest{protocolVersion, "test", 1}, r.now)
	}
	r.say(liar, 0, 0)
	r.say(liar, 1, 8)
	r.say(first, 1, 0)  // the dispute
	r.say(second, 1, 0) // comes while it is being settled
	r.say(first, 2, 0)
	r.say(liar, 2, 0) // and so confirms
	r.settle()
	r.check()
	s := r.job.schedule
	if s.phases[0] != missing || s.phases[1] != decided || s.phases[2] != decided || r.banned["liar"] == "" {
		t.Errorf("phases %v, banned %v", s.phases[:3], r.banned)
	}
	r.say(first, 0, 0)
	r.say(second, 0, 0)
	if s.phases[0] != decided {
		t.Errorf("phase %d after two results", s.phases[0])
	}
}

// Where two workers must agree, two computations by one of them do not, with a lease or
// without; where one worker is all there is, it confirms what it is asked to count again.
func TestNobodyConfirmsHimself(t *testing.T) {
	p, truth := testPlan(t, testOrder)
	for _, quorum := range []bool{true, false} {
		one := &actor{name: "one"}
		r := newTrial(t, p, truth, 1, Options{Replicate: 1, Quorum: quorum}, one)
		j := r.job
		j.join(one.name, joinRequest{protocolVersion, "test", 1}, r.now)
		r.say(one, 3, 0)
		r.say(one, 3, 0) // not asked for
		if j.schedule.phases[3] != single {
			t.Errorf("quorum %t: phase %d after two results of one worker", quorum, j.schedule.phases[3])
		}
		j.beat(one.name, beatRequest{[]int{3}}, r.now)
		r.say(one, 3, 0)
		if want := map[bool]phase{true: single, false: decided}[quorum]; j.schedule.phases[3] != want {
			t.Errorf("quorum %t: phase %d after what was asked for, want %d", quorum, j.schedule.phases[3], want)
		}
	}
}
