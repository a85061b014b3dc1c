package batch

import (
	"cmp"
	"context"
	"errors"
	"fmt"
	"maps"
	"math"
	"math/rand/v2"
	"os"
	"path/filepath"
	"slices"
	"time"

	"queens"
	"queens/count"
	"queens/count/plan"
	"queens/count/survey"
	"queens/internal/errs"
	"queens/internal/humanize"
	"queens/internal/named"
)

// Defaults of a run.
const (
	usualTaskTime = time.Hour
	usualMemory   = 4 << 30

	maxTasks  = 100_000 // shares; Kubernetes has no larger Jobs
	fullShare = 0.8     // planned share of a task's time

	usualAgain   = 300 // subproblems counted twice
	leastAgain   = 3
	againSeconds = 300 // of a task, for these
	againCost    = 3   // time of a second count, in times of a first one
)

func (d *driver) begin(ctx context.Context) error {
	job, err := count.NewJob(d.Question, d.Count)
	if err != nil {
		return err
	}
	if d.plan, err = job.Draft(ctx); err == nil {
		err = d.plan.Cut(ctx)
	}
	if err != nil {
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
	least := (one.Floor(d.plan.Order, d.plan.Variant)*4/3 + 1<<20) >> 20 << 20 // whole MiB, see ofTask
	one = d.Count
	one.Workers = 1
	forecast, err := survey.Estimate(ctx, d.plan, one, 0, 1)
	if err != nil {
		return err
	}
	d.clock = forecast.Clock
	header := d.plan.Header(d.Count.Program)
	header.Kernel, header.Created = cmp.Or(d.Count.Kernel, plan.Auto), time.Now().UTC()
	d.run = &Run{
		Schema: runSchema, ID: randomName(), Question: job.Question(), Header: header, Seed: rand.Uint64(),
		Cores: cmp.Or(d.Cores, 1), Memory: cmp.Or(d.Count.Memory, max(usualMemory, least)),
		TaskSeconds: cmp.Or(d.TaskTime, usualTaskTime).Seconds(), Seconds: forecast.Seconds.Mean, dir: d.Dir,
	}
	d.settleFigures()
	all, seconds := float64(header.Subproblems), d.run.Seconds
	target := fullShare * d.TaskTime.Seconds() * float64(d.Cores)
	d.run.Shares = between(1, cmp.Or(d.Tasks, int(math.Ceil(seconds/target))), min(maxTasks, header.Subproblems))
	sample := min(usualAgain, againSeconds*float64(d.Cores)*all/seconds)
	d.run.Again = int(math.Ceil(min(all, max(leastAgain, sample, d.Again*all))))
	share := float64(d.run.Again) / all
	d.run.AgainTasks = between(1, max(int(math.Ceil(againCost*share*seconds/target)),
		int(share*float64(d.run.Shares))), d.run.Again)
	return nil
}

func between(least, x, most int) int { return max(least, min(x, most)) }

// needs returns the tasks to submit, given the queued and running ones: those that are open and
// missing from the queue for the second time, second counts after all first ones. all reports
// whether no other task is open.
func (d *driver) needs(live []queued) (list []int, all bool) {
	missing := map[int]bool{}
	for i := range d.tasks {
		if d.open(i + 1) {
			missing[i+1] = true
		}
	}
	for _, l := range live {
		delete(missing, l.Task)
	}
	all = true
	for _, number := range slices.Sorted(maps.Keys(missing)) {
		switch {
		case number > d.run.Shares && (d.merged == nil || !d.merged.Complete()):
		case d.missing[number]:
			list = append(list, number)
		default:
			all = false
		}
	}
	d.missing = missing
	return list, all
}

// submitMissing submits what is missing and neither queued nor running, and reports whether that
// was everything.
func (d *driver) submitMissing(ctx context.Context, live []queued) (all bool, err error) {
	list, all := d.needs(live)
	if len(list) == 0 {
		return all, nil
	}
	if err := d.room(); err != nil {
		d.once(err.Error())
		return false, nil
	}
	limits, err := d.engine.limits(ctx, d.site)
	if err != nil {
		d.Log(fmt.Sprintf("%v; asking again", err))
		return false, nil
	}
	for _, most := range []int{limits.Tasks, d.MaxTasks} {
		if room := max(0, most-len(live)); most > 0 && len(list) > room {
			list, all = list[:room], false
		}
	}
	for _, number := range list {
		if err := d.hopeless(number); err != nil {
			return false, err
		}
	}
	for _, b := range blocks(list, limits) {
		if err := d.hand(ctx, b, len(live) > 0); err != nil {
			return false, err
		}
	}
	return all, nil
}

// hand submits a block, in halves if the engine refuses it. others reports whether the engine has
// other tasks of the run.
func (d *driver) hand(ctx context.Context, b block, others bool) error {
	err := d.submit(ctx, b)
	switch {
	case err == nil || ctx.Err() != nil:
		for _, number := range b.Tasks {
			delete(d.missing, number)
			d.tries[number]++
		}
		return nil
	case len(b.Tasks) > 1:
		half := len(b.Tasks) / 2
		if err := d.hand(ctx, block{b.Tasks[:half], b.After}, others); err != nil {
			return err
		}
		return d.hand(ctx, block{b.Tasks[half:], b.After}, true)
	case others: // it accepts no more now
		d.once(err.Error() + "; trying again later")
		return nil
	}
	return err
}

// hopeless returns why another attempt at a task would be in vain: the last ones brought no result.
func (d *driver) hopeless(number int) error {
	names, err := d.run.attempts(number)
	if err != nil {
		return err
	}
	results, why := 0, "give them more time: --task-time"
	if len(names) == 0 {
		why = fmt.Sprintf("they left no trace: %s must exist at this path on every node; see %s and the engine's "+
			"own log", d.run.dir, filepath.Join(d.run.dir, logsDir))
	}
	for _, name := range names {
		if s := d.sources[name]; s != nil && s.run != nil {
			results += s.run.Tally.Results
		}
		if text, err := os.ReadFile(filepath.Join(d.run.attemptDir(name), errorFile)); err == nil {
			why = humanize.OneLine(fmt.Sprintf("attempt %s: %.1000s", name, text))
			d.once(why)
		}
	}
	if results > d.had[number] {
		d.tries[number], d.had[number] = 0, results
	}
	if d.tries[number] < maxTries {
		return nil
	}
	return errs.Errorf("%d attempts at task %d ended without a new result: %s", d.tries[number], number, why)
}

// Rehearsal is what a driver would submit now, with this machine's estimate of the cost.
type Rehearsal struct {
	Schema      string         `json:"schema"`
	Question    count.Question `json:"question"`
	Engine      string         `json:"engine"`
	Tasks       int            `json:"tasks"`
	Cores       int            `json:"cores"`       // of a task
	MemoryBytes int64          `json:"memoryBytes"` // of a task
	LimitNanos  time.Duration  `json:"limitNanos"`  // of a task
	TaskNanos   time.Duration  `json:"taskNanos"`   // a task will probably take
	WorkNanos   time.Duration  `json:"workNanos"`   // of one core, total
	GHz         float64        `json:"ghz,omitempty"`
	Again       float64        `json:"again"` // share of the results counted twice
	Scripts     []string       `json:"scripts"`
	Submission  []string       `json:"submission,omitempty"` // the command that reads each script
}

// Rehearse returns what Drive would submit. It writes nothing and needs no engine.
func Rehearse(ctx context.Context, o Options) (*Rehearsal, error) {
	d, err := newDriver(ctx, o)
	if err != nil {
		return nil, err
	}
	limits, err := d.engine.limits(ctx, d.site)
	if errors.Is(err, queens.ErrFormat) || ctx.Err() != nil {
		return nil, err
	}
	if err != nil {
		why := d.Engine + " does not answer on this machine"
		if errors.Is(err, ErrNoEngine) {
			why = err.Error()
		}
		d.Log(fmt.Sprintf("%s, so the limits of %s are not known: the count may submit smaller blocks", why, d.Engine))
	}
	r := &Rehearsal{
		Schema: "queens.batch-plan/1", Question: d.run.Question, Engine: d.Engine,
		Tasks: d.run.Shares, Cores: d.Cores, MemoryBytes: d.Count.Memory, LimitNanos: d.TaskTime, GHz: d.clock,
		Again: float64(d.run.Again) / float64(d.run.Header.Subproblems), Submission: d.engine.submit(d.site),
	}
	r.WorkNanos = time.Duration(d.run.Seconds * (1 + againCost*r.Again) * 1e9)
	r.TaskNanos = time.Duration(d.run.Seconds / float64(r.Tasks*r.Cores) * 1e9)
	var shares []int
	for i := range d.run.Shares {
		shares = append(shares, i+1)
	}
	r.Scripts = named.Names(blocks(shares, limits), d.script)
	return r, nil
}

// blocks divides tasks, which ascend, into blocks that an engine accepts.
func blocks(tasks []int, l limits) (list []block) {
	for _, i := range tasks {
		after := 0
		if l.Index > 0 {
			after = (i - 1) / l.Index * l.Index
		}
		n := len(list)
		if n == 0 || list[n-1].After != after || l.Runs && list[n-1].Tasks[len(list[n-1].Tasks)-1] != i-1 {
			list, n = append(list, block{After: after}), n+1
		}
		list[n-1].Tasks = append(list[n-1].Tasks, i)
	}
	return list
}
