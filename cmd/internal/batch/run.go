// Package batch counts with engines that schedule tasks on many machines: Slurm, Grid
// Engine, Kubernetes, GNU parallel, or just this machine.
//
// Everything about a count is in one directory, which all machines share; docs/machines.md lists
// its files. A [Task] counts a share of the plan into a ledger of its own. An attempt at a task
// continues where earlier ones stopped, in another ledger, so machines share no lock.
//
// [Drive] is a stateless loop: it merges the ledgers, asks the engine what is queued or running,
// and submits the rest. When the count is complete, it checks and certifies the merged ledger.
// [Run.Compare] compares that with the ledgers of the attempts, on any machine.
package batch

import (
	"bytes"
	"cmp"
	"context"
	"crypto/sha256"
	"errors"
	"fmt"
	"io/fs"
	"maps"
	"os"
	"path/filepath"
	"regexp"
	"slices"
	"strconv"
	"strings"
	"time"

	"queens"
	"queens/count"
	"queens/count/ledger"
	"queens/count/methods"
	"queens/count/plan"
	"queens/count/verify"
	"queens/internal/errs"
	"queens/internal/humanize"
	"queens/internal/sys"
)

// Names in a directory.
const (
	runFile     = "run.json"
	engineFile  = "engine.json"
	stopFile    = "stop"
	tasksDir    = "tasks"
	logsDir     = "logs"
	programsDir = "bin"
	mergeDir    = "merge-" // beginning of the name

	errorFile = "error" // of an attempt

	runSchema = "queens.batch/1"
)

// Run describes the count of a directory: run.json, which never changes. Its tasks have numbers
// from 1: first the shares, then those that count some results a second time.
type Run struct {
	Schema      string         `json:"schema"`
	ID          string         `json:"id"` // part of the names of jobs
	Question    count.Question `json:"question"`
	Header      ledger.Header  `json:"header"` // of the ledgers
	Shares      int            `json:"shares"` // tasks that count a share each
	Again       int            `json:"again"`  // subproblems counted twice
	AgainTasks  int            `json:"againTasks"`
	Seed        uint64         `json:"seed,string"` // selects them
	Cores       int            `json:"cores"`       // of a task, unless the driver overrides it
	Memory      int64          `json:"memory"`      // bytes, likewise
	TaskSeconds float64        `json:"taskSeconds"` // likewise
	Seconds     float64        `json:"seconds"`     // estimated processor time of the shares

	dir string
}

// ReadRun reads the run of a directory.
//
// Errors: fs.ErrNotExist; queens.ErrFormat.
func ReadRun(dir string) (*Run, error) {
	dir, err := filepath.Abs(dir)
	if err != nil {
		return nil, err
	}
	r := &Run{dir: dir}
	if err := readJSON(filepath.Join(dir, runFile), r); err != nil {
		return nil, err
	}
	if r.Schema != runSchema || r.ID == "" || strings.Trim(r.ID, "0123456789abcdef") != "" || r.Shares < 1 ||
		r.Shares > maxTasks || r.AgainTasks < 1 || r.AgainTasks > r.Again || r.Again > r.Header.Subproblems {
		return nil, errs.Errorf("%s is not a file of this version of the program, which writes %s: %w",
			filepath.Join(dir, runFile), runSchema, queens.ErrFormat)
	}
	return r, nil
}

// IsRun reports whether a directory holds a run of this package.
func IsRun(dir string) bool { return has(dir, runFile) }

// IsStopped reports whether the tasks of a directory were asked to stop.
func IsStopped(dir string) bool { return has(dir, stopFile) }

func has(dir, name string) bool {
	_, err := os.Stat(filepath.Join(dir, name))
	return err == nil
}

// Ledger returns the directory of the merged ledger, which has a certificate when the count is
// complete.
func (r *Run) Ledger() string { return ledger.Dir(r.dir, r.Header.RunName()) }

// Tasks sums up the tasks of a directory.
type Tasks struct {
	Engine   string   `json:"engine"`   // of the last driver
	Shares   int      `json:"shares"`   // tasks that count a share each
	Again    int      `json:"again"`    // tasks that count some results a second time
	Attempts int      `json:"attempts"` // that have begun
	Failed   int      `json:"failed"`   // of these, with an error
	Running  int      `json:"running,omitzero"`
	Queued   int      `json:"queued,omitzero"`
	Nodes    []string `json:"nodes"` // that run tasks
}

// Tasks reads the state of the tasks in the directory. With live it asks the engine, too.
func (r *Run) Tasks(ctx context.Context, live bool) (t Tasks, err error) {
	var queue []queued
	if live {
		queue, err = queueOf(ctx, r.dir)
	}
	t = stateOf(queue)
	use, _ := r.LastUse() // it is missing for an instant
	names, failed := r.attempts(0)
	t.Engine, t.Shares, t.Again, t.Attempts = use.Engine, r.Shares, r.AgainTasks, len(names)
	for _, name := range names {
		if has(r.attemptDir(name), errorFile) {
			t.Failed++
		}
	}
	return t, errors.Join(err, failed)
}

func stateOf(live []queued) (t Tasks) {
	t.Nodes = []string{}
	for _, l := range live {
		if !l.Running {
			t.Queued++
			continue
		}
		t.Running++
		if l.Node != "" {
			t.Nodes = append(t.Nodes, l.Node)
		}
	}
	t.Nodes = distinct(t.Nodes)
	return t
}

func (r *Run) plan(ctx context.Context) (p *plan.Plan, err error) {
	h := r.Header
	variant, err := methods.FindVersion(h)
	if err == nil {
		p, err = plan.New(ctx, h.Order, variant)
	}
	switch {
	case ctx.Err() != nil:
		return nil, ctx.Err()
	case err == nil && (ledger.Hash(p.Hash) != h.Plan || len(p.Subproblems) != h.Subproblems):
		err = fmt.Errorf("this program makes plan %s", p.HashText())
	}
	if err != nil {
		return nil, errs.Errorf("%s has plan %v, version %d of %s: %w: use the program that %s names, %s: %w", r.dir,
			h.Plan, h.MethodVersion, h.Method, err, runFile, h.Program, ledger.ErrOtherRun)
	}
	return p, nil
}

func (r *Run) tasks(p *plan.Plan) (list [][]int) {
	all := make([]int, r.Header.Subproblems)
	for i := range all {
		all[i] = i
	}
	bounds := p.Shares(r.Shares)
	for i := range r.Shares {
		list = append(list, all[bounds[i]:bounds[i+1]])
	}
	for i, chosen := 0, r.chosen(); i < r.AgainTasks; i++ {
		list = append(list, chosen[r.Again*i/r.AgainTasks:r.Again*(i+1)/r.AgainTasks])
	}
	return list
}

// chosen returns the subproblems counted twice, ascending: those with the least hashes.
func (r *Run) chosen() []int {
	var all []int
	var hashes [][sha256.Size]byte
	for i := range r.Header.Subproblems {
		all = append(all, i)
		hashes = append(hashes, sha256.Sum256(fmt.Appendf(nil, "%d %d", r.Seed, i)))
	}
	slices.SortFunc(all, func(a, b int) int { return bytes.Compare(hashes[a][:], hashes[b][:]) })
	chosen := all[:r.Again]
	slices.Sort(chosen)
	return chosen
}

func (r *Run) attemptDir(name string) string { return filepath.Join(r.dir, tasksDir, name) }

var strange = regexp.MustCompile(`[^A-Za-z0-9._-]`)

func parseAttempt(name string) (task int, ok bool) {
	number, rest, _ := strings.Cut(name, "-")
	task, err := strconv.Atoi(number)
	return task, err == nil && strings.LastIndexByte(rest, '-') > 0 && !strange.MatchString(name)
}

// attempts returns the names of the attempts at a task, or at all tasks for 0, sorted.
func (r *Run) attempts(task int) (names []string, err error) {
	entries, err := os.ReadDir(filepath.Join(r.dir, tasksDir))
	if err != nil && !errors.Is(err, fs.ErrNotExist) {
		return nil, err
	}
	for _, e := range entries {
		if of, ok := parseAttempt(e.Name()); ok && (task == 0 || of == task) {
			names = append(names, e.Name())
		}
	}
	return names, nil
}

func (r *Run) ledgerOf(attempt string) string {
	return filepath.Join(ledger.Dir(r.attemptDir(attempt), r.Header.RunName()), "ledger")
}

// read reads the ledger of an attempt, but not one far larger than two computations of every
// subproblem. Errors: fs.ErrNotExist before its first frame.
func (r *Run) read(ctx context.Context, attempt string) (*ledger.Run, error) {
	path := r.ledgerOf(attempt)
	most := int64(1<<20 + r.Header.Subproblems<<13)
	switch info, err := os.Stat(path); {
	case err == nil && info.Mode().IsRegular() && info.Size() > most:
		return nil, fmt.Errorf("%s: %s, want at most %s in a ledger of %d subproblems", path,
			humanize.Bytes(float64(info.Size())), humanize.Bytes(float64(most)), r.Header.Subproblems)
	case err == nil && info.Mode().IsRegular() && info.Size() == 0:
		return nil, fmt.Errorf("%s: %w", path, fs.ErrNotExist)
	}
	run, err := ledger.Read(ctx, path)
	switch {
	case err != nil:
		return nil, err
	case run.Header.Plan != r.Header.Plan || run.Tally.Subproblems != r.Header.Subproblems:
		return nil, fmt.Errorf("%s is of another plan, by %s", path, cmp.Or(run.Header.Program, "-"))
	case len(run.Doubts) > 0:
		return nil, fmt.Errorf("%s is in doubt: %s", path, run.Doubts[0].Text)
	}
	run.Recovery.Torn = 0 // a killed task leaves a torn frame, and a running one is writing
	return run, nil
}

// source is the ledger of an attempt.
type source struct {
	task    int
	size    int64
	written time.Time
	run     *ledger.Run // nil if unreadable
	flaw    string
}

// sources are the ledgers of a directory, by the names of the attempts.
type sources map[string]*source

// look reads the ledgers that are new or have grown, and reports whether there are any. again is
// called with the flaws of the others: no writer was seen half-way.
func (list sources) look(ctx context.Context, r *Run, again func(flaw string)) (changed bool, err error) {
	names, err := r.attempts(0)
	if err != nil {
		return false, err
	}
	for _, name := range names {
		old, s := list[name], &source{}
		if info, err := os.Stat(r.ledgerOf(name)); err == nil {
			s.size, s.written = info.Size(), info.ModTime()
		}
		if old != nil && old.size == s.size && old.written.Equal(s.written) {
			if old.flaw != "" {
				again(old.flaw)
			}
			continue
		}
		s.task, _ = parseAttempt(name)
		s.run, err = r.read(ctx, name)
		switch {
		case ctx.Err() != nil:
			return false, ctx.Err()
		case errors.Is(err, fs.ErrNotExist): // it has no result yet
		case err != nil:
			s.flaw = err.Error()
		case len(s.run.Recovery.Damages) > 0:
			s.flaw = s.run.Path + ": " + strings.Join(s.run.Recovery.Flaws(), "; ")
		}
		list[name], changed = s, true
	}
	for name := range list {
		if _, there := slices.BinarySearch(names, name); !there {
			delete(list, name)
			changed = true
		}
	}
	return changed, nil
}

// runs returns the ledgers that are readable, in the order of names.
func (list sources) runs() (runs []*ledger.Run) {
	for _, name := range slices.Sorted(maps.Keys(list)) {
		if run := list[name].run; run != nil {
			runs = append(runs, run)
		}
	}
	return runs
}

// Compare compares a merged ledger of the directory with those of the attempts, result by result,
// and returns what is wrong, one sentence each.
func (r *Run) Compare(ctx context.Context, merged *ledger.Run) (flaws []string, err error) {
	list := sources{}
	if _, err := list.look(ctx, r, nil); err != nil {
		return nil, err
	}
	for _, name := range slices.Sorted(maps.Keys(list)) {
		if s := list[name]; s.flaw != "" {
			flaws = append(flaws, s.flaw+"; move it away, and give the command that began the count again")
		}
	}
	compared, err := verify.Compare(ctx, merged, list.runs())
	return append(flaws, compared...), err
}

// ErrLater says that a task was stopped before it was complete, or could not write its results, and
// should be started again.
var ErrLater = errors.New("start it again")

// TaskOptions configure a task. The zero value uses the run's figures.
type TaskOptions struct {
	Workers int
	Memory  int64
	Node    string // name of the machine; empty: the system's
	Job     string // of the engine
	Program string

	found func(*plan.Plan, *ledger.Result) error // for tests
}

// Task counts what earlier attempts have left of a task into a ledger in the directory. What it was
// counting when it is stopped or killed is lost, nothing else.
//
// Errors: ErrLater; ledger.ErrMismatch, ledger.ErrResidue or ledger.ErrOtherRun if a check failed;
// queens.ErrFormat for an unknown number.
func Task(ctx context.Context, dir, number string, o TaskOptions) error {
	run, err := ReadRun(dir)
	if err != nil {
		return err
	}
	task, err := strconv.Atoi(number)
	if err != nil || task < 1 || task > run.Shares+run.AgainTasks {
		return errs.Errorf("%s has no task %q: want 1 to %d: %w", dir, number, run.Shares+run.AgainTasks,
			queens.ErrFormat)
	}
	host, _ := os.Hostname()
	o.Node, o.Memory = cmp.Or(o.Node, host), cmp.Or(o.Memory, run.Memory)
	o.Job = cmp.Or(o.Job, fmt.Sprint("process ", os.Getpid()))
	node := strange.ReplaceAllString(o.Node, "_")
	state := run.attemptDir(fmt.Sprintf("%d-%s-%s", task, node, randomName())) // like "7-node3-5f0c9a1e"
	if err := sys.MkdirAll(state, 0o755); err != nil {
		return errs.Errorf("%w; make room or let the nodes write there", err)
	}
	switch err = run.count(ctx, task, state, o); {
	case err == nil:
		return nil
	case errors.Is(err, context.Canceled), errors.As(err, new(*ledger.WriteError)):
		return fmt.Errorf("%w: %w", ErrLater, err)
	}
	return errors.Join(err, os.WriteFile(filepath.Join(state, errorFile), []byte(err.Error()), 0o644))
}

// stopInterval is the time after which a task notices the stop file.
const stopInterval = 10 * time.Second

func (r *Run) count(ctx context.Context, task int, state string, o TaskOptions) error {
	p, err := r.plan(ctx)
	if err != nil {
		return err
	}
	todo, err := r.todo(ctx, task, p)
	if err != nil || len(todo) == 0 {
		return err
	}
	options := count.Options{
		Workers: o.Workers, Kernel: r.Header.Kernel, Memory: o.Memory, Method: r.Header.Method, Program: o.Program,
		Worker: o.Node + " " + o.Job,
	}
	if task > r.Shares {
		if options.Kernel, err = r.otherKernel(ctx, p, todo); err != nil || options.Kernel == "" {
			return err
		}
		if options.By, err = p.Variant.OtherWays(p.Order, nil); err != nil {
			return err
		}
	}
	options.State, options.Unlocked = state, true // only this process knows its name
	options.Only = func(i int) bool { _, open := slices.BinarySearch(todo, i); return open }
	options.KeepAll, options.Found = true, o.found
	ctx, stop := context.WithCancel(ctx)
	defer stop()
	var looked time.Time
	options.Progress = func(count.Progress) {
		if time.Since(looked) >= stopInterval {
			if looked = time.Now(); IsStopped(r.dir) {
				stop()
			}
		}
	}
	if err := options.Fits(p.Order, p.Variant); err != nil {
		return err
	}
	_, err = count.Run(ctx, p, options)
	return err
}

// todo returns what earlier attempts have left of a task.
func (r *Run) todo(ctx context.Context, task int, p *plan.Plan) ([]int, error) {
	todo := slices.Clone(r.tasks(p)[task-1])
	names, err := r.attempts(task)
	if err != nil {
		return nil, err
	}
	for _, name := range names {
		if old, err := r.read(ctx, name); err == nil { // otherwise the driver reports it; its results are counted again
			todo = slices.DeleteFunc(todo, old.Has)
		}
	}
	return todo, ctx.Err()
}

// otherKernel returns a kernel that has found none of the results of some subproblems, or "" while
// the merged ledger lacks them all.
func (r *Run) otherKernel(ctx context.Context, p *plan.Plan, subproblems []int) (string, error) {
	merged, err := ledger.Read(ctx, r.Ledger())
	if errors.Is(err, fs.ErrNotExist) {
		return "", nil
	}
	if err != nil {
		return "", err
	}
	var kernels []string
	for result, err := range merged.ResultsOf(subproblems) {
		if err != nil {
			return "", err
		}
		kernels = append(kernels, result.Kernel)
	}
	if len(kernels) == 0 {
		return "", nil
	}
	return p.Variant.Method.Info().OtherKernel(strings.Join(distinct(kernels), "+")), nil
}
