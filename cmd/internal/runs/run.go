// Package runs manages the runs of a machine: the counts whose ledgers are in a state directory,
// whichever program started them.
//
// Names and Find find them, Of and OfTasks describe one as a Run, Resume says how to continue it,
// Remove deletes it. A Manager counts in this process: it starts, resumes and stops
// counts, reports their progress to subscribers, and records which ones the next Manager of
// the state directory should continue. Command line and server share the directories: each can see,
// stop and resume the other's runs.
//
// Packages count and ledger define what a count is and how it is saved.
package runs

import (
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
	"queens/cmd/internal/batch"
	"queens/count"
	"queens/count/ledger"
	"queens/count/methods"
	"queens/count/plan"
	"queens/count/verify"
	"queens/internal/errs"
	"queens/internal/humanize"
	"queens/internal/shell"
	"queens/internal/sys"
)

// Names returns the names of the runs under a state directory, sorted, without reading their
// ledgers: of the directories with one, and of files in their place. A missing directory has none.
func Names(root string) (names []string, err error) {
	entries, err := os.ReadDir(ledger.Dir(root, ""))
	if err != nil && !errors.Is(err, fs.ErrNotExist) {
		return nil, err
	}
	for _, e := range entries {
		if HasLedger(ledger.Dir(root, e.Name())) || e.Type().IsRegular() {
			names = append(names, e.Name())
		}
	}
	return names, nil
}

// List describes every count under a state directory: runs by name, then directories of tasks whose
// driver has started.
func List(ctx context.Context, root string) (list []Run, err error) {
	names, err := Names(root)
	for _, name := range names {
		dir := ledger.Dir(root, name)
		run, failed := ledger.Read(ctx, dir)
		if !HasLedger(dir) {
			failed = errs.Errorf("%q is not the directory of a run", dir)
		}
		if ctx.Err() != nil {
			return nil, ctx.Err()
		}
		list = append(list, describe(dir, run, failed))
	}
	for _, dir := range batch.Remembered(root) {
		if r, err := OfTasks(ctx, dir); err == nil {
			list = append(list, r)
		}
	}
	return list, err
}

// UnknownError says that a name matches no run, or several.
type UnknownError struct {
	Name    string
	Root    string
	Fitting []string // runs that begin with Name; several, or none
	Names   []string // all runs
}

// Error lists the runs.
func (e *UnknownError) Error() string {
	switch {
	case e.Name == "":
		return "the name of the run is empty"
	case len(e.Fitting) > 0:
		return fmt.Sprintf("%q is the beginning of several names: %s", e.Name, humanize.List(e.Fitting))
	case len(e.Names) == 0:
		return fmt.Sprintf("no run %q: there are none under %s", e.Name, e.Root)
	default:
		return fmt.Sprintf("no run %q under %s; there are %s", e.Name, e.Root, humanize.List(e.Names))
	}
}

// Find returns the directory of the count with the given name, unambiguous prefix, or order, n8, if
// only one run counts all solutions of its regular board. The name of a directory of tasks is the
// last part of its path.
//
// Errors: *UnknownError; those of reading the directory.
func Find(root, name string) (dir string, err error) {
	names, err := Names(root)
	if err != nil {
		return "", err
	}
	var dirs, fitting []string
	for _, name := range names {
		dirs = append(dirs, ledger.Dir(root, name))
	}
	dirs = append(dirs, batch.Remembered(root)...)
	unknown := &UnknownError{Name: name, Root: root}
	for _, dir := range dirs {
		own := filepath.Base(dir)
		unknown.Names = append(unknown.Names, own)
		if own == name {
			return dir, nil
		}
		if strings.HasPrefix(own, name) {
			fitting, unknown.Fitting = append(fitting, dir), append(unknown.Fitting, own)
		}
	}
	whole := slices.DeleteFunc(slices.Clone(fitting), func(dir string) bool {
		if !strings.HasPrefix(filepath.Base(dir), name+"-") {
			return true
		}
		run, err := ledger.Read(context.Background(), dir)
		return err != nil || run.Header.Topology != queens.Regular ||
			count.Quantity(run.Header.Of) != count.AllSolutions
	})
	for _, list := range [][]string{fitting, whole} {
		if len(list) == 1 && name != "" {
			return list[0], nil
		}
	}
	return "", unknown
}

// The files of a run in packages ledger and count.
const (
	ledgerFile = "ledger"
	lockFile   = "lock"
	stopFile   = "stop"
)

// HasLedger reports whether the directory is that of a run.
func HasLedger(dir string) bool {
	_, err := os.Lstat(filepath.Join(dir, ledgerFile))
	return err == nil
}

// Remove deletes the files of the run in dir, and the directory, while it holds the lock against
// other processes. A count of the same run that starts meanwhile creates them again.
//
// Errors: ledger.ErrLocked if a process is writing the run.
func Remove(dir string) error {
	path := filepath.Join(dir, lockFile)
	lock, err := sys.LockFile(path)
	if err != nil {
		return err
	}
	_ = os.Remove(filepath.Join(dir, stopFile)) // rarely there
	err = os.Remove(filepath.Join(dir, ledgerFile))
	if runtime.GOOS == "windows" { // Windows removes no open file, so none that another process has locked
		err = errors.Join(err, lock.Unlock())
	}
	if err == nil {
		err = os.Remove(path)
	}
	if runtime.GOOS != "windows" {
		err = errors.Join(err, lock.Unlock())
	}
	if err != nil {
		return err
	}
	err = os.Remove(dir)
	if _, begun := os.Stat(path); err != nil && begun == nil {
		return nil
	}
	return err
}

// State is the state of a run.
type State string

// The states of a run.
const (
	Counting  State = "counting"  // in this process
	Elsewhere State = "elsewhere" // counted by another process, or by tasks
	Stopped   State = "stopped"   // incomplete, and not being counted; it can be resumed
	Complete  State = "complete"
	Failed    State = "failed" // in doubt, or the last attempt of this process failed
	Broken    State = "broken" // its file is unreadable
	Gone      State = "gone"   // deleted, in its last message
)

// Run describes a run, queens.run/1, from its ledger or the directory of its tasks. Only a server
// sets Live.
type Run struct {
	Schema        string          `json:"schema" enum:"queens.run/1"`
	Name          string          `json:"name"`
	Path          string          `json:"path"`
	State         State           `json:"state"`
	Reason        string          `json:"reason,omitempty"`   // why it failed or is broken
	Question      *count.Question `json:"question,omitempty"` // nil if the ledger does not say
	Order         *int            `json:"order,omitempty"`    // unknown if the ledger cannot be read
	Topology      string          `json:"topology,omitempty"`
	Method        string          `json:"method,omitempty"`
	MethodVersion int             `json:"methodVersion,omitempty"`
	Counts        string          `json:"counts,omitempty"`
	Plan          string          `json:"plan,omitempty"`
	Subproblems   int             `json:"subproblems"` // -1 if the ledger cannot be read, or while the count is estimated
	Done          int             `json:"done"`
	Fraction      *float64        `json:"fraction,omitempty"` // of the estimated work
	// at its pace so far, with all cores of this machine or with its tasks; 0: unknown
	Rest float64 `json:"remainingSeconds,omitzero"`
	// number of results with a second, equal result
	Confirmed   int           `json:"confirmed"`
	Complete    bool          `json:"complete"`        // every subproblem has a result
	Total       *queens.Total `json:"total,omitempty"` // of a complete run without doubt
	Sum         queens.Total  `json:"sum"`             // of what is done
	Nodes       queens.Total  `json:"nodes"`
	Worked      time.Duration `json:"workerNanos"`               // elapsed time of the results, summed over workers
	Processor   float64       `json:"processorSeconds,omitzero"` // used, by the sessions that recorded it
	Metered     int           `json:"processorResults"`          // results counted in these sessions
	Program     string        `json:"program,omitempty"`
	Created     *time.Time    `json:"created,omitempty"`
	Written     *time.Time    `json:"written,omitempty"`
	Size        int64         `json:"size,omitzero"`  // of the ledger in bytes
	Frame       uint64        `json:"frame,omitzero"` // number of the last one
	Head        string        `json:"head,omitempty"`
	Certificate *ledger.Done  `json:"certificate,omitempty"`
	Holder      string        `json:"holder,omitempty"` // process that writes it now
	Sound       bool          `json:"sound"`            // its file is neither torn nor damaged
	// its file has more damage than the torn tail of a killed process
	Damaged bool          `json:"damaged"`
	Flaws   []string      `json:"flaws"`
	Doubts  []string      `json:"doubts"` // why the total of a complete run is invalid
	Checks  []string      `json:"checks"` // of a complete run: successful checks
	Notes   []ledger.Note `json:"notes"`
	Command string        `json:"command,omitempty"` // continues it, or reads it if it is complete
	Tasks   *batch.Tasks  `json:"tasks,omitempty"`   // of a directory of tasks
	Live    *Live         `json:"live,omitempty"`    // of a count of this server
	// the classes of all solutions, by their total and the published numbers of symmetric ones
	Answer *count.Report `json:"answer,omitempty"`

	Obstacle string `json:"-"` // why there is no command
}

// Live is what a server knows of its own count.
type Live struct {
	Elapsed   float64 `json:"elapsedSeconds,omitzero"`   // since it was last started
	Remaining float64 `json:"remainingSeconds,omitzero"` // 0: unknown
	// in nine of ten runs the rest takes between Low and High
	Low     float64      `json:"lowSeconds,omitzero"`
	High    float64      `json:"highSeconds,omitzero"` // 0: unknown
	Workers []count.Busy `json:"workers"`
}

func newRun(name string) Run {
	return Run{
		Schema: "queens.run/1", Name: name, State: Stopped, Subproblems: -1, Flaws: []string{}, Doubts: []string{},
		Checks: []string{}, Notes: []ledger.Note{},
	}
}

// describe returns a run, or one that cannot be read.
func describe(dir string, run *ledger.Run, err error) Run {
	if err != nil {
		r := newRun(filepath.Base(dir))
		r.Path, r.State, r.Reason = dir, Broken, err.Error()
		return r
	}
	return Of(run)
}

// Of describes a run from its ledger.
func Of(run *ledger.Run) Run {
	h, t := run.Header, run.Tally
	r := newRun(run.Name())
	r.Path = absolute(run.Path)
	r.Subproblems, r.Done, r.Confirmed, r.Complete = t.Subproblems, t.Results, t.Confirmed, run.Complete()
	r.Sum, r.Nodes, r.Worked, r.Written, r.Size = t.Total, t.Nodes, t.Work, &run.Written, run.Size
	r.Processor, r.Metered = t.Spent.Processor.Seconds(), t.Spent.Results
	share := t.Fraction()
	if r.Fraction = &share; share > 0 {
		r.Rest = r.Worked.Seconds() * (1/share - 1) / float64(runtime.GOMAXPROCS(0))
	}
	r.Frame, r.Head, r.Certificate, r.Holder = t.Last, t.Head.String(), t.Done, run.Holder
	r.Sound, r.Damaged = run.Recovery.Sound(), len(run.Recovery.Damages) > 0
	r.Flaws, r.Doubts = append(r.Flaws, run.Recovery.Flaws()...), append(r.Doubts, verify.Doubts(run)...)
	if q, ok := QuestionOf(run); ok {
		r.Question = &q
	}
	r.Order, r.Topology, r.Method, r.Counts = &h.Order, h.Topology.String(), h.Method, h.Method
	r.MethodVersion, r.Plan, r.Program = h.MethodVersion, h.Plan.String(), h.Program
	if h.Created.Unix() > 0 { // an export does not say
		r.Created = &h.Created
	}
	if variant, err := methods.Recorded(h); err == nil {
		r.Counts = variant.Counts
	}
	r.Notes = append(r.Notes, run.Notes...)
	var resumption Resumption
	if resumption, r.Obstacle = Resume(run); r.Obstacle == "" {
		r.Command = resumption.Command()
	}
	switch {
	case len(r.Doubts) > 0:
		r.State, r.Reason = Failed, "the total is in doubt: "+strings.Join(r.Doubts, "; ")
	case r.Complete:
		r.State, r.Total, r.Checks = Complete, &t.Total, verify.Checks(run)
		if q := r.Question; q != nil && q.Of == count.AllSolutions {
			r.Answer = count.Derived(*q, t.Total)
		}
	case r.Holder != "":
		r.State = Elsewhere
	}
	return r
}

// OfTasks returns the run of a directory of tasks, see package batch, from its merged ledger. Its
// name is the last part of the path.
//
// Errors: those of batch.ReadRun.
func OfTasks(ctx context.Context, dir string) (Run, error) {
	b, err := batch.ReadRun(dir)
	if err != nil {
		return Run{}, err
	}
	tasks, err := b.Tasks(ctx, false)
	if err != nil {
		return Run{}, err
	}
	run, missing := ledger.Read(ctx, b.Ledger())
	if missing != nil {
		run = &ledger.Run{Header: b.Header, Written: b.Header.Created}
		run.Tally.Subproblems = b.Header.Subproblems
	}
	r := Of(run)
	if missing != nil {
		r.Head = ""
	}
	r.Name, r.Path, r.Question, r.Command, r.Tasks = filepath.Base(dir), absolute(dir), &b.Question, "", &tasks
	if !r.Complete {
		r.Command = shell.Queens("runs", "resume", r.Path)
	}
	switch {
	case missing != nil && !errors.Is(missing, fs.ErrNotExist):
		r.State, r.Reason = Broken, missing.Error()
	case r.State == Failed, r.Certificate != nil:
	case batch.IsStopped(dir):
		r.State, r.Complete, r.Total, r.Checks = Stopped, false, nil, []string{}
	default:
		r.State, r.Complete, r.Total, r.Checks = Elsewhere, false, nil, []string{}
	}
	return r, nil
}

func absolute(path string) string {
	if whole, err := filepath.Abs(path); err == nil {
		return whole
	}
	return path
}

// Resumption has the question and options to continue a run.
type Resumption struct {
	Question count.Question
	Options  count.Options
}

// Resume returns how to continue a run, or to read it if it is complete. If that is impossible,
// obstacle says why in a sentence.
func Resume(run *ledger.Run) (r Resumption, obstacle string) {
	h, path := run.Header, absolute(run.Path)
	root := filepath.Dir(filepath.Dir(filepath.Dir(path)))
	q, ok := QuestionOf(run)
	variant, err := methods.FindVersion(h)
	switch {
	case err != nil || !ok:
		return r, fmt.Sprintf("this program does not continue plans by version %d of method %s, by which %q wrote the "+
			"ledger", h.MethodVersion, h.Method, h.Program)
	case path != filepath.Join(ledger.Dir(root, h.RunName()), ledgerFile):
		return r, "the ledger is not where a count looks for it, in a directory of its name under runs in a state " +
			"directory"
	}
	r = Resumption{Question: q, Options: count.Options{State: root, KeepAll: true}}
	if !run.Complete() {
		r.Options.Kernel = h.Kernel
	}
	if usual, err := count.NewJob(q, r.Options); err != nil || usual.Variant().Name != variant.Name {
		r.Options.Method = variant.Name
	}
	return r, ""
}

// QuestionOf returns the question that a run answers, if count.Solve answers it.
func QuestionOf(run *ledger.Run) (q count.Question, ok bool) {
	h := run.Header
	p, err := methods.ProblemOf(h)
	q = count.About(p)
	q.Of = count.Quantity(h.Of)
	return q, err == nil && slices.Contains(count.Quantities(), h.Of)
}

// Command returns the shell command, without what is usual.
func (r Resumption) Command() string {
	q, o, topology := r.Question, r.Options, ""
	if q.Topology != queens.Regular {
		topology = q.Topology.String()
	}
	if q.Of == count.AllSolutions {
		q.Of = ""
	}
	if o.Kernel == plan.Auto {
		o.Kernel = ""
	}
	if usual, err := sys.StateDir(); err == nil && usual == o.State {
		o.State = ""
	}
	of := string(q.Of) // a Quantity in an interface would link all methods into the pages
	return shell.Queens("count", q.Order, "--topology", topology, "--of", of,
		"--given", queens.SquareNames(q.Given, q.Order), "--blocked", queens.SquareNames(q.Blocked, q.Order),
		"--method", o.Method, "--kernel", o.Kernel, "--keep", o.KeepAll, "--state", o.State)
}
