// Package batch counts with engines that schedule tasks on many machines: Slurm, Grid
// Engine, Kubernetes, GNU parallel, or just this machine.
//
// Everything about a count is in one directory, which all machines share; docs/machines.md lists
// its files. A [Task] counts a share of the plan into a ledger of its own. An attempt at a task
// continues where earlier ones stopped, in another ledger, so machines share no lock.
//
// [Drive] is a stateless loop: it merges the ledgers, asks the engine what is queued or running,
// and submits the rest. When the count is complete, it checks and certifies it and writes a
// [Record], which [Verify] can check on any machine.
package batch

import (
	"bytes"
	"context"
	"crypto/sha256"
	"encoding/json"
	"errors"
	"fmt"
	"io"
	"io/fs"
	"math/rand/v2"
	"os"
	"path/filepath"
	"slices"
	"strconv"
	"strings"
	"time"

	"queens"
	"queens/count"
	"queens/count/ledger"
	"queens/count/methods"
	"queens/count/plan"
	"queens/internal/errs"
	"queens/internal/humanize"
	"queens/internal/sys"
)

// Names in a directory.
const (
	runFile     = "run.json"
	engineFile  = "engine.json"
	recordFile  = "record.json"
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
	Schema        string         `json:"schema"`
	ID            string         `json:"id"` // part of the names of jobs
	Question      count.Question `json:"question"`
	Method        string         `json:"method"`
	MethodVersion int            `json:"methodVersion"`
	Plan          ledger.Hash    `json:"plan"`
	Subproblems   int            `json:"subproblems"`
	Shares        int            `json:"shares"` // tasks that count a share each
	Again         int            `json:"again"`  // subproblems counted twice
	AgainTasks    int            `json:"againTasks"`
	Seed          uint64         `json:"seed,string"` // selects them
	Kernel        string         `json:"kernel"`
	Cores         int            `json:"cores"`       // of a task, unless the driver overrides it
	Memory        int64          `json:"memory"`      // bytes, likewise
	TaskSeconds   float64        `json:"taskSeconds"` // likewise
	Seconds       float64        `json:"seconds"`     // estimated processor time of the shares
	Program       string         `json:"program"`
	Created       time.Time      `json:"created"`

	dir string
}

// ReadRun reads the run of a directory.
//
// Errors: fs.ErrNotExist; queens.ErrFormat.
func ReadRun(dir string) (*Run, error) {
	dir, err := filepath.Abs(dir)
	if err != nil {
		return nil, errs.Errorf("%w", err)
	}
	r := &Run{dir: dir}
	if err := readJSON(filepath.Join(dir, runFile), r); err != nil {
		return nil, err
	}
	if r.Schema != runSchema || r.ID == "" || strings.Trim(r.ID, "0123456789abcdef") != "" || r.Shares < 1 ||
		r.Shares > maxTasks || r.AgainTasks < 1 || r.AgainTasks > r.Again || r.Again > r.Subproblems {
		return nil, errs.Errorf("%s is not a file of this version of the program, which writes %s: %w",
			filepath.Join(dir, runFile), runSchema, queens.ErrFormat)
	}
	return r, nil
}

// IsRun reports whether a directory holds a run of this package.
func IsRun(dir string) bool {
	_, err := os.Stat(filepath.Join(dir, runFile))
	return err == nil
}

// IsStopped reports whether the tasks of a directory were asked to stop.
func IsStopped(dir string) bool {
	_, err := os.Stat(filepath.Join(dir, stopFile))
	return err == nil
}

// Ledger returns the directory of the merged ledger.
func (r *Run) Ledger() string {
	h := ledger.Header{Order: r.Question.Order, Method: r.Method, Plan: r.Plan}
	return ledger.Dir(r.dir, h.RunName())
}

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
	var queue []Live
	if live {
		queue, err = Queue(ctx, r.dir)
	}
	t = stateOf(queue)
	use, _ := r.LastUse() // it is missing for an instant
	names, failed := r.attempts(0)
	t.Engine, t.Shares, t.Again, t.Attempts = use.Engine, r.Shares, r.AgainTasks, len(names)
	for _, name := range names {
		if _, err := os.Stat(filepath.Join(r.attemptDir(name), errorFile)); err == nil {
			t.Failed++
		}
	}
	return t, errors.Join(err, failed)
}

func stateOf(live []Live) (t Tasks) {
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

func (r *Run) plan(ctx context.Context) (*plan.Plan, error) {
	variant, err := methods.FindVersion(r.Method, r.MethodVersion)
	if err != nil {
		return nil, errs.Errorf("%s: %w: use the program that %s names, %s: %w", r.dir, err, runFile, r.Program,
			ledger.ErrOtherRun)
	}
	p, err := plan.New(ctx, r.Question.Order, variant)
	if err != nil {
		return nil, errs.Errorf("%w", err)
	}
	if ledger.Hash(p.Hash) != r.Plan || len(p.Subproblems) != r.Subproblems {
		return nil, errs.Errorf("%s has plan %v, version %d of %s; this program makes %s, version %d: use "+
			"the program that %s names, %s: %w",
			r.dir, r.Plan, r.MethodVersion, r.Method, p.HashText(), variant.Version, runFile, r.Program,
			ledger.ErrOtherRun)
	}
	return p, nil
}

// tasks returns the subproblems of each task.
func (r *Run) tasks(p *plan.Plan) (list [][]int) {
	all := make([]int, r.Subproblems)
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
	for i := range r.Subproblems {
		all = append(all, i)
		hashes = append(hashes, sha256.Sum256(fmt.Appendf(nil, "%d %d", r.Seed, i)))
	}
	slices.SortFunc(all, func(a, b int) int { return bytes.Compare(hashes[a][:], hashes[b][:]) })
	chosen := all[:r.Again]
	slices.Sort(chosen)
	return chosen
}

func (r *Run) attemptDir(name string) string { return filepath.Join(r.dir, tasksDir, name) }

// attemptName returns names like "7-node3-5f0c9a1e".
func attemptName(task int, node string) string {
	return fmt.Sprintf("%d-%s-%s", task, fileName(node), randomName())
}

func fileName(word string) string {
	return strings.Map(func(c rune) rune {
		if c == '.' || c == '-' || c == '_' || '0' <= c && c <= '9' || 'a' <= c && c <= 'z' || 'A' <= c && c <= 'Z' {
			return c
		}
		return '_'
	}, word)
}

func parseAttempt(name string) (task int, node string, ok bool) {
	number, rest, _ := strings.Cut(name, "-")
	task, err := strconv.Atoi(number)
	i := strings.LastIndexByte(rest, '-')
	return task, rest[:max(0, i)], err == nil && i > 0 && fileName(name) == name
}

// attempts returns the names of the attempts at a task, or at all tasks for 0, sorted.
func (r *Run) attempts(task int) (names []string, err error) {
	entries, err := os.ReadDir(filepath.Join(r.dir, tasksDir))
	if err != nil && !errors.Is(err, fs.ErrNotExist) {
		return nil, errs.Errorf("%w", err)
	}
	for _, e := range entries {
		if of, _, ok := parseAttempt(e.Name()); ok && (task == 0 || of == task) {
			names = append(names, e.Name())
		}
	}
	return names, nil
}

func (r *Run) ledgerOf(attempt string) string {
	return filepath.Join(ledger.Dir(r.attemptDir(attempt), filepath.Base(r.Ledger())), "ledger")
}

// read reads the ledger of an attempt, but not one far larger than two computations of every
// subproblem. Errors: fs.ErrNotExist before its first frame.
func (r *Run) read(ctx context.Context, attempt string) (*ledger.Run, error) {
	path := r.ledgerOf(attempt)
	most := int64(1<<20 + r.Subproblems<<13)
	switch info, err := os.Stat(path); {
	case err == nil && info.Mode().IsRegular() && info.Size() > most:
		return nil, fmt.Errorf("%s: %s, want at most %s in a ledger of %d subproblems", path,
			humanize.Bytes(float64(info.Size())), humanize.Bytes(float64(most)), r.Subproblems)
	case err == nil && info.Mode().IsRegular() && info.Size() == 0:
		return nil, fmt.Errorf("%s: %w", path, fs.ErrNotExist)
	}
	run, err := ledger.Read(ctx, path)
	switch {
	case err != nil:
		return nil, err
	case run.Header.Plan != r.Plan || run.Tally.Subproblems != r.Subproblems:
		return nil, fmt.Errorf("%s is of another plan, by %s", path, humanize.Dash(run.Header.Program))
	case len(run.Doubts) > 0:
		return nil, fmt.Errorf("%s is in doubt: %s", path, run.Doubts[0].Text)
	}
	run.Recovery.Torn = 0 // a killed task leaves a torn frame, and a running one is writing
	return run, nil
}

func randomName() string { return fmt.Sprintf("%08x", rand.Uint32()) }

// maxJSON bounds the files that are read; the record of a hundred thousand tasks has 10 MB.
const maxJSON = 1 << 26

// Errors: queens.ErrFormat for invalid contents.
func readJSON(path string, v any) error {
	f, info, err := sys.OpenRegular(path, os.O_RDONLY, 0)
	if err != nil {
		return errs.Errorf("%w", err)
	}
	defer f.Close()
	if info.Size() > maxJSON {
		return errs.Errorf("%s: %s, want at most %s: %w", path, humanize.Bytes(float64(info.Size())),
			humanize.Bytes(maxJSON), queens.ErrFormat)
	}
	d := json.NewDecoder(io.LimitReader(f, maxJSON))
	d.DisallowUnknownFields()
	if err = d.Decode(v); err == nil {
		if _, end := d.Token(); !errors.Is(end, io.EOF) {
			err = errors.New("more follows the JSON object")
		}
	}
	if err != nil {
		return errs.Errorf("%s: %w: %w", path, err, queens.ErrFormat)
	}
	return nil
}

// publish writes a file under another name and lets name give it its own: path appears atomically,
// even if another process or machine writes it at the same time.
func publish(path string, perm fs.FileMode, text []byte, name func(fresh, path string) error) error {
	fresh := fmt.Sprintf("%s.%s.new", path, randomName())
	f, err := os.OpenFile(fresh, os.O_WRONLY|os.O_CREATE|os.O_EXCL, perm)
	if err == nil {
		_, err = f.Write(text)
		err = errors.Join(err, f.Sync(), f.Close())
	}
	if err == nil {
		err = name(fresh, path)
	}
	_ = os.Remove(fresh) // after a failure or a link
	if err != nil {
		return errs.Errorf("%w", err)
	}
	return nil
}

func publishJSON(path string, v any, name func(fresh, path string) error) error {
	text, err := json.MarshalIndent(v, "", " ")
	if err != nil {
		return errs.Errorf("%w", err)
	}
	return publish(path, 0o644, append(text, '\n'), name)
}

// create is os.Link if the file system has links: it gives a file a name that is free.
//
// Errors: fs.ErrExist.
func create(fresh, path string) error {
	err := os.Link(fresh, path)
	if err != nil && !errors.Is(err, fs.ErrExist) {
		err = os.Rename(fresh, path)
	}
	return err
}

// installProgram copies a program into a directory named by its hash, so that all tasks of a driver
// run the same program.
func installProgram(dir, program string) (path string, err error) {
	text, err := os.ReadFile(program)
	if err != nil {
		return "", errs.Errorf("%w", err)
	}
	sum := sha256.Sum256(text)
	path = filepath.Join(dir, programsDir, fmt.Sprintf("%x", sum[:6]), "queens")
	if there, err := os.ReadFile(path); err == nil && bytes.Equal(there, text) {
		return path, nil
	}
	if err := sys.MkdirAll(filepath.Dir(path), 0o755); err != nil {
		return "", errs.Errorf("%w", err)
	}
	return path, publish(path, 0o755, text, os.Rename)
}

// rememberedDir is a directory in the state directory with the path of each run in a file.
const rememberedDir = "batch"

// Remember adds a directory to [Remembered].
func Remember(root, dir string) error {
	dir, err := filepath.Abs(dir)
	if err != nil {
		return errs.Errorf("%w", err)
	}
	if err := sys.MkdirAll(filepath.Join(root, rememberedDir), 0o755); err != nil {
		return errs.Errorf("%w", err)
	}
	path := filepath.Join(root, rememberedDir, fmt.Sprintf("%x", sha256.Sum256([]byte(dir)))[:16])
	if err := os.WriteFile(path, []byte(dir+"\n"), 0o644); err != nil {
		return errs.Errorf("%w", err)
	}
	return nil
}

// Remembered returns the existing directories with runs, sorted.
func Remembered(root string) (dirs []string) {
	paths, _ := filepath.Glob(filepath.Join(root, rememberedDir, "*")) // the pattern is well-formed
	for _, path := range paths {
		text, err := os.ReadFile(path)
		if dir := strings.TrimSuffix(string(text), "\n"); err == nil && IsRun(dir) {
			dirs = append(dirs, dir)
		}
	}
	slices.Sort(dirs)
	return dirs
}

// Remove deletes the files of a count in a directory, and the directory if nothing else is in it.
// Errors: ErrBusy if tasks are queued or running.
func Remove(ctx context.Context, dir string) error {
	if live, err := Queue(ctx, dir); err == nil && len(live) > 0 { // without an engine there are none
		return errs.Errorf("%s are queued or running; queens runs stop cancels them: %w",
			humanize.Plural(len(live), "task"), ErrBusy)
	}
	for _, name := range []string{tasksDir, logsDir, programsDir, "runs", stopFile, recordFile, engineFile, runFile} {
		if err := os.RemoveAll(filepath.Join(dir, name)); err != nil {
			return errs.Errorf("%w", err)
		}
	}
	if err := os.Remove(dir); err != nil {
		return errs.Errorf("%w", err)
	}
	return nil
}

// ErrBusy says that tasks are queued or running.
var ErrBusy = errs.Hidden(errs.Failed, "busy")
