package cluster

import (
	"cmp"
	"context"
	"encoding/json"
	"errors"
	"fmt"
	"log/slog"
	"math/rand/v2"
	"slices"
	"strings"
	"sync"
	"time"

	"github.com/nats-io/nats.go"

	"queens"
	"queens/count"
	"queens/count/ledger"
)

// Options say how a coordinator works.
type Options struct {
	Project string // part of the subjects; empty: DefaultProject
	State   string // directory of keys and certificate; needed with Listen
	// Listen is the address, HOST:PORT, at which workers of other machines are heard, by
	// TLS with keys that have been enrolled. Empty: this process alone.
	Listen string
	// Server is the address of a NATS server to use instead of an embedded one, and Seed
	// the file of the key to use there, empty for none.
	Server, Seed string

	Scheme    string  // whose sessions are handed out; others are counted here
	Local     bool    // this process counts, too, by the options of the session
	Replicate float64 // part of the results that is counted twice, 0 to 1
	Quorum    bool    // the second time by another worker, never by the same one

	Program string       // name and version of the program
	Log     *slog.Logger // what happens to workers; nil: nothing is told
}

// Validate reports options that make no sense: queens.ErrFormat.
func (o Options) Validate() error {
	switch {
	case o.Replicate < 0 || o.Replicate > 1 || o.Replicate != o.Replicate:
		return fmt.Errorf("cluster: replicate %v: want 0 to 1: %w", o.Replicate, queens.ErrFormat)
	case o.Listen != "" && o.Server != "":
		return fmt.Errorf("cluster: an address to listen at and a server elsewhere: want one of them: %w", queens.ErrFormat)
	case o.Listen != "" && o.State == "":
		return fmt.Errorf("cluster: to listen needs a state directory, for keys and certificate: %w", queens.ErrFormat)
	case !o.Local && o.Listen == "" && o.Server == "":
		return fmt.Errorf("cluster: nobody would count: neither this process nor anybody who could hear of it: %w", queens.ErrFormat)
	}
	return checkToken("project", cmp.Or(o.Project, DefaultProject))
}

// Coordinator hands out the subproblems of sessions: a count.Executor. It must be closed.
type Coordinator struct {
	options Options
	hub     *hub // nil with a server elsewhere
	conn    *nats.Conn
	log     *slog.Logger

	mu      sync.Mutex // guards what follows
	job     *job       // nil while nothing is handed out
	done    bool       // a job has ended, and no other has begun
	workers map[string]*member
	told    map[string]bool // workers that know that the job is done
}

// member is a worker as the coordinator knows it.
type member struct {
	name    string // for people and the ledger
	build   string
	slots   int
	results int
	banned  string // why it is heard no more
}

// job is a session that is handed out.
type job struct {
	session            *count.Session
	plan               ledger.Hash
	schedule           *schedule
	seed               uint64 // of the choice of what is counted twice
	disputes           []dispute
	disputed           map[int]bool  // subproblems that are being settled
	unsettled, changed chan struct{} // one place each
	failed             error
}

// dispute is a subproblem of which two results differ.
type dispute struct{ first, second ledger.Result }

// Start begins to serve workers, which wait until there is a session.
//
// Errors: queens.ErrFormat for options; what the server says.
func Start(o Options) (c *Coordinator, err error) {
	if err := o.Validate(); err != nil {
		return nil, err
	}
	o.Project = cmp.Or(o.Project, DefaultProject)
	c = &Coordinator{options: o, log: cmp.Or(o.Log, slog.New(slog.DiscardHandler)), workers: map[string]*member{}, told: map[string]bool{}}
	if o.Server != "" {
		c.conn, err = dial(o.Server, o.Seed, "")
	} else if c.hub, err = newHub(o.Project, o.Listen, o.State); err == nil {
		c.conn, err = c.hub.connect()
	}
	if err == nil {
		err = c.alone()
	}
	for _, verb := range verbs {
		if err == nil {
			_, err = c.conn.Subscribe(subject(o.Project, verb, "*"), c.answer)
		}
	}
	if err == nil {
		err = c.conn.Flush()
	}
	if err != nil {
		c.Close()
		return nil, fmt.Errorf("cluster: %w", err)
	}
	return c, nil
}

// probeTime is how long another coordinator has to answer.
const probeTime = time.Second

// alone returns an error if another coordinator serves the project.
func (c *Coordinator) alone() error {
	if c.hub != nil {
		return nil
	}
	_, err := c.conn.Request(subject(c.options.Project, verbJoin, "probe"), []byte("{}"), probeTime)
	if errors.Is(err, nats.ErrNoResponders) {
		return nil
	}
	if err == nil {
		err = fmt.Errorf("another coordinator serves the project %q", c.options.Project)
	}
	return err
}

// Close ends the service.
func (c *Coordinator) Close() {
	if c.conn != nil {
		c.conn.Close()
	}
	if c.hub != nil {
		c.hub.close()
	}
}

// Address returns where workers are heard, HOST:PORT; empty if only this process is.
func (c *Coordinator) Address() string {
	if c.hub == nil {
		return ""
	}
	return c.hub.address()
}

// answer answers a request of a worker.
func (c *Coordinator) answer(m *nats.Msg) {
	words := strings.Split(m.Subject, ".")
	if len(words) != 4 || m.Reply == "" {
		return
	}
	verb, key := words[2], words[3]
	reply, err := c.reply(verb, key, m.Data)
	if err != nil {
		c.log.Warn("a request makes no sense", "worker", c.nameOf(key), "verb", verb, "error", err)
		reply = doneReply{Refusal: err.Error()}
	}
	text, err := json.Marshal(reply)
	if err == nil {
		err = m.Respond(text)
	}
	if err != nil {
		c.log.Warn("no reply", "worker", c.nameOf(key), "verb", verb, "error", err)
	}
}

// reply decides what to answer.
func (c *Coordinator) reply(verb, key string, data []byte) (any, error) {
	c.mu.Lock()
	defer c.mu.Unlock()
	switch verb {
	case verbJoin:
		var r joinRequest
		if err := json.Unmarshal(data, &r); err != nil {
			return nil, err
		}
		return c.join(key, r), nil
	case verbTake:
		return c.take(key), nil
	case verbBeat:
		var r beatRequest
		if err := json.Unmarshal(data, &r); err != nil {
			return nil, err
		}
		return c.beat(key, r), nil
	case verbGive:
		var r beatRequest
		if err := json.Unmarshal(data, &r); err != nil {
			return nil, err
		}
		return beatReply{}, c.give(key, r)
	case verbFail:
		var r failRequest
		if err := json.Unmarshal(data, &r); err != nil {
			return nil, err
		}
		return doneReply{Kept: true}, c.fail(key, r)
	default:
		return c.accept(key, data), nil
	}
}

// nameOf returns what to call a worker: as it was enrolled, or by its key.
func (c *Coordinator) nameOf(key string) string {
	if key == localWorker {
		return "coordinator"
	}
	if c.hub != nil && c.options.State != "" {
		list, _ := Enrolled(c.options.State)
		if i := slices.IndexFunc(list, func(w EnrolledWorker) bool { return w.Key == key }); i >= 0 {
			return list[i].Name
		}
	}
	return key
}

// localWorker is the key of the worker of this process.
const localWorker = "local"

// join lets a worker take part. c.mu is held.
func (c *Coordinator) join(key string, r joinRequest) manifest {
	m := manifest{Protocol: protocolVersion, Program: c.options.Program}
	switch {
	case r.Protocol != protocolVersion:
		m.Refusal = fmt.Sprintf("the coordinator, %s, speaks version %d of the protocol, the worker, %.100s, version %d", c.options.Program, protocolVersion, r.Build, r.Protocol)
		return m
	case r.Slots < 1 || r.Slots > maxSlots:
		m.Refusal = fmt.Sprintf("%d slots: want 1 to %d", r.Slots, maxSlots)
		return m
	}
	w := c.workers[key]
	if w == nil {
		w = &member{name: c.nameOf(key)}
		c.workers[key] = w
		c.log.Info("a worker comes", "worker", w.name, "build", r.Build, "slots", r.Slots)
	}
	w.build, w.slots = r.Build, r.Slots
	switch {
	case w.banned != "":
		m.Refusal = w.banned
	case c.job == nil:
		m.Wait, m.Done = !c.done, c.done
		c.told[key] = c.done
	default:
		p := c.job.session.Plan()
		m.Order, m.Scheme, m.Version, m.Plan = p.Order, p.Scheme.Name, p.Scheme.Version, c.job.plan
		m.Subproblems, m.Checks = len(p.Subproblems), c.options.Replicate > 0
		c.job.schedule.join(key, r.Slots, time.Now())
	}
	return m
}

// maxSlots bounds the slots of a worker.
const maxSlots = 1 << 12

// maxBatchBytes bounds what is handed out at once.
const maxBatchBytes = 256 << 10

// take hands out a batch. c.mu is held.
func (c *Coordinator) take(key string) (r takeReply) {
	j, w := c.job, c.workers[key]
	switch {
	case j == nil:
		c.told[key] = c.done
		return takeReply{Done: c.done, Join: !c.done}
	case w == nil || w.banned != "" || j.schedule.workers[key] == nil:
		return takeReply{Join: true}
	}
	p, size := j.session.Plan(), 0
	for _, t := range j.schedule.take(key, time.Now(), func(i int) bool { return c.mayCheck(key, i) }) {
		sub := &p.Subproblems[t.number]
		wire := wireTask{Subproblem: p.Encode(sub)}
		if size += len(wire.Subproblem); size > maxBatchBytes && len(r.Tasks) > 0 {
			j.schedule.giveBack(key, t.number)
			continue
		}
		if kept, ok, err := j.session.Kept(t.number); err != nil {
			j.stop(err)
		} else if ok {
			wire.Other = kept.Kernel
		}
		if len(r.Tasks) == 0 {
			j.session.Begin(w.name, t.number)
		}
		r.Tasks = append(r.Tasks, wire)
	}
	return r
}

// mayCheck reports whether a worker may count a subproblem the second time: another one
// than the first, where that is asked for or there is one.
func (c *Coordinator) mayCheck(key string, i int) bool {
	others := 0
	for other, w := range c.workers {
		if other != key && w.banned == "" && c.job.schedule.workers[other] != nil {
			others++
		}
	}
	kept, ok, err := c.job.session.Kept(i)
	return err == nil && (!ok || kept.Worker != c.workers[key].name || others == 0 && !c.options.Quorum)
}

// beat renews leases. c.mu is held.
func (c *Coordinator) beat(key string, r beatRequest) beatReply {
	if c.job == nil || c.job.schedule.workers[key] == nil {
		return beatReply{Join: true}
	}
	return beatReply{Drop: c.job.schedule.beat(key, r.Holds, time.Now(), func(i int) bool { return !c.job.wanted(i) })}
}

// give takes back what a worker that ends has not counted. c.mu is held.
func (c *Coordinator) give(key string, r beatRequest) error {
	w := c.workers[key]
	if c.job == nil || w == nil {
		return nil
	}
	for _, i := range r.Holds {
		c.job.schedule.giveBack(key, i)
	}
	c.job.schedule.leave(key)
	c.job.session.End(w.name)
	c.log.Info("a worker goes", "worker", w.name, "results", w.results)
	return nil
}

// fail notes that a worker cannot count a subproblem. c.mu is held.
func (c *Coordinator) fail(key string, r failRequest) error {
	if c.job == nil || r.Subproblem < 0 || r.Subproblem >= len(c.job.schedule.subproblems) {
		return nil
	}
	check, had := c.job.schedule.release(key, r.Subproblem)
	if !had {
		return nil
	}
	c.log.Warn("a worker cannot count a subproblem", "worker", c.nameOf(key), "subproblem", r.Subproblem+1, "reason", fmt.Sprintf("%.500s", r.Reason))
	c.job.schedule.failed(r.Subproblem, check)
	c.job.tell()
	return nil
}

// accept takes in a result. c.mu is held.
func (c *Coordinator) accept(key string, data []byte) doneReply {
	j, w := c.job, c.workers[key]
	switch {
	case j == nil && c.done:
		return doneReply{Kept: true} // it came twice, or nobody needs it
	case j == nil:
		return doneReply{} // again, when there is a session
	case w == nil: // of an earlier coordinator; it joins when it has nothing left to deliver
		w = &member{name: c.nameOf(key)}
		c.workers[key] = w
	case w.banned != "":
		return doneReply{Refusal: w.banned}
	}
	r, err := ledger.ParseResult(data, j.plan)
	if err == nil && r.Subproblem >= len(j.schedule.subproblems) {
		err = fmt.Errorf("subproblem %d of %d: %w", r.Subproblem+1, len(j.schedule.subproblems), queens.ErrFormat)
	}
	if err != nil {
		c.log.Warn("no result", "worker", w.name, "error", err)
		return doneReply{Refusal: err.Error()}
	}
	r.Worker = w.name
	check := j.schedule.isCheck(key, r.Subproblem)
	fresh := false
	kept, had, err := j.session.Kept(r.Subproblem)
	switch what, _, _ := kept.Differs(r); {
	case err != nil || j.disputed[r.Subproblem]:
	case had && what != "":
		err = c.dispute(kept, r)
	case had && kept.Worker == r.Worker && (c.options.Quorum || !check):
		// The same again proves nothing.
	default:
		fresh = !had
		err = j.session.Accept(r)
	}
	if err != nil {
		j.stop(err)
		return doneReply{}
	}
	w.results++
	j.schedule.counted(key, r.Subproblem, r.Elapsed.Seconds(), fresh)
	c.check(r.Subproblem)
	if v := j.schedule.workers[key]; v != nil && v.leases == 0 {
		j.session.End(w.name)
	}
	j.tell()
	return doneReply{Kept: true}
}

// check has a subproblem counted again if that is its lot. c.mu is held.
func (c *Coordinator) check(i int) {
	j := c.job
	_, has, err := j.session.Kept(i)
	delete(j.schedule.checks, i)
	if err == nil && has && j.needsCheck(c.options.Replicate, i) {
		j.schedule.double(i)
	}
}

// dispute takes back what there is of a subproblem of which a second result differs, and
// has it settled. c.mu is held.
func (c *Coordinator) dispute(kept, second ledger.Result) error {
	j, i := c.job, kept.Subproblem
	what, one, two := kept.Differs(second)
	c.log.Warn("two results differ", "subproblem", i+1, "what", what, "worker", kept.Worker, "says", one, "other", second.Worker, "finds", two)
	reason := fmt.Sprintf("%s is %s by worker %s and %s by worker %s", what, one, kept.Worker, two, second.Worker)
	if err := j.session.Withdraw(i, reason); err != nil {
		return err
	}
	j.disputed[i] = true
	j.schedule.wants.set(i)
	j.disputes = append(j.disputes, dispute{kept, second})
	wake(j.unsettled)
	return nil
}

// wanted reports whether a subproblem is still to be counted, once or twice.
func (j *job) wanted(i int) bool {
	_, has, err := j.session.Kept(i)
	return err != nil || !has || j.schedule.checks[i]
}

// needsCheck reports whether a subproblem that has a result is to be counted again. Nobody
// but the coordinator can tell before.
func (j *job) needsCheck(part float64, i int) bool {
	return part > 0 && rand.New(rand.NewPCG(j.seed, uint64(i))).Float64() < part && !j.session.Confirmed(i)
}

// stop ends the job with an error.
func (j *job) stop(err error) {
	if j.failed == nil {
		j.failed = err
	}
	j.tell()
}

// tell wakes Execute.
func (j *job) tell() { wake(j.changed) }

// wake leaves a message for one who waits, unless there is one.
func wake(c chan struct{}) {
	select {
	case c <- struct{}{}:
	default:
	}
}

// ErrAside says that subproblems could not be counted by anybody.
var ErrAside = errors.New("set aside")

// ended reports whether nothing is left to do, or why it cannot be done.
func (j *job) ended() (bool, error) {
	s := j.schedule
	switch {
	case j.failed != nil:
		return true, j.failed
	case len(j.disputed) > 0:
		return false, nil
	case len(s.aside) > 0 && s.wants.count == len(s.aside) && len(s.held) == 0:
		var numbers []int
		for i := range s.aside {
			numbers = append(numbers, i+1)
		}
		slices.Sort(numbers)
		return true, fmt.Errorf("cluster: %d subproblems, number %v, are %w: %d attempts to count each have failed", len(numbers), numbers[:min(10, len(numbers))], ErrAside, maxFails)
	}
	return s.wants.count == 0 && !j.unchecked(), nil
}

// unchecked reports whether a second computation is still to come.
func (j *job) unchecked() bool {
	if len(j.schedule.checks) > 0 {
		return true
	}
	for _, list := range j.schedule.held {
		if slices.ContainsFunc(list, func(l lease) bool { return l.check }) {
			return true
		}
	}
	return false
}

// Execute hands out what is missing in the session, if it is one of the scheme of the
// options, and returns when nothing is, or a part cannot be counted: ErrAside. It is
// count.Executor.Execute.
func (c *Coordinator) Execute(ctx context.Context, s *count.Session) error {
	p := s.Plan()
	if p.Scheme.Name != c.options.Scheme || !s.Options().Keeps(p) {
		return count.Local{}.Execute(ctx, s)
	}
	j := &job{
		session: s, plan: ledger.Hash(p.Hash), schedule: newSchedule(p.Subproblems), seed: rand.Uint64(),
		disputed: map[int]bool{}, unsettled: make(chan struct{}, 1), changed: make(chan struct{}, 1),
	}
	for _, sub := range s.Missing() {
		j.schedule.want(sub.Number)
	}
	for i := range p.Subproblems {
		if !j.schedule.free.has(i) && j.needsCheck(c.options.Replicate, i) {
			j.schedule.checks[i] = true
		}
	}
	if over, _ := j.ended(); over {
		return nil
	}
	c.mu.Lock()
	c.job, c.done = j, false
	c.mu.Unlock()

	ctx, stop := context.WithCancel(ctx)
	var others sync.WaitGroup
	others.Go(func() { c.settle(ctx, j) })
	if c.options.Local {
		others.Go(func() {
			if err := c.countHere(ctx, s.Options()); err != nil && ctx.Err() == nil {
				c.mu.Lock()
				j.stop(err)
				c.mu.Unlock()
			}
		})
	}
	err := c.watch(ctx, j)
	c.mu.Lock()
	c.job, c.done = nil, err == nil
	clear(c.told)
	c.mu.Unlock()
	if err == nil {
		c.linger(j)
	}
	stop()
	others.Wait()
	return err
}

// watchInterval is how often leases and enrolments are looked at.
const watchInterval = time.Second

// watch waits until the job has ended.
func (c *Coordinator) watch(ctx context.Context, j *job) error {
	tick := time.NewTicker(watchInterval)
	defer tick.Stop()
	for {
		c.mu.Lock()
		over, err := j.ended()
		c.mu.Unlock()
		if over {
			return err
		}
		select {
		case <-ctx.Done():
			c.mu.Lock()
			defer c.mu.Unlock()
			if j.schedule.wants.count == 0 {
				return fmt.Errorf("%w: %w", count.ErrUnchecked, ctx.Err())
			}
			return ctx.Err()
		case <-j.changed:
		case now := <-tick.C:
			c.mu.Lock()
			j.schedule.expire(now)
			c.mu.Unlock()
			if c.hub != nil {
				if err := c.hub.reload(); err != nil {
					c.log.Error("workers are as before", "error", err)
				}
			}
		}
	}
}

// lingerTime is how long the coordinator stays to tell workers that the job is done.
const lingerTime = 3 * time.Second

// linger waits until the workers know that the job is done.
func (c *Coordinator) linger(j *job) {
	for deadline := time.Now().Add(lingerTime); time.Now().Before(deadline); time.Sleep(10 * time.Millisecond) {
		c.mu.Lock()
		waiting := 0
		for key, w := range j.schedule.workers {
			if c.workers[key].banned == "" && !c.told[key] && time.Since(w.seen) < lingerTime {
				waiting++
			}
		}
		c.mu.Unlock()
		if waiting == 0 {
			return
		}
	}
}

// countHere is the worker of this process.
func (c *Coordinator) countHere(ctx context.Context, o count.Options) error {
	connect := func() (*nats.Conn, error) { return c.hub.connect(nats.CustomInboxPrefix(inbox(localWorker))) }
	if c.hub == nil {
		connect = func() (*nats.Conn, error) { return dial(c.options.Server, c.options.Seed, localWorker) }
	}
	conn, err := connect()
	if err != nil {
		return err
	}
	defer conn.Close()
	o.Program = c.options.Program
	return (&worker{conn: conn, key: localWorker, project: c.options.Project, options: o, log: slog.New(slog.DiscardHandler)}).run(ctx)
}

// settle settles disputes, one after the other.
func (c *Coordinator) settle(ctx context.Context, j *job) {
	for {
		select {
		case <-ctx.Done():
			return
		case <-j.unsettled:
		}
		for {
			c.mu.Lock()
			var d dispute
			some := len(j.disputes) > 0
			if some {
				d, j.disputes = j.disputes[0], j.disputes[1:]
			}
			c.mu.Unlock()
			if !some {
				break
			}
			wrong, err := j.session.Settle(ctx, d.first, d.second)
			if err == nil {
				err = c.ban(ctx, j, wrong)
			}
			c.mu.Lock()
			if delete(j.disputed, d.first.Subproblem); err == nil {
				j.schedule.counted("", d.first.Subproblem, 0, true)
				c.check(d.first.Subproblem)
			} else if ctx.Err() == nil {
				j.stop(err)
			}
			j.tell()
			c.mu.Unlock()
		}
	}
}

// ban hears a worker no more, and withdraws what it alone has found.
func (c *Coordinator) ban(ctx context.Context, j *job, wrong ledger.Result) error {
	reason := fmt.Sprintf("its result of subproblem %d by kernel %s is wrong: two other computations agree on another one", wrong.Subproblem+1, wrong.Kernel)
	c.mu.Lock()
	for key, w := range c.workers {
		if w.name == wrong.Worker {
			w.banned = reason
			j.schedule.leave(key)
			j.session.End(w.name)
		}
	}
	c.mu.Unlock()
	// Nothing of it comes in any more.
	missing, err := j.session.Disown(ctx, wrong.Worker, "worker "+wrong.Worker+" has proved wrong")
	c.log.Error("a worker is heard no more", "worker", wrong.Worker, "reason", reason, "withdrawn", len(missing))
	c.mu.Lock()
	defer c.mu.Unlock()
	for _, i := range missing {
		delete(j.schedule.checks, i)
		j.schedule.want(i)
	}
	if wrong.Worker == c.nameOf(localWorker) {
		return errors.Join(err, fmt.Errorf("cluster: this machine is broken: %s: %w", reason, ledger.ErrMismatch))
	}
	return err
}

// Worker is what is known of a worker.
type Worker struct {
	Name    string `json:"name"`
	Build   string `json:"build"`
	Slots   int    `json:"slots"`
	Results int    `json:"results"` // since the coordinator began
	Holds   int    `json:"holds"`   // subproblems it is counting
	Banned  string `json:"banned,omitempty"`
}

// Status is how far a coordinator is.
type Status struct {
	Subproblems int      `json:"subproblems"` // 0 while nothing is handed out
	Missing     int      `json:"missing"`     // without a result
	Held        int      `json:"held"`        // being counted
	Checks      int      `json:"checks"`      // to be counted a second time
	Disputes    int      `json:"disputes"`    // being settled
	Aside       int      `json:"aside"`       // that nobody could count
	Workers     []Worker `json:"workers"`     // that have come, by name
}

// Status returns how far the coordinator is.
func (c *Coordinator) Status() (s Status) {
	c.mu.Lock()
	defer c.mu.Unlock()
	if j := c.job; j != nil {
		d := j.schedule
		s = Status{Subproblems: len(d.subproblems), Missing: d.wants.count, Held: len(d.held), Checks: len(d.checks), Disputes: len(j.disputed), Aside: len(d.aside)}
	}
	for key, w := range c.workers {
		v := Worker{Name: w.name, Build: w.build, Slots: w.slots, Results: w.results, Banned: w.banned}
		if c.job != nil && c.job.schedule.workers[key] != nil {
			v.Holds = c.job.schedule.workers[key].leases
		}
		s.Workers = append(s.Workers, v)
	}
	slices.SortFunc(s.Workers, func(a, b Worker) int { return strings.Compare(a.Name, b.Name) })
	return s
}
