package batch

import (
	"cmp"
	"context"
	"errors"
	"fmt"
	"io"
	"io/fs"
	"maps"
	"math"
	"math/rand/v2"
	"os"
	"path/filepath"
	"runtime"
	"slices"
	"strings"
	"time"

	"queens"
	"queens/count"
	"queens/count/ledger"
	"queens/count/plan"
	"queens/count/survey"
	"queens/count/verify"
	"queens/internal/errs"
	"queens/internal/humanize"
	"queens/internal/sys"
)

// Options configure a driver. Zero figures are those of the run, or the defaults of a new run.
type Options struct {
	Dir      string
	Question count.Question
	Count    count.Options // variant, kernel, memory of a task, and program
	Engine   string
	Args     []string // for the engine
	Program  string   // path of the executable that tasks run
	TaskTime time.Duration
	Cores    int
	Tasks    int     // number of shares
	Again    float64 // share of the subproblems counted twice, 0 to 1, if that is more than the sample
	MaxTasks int     // queued and running at once; 0: the engine's limit
	Poll     time.Duration
	Detach   bool // return after submitting everything

	Out  io.Writer                                          `json:"-"` // of the engine print
	Log  func(text string)                                  `json:"-"`
	Show func(text string, fraction, remainSeconds float64) `json:"-"` // may be nil
}

// Defaults of a run.
const (
	usualTaskTime = time.Hour
	usualMemory   = 4 << 30
	usualPoll     = 30 * time.Second

	maxTasks  = 100_000 // shares; Kubernetes has no larger Jobs
	minFree   = 64 << 20
	fullShare = 0.8 // planned share of a task's time
	maxTries  = 5   // of a task without new results

	usualAgain   = 300 // subproblems counted twice
	leastAgain   = 3
	againSeconds = 300 // of a task, for these
	againCost    = 3   // time of a second count, in times of a first one
)

type driver struct {
	Options
	run    *Run
	engine engine
	plan   *plan.Plan
	state  string // directory of the merged ledger, if it is not published
	began  bool   // created by this driver

	clock    float64 // of the core that estimated a new run, in GHz
	tasks    []task  // the first one has number 1
	sources  map[string]*source
	merged   *ledger.Run
	disputes []verify.Dispute
	again    map[int]bool // subproblems to count twice, whether that is done
	said     map[string]bool
}

type task struct {
	subproblems []int
	absent      int // number of times it was missing from the queue since it was there
	tries       int // submissions since its last new result
	had         int // results at its last submission
}

// source is the ledger of an attempt.
type source struct {
	task    int
	size    int64
	written time.Time
	run     *ledger.Run // nil if unreadable
	flaw    string
}

// Drive counts in a directory until the count is complete, verified and recorded, or ctx ends.
// Queued and running tasks then stay. It may be called again at any time, on any machine, also
// concurrently. In a finished directory it only reads.
//
// Errors: ErrNoEngine; ledger.ErrMismatch for different results or a failed check;
// ledger.ErrOtherRun for a directory of another plan; queens.ErrFormat for options, and a directory
// of another question; ctx's. With an error or with Detach there is no Record.
func Drive(ctx context.Context, o Options) (*Record, error) {
	d, err := newDriver(ctx, o)
	if err != nil {
		return nil, err
	}
	if r, err := d.finished(ctx); r != nil || err != nil {
		return r, err
	}
	if _, err := d.engine.limits(ctx); err != nil {
		return nil, fmt.Errorf("%w; --on print writes the command lines for any other engine", err)
	}
	if err := d.prepare(); err != nil {
		return nil, err
	}
	return d.loop(ctx)
}

// Stop ends the tasks of a directory and its drivers.
func Stop(ctx context.Context, dir string) error {
	e, err := engineOf(dir)
	if err != nil {
		return err
	}
	if err := os.WriteFile(filepath.Join(dir, stopFile), nil, 0o644); err != nil {
		return errs.Errorf("%w", err)
	}
	return e.cancel(ctx)
}

// Queue asks the engine of a directory which of its tasks are queued or running.
func Queue(ctx context.Context, dir string) ([]Live, error) {
	e, err := engineOf(dir)
	if err != nil {
		return nil, err
	}
	return e.list(ctx)
}

func newDriver(ctx context.Context, o Options) (d *driver, err error) {
	if o.Again < 0 || o.Again > 1 {
		return nil, errs.Errorf("%v of the subproblems counted again: want 0 to 1: %w", o.Again, queens.ErrFormat)
	}
	if o.Dir, err = filepath.Abs(o.Dir); err != nil {
		return nil, errs.Errorf("%w", err)
	}
	d = &driver{Options: o, sources: map[string]*source{}, said: map[string]bool{}}
	d.Poll = cmp.Or(o.Poll, usualPoll)
	d.Log = func(text string) { o.Log(humanize.OneLine(text)) } // it may have names from files of others
	if d.run, err = ReadRun(o.Dir); errors.Is(err, fs.ErrNotExist) {
		d.began = true
		err = d.begin(ctx)
	} else if err == nil {
		err = d.resume(ctx)
	}
	if err != nil {
		return nil, err
	}
	return d, d.adopt(filepath.Join(d.run.dir, programsDir, "queens")) // until prepare installs it
}

// adopt makes the tasks and the engine of the run.
func (d *driver) adopt(program string) (err error) {
	d.tasks = nil
	for _, subproblems := range d.run.tasks(d.plan) {
		t := task{subproblems: subproblems}
		if d.Engine == "print" || d.began {
			t.absent = enoughAbsences - 1 // no queue has it
		}
		d.tasks = append(d.tasks, t)
	}
	s := site{d.Options, d.run}
	s.Program = program
	d.engine, err = newEngine(s)
	return err
}

// settleFigures sets the figures of tasks that the options leave to the run.
func (d *driver) settleFigures() {
	if d.Engine == "local" {
		d.Cores = cmp.Or(d.Cores, runtime.GOMAXPROCS(0))
	}
	d.Cores, d.Count.Memory = cmp.Or(d.Cores, d.run.Cores), cmp.Or(d.Count.Memory, d.run.Memory)
	d.TaskTime = cmp.Or(d.TaskTime, time.Duration(d.run.TaskSeconds*float64(time.Second)))
}

func (d *driver) begin(ctx context.Context) error {
	job, err := count.NewJob(d.Question, d.Count)
	if err != nil {
		return err
	}
	draft, err := job.Draft(ctx)
	if err != nil {
		return err
	}
	if d.plan, err = draft.Plan(ctx); err != nil {
		return err
	}
	one := d.Count
	one.Workers, one.Memory = cmp.Or(d.Cores, 1), ofTask(d.Count.Memory)
	if d.Engine == "local" && d.Cores == 0 {
		one.Workers = 0
	}
	if err := one.Fits(d.plan.Order, d.plan.Variant); err != nil {
		return fmt.Errorf("a task has three quarters of the memory: %w", err)
	}
	least := forTask(one.Floor(d.plan.Order, d.plan.Variant))
	one = d.Count
	one.Workers = 1
	forecast, err := survey.Estimate(ctx, draft, one, 0, 1)
	if err != nil {
		return err
	}
	d.clock = forecast.Clock
	d.run = &Run{
		Schema: runSchema, ID: randomName(), Question: job.Question(), Method: draft.Variant.Name,
		MethodVersion: draft.Variant.Version, Plan: ledger.Hash(d.plan.Hash), Subproblems: len(d.plan.Subproblems),
		Seed: rand.Uint64(), Kernel: cmp.Or(d.Count.Kernel, plan.Auto), Cores: cmp.Or(d.Cores, 1),
		Memory:      cmp.Or(d.Count.Memory, max(usualMemory, least)),
		TaskSeconds: cmp.Or(d.TaskTime, usualTaskTime).Seconds(), Seconds: forecast.Seconds.Mean,
		Program: d.Count.Program, Created: time.Now().UTC(), dir: d.Dir,
	}
	d.settleFigures()
	all, seconds := float64(d.run.Subproblems), d.run.Seconds
	target := fullShare * d.TaskTime.Seconds() * float64(d.Cores)
	d.run.Shares = between(1, cmp.Or(d.Tasks, int(math.Ceil(seconds/target))), min(maxTasks, d.run.Subproblems))
	sample := min(usualAgain, againSeconds*float64(d.Cores)*all/seconds)
	d.run.Again = int(math.Ceil(min(all, max(leastAgain, sample, d.Again*all))))
	share := float64(d.run.Again) / all
	d.run.AgainTasks = between(1, max(int(math.Ceil(againCost*share*seconds/target)),
		int(share*float64(d.run.Shares))), d.run.Again)
	return nil
}

func between(least, x, most int) int { return max(least, min(x, most)) }

// resume checks that the run matches the question, and makes its plan.
func (d *driver) resume(ctx context.Context) (err error) {
	if d.Question.Order != d.run.Question.Order || cmp.Or(d.Question.Of, count.AllSolutions) != d.run.Question.Of {
		return errs.Errorf("%s holds a count of %s solutions of order %d: name another directory: %w", d.Dir,
			d.run.Question.Of, d.run.Question.Order, queens.ErrFormat)
	}
	if d.Again*float64(d.run.Subproblems) > float64(d.run.Again) {
		d.once(fmt.Sprintf("--again is fixed when a count begins: here %d of %s are counted again", d.run.Again,
			humanize.Plural(d.run.Subproblems, "result")))
	}
	d.settleFigures()
	d.plan, err = d.run.plan(ctx)
	return err
}

func (d *driver) prepare() (err error) {
	for _, sub := range []string{tasksDir, logsDir} {
		if err := sys.MkdirAll(filepath.Join(d.run.dir, sub), 0o755); err != nil {
			return errs.Errorf("%w", err)
		}
	}
	if err := d.room(); err != nil {
		return err
	}
	program, err := installProgram(d.run.dir, d.Program)
	if err != nil {
		return err
	}
	if err := os.Remove(filepath.Join(d.run.dir, stopFile)); err != nil && !errors.Is(err, fs.ErrNotExist) {
		return errs.Errorf("%w", err)
	}
	if d.began {
		err = publishJSON(filepath.Join(d.run.dir, runFile), d.run, create)
		if errors.Is(err, fs.ErrExist) { // another driver created it
			d.began = false
			d.run, err = ReadRun(d.run.dir)
		}
	}
	if err != nil {
		return err
	}
	use := Use{d.Engine, d.Args}
	if err := publishJSON(filepath.Join(d.run.dir, engineFile), use, os.Rename); err != nil {
		return err
	}
	return d.adopt(program)
}

func (d *driver) room() error {
	free, err := sys.FreeSpace(d.run.dir)
	if err == nil && free < minFree {
		return errs.Errorf("%s has %s free: make room, and start this command again", d.run.dir,
			humanize.Bytes(float64(free)))
	}
	return nil
}

func (d *driver) once(text string) {
	if !d.said[text] {
		d.said[text] = true
		d.Log(text)
	}
}

func (d *driver) loop(ctx context.Context) (*Record, error) {
	began := time.Now()
	for {
		if err := d.take(ctx); err != nil {
			return nil, err
		}
		if len(d.disputes) > 0 {
			return nil, errs.Errorf("%w: %v; \"queens runs verify LEDGER --repair\" replaces the wrong "+
				"one; then give this command again, with the engine's option that excludes the node after --",
				ledger.ErrMismatch, d.disputes[0])
		}
		if d.complete() {
			if r, err := d.finish(ctx); r != nil || err != nil {
				return r, err
			}
			continue
		}
		if IsStopped(d.run.dir) {
			return nil, errs.Errorf("%s: stopped", d.run.dir)
		}
		live, err := d.engine.list(ctx)
		settled := false
		if err == nil {
			for _, l := range live {
				if l.Held != "" {
					d.once(fmt.Sprintf("%s holds tasks: %s", d.Engine, l.Held))
				}
			}
			if settled, err = d.submit(ctx, live); err != nil {
				return nil, err
			}
			d.show(live)
		} else if ctx.Err() == nil {
			d.Log(fmt.Sprintf("%v; asking again, and nothing follows from that", err))
		}
		if d.Engine == "print" || d.Detach && settled {
			return nil, nil
		}
		pause := min(d.Poll, time.Second+time.Since(began)/10) // short counts end soon
		select {
		case <-ctx.Done():
			return nil, errs.Errorf("%w", ctx.Err())
		case <-time.After(time.Duration((0.75 + rand.Float64()/2) * float64(pause))):
		}
	}
}

// take reads new ledgers and those that have grown, and merges all again: 0.15 s for the 12,052
// results of order 26 in 200 ledgers.
func (d *driver) take(ctx context.Context) error {
	names, err := d.run.attempts(0)
	if err != nil {
		return err
	}
	changed := d.merged == nil
	for _, name := range names {
		old := d.sources[name]
		s := &source{}
		if info, err := os.Stat(d.run.ledgerOf(name)); err == nil {
			s.size, s.written = info.Size(), info.ModTime()
		}
		if old != nil && old.size == s.size && old.written.Equal(s.written) {
			if old.flaw != "" { // no writer was seen half-way
				d.once(old.flaw + "; what it lost is counted again: check the file system")
			}
			continue
		}
		s.task, _, _ = parseAttempt(name)
		s.run, err = d.run.read(ctx, name)
		switch {
		case ctx.Err() != nil:
			return errs.Errorf("%w", ctx.Err())
		case errors.Is(err, fs.ErrNotExist): // it has no result yet
		case err != nil:
			s.flaw = err.Error()
		case len(s.run.Recovery.Damages) > 0:
			s.flaw = s.run.Path + ": " + strings.Join(s.run.Recovery.Flaws(), "; ")
		}
		d.sources[name], changed = s, true
	}
	for name := range d.sources {
		if _, there := slices.BinarySearch(names, name); !there {
			delete(d.sources, name)
			changed = true
		}
	}
	if changed {
		err = d.merge(ctx)
	}
	if full := errors.As(err, new(*ledger.WriteError)) || errors.As(err, new(*fs.PathError)); full && d.state == "" {
		d.once(err.Error() + "; trying again")
		d.merged, err = nil, nil
	}
	return err
}

// runs returns the readable ledgers of the attempts.
func (d *driver) runs() (list []*ledger.Run) {
	for _, name := range slices.Sorted(maps.Keys(d.sources)) {
		if run := d.sources[name].run; run != nil {
			list = append(list, run)
		}
	}
	return list
}

func (d *driver) merge(ctx context.Context) (err error) {
	d.merged, d.disputes, d.again = nil, nil, map[int]bool{}
	for _, i := range d.run.chosen() {
		for _, s := range d.sources {
			d.again[i] = d.again[i] || s.task > d.run.Shares && s.run != nil && s.run.Has(i)
		}
	}
	if len(d.runs()) == 0 {
		return nil
	}
	state := d.state
	if state == "" {
		if state, err = os.MkdirTemp(d.run.dir, mergeDir); err != nil {
			return errs.Errorf("%w", err)
		}
		defer os.RemoveAll(state)
	} else if err := os.RemoveAll(ledger.Dir(state, "")); err != nil {
		return errs.Errorf("%w", err)
	}
	path, err := d.mergeInto(ctx, state)
	if err == nil && d.state == "" {
		path, err = d.publish(path)
	}
	if err == nil {
		d.merged, err = ledger.Read(ctx, path)
	}
	return err
}

// mergeInto merges the ledgers in a state directory and returns the path of the result.
func (d *driver) mergeInto(ctx context.Context, state string) (path string, err error) {
	o := count.Options{State: state, Unlocked: true, Program: d.Count.Program}
	m, err := verify.Merge(ctx, d.plan, d.runs(), o)
	d.disputes = m.Disputes
	return filepath.Join(m.Ledger, "ledger"), err
}

// publish moves a merged ledger to its place in the directory.
func (d *driver) publish(path string) (string, error) {
	to := filepath.Join(d.run.Ledger(), "ledger")
	err := cmp.Or(sys.MkdirAll(d.run.Ledger(), 0o755), os.Rename(path, to))
	if err != nil {
		return "", errs.Errorf("%w", err)
	}
	return to, nil
}

func (d *driver) has(i int) bool { return d.merged != nil && d.merged.Has(i) }

func (d *driver) complete() bool {
	return d.merged != nil && d.merged.Complete() && len(d.disputes) == 0 &&
		!slices.Contains(slices.Collect(maps.Values(d.again)), false)
}

// open reports whether a task has subproblems without a result.
func (d *driver) open(number int) bool {
	return slices.ContainsFunc(d.tasks[number-1].subproblems, func(i int) bool {
		if number > d.run.Shares {
			return !d.again[i]
		}
		return !d.has(i)
	})
}

func nodeOf(worker string) string {
	node, _, _ := strings.Cut(worker, " ")
	return node
}

// show reports the progress, given the queued and running tasks.
func (d *driver) show(live []Live) {
	if d.Show == nil {
		return
	}
	whole, first, second, again := 0.0, 0.0, 0.0, 0
	for i, w := range d.plan.Weights() {
		whole += w.Float64()
		if d.has(i) {
			first += w.Float64()
		}
		if isDone, ok := d.again[i]; ok {
			whole += againCost * w.Float64()
			if isDone {
				second += againCost * w.Float64()
				again++
			}
		}
	}
	results, remaining, at := 0, 0.0, stateOf(live)
	nodes := ""
	if len(at.Nodes) > 0 {
		nodes = " on " + humanize.OneLine(strings.Join(at.Nodes, " "))
	}
	if d.merged != nil {
		results = d.merged.Tally.Results
		remaining = d.merged.Tally.Work.Seconds() / max(first, 1) * (whole - first - second)
	}
	d.Show(fmt.Sprintf("%d of %d results, %d of %d counted again; %s: %d running, %d queued%s", results,
		d.run.Subproblems, again, d.run.Again, d.Engine, at.Running, at.Queued, nodes),
		(first+second)/whole, remaining/float64(max(1, at.Running)*d.Cores))
}
