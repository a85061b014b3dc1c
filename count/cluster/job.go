package cluster

import (
	"context"
	"crypto/sha256"
	"encoding/binary"
	"encoding/json"
	"errors"
	"fmt"
	"log/slog"
	"slices"
	"strings"
	"time"

	"queens"
	"queens/count"
	"queens/count/ledger"
)

// job is a session that is handed out: what the coordinator does with the requests of
// workers, without network, clock and goroutines. Its owner guards it.
type job struct {
	session  *count.Session
	plan     ledger.Hash
	schedule *schedule
	part     float64 // of the results that is counted twice
	secret   []byte  // on which it depends which ones
	members  map[string]*member
	disputes []dispute // of which the first is being settled
	failed   error     // why the job cannot go on
	log      *slog.Logger
	ban      func(worker, reason string) error // keeps a worker from taking part
}

// member is a worker that takes part or has done.
type member struct {
	build   string
	slots   int
	results int
	banned  string // why it is heard no more
}

// dispute is a subproblem of which two results differ.
type dispute struct{ first, second ledger.Result }

// newJob returns the job of a session. Of the results that are there already, some are to be
// counted a second time, too.
func newJob(s *count.Session, o Options, secret []byte) (*job, error) {
	p := s.Plan()
	j := &job{
		session: s, plan: ledger.Hash(p.Hash), schedule: newSchedule(p.Subproblems, o.Quorum), part: o.Replicate, secret: secret,
		members: map[string]*member{}, log: o.Log, ban: func(string, string) error { return nil },
	}
	for _, sub := range s.Missing() {
		j.schedule.set(sub.Number, missing, "")
	}
	for i := range p.Subproblems {
		if j.schedule.phases[i] == missing || !j.twice(i) {
			continue
		}
		if err := j.refresh(i); err != nil {
			return nil, err
		}
	}
	return j, nil
}

// twice reports whether a subproblem is to be counted a second time. Workers cannot tell,
// and it is the same at every start.
func (j *job) twice(i int) bool {
	sum := sha256.Sum256(binary.LittleEndian.AppendUint64(slices.Clone(j.secret), uint64(i)))
	return float64(binary.LittleEndian.Uint64(sum[:])>>11)/(1<<53) < j.part
}

// refresh has the schedule agree with the ledger about a subproblem.
func (j *job) refresh(i int) error {
	switch {
	case !j.session.Has(i):
		j.schedule.set(i, missing, "")
	case j.twice(i) && !j.session.Confirmed(i):
		kept, _, err := j.session.Kept(i)
		if err != nil {
			return err
		}
		j.schedule.set(i, single, kept.Worker)
	default:
		j.schedule.set(i, decided, "")
	}
	return nil
}

// has reports whether the plan has a subproblem of the number.
func (j *job) has(i int) bool { return i >= 0 && i < len(j.schedule.subproblems) }

// member returns a worker, which may be one of an earlier coordinator.
func (j *job) member(worker string) *member {
	m := j.members[worker]
	if m == nil {
		m = &member{}
		j.members[worker] = m
	}
	return m
}

// join lets a worker take part.
func (j *job) join(worker string, r joinRequest, now time.Time) manifest {
	w := j.member(worker)
	w.build, w.slots = r.Build, r.Slots
	j.schedule.join(worker, r.Slots, now)
	j.log.Info("a worker comes", "worker", worker, "build", r.Build, "slots", r.Slots)
	p := j.session.Plan()
	return manifest{
		Order: p.Order, Scheme: p.Scheme.Name, Version: p.Scheme.Version, Plan: j.plan,
		Subproblems: len(p.Subproblems), Checks: j.part > 0,
	}
}

// maxBatchBytes bounds what is handed out at once.
const maxBatchBytes = 256 << 10

// take hands out a batch.
func (j *job) take(worker string, now time.Time) (r takeReply) {
	s := j.schedule
	if s.workers[worker] == nil {
		return takeReply{Join: true}
	}
	p, size := j.session.Plan(), 0
	for _, i := range s.take(worker, now) {
		task := wireTask{Subproblem: p.Encode(&p.Subproblems[i])}
		if size += len(task.Subproblem); size > maxBatchBytes && len(r.Tasks) > 0 {
			s.release(worker, i)
			continue
		}
		if s.phases[i] == single {
			kept, _, err := j.session.Kept(i)
			if err != nil {
				j.stop(err)
				return takeReply{}
			}
			task.Other = kept.Kernel
		}
		if len(r.Tasks) == 0 {
			j.session.Begin(worker, i)
		}
		r.Tasks = append(r.Tasks, task)
	}
	return r
}

// beat renews leases.
func (j *job) beat(worker string, r beatRequest, now time.Time) beatReply {
	if j.schedule.workers[worker] == nil {
		return beatReply{Join: true}
	}
	return beatReply{Drop: j.schedule.beat(worker, r.Holds, now)}
}

// give takes back what a worker that ends holds.
func (j *job) give(worker string) {
	j.leave(worker)
	j.log.Info("a worker goes", "worker", worker, "results", j.member(worker).results)
}

func (j *job) leave(worker string) {
	j.schedule.leave(worker)
	j.session.End(worker)
}

// fail notes that a worker cannot count a subproblem.
func (j *job) fail(worker string, r failRequest) {
	if j.has(r.Subproblem) && j.schedule.holds(worker, r.Subproblem) {
		j.log.Warn("a worker cannot count a subproblem", "worker", worker, "subproblem", r.Subproblem+1, "reason", fmt.Sprintf("%.500s", r.Reason))
		j.schedule.lapse(worker, r.Subproblem)
	}
}

// accept takes in a result.
func (j *job) accept(worker string, data []byte) doneReply {
	r, err := ledger.ParseResult(data, j.plan)
	var of struct {
		Plan ledger.Hash `json:"plan"`
	}
	if err != nil && json.Unmarshal(data, &of) == nil && of.Plan != j.plan {
		return doneReply{Kept: true} // of another count: it is not for this ledger
	}
	if err == nil && !j.has(r.Subproblem) {
		err = fmt.Errorf("subproblem %d of %d: %w", r.Subproblem+1, len(j.schedule.subproblems), queens.ErrFormat)
	}
	if err != nil {
		j.log.Warn("no result", "worker", worker, "error", err)
		return doneReply{Refusal: err.Error()}
	}
	r.Worker = worker
	j.member(worker).results++
	err = j.keep(r)
	j.schedule.counted(worker, r.Subproblem, r.Elapsed.Seconds())
	if err == nil && j.schedule.phases[r.Subproblem] != disputed {
		err = j.refresh(r.Subproblem)
	}
	if err != nil {
		j.stop(err)
		return doneReply{}
	}
	if w := j.schedule.workers[worker]; w != nil && len(w.holds) == 0 {
		j.session.End(worker)
	}
	return doneReply{Kept: true}
}

// keep has the session keep a result if it says something new, and opens a dispute if it
// differs from the one that is kept.
func (j *job) keep(r ledger.Result) error {
	s, i := j.schedule, r.Subproblem
	if s.phases[i] == disputed { // which a third computation decides
		return nil
	}
	kept, has, err := j.session.Kept(i)
	if err != nil {
		return err
	}
	what, one, two := kept.Differs(r)
	switch {
	case has && what != "":
		j.log.Warn("two results differ", "subproblem", i+1, "what", what, "worker", kept.Worker, "says", one, "other", r.Worker, "finds", two)
		reason := fmt.Sprintf("%s is %s by worker %s and %s by worker %s", what, one, kept.Worker, two, r.Worker)
		if err := j.session.Withdraw(i, reason); err != nil {
			return err
		}
		s.set(i, disputed, "")
		j.disputes = append(j.disputes, dispute{kept, r})
		return nil
	case has && j.session.Confirmed(i):
		return nil
	case has && kept.Worker == r.Worker && !(s.holds(r.Worker, i) && s.may(r.Worker, i)): // which proves nothing
		return nil
	}
	return j.session.Accept(r)
}

// settle decides the first dispute by what the coordinator has found out about it: which of
// the two results are wrong. Two that are right are in the ledger by then. Who was wrong is
// heard no more, and what he alone has found is withdrawn.
func (j *job) settle(ctx context.Context, wrong []ledger.Result) error {
	open := []int{j.disputes[0].first.Subproblem}
	for _, r := range wrong {
		reason := fmt.Sprintf("its result of subproblem %d by kernel %.50s is wrong: two other computations agree on another one", r.Subproblem+1, r.Kernel)
		if r.Worker == localName {
			return fmt.Errorf("cluster: this machine is broken: %s: %w", reason, ledger.ErrMismatch)
		}
		j.member(r.Worker).banned = reason
		j.leave(r.Worker)
		withdrawn, err := j.session.Disown(ctx, r.Worker, "worker "+r.Worker+" has proved wrong")
		j.log.Error("a worker is heard no more", "worker", r.Worker, "reason", reason, "withdrawn", len(withdrawn))
		if err := errors.Join(err, j.ban(r.Worker, reason)); err != nil {
			return err
		}
		open = append(open, withdrawn...)
	}
	j.disputes = j.disputes[1:]
	for _, i := range open {
		if err := j.refresh(i); err != nil {
			return err
		}
	}
	return nil
}

// stop ends the job with an error.
func (j *job) stop(err error) {
	if j.failed == nil {
		j.failed = err
	}
}

// ErrAside says that subproblems could not be counted by anybody.
var ErrAside = errors.New("set aside")

// over reports whether nothing is left to do, or why it cannot be done.
func (j *job) over() (bool, error) {
	s := j.schedule
	switch {
	case j.failed != nil:
		return true, j.failed
	case s.open() > 0:
		return false, nil
	case s.count[aside] > 0:
		var numbers []int
		for i, p := range s.phases {
			if p == aside && len(numbers) < 10 {
				numbers = append(numbers, i+1)
			}
		}
		return true, fmt.Errorf("cluster: %d subproblems, number %v, are %w: %d attempts to count each have failed", s.count[aside], numbers, ErrAside, maxFails)
	}
	return true, nil
}

// Worker is what is known of a worker.
type Worker struct {
	Name    string
	Build   string
	Slots   int
	Results int // since the coordinator began
	Holds   int // subproblems it is to count
	Banned  string
}

// Status is how far a coordinator is.
type Status struct {
	Subproblems int      // 0 while nothing is handed out
	Missing     int      // without a result
	Held        int      // handed out
	Checks      int      // to be counted a second time
	Disputes    int      // being settled
	Aside       int      // that nobody could count
	Workers     []Worker // that have come, by name
}

// status returns how far the job is.
func (j *job) status() Status {
	d := j.schedule
	s := Status{
		Subproblems: len(d.subproblems), Missing: d.count[missing], Held: len(d.held),
		Checks: d.count[single], Disputes: d.count[disputed], Aside: d.count[aside],
	}
	for name, m := range j.members {
		w := Worker{Name: name, Build: m.build, Slots: m.slots, Results: m.results, Banned: m.banned}
		if v := d.workers[name]; v != nil {
			w.Holds = len(v.holds)
		}
		s.Workers = append(s.Workers, w)
	}
	slices.SortFunc(s.Workers, func(a, b Worker) int { return strings.Compare(a.Name, b.Name) })
	return s
}
