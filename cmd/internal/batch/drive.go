package batch

import (
	"cmp"
	"context"
	"errors"
	"fmt"
	"io"
	"io/fs"
	"maps"
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
	"queens/count/verify"
	"queens/internal/errs"
	"queens/internal/humanize"
	"queens/internal/named"
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

const (
	usualPoll = 30 * time.Second
	minFree   = 64 << 20
	maxTries  = 5 // of a task without new results
)

// Outcome is a complete count of a directory.
type Outcome struct {
	Report    *count.Report
	Attempts  int // whose ledgers were merged
	Again     int // results counted twice
	Nodes     []string
	Wrong     []string      // nodes with withdrawn results
	Processor time.Duration // that the ledgers state
}

type driver struct {
	site
	plan  *plan.Plan
	clock float64 // of the core that estimated a new run, in GHz
	began bool    // created by this driver
	said  map[string]bool

	tasks   [][]int      // the subproblems of each; the first one has number 1
	missing map[int]bool // open tasks that the queue did not have at the last look
	tries   map[int]int  // submissions of a task since its last new result
	had     map[int]int  // results of a task at its last submission

	sources  sources
	merged   *ledger.Run
	disputes []verify.Dispute
	again    map[int]bool  // subproblems to count twice, whether that is done
	report   *count.Report // of the merged ledger, when all is done
}

// Drive counts in a directory until the count is complete and certified, or ctx ends. Queued and
// running tasks then stay. It may be called again at any time, on any machine, also concurrently.
// In a finished directory it only reads.
//
// Errors: ErrNoEngine; ledger.ErrMismatch for different results or a failed check;
// ledger.ErrOtherRun for a directory of another plan; queens.ErrFormat for options, and a directory
// of another question; ctx's. With an error or with Detach there is no Outcome.
func Drive(ctx context.Context, o Options) (*Outcome, error) {
	d, err := newDriver(ctx, o)
	if err != nil {
		return nil, err
	}
	if done, err := d.finished(ctx); done != nil || err != nil {
		return done, err
	}
	if _, err := d.engine.limits(ctx, d.site); err != nil {
		return nil, fmt.Errorf("%w; --on print writes the command lines for any other engine", err)
	}
	if err := d.prepare(); err != nil {
		return nil, err
	}
	return d.loop(ctx)
}

// Stop ends the tasks of a directory and its drivers.
func Stop(ctx context.Context, dir string) error {
	s, err := siteOf(dir)
	if err != nil {
		return err
	}
	if err := os.WriteFile(filepath.Join(dir, stopFile), nil, 0o644); err != nil {
		return err
	}
	return s.engine.cancel(ctx, s)
}

// queueOf asks the engine of a directory which of its tasks are queued or running.
func queueOf(ctx context.Context, dir string) ([]queued, error) {
	s, err := siteOf(dir)
	if err != nil {
		return nil, err
	}
	return s.list(ctx)
}

func newDriver(ctx context.Context, o Options) (d *driver, err error) {
	if o.Again < 0 || o.Again > 1 {
		return nil, errs.Errorf("%v of the subproblems counted again: want 0 to 1: %w", o.Again, queens.ErrFormat)
	}
	if o.Dir, err = filepath.Abs(o.Dir); err != nil {
		return nil, err
	}
	d = &driver{
		site: site{Options: o}, sources: sources{}, said: map[string]bool{}, tries: map[int]int{}, had: map[int]int{},
	}
	d.Poll = cmp.Or(o.Poll, usualPoll)
	d.Log = func(text string) { o.Log(humanize.OneLine(text)) } // it may have names from files of others
	d.program = filepath.Join(o.Dir, programsDir, "queens")     // until prepare installs it
	if d.engine, err = named.Find("engine", o.Engine, engines(), engineName); err != nil {
		return nil, err
	}
	if d.run, err = ReadRun(o.Dir); errors.Is(err, fs.ErrNotExist) {
		d.began = true
		err = d.begin(ctx)
	} else if err == nil {
		err = d.resume(ctx)
	}
	if err == nil {
		d.divide()
	}
	return d, err
}

func (d *driver) divide() {
	d.tasks, d.missing = d.run.tasks(d.plan), map[int]bool{}
	for i := range d.tasks {
		d.missing[i+1] = d.Engine == "print" || d.began // no queue has it
	}
}

// settleFigures sets the figures of tasks that the options leave to the run.
func (d *driver) settleFigures() {
	if d.Engine == "local" {
		d.Cores = cmp.Or(d.Cores, runtime.GOMAXPROCS(0))
	}
	d.Cores, d.Count.Memory = cmp.Or(d.Cores, d.run.Cores), cmp.Or(d.Count.Memory, d.run.Memory)
	d.TaskTime = cmp.Or(d.TaskTime, time.Duration(d.run.TaskSeconds*float64(time.Second)))
}

// resume checks that the run matches the question, and makes its plan.
func (d *driver) resume(ctx context.Context) (err error) {
	q := d.run.Question
	if d.Question.Order != q.Order || cmp.Or(d.Question.Of, count.AllSolutions) != q.Of {
		return errs.Errorf("%s holds a count of %s solutions of order %d: name another directory: %w", d.Dir, q.Of,
			q.Order, queens.ErrFormat)
	}
	if all := d.run.Header.Subproblems; d.Again*float64(all) > float64(d.run.Again) {
		d.once(fmt.Sprintf("--again is fixed when a count begins: here %d of %s are counted again", d.run.Again,
			humanize.Plural(all, "result")))
	}
	d.settleFigures()
	d.plan, err = d.run.plan(ctx)
	return err
}

func (d *driver) prepare() (err error) {
	for _, sub := range []string{tasksDir, logsDir} {
		if err := sys.MkdirAll(filepath.Join(d.run.dir, sub), 0o755); err != nil {
			return err
		}
	}
	if err := d.room(); err != nil {
		return err
	}
	if d.program, err = installProgram(d.run.dir, d.Program); err != nil {
		return err
	}
	if err := os.Remove(filepath.Join(d.run.dir, stopFile)); err != nil && !errors.Is(err, fs.ErrNotExist) {
		return err
	}
	if d.began {
		err = publishJSON(filepath.Join(d.run.dir, runFile), d.run, create)
		if errors.Is(err, fs.ErrExist) { // another driver created it
			d.began = false
			if d.run, err = ReadRun(d.run.dir); err == nil {
				d.divide()
			}
		}
	}
	if err != nil {
		return err
	}
	return publishJSON(filepath.Join(d.run.dir, engineFile), Use{d.Engine, d.Args}, os.Rename)
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

func (d *driver) loop(ctx context.Context) (*Outcome, error) {
	for began, cleared := time.Now(), false; ; {
		if err := d.take(ctx); err != nil {
			return nil, err
		}
		switch {
		case len(d.disputes) > 0:
			return nil, d.mismatch()
		case d.report != nil && cleared:
			return d.outcome(d.merged)
		case d.report != nil: // a task that ends now may bring a dispute
			d.clear(ctx)
			cleared = true
			continue
		case IsStopped(d.run.dir):
			return nil, errs.Errorf("%s: stopped", d.run.dir)
		}
		live, err := d.list(ctx)
		settled := false
		if err == nil {
			for _, l := range live {
				if l.Held != "" {
					d.once(fmt.Sprintf("%s holds tasks: %s", d.Engine, l.Held))
				}
			}
			if settled, err = d.submitMissing(ctx, live); err != nil {
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
			return nil, ctx.Err()
		case <-time.After(time.Duration((0.75 + rand.Float64()/2) * float64(pause))):
		}
	}
}

func (d *driver) mismatch() error {
	return errs.Errorf("%w: %v; \"queens runs verify LEDGER --repair\" replaces the wrong one, or move the ledger "+
		"that is wrong away; then give this command again, with the engine's option that excludes the node after --",
		ledger.ErrMismatch, d.disputes[0])
}

// clear lets tasks end, and cancels those that repeat finished work.
func (d *driver) clear(ctx context.Context) {
	for try := range 40 {
		live, err := d.list(ctx)
		if err == nil && len(live) == 0 || ctx.Err() != nil {
			return
		}
		if try == 20 {
			if err := d.engine.cancel(ctx, d.site); err != nil {
				d.once(err.Error())
			}
		}
		time.Sleep(500 * time.Millisecond)
	}
}

// take reads new ledgers and those that have grown, and merges all again: 0.15 s for the 12,052
// results of order 26 in 200 ledgers.
func (d *driver) take(ctx context.Context) error {
	changed, err := d.sources.look(ctx, d.run, func(flaw string) {
		d.once(flaw + "; what it lost is counted again: check the file system")
	})
	if err == nil && (changed || d.merged == nil) {
		err = d.merge(ctx, d.run.dir)
	}
	if errors.As(err, new(*ledger.WriteError)) || errors.As(err, new(*fs.PathError)) {
		d.once(err.Error() + "; trying again")
		d.merged, err = nil, nil
	}
	return err
}

// merge merges the ledgers of the attempts and more in a new state directory under root. If all is
// done, it answers the question from that, which certifies the merged ledger. One under the run's
// directory then takes its place there.
func (d *driver) merge(ctx context.Context, root string, more ...*ledger.Run) error {
	d.merged, d.report, d.disputes, d.again = nil, nil, nil, map[int]bool{}
	for _, i := range d.run.chosen() {
		for _, s := range d.sources {
			d.again[i] = d.again[i] || s.task > d.run.Shares && s.run != nil && s.run.Has(i)
		}
	}
	list := append(d.sources.runs(), more...)
	if len(list) == 0 {
		return nil
	}
	state, err := os.MkdirTemp(root, mergeDir)
	if err != nil {
		return err
	}
	defer os.RemoveAll(state)
	o := count.Options{State: state, Unlocked: true, Program: d.Count.Program}
	m, err := verify.Merge(ctx, d.plan, list, o)
	d.disputes = m.Disputes
	if err == nil && m.Done == m.Subproblems && len(m.Disputes) == 0 &&
		!slices.Contains(slices.Collect(maps.Values(d.again)), false) {
		o.Method, o.KeepAll, o.Workers, o.Memory = d.run.Header.Method, true, d.Cores, d.Count.Memory
		d.report, err = count.Solve(ctx, d.run.Question, o)
	}
	path := filepath.Join(m.Ledger, "ledger")
	if err == nil && root == d.run.dir {
		to := filepath.Join(d.run.Ledger(), "ledger")
		err = cmp.Or(sys.MkdirAll(d.run.Ledger(), 0o755), os.Rename(path, to))
		path = to
	}
	if err == nil {
		d.merged, err = ledger.Read(ctx, path)
	}
	if err != nil {
		d.report = nil
	}
	return err
}

// finished returns the outcome of a finished directory if its ledgers agree; otherwise nothing, and
// the count continues. It writes nothing there.
func (d *driver) finished(ctx context.Context) (*Outcome, error) {
	merged, err := ledger.Read(ctx, d.run.Ledger())
	if err != nil || merged.Tally.Done == nil {
		return nil, ctx.Err()
	}
	_, err = d.sources.look(ctx, d.run, nil)
	if err == nil {
		err = d.merge(ctx, "", merged)
	}
	if err == nil && len(d.disputes) > 0 {
		err = d.mismatch()
	}
	if err != nil {
		return nil, err
	}
	flaws, err := d.run.Compare(ctx, merged)
	if err == nil && len(flaws) == 0 && d.report != nil {
		return d.outcome(merged)
	}
	for _, flaw := range flaws {
		d.once(flaw + "; the ledgers are merged again")
	}
	d.merged = nil
	return nil, err
}

func (d *driver) outcome(merged *ledger.Run) (*Outcome, error) {
	done := &Outcome{Report: d.report, Attempts: len(d.sources.runs()), Again: len(d.again)}
	for _, run := range d.sources.runs() {
		done.Processor += run.Tally.Spent.Processor
	}
	for result, err := range merged.Computations() {
		if err != nil {
			return nil, err
		}
		done.Nodes = distinct(append(done.Nodes, nodeOf(result)))
	}
	for _, w := range merged.Withdrawals() {
		for _, result := range w.Results {
			done.Wrong = distinct(append(done.Wrong, nodeOf(result)))
		}
	}
	return done, nil
}

func nodeOf(r ledger.Result) string {
	node, _, _ := strings.Cut(r.Worker, " ")
	return node
}

// open reports whether a task has subproblems without a result.
func (d *driver) open(number int) bool {
	return slices.ContainsFunc(d.tasks[number-1], func(i int) bool {
		if number > d.run.Shares {
			return !d.again[i]
		}
		return !d.has(i)
	})
}

func (d *driver) has(i int) bool { return d.merged != nil && d.merged.Has(i) }

// show reports the progress, given the queued and running tasks.
func (d *driver) show(live []queued) {
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
		d.run.Header.Subproblems, again, d.run.Again, d.Engine, at.Running, at.Queued, nodes),
		(first+second)/whole, remaining/float64(max(1, at.Running)*d.Cores))
}
