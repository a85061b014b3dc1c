package runs

import (
	"cmp"
	"context"
	"errors"
	"fmt"
	"io/fs"
	"os"
	"path/filepath"
	"slices"
	"strings"
	"time"

	"queens"
	"queens/count"
	"queens/count/ledger"
	"queens/count/plan"
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

// Live is how far a count of this process is.
type Live struct {
	Fraction  float64      `json:"fraction"` // of the estimated work, 0 to 1
	Found     queens.Total `json:"found"`
	Elapsed   float64      `json:"elapsedSeconds"`            // since it was last started
	Remaining float64      `json:"remainingSeconds,omitzero"` // 0: not known yet
	Low       float64      `json:"lowSeconds,omitzero"`       // the rest takes between Low and High in nine of ten runs
	High      float64      `json:"highSeconds,omitzero"`      // 0: not known yet
	Workers   []Worker     `json:"workers"`
}

// Status is a run as a watcher sees it.
type Status struct {
	Name     string          `json:"name"` // of its directory
	State    State           `json:"state"`
	Question *count.Question `json:"question,omitempty"` // nil where the ledger does not tell
	Counts   string          `json:"counts"`
	Done     int             `json:"done"`
	Of       int             `json:"subproblems"` // -1: the header is lost
	Sum      queens.Total    `json:"sum"`         // of the results so far
	Written  *time.Time      `json:"written,omitempty"`
	Size     int64           `json:"size"`
	Scheme   string          `json:"scheme"`
	Kernel   string          `json:"kernel,omitempty"`
	Holder   string          `json:"holder,omitempty"` // the other process
	Reason   string          `json:"reason,omitempty"` // why it failed or is broken
	Checks   []string        `json:"checks"`           // of a complete count: what holds
	Answer   *count.Report   `json:"answer,omitempty"` // likewise
	Live     *Live           `json:"live,omitempty"`   // of a count in progress here
	Command  string          `json:"command,omitempty"`
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
	if !known || old.size != info.Size() || !old.written.Equal(info.ModTime()) {
		run, err := ledger.Read(ctx, dir)
		if errors.Is(err, fs.ErrNotExist) {
			return Status{}, fmt.Errorf("runs: %w", err)
		}
		old = seenRun{info.ModTime(), info.Size(), statusOfRun(name, run, err)}
		m.mu.Lock()
		m.seen[name] = old
		m.mu.Unlock()
	}
	status := old.status
	if status.State == Stopped || status.State == Elsewhere {
		status.State, status.Holder = Stopped, ""
		if holder, err := sys.Locked(filepath.Join(dir, lockFile)); err == nil && holder != nil {
			status.State, status.Holder = Elsewhere, holder.Holder()
		}
	}
	return status, nil
}

// statusOfRun returns what a ledger tells, or why it tells nothing.
func statusOfRun(name string, run *ledger.Run, err error) Status {
	if err != nil {
		return Status{Name: name, State: Broken, Reason: err.Error(), Checks: []string{}, Of: -1}
	}
	s := Status{
		Name: name, State: Stopped, Counts: CountsText(run), Done: run.Tally.Results, Of: run.Tally.Subproblems,
		Sum: run.Tally.Total, Written: &run.Written, Size: run.Size, Checks: []string{},
	}
	if run.Complete() {
		s.State, s.Checks = Complete, Checks(run)
	}
	if doubts := Doubts(run); len(doubts) > 0 {
		s.State, s.Reason = Failed, "the total is in doubt: "+strings.Join(doubts, "; ")
	}
	if id, ok := IdentityOf(run); ok {
		s.Scheme = id.Scheme
		if scheme, err := plan.Lookup(id.Scheme); err == nil && scheme.Tells == "" {
			s.Question = &count.Question{Order: id.Order, Topology: scheme.Topology, Of: count.AllSolutions}
			switch scheme.Motion {
			case plan.HalfTurn:
				s.Question.Of = count.Symmetric
			case plan.QuarterTurn:
				s.Question.Of = count.QuarterTurn
			}
		}
	}
	if r, obstacle := Resume(run); obstacle == "" {
		s.Command = r.Command()
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
		s = Status{Name: j.Name, Checks: []string{}}
	}
	s.Command = Resumption{Question: q, Scheme: j.Options.Scheme, Keep: j.Options.KeepAll, Root: m.root}.Command()
	s.Question, s.Scheme, s.Counts = &q, j.scheme.Name, j.scheme.Counts
	switch {
	case j.stop != nil:
		s.State, s.Holder, s.Live = Counting, "", liveOf(j.latest)
		if p := j.latest; p != nil {
			s.Done, s.Of, s.Sum = p.Finished, p.Subproblems, p.Found
		}
		if !j.written.IsZero() {
			s.Written, s.Size = &j.written, j.size
		}
	case j.report != nil:
		s.State, s.Checks, s.Answer = Complete, j.report.Checks, j.report
		if k := len(j.report.Runs); k > 0 {
			t := j.report.Runs[k-1]
			s.Done, s.Of, s.Sum, s.Kernel = t.Done, t.Subproblems, t.Total, t.Kernel
		}
	case j.err != nil:
		s.State, s.Reason = Failed, j.err.Error()
	case s.State != Complete && s.State != Elsewhere:
		s.State = Paused
	}
	return s
}

// liveOf returns what progress tells; p may be nil, before the first report.
func liveOf(p *count.Progress) *Live {
	if p == nil {
		return &Live{Workers: []Worker{}}
	}
	l := &Live{Fraction: p.Fraction(), Found: p.Found, Elapsed: p.Elapsed.Seconds(), Workers: make([]Worker, len(p.Workers))}
	if rest, ok := p.Remaining(); ok {
		l.Remaining = rest.Seconds()
	}
	if low, high, ok := p.Band(); ok {
		l.Low, l.High = low.Seconds(), high.Seconds()
	}
	for i, w := range p.Workers {
		l.Workers[i] = Worker{Name: w.Worker, Subproblem: w.Subproblem, Seconds: (p.Elapsed - w.Since).Seconds()}
	}
	return l
}

// List returns every run, the one written last first.
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
