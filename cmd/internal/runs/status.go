package runs

import (
	"cmp"
	"context"
	"errors"
	"io/fs"
	"maps"
	"os"
	"path/filepath"
	"slices"
	"time"

	"queens"
	"queens/cmd/internal/batch"
	"queens/count"
	"queens/count/ledger"
	"queens/internal/sys"
)

// Get returns the status of one run. Errors: *UnknownError.
func (m *Manager) Get(ctx context.Context, name string) (Run, error) {
	if s, ok := m.status(ctx, name); ok {
		return s, nil
	}
	if tasks := m.findTasks(name); tasks != "" {
		return OfTasks(ctx, tasks)
	}
	_, err := m.find(name)
	return Run{}, err
}

// status returns the status of a run with a ledger or a job.
func (m *Manager) status(ctx context.Context, name string) (s Run, ok bool) {
	read, err := m.read(ctx, ledger.Dir(m.root, name))
	m.mu.Lock()
	defer m.mu.Unlock()
	j := m.jobs[name]
	return m.merge(j, read), err == nil || j != nil
}

func (m *Manager) findTasks(name string) string {
	dirs := batch.Remembered(m.root)
	if i := slices.IndexFunc(dirs, func(dir string) bool { return filepath.Base(dir) == name }); i >= 0 {
		return dirs[i]
	}
	return ""
}

// read returns the status of a run from its ledger, or from memory if the file has not changed.
func (m *Manager) read(ctx context.Context, dir string) (Run, error) {
	info, err := os.Stat(filepath.Join(dir, ledgerFile))
	if err != nil {
		return Run{}, err
	}
	name := filepath.Base(dir)
	m.mu.Lock()
	old, known := m.seen[name]
	m.mu.Unlock()
	if !known || old.size != info.Size() || !old.written.Equal(info.ModTime()) {
		run, err := ledger.Read(ctx, dir)
		if errors.Is(err, fs.ErrNotExist) {
			return Run{}, err
		}
		old = seenRun{info.ModTime(), info.Size(), describe(dir, run, err)}
		m.mu.Lock()
		m.seen[name] = old
		m.mu.Unlock()
	}
	status := old.status
	status.Holder = ""
	if status.State == Stopped || status.State == Elsewhere {
		status.State = Stopped
		if holder, err := sys.Locked(filepath.Join(dir, lockFile)); err == nil && holder != nil {
			status.State, status.Holder = Elsewhere, holder.Holder
		}
	}
	return status, nil
}

// merge combines a job, which may be nil, and what its ledger says: a Run without a name if there
// is none. The caller holds m.mu.
func (m *Manager) merge(j *job, read Run) Run {
	if j == nil {
		return read
	}
	q, s := j.Question, read
	if s.Name == "" {
		s = newRun(j.Name)
		s.Order, s.Topology = &q.Order, q.Topology.String()
	}
	o := j.Options
	o.State, o.KeepAll = m.root, true
	s.Command = Resumption{q, o}.Command()
	s.Question, s.Method, s.Counts = &q, j.variant.Name, j.variant.Counts
	if j.err != nil {
		s.State, s.Reason = Failed, j.err.Error()
	}
	if j.stop == nil {
		return s
	}
	s.State, s.Reason, s.Holder, s.Live, s.Rest = Counting, "", "", &Live{Workers: []count.Busy{}}, 0
	if p := j.latest; p != nil { // there was a report
		share := p.Fraction()
		s.Done, s.Subproblems, s.Sum, s.Fraction = p.Done, p.Subproblems, p.Total, &share
		s.Live.Elapsed, s.Live.Workers = p.Elapsed.Seconds(), p.Workers
		s.Live.Remaining, _ = p.Remaining()
		s.Live.Low, s.Live.High, _ = p.Band()
	}
	if info, err := os.Stat(filepath.Join(ledger.Dir(m.root, j.Name), ledgerFile)); err == nil {
		written := info.ModTime()
		s.Written, s.Size = &written, info.Size()
	}
	return s
}

// List returns every run, including those of tasks, the most recently written first.
func (m *Manager) List(ctx context.Context) ([]Run, error) {
	names, err := Names(m.root)
	if err != nil {
		return nil, err
	}
	m.mu.Lock()
	names = append(names, slices.Collect(maps.Keys(m.jobs))...) // some have no ledger yet
	m.mu.Unlock()
	slices.Sort(names)
	list := []Run{}
	for _, name := range slices.Compact(names) {
		if s, ok := m.status(ctx, name); ok {
			list = append(list, s)
		}
	}
	for _, dir := range batch.Remembered(m.root) {
		if s, err := OfTasks(ctx, dir); err == nil {
			list = append(list, s)
		}
	}
	slices.SortFunc(list, func(a, b Run) int {
		return cmp.Or(cmp.Compare(rank(a.State), rank(b.State)), writtenOf(b).Compare(writtenOf(a)),
			cmp.Compare(a.Name, b.Name))
	})
	return list, nil
}

func rank(s State) int {
	if s == Counting || s == Elsewhere {
		return 0
	}
	return 1
}

func writtenOf(s Run) time.Time {
	if s.Written == nil {
		return time.Time{}
	}
	return *s.Written
}

// Survey describes the subproblems of a run, from its ledger.
type Survey struct {
	Subproblems int       `json:"subproblems"`
	Done        int       `json:"done"`
	CellSize    int       `json:"cellSize"` // subproblems per cell; the last one may have fewer
	Cells       []Cell    `json:"cells"`    // of all subproblems, in order
	Rate        []Stretch `json:"rate"`     // results in the order in which they were written
	Crew        []Hand    `json:"crew"`     // those who counted, most results first
}

// Cell is some consecutive subproblems.
type Cell struct {
	Done int `json:"done"`
	Hand int `json:"hand"` // who counted most of them: index in the crew; 0 if none is done
}

// Stretch is some consecutive results in the order in which they were written.
type Stretch struct {
	Results int           `json:"results"`
	Elapsed time.Duration `json:"elapsedNanos"` // sum over workers
	Found   queens.Total  `json:"found"`        // sum of the totals
}

// Hand is a worker or another machine that counted, as named in results.
type Hand struct {
	Name    string        `json:"name"` // empty: the process that wrote the ledger
	Results int           `json:"results"`
	Elapsed time.Duration `json:"elapsedNanos"`
}

// Limits of a Survey.
const (
	maxCells     = 1600
	maxStretches = 40
)

// Survey reads the results of a run. Time O(results), some microseconds each.
//
// Errors: *UnknownError; those of ledger.Read.
func (m *Manager) Survey(ctx context.Context, name string) (*Survey, error) {
	dir, err := m.find(name)
	if err != nil {
		return nil, err
	}
	run, err := ledger.Read(ctx, dir)
	if err != nil {
		return nil, err
	}
	return survey(ctx, run)
}

func survey(ctx context.Context, run *ledger.Run) (*Survey, error) {
	of, done := run.Tally.Subproblems, run.Tally.Results
	s := &Survey{
		Subproblems: of, Done: done, CellSize: max(1, (of+maxCells-1)/maxCells), Cells: []Cell{},
		Rate: []Stretch{}, Crew: []Hand{},
	}
	stretch := max(1, (done+maxStretches-1)/maxStretches)
	crew := map[string]*Hand{}
	cells := make([]map[string]int, max(0, (of+s.CellSize-1)/s.CellSize)) // results by hand
	for i := range cells {
		cells[i] = map[string]int{}
	}
	read := 0
	for r, err := range run.Chronicle() {
		if err := cmp.Or(err, ctx.Err()); err != nil {
			return nil, err
		}
		if read%stretch == 0 {
			s.Rate = append(s.Rate, Stretch{})
		}
		read++
		last := &s.Rate[len(s.Rate)-1]
		last.Results++
		last.Elapsed += r.Elapsed
		last.Found = last.Found.Plus(r.Total)
		hand := crew[r.Worker]
		if hand == nil {
			hand = &Hand{Name: r.Worker}
			crew[r.Worker] = hand
		}
		hand.Results++
		hand.Elapsed += r.Elapsed
		if cell := r.Subproblem / s.CellSize; cell < len(cells) {
			cells[cell][r.Worker]++
		}
	}
	for _, hand := range crew {
		s.Crew = append(s.Crew, *hand)
	}
	slices.SortFunc(s.Crew, func(a, b Hand) int {
		return cmp.Or(cmp.Compare(b.Results, a.Results), cmp.Compare(a.Name, b.Name))
	})
	for _, by := range cells {
		var c Cell
		most := 0
		for i, hand := range s.Crew {
			k := by[hand.Name]
			c.Done += k
			if k > most {
				most, c.Hand = k, i
			}
		}
		s.Cells = append(s.Cells, c)
	}
	return s, nil
}
