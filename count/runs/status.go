package runs

import (
	"cmp"
	"context"
	"errors"
	"fmt"
	"io/fs"
	"os"
	"path/filepath"
	"runtime"
	"slices"
	"strings"
	"time"

	"queens"
	"queens/count"
	"queens/count/batch"
	"queens/count/ledger"
	"queens/internal/sys"
)

// State says what happens to a run.
type State string

// The states of a run.
const (
	Counting  State = "counting"  // in this process
	Elsewhere State = "elsewhere" // counted by another process
	Paused    State = "paused"    // goes on when told to, not by itself
	Stopped   State = "stopped"   // incomplete, and nobody counts it
	Complete  State = "complete"
	Failed    State = "failed" // the last attempt of this process ended with an error
	Broken    State = "broken" // its file cannot be read
)

// Worker is what a worker does that counts a subproblem.
type Worker struct {
	Name       string  `json:"name"`
	Subproblem int     `json:"subproblem"` // from 0
	Seconds    float64 `json:"seconds"`    // since it began
}

// Live is what a count of this process does.
type Live struct {
	Found     queens.Total `json:"found"`
	Elapsed   float64      `json:"elapsedSeconds"`            // since it was last started
	Remaining float64      `json:"remainingSeconds,omitzero"` // 0: not known yet
	Low       float64      `json:"lowSeconds,omitzero"`       // the rest takes between Low and High in nine of ten runs
	High      float64      `json:"highSeconds,omitzero"`      // 0: not known yet
	Workers   []Worker     `json:"workers"`
}

// Status is a run as a watcher sees it, queens.run/1: what its ledger says, and what happens to it.
type Status struct {
	Report
	State    State           `json:"state"`
	Question *count.Question `json:"question,omitempty"`        // nil if the ledger does not say
	Rest     float64         `json:"remainingSeconds,omitzero"` // of a run that is not counted here, with all cores, at its pace so far; 0: not known
	Kernel   string          `json:"kernel,omitempty"`
	Reason   string          `json:"reason,omitempty"` // why it failed or is broken
	Checks   []string        `json:"checks"`           // of a complete count: what holds
	Answer   *count.Report   `json:"answer,omitempty"` // likewise
	Live     *Live           `json:"live,omitempty"`   // of a count in progress here
}

// newStatus returns the status of a run of which only the name is known.
func newStatus(name string) Status { return Status{Report: newReport(name), Checks: []string{}} }

// Entry returns the status of a run in a list, which may be unreadable.
func Entry(ctx context.Context, e ledger.Entry) Status {
	if e.Err != nil {
		s := newStatus(e.Name)
		s.Path, s.Error, s.State, s.Reason = e.Dir, e.Err.Error(), Broken, e.Err.Error()
		return s
	}
	return StatusOf(ctx, e.Run)
}

// Gone is the state of a run that has been deleted, in its last message.
const Gone State = "gone"

// Get returns the status of one run.
//
// Errors: *UnknownError.
func (m *Manager) Get(ctx context.Context, name string) (Status, error) {
	dir, err := m.find(name)
	m.mu.Lock()
	j := m.jobs[name]
	m.mu.Unlock()
	if err != nil && j == nil {
		for _, dir := range batch.Remembered(m.root) {
			if filepath.Base(dir) == name {
				return ofTasks(dir)
			}
		}
		return Status{}, err
	}
	var read *Status
	if err == nil {
		if s, err := m.read(ctx, dir); err == nil {
			read = &s
		}
	}
	m.mu.Lock()
	defer m.mu.Unlock()
	return m.merge(j, read), nil
}

// read returns the status of a run by its ledger, from memory if the file is as it
// was.
func (m *Manager) read(ctx context.Context, dir string) (Status, error) {
	info, err := os.Stat(filepath.Join(dir, ledgerFile))
	if err != nil {
		return Status{}, fmt.Errorf("runs: %w", err)
	}
	name := filepath.Base(dir)
	m.mu.Lock()
	old, known := m.seen[name]
	m.mu.Unlock()
	if !known || old.unplanned || old.size != info.Size() || !old.written.Equal(info.ModTime()) {
		run, err := ledger.Read(ctx, dir)
		if errors.Is(err, fs.ErrNotExist) {
			return Status{}, fmt.Errorf("runs: %w", err)
		}
		planning, cancel := context.WithTimeout(ctx, planPatience)
		old = seenRun{info.ModTime(), info.Size(), Entry(planning, ledger.Entry{Name: name, Dir: dir, Run: run, Err: err}), planning.Err() != nil}
		cancel()
		m.mu.Lock()
		m.seen[name] = old
		m.mu.Unlock()
	}
	status := old.status
	status.Holder = ""
	if status.State == Stopped || status.State == Elsewhere {
		status.State = Stopped
		if holder, err := sys.Locked(filepath.Join(dir, lockFile)); err == nil && holder != nil {
			status.State, status.Holder = Elsewhere, holder.Holder()
		}
	}
	return status, nil
}

// planPatience is how long a request waits for the plan that tells how far a run is.
const planPatience = time.Second

// StatusOf returns the status of a run by its ledger. Cost as for Fraction.
func StatusOf(ctx context.Context, run *ledger.Run) Status {
	s := Status{Report: NewReport(ctx, run), State: Stopped, Checks: []string{}}
	switch {
	case run.Complete():
		s.State, s.Checks = Complete, Checks(run)
	case run.Holder != "":
		s.State = Elsewhere
	}
	if doubts := Doubts(run); len(doubts) > 0 {
		s.State, s.Reason = Failed, "the total is in doubt: "+strings.Join(doubts, "; ")
	}
	if q, ok := QuestionOf(run); ok {
		s.Question = &q
	}
	if share := s.Fraction; share != nil && *share > 0 {
		s.Rest = s.Worked.Seconds() * (1 / *share - 1) / float64(runtime.GOMAXPROCS(0))
	}
	return s
}

// statusOf returns the status of a job as far as memory tells. m.mu is held.
func (m *Manager) statusOf(j *job) Status {
	var read *Status
	if seen, ok := m.seen[j.Name]; ok {
		read = &seen.status
	}
	return m.merge(j, read)
}

// merge puts together what a job and what a ledger tell; either may be nil, not
// both. m.mu is held.
func (m *Manager) merge(j *job, read *Status) Status {
	var s Status
	if read != nil {
		s = *read
	}
	if j == nil {
		return s
	}
	q := j.Question
	if read == nil {
		s = newStatus(j.Name)
		s.Order, s.Topology = &q.Order, q.Topology.String()
	}
	s.Command = Resumption{Question: q, Scheme: j.Options.Scheme, Keep: j.Options.KeepAll, Root: m.root}.Command()
	s.Question, s.Scheme, s.Counts = &q, j.scheme.Name, j.scheme.Counts
	switch {
	case j.stop != nil:
		s.State, s.Holder, s.Live, s.Rest = Counting, "", liveOf(j.latest), 0
		if p := j.latest; p != nil {
			share := p.Fraction()
			s.Done, s.Subproblems, s.Sum, s.Fraction = p.Finished, p.Subproblems, p.Found, &share
		}
		if !j.written.IsZero() {
			s.Written, s.Size = &j.written, j.size
		}
	case j.Report != nil && (read == nil || read.State == Complete):
		s.State, s.Checks, s.Answer = Complete, j.Report.Checks, j.Report
		if i := slices.IndexFunc(j.Report.Runs, func(t *count.Tally) bool { return t.Scheme == j.scheme.Name }); i >= 0 {
			t := j.Report.Runs[i]
			if read != nil && read.Sum != t.Total {
				s.State, s.Reason, s.Answer, s.Checks, s.Total = Failed, fmt.Sprintf("the ledger adds up to %v, the count that this server finished to %v", read.Sum, t.Total), nil, []string{}, nil
				break
			}
			s.Done, s.Subproblems, s.Sum, s.Total, s.Kernel = t.Done, t.Subproblems, t.Total, &t.Total, t.Kernel
			whole := 1.0
			s.Complete, s.Fraction = true, &whole
		}
	case j.err != nil:
		s.State, s.Reason = Failed, j.err.Error()
	case j.Report == nil && s.State != Complete && s.State != Elsewhere:
		s.State = Paused
	}
	return s
}

// liveOf returns what progress tells; p may be nil, before the first report.
func liveOf(p *count.Progress) *Live {
	if p == nil {
		return &Live{Workers: []Worker{}}
	}
	l := &Live{Found: p.Found, Elapsed: p.Elapsed.Seconds(), Workers: make([]Worker, len(p.Workers))}
	if rest, ok := p.Remaining(); ok {
		l.Remaining = rest
	}
	if low, high, ok := p.Band(); ok {
		l.Low, l.High = low, high
	}
	for i, w := range p.Workers {
		l.Workers[i] = Worker{Name: w.Worker, Subproblem: w.Subproblem, Seconds: (p.Elapsed - w.Since).Seconds()}
	}
	return l
}

// ofTasks returns the status of a run that tasks of a batch engine count. Its name is the last part of its directory.
func ofTasks(dir string) (Status, error) {
	b, err := batch.ReadStatus(dir)
	if err != nil {
		return Status{}, err
	}
	s := newStatus(filepath.Base(dir))
	s.Path, s.State, s.Question, s.Order = dir, Elsewhere, &b.Question, &b.Question.Order
	s.Counts, s.Scheme, s.Subproblems, s.Done, s.Confirmed = "solutions", b.Scheme, b.Subproblems, b.Done, b.Confirmed
	fraction := b.Fraction()
	s.Fraction = &fraction
	s.Sum, s.Written, s.Holder, s.Rest, s.Complete = b.Sum, &b.Written, b.Words(), b.Remaining, b.Complete
	if b.Complete {
		s.State, s.Total = Complete, &b.Sum
	}
	return s, nil
}

// List returns every run, the one written last first, with those of tasks.
//
// Errors: what reading the directory gives.
func (m *Manager) List(ctx context.Context) ([]Status, error) {
	names, err := Names(m.root)
	if err != nil {
		return nil, err
	}
	list := []Status{}
	listed := map[string]bool{}
	for _, name := range names {
		if s, err := m.Get(ctx, name); err == nil {
			list, listed[name] = append(list, s), true
		}
	}
	m.mu.Lock()
	for name, j := range m.jobs {
		if !listed[name] {
			list = append(list, m.statusOf(j))
		}
	}
	m.mu.Unlock()
	for _, dir := range batch.Remembered(m.root) {
		if s, err := ofTasks(dir); err == nil {
			list = append(list, s)
		}
	}
	slices.SortFunc(list, func(a, b Status) int {
		return cmp.Or(cmp.Compare(rank(a.State), rank(b.State)), writtenOf(b).Compare(writtenOf(a)), cmp.Compare(a.Name, b.Name))
	})
	return list, nil
}

// rank puts what is in progress first.
func rank(s State) int {
	if s == Counting || s == Elsewhere {
		return 0
	}
	return 1
}

// writtenOf returns when the ledger of a run was written last.
func writtenOf(s Status) time.Time {
	if s.Written == nil {
		return time.Time{}
	}
	return *s.Written
}
