// Package counting holds the commands of queens-count: those that count solutions exactly and
// manage runs, and those about the program.
package counting

import (
	"cmp"
	"context"
	_ "embed"
	"errors"
	"fmt"
	"io/fs"
	"math"
	"path/filepath"
	"runtime"
	"runtime/debug"
	"strconv"
	"strings"
	"syscall"
	"text/template"
	"time"

	"github.com/spf13/cobra"

	"queens"
	"queens/cmd/internal/answer/printer"
	"queens/cmd/internal/batch"
	"queens/cmd/internal/cli/command"
	"queens/count"
	"queens/count/ledger"
	"queens/count/methods"
	"queens/count/plan"
	"queens/count/survey"
	"queens/count/verify"
	"queens/internal/errs"
	"queens/internal/humanize"
	"queens/internal/named"
	"queens/internal/shell"
	"queens/internal/sys"
)

//go:embed help.txt
var help string

//go:embed texts.tmpl
var textsFile string

var texts = printer.NewTexts(textsFile, template.FuncMap{
	"chance": humanize.Percent,
	"cpu":    command.ProcessorName,
	"clean":  func(path string) string { return humanize.OneLine(filepath.Clean(path)) },
	"cores":  func() int { return runtime.GOMAXPROCS(0) },
	"gib":    func(bytes int64) float64 { return float64(bytes) / (1 << 30) },
	"hours":  time.Duration.Hours,
	"done":   doneText, "percent": percentText, "processor": processorText,
	"state": stateText,
	"time":  func(t time.Time) string { return t.Local().Format(time.DateTime) },
	"times": timesText,
	"numbers": func(b survey.Band) string {
		return bandText(b, func(x float64) string { return fmt.Sprintf("%.3g", x) })
	},
	"from1": func(numbers []int) []string {
		return named.Names(numbers, func(k int) string { return strconv.Itoa(k + 1) })
	},
	"word":    func(text string) string { return strings.Fields(text)[0] },
	"machine": func() [2]string { return [2]string{runtime.GOOS, runtime.GOARCH} },
	"rate":    func(k queens.Total, t time.Duration) string { return humanize.Count(k.Float64() / t.Seconds()) },
	"figure":  func(format string, x float64) string { return fmt.Sprintf(format, x) },
	"spread":  func(share float64) string { return fmt.Sprintf("%.1f %%", 100*share) },
	"ratio":   func(t time.Duration, k queens.Total) *float64 { return ratio(float64(t), k.Float64()) },
})

type app struct {
	*command.App
	state string // value of --state, for commands about runs
}

// Commands returns the commands that count, in the order of the help text.
func Commands(k *command.App) []*cobra.Command {
	a := &app{App: k.Explain(help)}
	return []*cobra.Command{newCount(a), newRuns(a), newCite(a), newTask(a)}
}

// AboutProgram returns the commands about the program, in the order of the help text.
func AboutProgram(k *command.App) []*cobra.Command {
	a := &app{App: k.Explain(help)}
	return []*cobra.Command{newDoctor(a), newBench(a), newCompletion(a), newMan(a), newVersion(a)}
}

type countOptions struct {
	question count.Question // or Of is one of the following constants
	options  count.Options  // without those of library
	Given    []string
	Blocked  []string
	Device   string
	State    string
	Verify   bool
	Estimate bool
	Budget   time.Duration
	Share    string
	Seed     uint64
	batch    batchOptions
}

func newCount(a *app) *cobra.Command {
	o := countOptions{options: count.Options{Method: plan.Auto}}
	cmd := a.Command("count", &o, func(cmd *cobra.Command, args []string) error {
		if dash := cmd.ArgsLenAtDash(); dash > 0 {
			args, o.batch.Args = args[:dash], args[dash:]
		}
		orders, err := o.orders(cmd, args)
		if of, several := o.question.Of, len(orders) > 1; err == nil {
			err = cmp.Or(o.batch.check(cmd, of),
				command.Without(cmd, several, "is for one order", "estimate", "share", "on", "verify", "given",
					"blocked"),
				command.Without(cmd, several && (o.spread() || of == ofFixed), string(of)+" is for one order", "of"))
		}
		if err != nil {
			return err
		}
		ctx, again := cmd.Context(), command.Again(cmd, args)
		q := &o.question
		q.Order = orders[0]
		if q.Given, err = queens.ParseSquares(strings.Join(o.Given, ","), q.Order); err == nil {
			q.Blocked, err = queens.ParseSquares(strings.Join(o.Blocked, ","), q.Order)
		}
		if err != nil {
			return err
		}
		switch {
		case len(orders) > 1:
			return a.countEach(ctx, orders, o)
		case o.batch.Engine != "":
			typed := shell.Line(append([]string{cmd.Root().Name()}, a.Args...)...)
			return a.countBatch(ctx, typed, o)
		}
		devices, closeDevices, err := a.OpenDevices(ctx, o.Device, command.MemoryBudget(o.options.Memory))
		if err != nil {
			return err
		}
		defer closeDevices()
		o.options.Devices = devices
		switch {
		case o.Share != "":
			return a.countShare(ctx, again, o)
		case o.spread():
			return a.countSquares(ctx, o)
		case o.question.Of == ofFixed:
			return a.countFixed(ctx, again, o)
		case o.Estimate:
			return a.estimate(ctx, o)
		}
		return a.count(ctx, again, o)
	}, "most", plan.MaxOrder,
		"most-symmetric", count.Symmetric.MaxOrder(queens.Regular),
		"most-quarter-turn", count.QuarterTurn.MaxOrder(queens.Regular),
		"most-reflecting", count.Reflecting.MaxOrder(queens.Regular),
		"most-superqueens", count.Superqueens.MaxOrder(queens.Regular),
		"most-superqueens-quarter-turn", count.SuperQuarterTurn.MaxOrder(queens.Regular))
	cmd.Args = cobra.ArbitraryArgs // those after -- are for the engine
	command.Flag(cmd, "of", (*string)(&o.question.Of), append(count.Quantities(), ofFirstQueen, ofFixed, ofSquares)...)
	command.Flag(cmd, "topology", &o.question.Topology)
	command.Flag(cmd, "keep", &o.options.KeepAll)
	o.addWorkers(cmd)
	others := append(methods.Of(queens.Regular, plan.HalfTurn), methods.OnBoard()...) // odd orders and boards have two
	command.Flag(cmd, "method", &o.options.Method, append(methods.Names(),
		named.Names(others, func(v plan.Variant) string { return v.Name })...)...)
	command.Flag(cmd, "kernel", &o.options.Kernel, methods.Kernels()...)
	command.Flag(cmd, "on", &o.batch.Engine, batch.Engines()...)
	for name, p := range map[string]any{ // those that need --on
		"dir": &o.batch.Dir, "task-time": &o.batch.TaskTime, "tasks": &o.batch.Tasks, "max-tasks": &o.batch.MaxTasks,
		"again": &o.batch.Again, "poll": &o.batch.Poll, "dry-run": &o.batch.dryRun, "detach": &o.batch.Detach,
	} {
		command.Flag(cmd, name, p)
	}
	return cmd
}

// addWorkers adds the flags of counts that are new or continued.
func (o *countOptions) addWorkers(cmd *cobra.Command) {
	command.Flag(cmd, "workers", &o.options.Workers)
	command.Flag(cmd, "memory", &o.options.Memory)
}

func (o countOptions) orders(cmd *cobra.Command, args []string) ([]int, error) {
	of, board := o.question.Of, o.question.Topology
	if of == ofFixed {
		of = count.Symmetric
	}
	most := of.MaxOrder(board)
	if most == 0 { // never counted on this board
		return nil, count.Question{Topology: board, Of: of}.Validate()
	}
	if len(args) != 1 || !strings.Contains(args[0], "..") {
		n, err := command.OrderBetween(cmd, args, 0, most)
		return []int{n}, err
	}
	return command.Orders(args, 0, most)
}

func (o countOptions) library() count.Options {
	options := o.options
	options.Program, options.Memory = command.ProgramName(), command.MemoryBudget(options.Memory)
	command.SetState(&options, o.State)
	return options
}

// job returns the job that the flags describe and its options, and lowers this process's priority.
func (a *app) job(o *countOptions) (*count.Job, count.Options, error) {
	o.Seed = cmp.Or(o.Seed, command.RandomSeed())
	options := o.library()
	options.Progress = a.showProgress
	job, err := count.NewJob(o.question, options)
	if err != nil {
		return nil, options, err
	}
	asked := options
	asked.Memory = o.options.Memory // a default is not refused
	if err := asked.Fits(job.Question().Order, job.Variant()); err != nil {
		return nil, options, err
	}
	boundMemory(job, options, asked.Memory > 0)
	if o.Estimate || o.question.Order >= knownFrom {
		a.tellKnown(o.question)
	}
	if len(options.Devices) > 0 && !job.Variant().Method.Info().Devices {
		a.Note("method %s does not use graphics cards; --method parity does", job.Variant().Name)
	}
	if remark := job.Remark(); remark != "" {
		a.Note("%s", remark)
	}
	return job, options, nil
}

const countSchema = "queens.count/1"

func (a *app) count(ctx context.Context, again string, o countOptions) error {
	report, options, err := a.solve(ctx, again, &o)
	if err != nil {
		return err
	}
	if o.Verify {
		if err := verify.Recheck(ctx, report, options, o.Seed); err != nil {
			return a.stoppedCount(again, nil, err)
		}
	}
	a.summarise(report, options)
	return a.Print(texts.ShowAs(countSchema, report))
}

// solve counts: it announces a long count, shows progress, and warns about damaged ledgers. again
// is the command that continues the count.
func (a *app) solve(ctx context.Context, again string, o *countOptions) (*count.Report, count.Options, error) {
	job, options, err := a.job(o)
	if err != nil {
		return nil, options, err
	}
	if err := a.announceCount(ctx, job, options); err != nil {
		return nil, options, a.stoppedCount(again, nil, err)
	}
	report, err := job.Solve(ctx)
	if report != nil {
		a.warnOfDamage(report)
	}
	if err != nil {
		return nil, options, a.stoppedCount(again, report, err)
	}
	return report, options, nil
}

func (a *app) countEach(ctx context.Context, orders []int, o countOptions) error {
	for _, o.question.Order = range orders {
		report, _, err := a.solve(ctx, "", &o)
		if err != nil {
			return err
		}
		r := texts.ShowAs(countSchema, report)
		if err := a.Print(printer.Show("", r, func(s printer.Style) string {
			var text strings.Builder
			for line := range strings.Lines(r.Text(s)) {
				fmt.Fprintf(&text, "%d  %s", o.question.Order, line)
			}
			return text.String()
		})); err != nil {
			return err
		}
	}
	return nil
}

// minMemoryLimit is the lowest limit of a default. The program itself takes ownMemory.
const (
	minMemoryLimit = 1 << 29
	ownMemory      = 32 << 20
)

// boundMemory makes the garbage collector respect --memory, unless the environment has a limit.
func boundMemory(job *count.Job, o count.Options, asked bool) {
	limit := cmp.Or(o.Memory, plan.DefaultMemory) - ownMemory
	if !asked {
		limit = max(limit, minMemoryLimit)
	}
	if job.Variant().Method.Info().Bounded && debug.SetMemoryLimit(-1) == math.MaxInt64 {
		debug.SetMemoryLimit(limit)
	}
}

const announceBudget = 2 * time.Second

// announceCount estimates the time of a long count before it starts, unless the ledger is complete.
func (a *app) announceCount(ctx context.Context, job *count.Job, o count.Options) error {
	a.Status.Say("planning order %d", job.Question().Order)
	d, err := job.Draft(ctx)
	if err != nil || !survey.Long(d) {
		return err
	}
	done := ""
	if o.State != "" {
		name, err := job.RunName(ctx)
		if err != nil {
			return err
		}
		if run, err := ledger.Read(ctx, ledger.Dir(o.State, name)); err == nil { // Solve reports what is wrong with it
			if run.Complete() {
				return nil
			}
			if run.Holder != "" {
				return heldError(run.Holder, name)
			}
			done = fmt.Sprintf(", less what its ledger holds, %d of %d results",
				run.Tally.Results, run.Tally.Subproblems)
		}
	}
	cores := o
	cores.Devices = nil
	f, err := survey.Estimate(ctx, d, cores, announceBudget, 1)
	if err != nil {
		return err
	}
	text := fmt.Sprintf("order %d takes about %s with %s on an idle machine%s%s", d.Order,
		humanize.Seconds(f.Elapsed().Mean), humanize.Plural(f.Workers, "worker"), timesText(f.Elapsed()), done)
	if len(o.Devices) > 0 {
		text += ", less what devices do"
	}
	a.Note("%s%s", text, loadText())
	return nil
}

func loadText() string {
	if load, ok := sys.Load(); ok {
		return fmt.Sprintf("; the load of this machine is %.1f", load)
	}
	return ""
}

func (a *app) estimate(ctx context.Context, flags countOptions) error {
	job, o, err := a.job(&flags)
	if err != nil {
		return err
	}
	a.Status.Say("planning order %d", flags.question.Order)
	d, err := job.Draft(ctx)
	if err != nil {
		return err
	}
	a.Status.Say("estimating order %d for about %s", d.Order,
		humanize.Duration(cmp.Or(flags.Budget, survey.EstimateBudget)))
	f, err := survey.Estimate(ctx, d, o, flags.Budget, flags.Seed)
	if err != nil {
		return err
	}
	a.Note("times are processor times%s", loadText())
	return a.Print(texts.Show("queens.estimate/1", f))
}

func (a *app) warnOfDamage(r *count.Report) {
	for _, t := range r.Runs {
		for _, flaw := range t.Flaws {
			a.Warn("ledger of %s: %s", t.Ledger, flaw)
		}
	}
}

func heldError(holder, name string) error {
	return command.Failf(errs.Failed, "%s is counting run %s; wait for it, or stop it with "+
		"queens runs stop %s", holder, name, name)
}

// stoppedCount returns the error of an unfinished count, with the command that continues it.
func (a *app) stoppedCount(again string, r *count.Report, err error) error {
	if errors.As(err, new(*ledger.WriteError)) && again != "" {
		if errors.Is(err, ledger.ErrMoved) {
			return errs.Errorf("%w; put it back if you can; to continue:\n  %s", err, again)
		}
		return errs.Errorf("%w; to continue when it can be written again:\n  %s", err, again)
	}
	if e, locked := errors.AsType[*sys.LockedError](err); locked {
		return heldError(e.Holder, filepath.Base(filepath.Dir(e.Path)))
	}
	switch {
	case errors.Is(err, fs.ErrPermission), errors.Is(err, syscall.EROFS), errors.Is(err, sys.ErrLocalLocks),
		errors.Is(err, sys.ErrNoState):
		return errs.Errorf("%w; --state DIR saves the ledger elsewhere, --state none saves nothing", err)
	case (r == nil || len(r.Runs) == 0) && errors.Is(err, context.Canceled) && again != "":
		return errs.Errorf("%w before anything was counted; to continue:\n  %s", err, again)
	case r == nil || len(r.Runs) == 0:
		return err
	}
	last := r.Runs[len(r.Runs)-1]
	if last.Ledger == "" {
		return errs.Errorf("%w; nothing was saved", err)
	}
	return errs.Errorf("%w; to continue:\n  %s", err, again)
}

// summarise explains how the answer was found, on a terminal or if a ledger was saved.
func (a *app) summarise(r *count.Report, o count.Options) {
	if len(r.Runs) == 0 {
		return
	}
	last := r.Runs[len(r.Runs)-1]
	if !a.Talks() && last.Ledger == "" {
		return
	}
	asked := r.Runs[len(r.Runs)-1:]
	if r.Of == count.Symmetric || r.Of == count.Superqueens { // by half turns and by quarter turns
		asked = r.Runs
	}
	var how, read []string
	for _, t := range asked {
		switch {
		case t.Ledger != "" && t.Resumed == t.Subproblems:
			read = append(read, t.Ledger)
		case t.Resumed > 0:
			how = append(how, fmt.Sprintf("%d of %d subproblems taken from the ledger %s", t.Resumed, t.Subproblems,
				t.Ledger))
		}
	}
	switch ledgers := strings.Join(read, " and the ledger "); {
	case len(read) > 0 && o.Kernel != plan.Auto && o.Kernel != "":
		a.Warn("count: the answer is read from the ledger %s, not counted by kernel %s; --state none counts it",
			ledgers, o.Kernel)
	case len(read) > 0:
		how = append(how, "read from the ledger "+ledgers+"; count anew with --state none")
	}
	how = append(how, fmt.Sprintf("%s, %s", last.Method, humanize.Duration(r.Elapsed)))
	if last.Kernel != "" {
		how = append(how, "kernel "+last.Kernel)
	}
	if r.Reason != "" {
		how = append(how, r.Reason)
	}
	how = append(how, humanize.Plural(len(r.Checks), "check")+" passed")
	a.Note("order %d: %s", r.Order, strings.Join(how, "; "))
}

func (a *app) showProgress(p count.Progress) {
	text := fmt.Sprintf("%s %s found", humanize.Count(p.Total.Float64()), p.Counts)
	rest, ok := p.Remaining()
	if ok {
		// The rate covers only the work of this call, not the results in the ledger.
		fresh := p.Total.Float64() * (1 - p.OldWork.Float64()/p.DoneWork.Float64())
		text += fmt.Sprintf(", %s/s", humanize.Count(fresh/p.Elapsed.Seconds()))
	}
	a.Status.Show(text, p.Fraction(), rest)
}
