package runs

import (
	"bytes"
	"cmp"
	"context"
	"encoding/json"
	"errors"
	"fmt"
	"io"
	"io/fs"
	"maps"
	"os"
	"path/filepath"
	"slices"
	"sync"
	"time"

	"queens"
	"queens/count"
	"queens/count/ledger"
	"queens/count/plan"
	"queens/internal/errs"
	"queens/internal/shell"
	"queens/internal/sys"
)

// Use errors.Is with these errors.
var (
	// ErrBusy says that the run is being counted, or that the maximum number of runs is.
	ErrBusy = errors.New("busy")
	// ErrIdle says that this process does not count the run.
	ErrIdle = errors.New("not being counted here")
)

// MaxCounting is the number of simultaneous counts of a Manager: more would only slow each other
// down.
const MaxCounting = 2

// request is a count to start or continue.
type request struct {
	Name     string         `json:"name"`
	Question count.Question `json:"question"`
	Options  count.Options  `json:"options"`
}

// job is a count of this process, in progress or failed.
type job struct {
	request
	variant  plan.Variant
	count    *count.Job         // until it starts
	stop     context.CancelFunc // nil before and after it counts
	ended    chan struct{}
	latest   *count.Progress
	notified time.Time
	err      error
}

// Manager counts in this process and watches the runs of a state directory. It is safe for
// concurrent use.
type Manager struct {
	root string
	base count.Options
	lock *sys.Lock

	mu       sync.Mutex      // guards the fields below
	ctx      context.Context // of Run
	jobs     map[string]*job
	seen     map[string]seenRun
	told     map[string]Run // last message about each run
	watchers map[chan Run]bool
	counting sync.WaitGroup
}

type seenRun struct {
	written time.Time
	size    int64
	status  Run
}

// Files of a Manager in the state directory.
const (
	journalFile = "serve.json"
	serveLock   = "serve.lock"
)

// NewManager returns a Manager of the state directory root, which it creates if necessary. base has
// the options of every count. It reads the journal of the last Manager; Run continues those counts.
//
// Errors: ledger.ErrLocked if another process has a Manager of this directory.
func NewManager(root string, base count.Options) (*Manager, error) {
	if err := os.MkdirAll(root, 0o755); err != nil {
		return nil, errs.Errorf("state directory: %w", err)
	}
	lock, err := sys.LockFileWithin(context.Background(), filepath.Join(root, serveLock), lockPatience)
	if errors.Is(err, sys.ErrLocked) {
		return nil, errs.Errorf("another server uses the state directory %s: %w", root, err)
	}
	if err != nil {
		return nil, errs.Errorf("state directory: %w", err)
	}
	base.State = root
	m := &Manager{
		root: root, base: base, lock: lock,
		jobs: map[string]*job{}, seen: map[string]seenRun{}, told: map[string]Run{}, watchers: map[chan Run]bool{},
	}
	requests, err := readJournal(filepath.Join(root, journalFile))
	if err != nil {
		return nil, errors.Join(err, lock.Unlock())
	}
	for _, r := range requests {
		if j, err := m.newJob(r); err == nil {
			m.jobs[r.Name] = j
		}
	}
	return m, nil
}

// lockPatience is how long NewManager waits for the last server: a killed process with gigabytes of
// memory holds its locks for a while.
const lockPatience = 3 * time.Second

// Close releases the state directory of a Manager that does not Run.
func (m *Manager) Close() error { return m.lock.Unlock() }

// watchInterval is how often ledgers of other processes are read.
const watchInterval = time.Second

// Run continues the counts of the last Manager, and serves until ctx ends. Then it stops all
// counts, which save their results and stay in the list for the next Manager.
func (m *Manager) Run(ctx context.Context) {
	m.mu.Lock()
	m.ctx = ctx
	for _, j := range m.jobs {
		m.begin(j)
	}
	m.mu.Unlock()
	tick := time.Tick(watchInterval)
	for {
		select {
		case <-tick:
			m.look(ctx)
		case <-ctx.Done():
			m.counting.Wait()
			return
		}
	}
}

// newJob returns a job, whose run is always saved.
func (m *Manager) newJob(r request) (*job, error) {
	j := &job{request: r}
	o := r.Options
	o.State, o.KeepAll, o.Program, o.Unmetered = m.root, true, m.base.Program, true
	o.Memory = cmp.Or(o.Memory, m.base.Memory)
	o.Progress = func(p count.Progress) { m.progress(j, p) }
	var err error
	if j.count, err = count.NewJob(r.Question, o); err == nil {
		j.variant = j.count.Variant()
	}
	return j, err
}

// begin starts the count of a job. The caller holds m.mu and has set ctx.
func (m *Manager) begin(j *job) {
	ctx, stop := context.WithCancel(m.ctx)
	j.stop, j.ended = stop, make(chan struct{})
	work := j.count
	j.count = nil // a plan takes memory
	m.counting.Go(func() {
		_, err := work.Solve(ctx)
		stop()
		m.end(j, err)
	})
}

// notifyInterval is the minimum time between two messages about one count.
const notifyInterval = 250 * time.Millisecond

// progress records the progress of a job. Short counts that come first are not shown.
func (m *Manager) progress(j *job, p count.Progress) {
	if p.Method != j.variant.Name {
		return
	}
	m.mu.Lock()
	defer m.mu.Unlock()
	j.latest = &p
	if p.Final || time.Since(j.notified) >= notifyInterval {
		j.notified = time.Now()
		m.tell(m.merge(j, m.seen[j.Name].status))
	}
}

// end records the end of a job. One that ends with the server stays for the next one.
func (m *Manager) end(j *job, err error) {
	m.mu.Lock()
	stopped := errors.Is(err, context.Canceled)
	j.stop = nil
	close(j.ended)
	if !stopped {
		j.err = err
	}
	if j.err == nil && !(stopped && m.ctx.Err() != nil) {
		delete(m.jobs, j.Name)
	}
	_ = m.keepJournal() // the next server would only read the finished run
	status := m.merge(j, m.seen[j.Name].status)
	delete(m.seen, j.Name) // read the ledger again
	m.mu.Unlock()
	if fresh, err := m.Get(context.WithoutCancel(m.ctx), j.Name); err == nil {
		status = fresh
	}
	m.mu.Lock()
	defer m.mu.Unlock()
	m.tell(status)
}

// keepJournal saves what to continue. The caller holds m.mu.
func (m *Manager) keepJournal() error {
	requests := []request{}
	for _, name := range slices.Sorted(maps.Keys(m.jobs)) {
		if j := m.jobs[name]; j.err == nil {
			requests = append(requests, j.request)
		}
	}
	return sys.ReplaceFile(filepath.Join(m.root, journalFile), 0o644, func(w io.Writer) error {
		out := json.NewEncoder(w)
		out.SetIndent("", "  ")
		return out.Encode(journal{journalSchema, requests})
	})
}

// Start starts a count, or continues its run. It returns when the plan is made, which takes seconds
// for large orders.
//
// Errors: those of count.NewJob; ErrBusy.
func (m *Manager) Start(ctx context.Context, q count.Question, o count.Options) (Run, error) {
	q.Of = cmp.Or(q.Of, count.AllSolutions)
	j, err := m.newJob(request{Question: q, Options: o})
	if err != nil {
		return Run{}, err
	}
	if err := o.Fits(q.Order, j.variant); err != nil {
		return Run{}, err
	}
	if j.Name, err = j.count.RunName(ctx); err != nil {
		return Run{}, err
	}
	return m.start(j)
}

func (m *Manager) start(j *job) (Run, error) {
	m.mu.Lock()
	defer m.mu.Unlock()
	if m.ctx == nil || m.ctx.Err() != nil {
		return Run{}, errs.Errorf("%s: the server is ending: %w", j.Name, ErrBusy)
	}
	if old := m.jobs[j.Name]; old != nil && old.stop != nil {
		return Run{}, errs.Errorf("%s is already being counted: %w", j.Name, ErrBusy)
	}
	counting := 0
	for _, other := range m.jobs {
		if other.stop != nil {
			counting++
		}
	}
	if counting >= MaxCounting {
		return Run{}, errs.Errorf("%d counts are in progress, which is the limit; stop one of "+
			"them: %w", counting, ErrBusy)
	}
	m.jobs[j.Name] = j
	m.begin(j)
	if err := m.keepJournal(); err != nil {
		j.stop()
		return Run{}, err
	}
	status := m.merge(j, m.seen[j.Name].status)
	m.tell(status)
	return status, nil
}

// Resume continues a run of any program.
//
// Errors: *UnknownError; ErrBusy; queens.ErrFormat for an obstacle named by the function Resume.
func (m *Manager) Resume(ctx context.Context, name string) (Run, error) {
	r, err := m.requestOf(ctx, name)
	if err != nil {
		return Run{}, err
	}
	j, err := m.newJob(r)
	if err != nil {
		return Run{}, err
	}
	return m.start(j)
}

// requestOf returns the request of a job, or how to continue a run by its ledger.
func (m *Manager) requestOf(ctx context.Context, name string) (r request, err error) {
	m.mu.Lock()
	j := m.jobs[name]
	m.mu.Unlock()
	if j != nil {
		return j.request, nil
	}
	dir, err := m.find(name)
	if err != nil {
		return r, err
	}
	run, err := ledger.Read(ctx, dir)
	if err != nil {
		return r, err
	}
	if run.Holder != "" {
		return r, errs.Errorf("%s is being counted by %s: %w", name, run.Holder, ErrBusy)
	}
	way, obstacle := Resume(run)
	if obstacle != "" {
		return r, errs.Errorf("%s cannot be resumed: %s: %w", name, obstacle, queens.ErrFormat)
	}
	return request{Name: name, Question: way.Question, Options: way.Options}, nil
}

func (m *Manager) find(name string) (string, error) {
	names, err := Names(m.root)
	if err != nil {
		return "", err
	}
	if dir := ledger.Dir(m.root, name); slices.Contains(names, name) && HasLedger(dir) {
		return dir, nil
	}
	if dir := m.findTasks(name); dir != "" {
		return "", errs.Errorf("tasks count %s; %s stops them, queens count --on continues: %w", name,
			shell.Queens("runs", "stop", dir), ErrIdle)
	}
	return "", &UnknownError{Name: name, Root: m.root, Names: names}
}

const stopPatience = 5 * time.Second

// Stop stops a count, which saves its results, here or in another process. Resume continues it.
//
// Errors: *UnknownError, ErrIdle.
func (m *Manager) Stop(ctx context.Context, name string) (Run, error) {
	m.mu.Lock()
	j := m.jobs[name]
	if j == nil {
		m.mu.Unlock()
		return m.stopElsewhere(ctx, name)
	}
	stop, ended := j.stop, j.ended
	m.mu.Unlock()
	if stop == nil {
		return Run{}, errs.Errorf("%s: %w", name, ErrIdle)
	}
	stop()
	patient, cancel := context.WithTimeout(ctx, stopPatience)
	defer cancel()
	select {
	case <-ended:
	case <-patient.Done():
		return Run{}, errs.Errorf("%s: still stopping: %w", name, patient.Err())
	}
	status, err := m.Get(ctx, name)
	if _, gone := errors.AsType[*UnknownError](err); gone {
		return newRun(name), nil // nothing was saved
	}
	return status, err
}

func (m *Manager) stopElsewhere(ctx context.Context, name string) (Run, error) {
	dir, err := m.find(name)
	if err != nil {
		return Run{}, err
	}
	if holder, err := sys.Locked(filepath.Join(dir, lockFile)); err == nil && holder == nil {
		return Run{}, errs.Errorf("%s: %w", name, ErrIdle)
	}
	patient, cancel := context.WithTimeout(ctx, stopPatience)
	defer cancel()
	if err := count.StopHolder(patient, dir); err != nil && patient.Err() == nil {
		return Run{}, err
	}
	return m.Get(ctx, name) // which says if it is still counted
}

// Remove deletes a run and all its results, and returns its last status. Errors: ErrBusy if it is
// being counted.
func (m *Manager) Remove(name string) (Run, error) {
	m.mu.Lock()
	j := m.jobs[name]
	if j != nil && j.stop != nil {
		m.mu.Unlock()
		return Run{}, errs.Errorf("%s is being counted; stop it first: %w", name, ErrBusy)
	}
	m.mu.Unlock()
	dir, err := m.find(name)
	if _, unknown := errors.AsType[*UnknownError](err); unknown && j != nil {
		err = nil // it failed before it saved anything
	} else if err == nil {
		err = Remove(dir)
	}
	if errors.Is(err, ledger.ErrLocked) {
		return Run{}, errs.Errorf("%s is being counted by another process; stop it first: %w", name, ErrBusy)
	}
	if err != nil {
		return Run{}, err
	}
	m.mu.Lock()
	defer m.mu.Unlock()
	delete(m.jobs, name)
	delete(m.seen, name)
	gone := newRun(name)
	gone.State = Gone
	m.tell(gone)
	return gone, m.keepJournal()
}

// Subscribe returns a channel of messages about runs, and a function that ends it. A slow receiver
// misses messages.
func (m *Manager) Subscribe() (<-chan Run, func()) {
	const waiting = 64
	c := make(chan Run, waiting)
	m.mu.Lock()
	m.watchers[c] = true
	m.mu.Unlock()
	return c, func() {
		m.mu.Lock()
		delete(m.watchers, c)
		m.mu.Unlock()
	}
}

// tell sends a status to every watcher with room for it. The caller holds m.mu.
func (m *Manager) tell(s Run) {
	if s.State == Gone {
		delete(m.told, s.Name)
	} else {
		m.told[s.Name] = s
	}
	for c := range m.watchers {
		select {
		case c <- s:
		default:
		}
	}
}

// look reports changes by other processes to the watchers, if there are any.
func (m *Manager) look(ctx context.Context) {
	m.mu.Lock()
	watched := len(m.watchers) > 0
	m.mu.Unlock()
	if !watched {
		return
	}
	list, _ := m.List(ctx) // the next look may read it
	m.mu.Lock()
	defer m.mu.Unlock()
	for _, s := range list {
		old := m.told[s.Name]
		if s.State != Counting && (s.State != old.State || !writtenOf(s).Equal(writtenOf(old))) {
			m.tell(s)
		}
	}
}

type journal struct {
	Schema string    `json:"schema"`
	Runs   []request `json:"runs"`
}

const journalSchema = "queens.serve/3"

func readJournal(path string) ([]request, error) {
	text, err := os.ReadFile(path)
	if err != nil && !errors.Is(err, fs.ErrNotExist) {
		return nil, err
	}
	if len(bytes.TrimSpace(text)) == 0 { // empty, or damaged by a power failure
		return nil, nil
	}
	var j journal
	if err = json.Unmarshal(text, &j); err == nil && j.Schema != journalSchema {
		err = fmt.Errorf("schema %q, want %q: another version of the program wrote it", j.Schema, journalSchema)
	}
	if err != nil {
		return nil, errs.Errorf("%s: %w; delete it to forget which counts were to continue; their results stay",
			path, err)
	}
	return j.Runs, nil
}
