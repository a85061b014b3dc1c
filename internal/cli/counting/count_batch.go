package counting

import (
	"context"
	"errors"
	"fmt"
	"io"
	"os"
	"path/filepath"
	"runtime/debug"
	"strconv"
	"strings"
	"time"

	"github.com/spf13/cobra"

	"queens/count"
	"queens/count/batch"
	"queens/count/ledger"
	"queens/count/upkeep"
	"queens/internal/answer/counted"
	"queens/internal/cli/kit"
	"queens/internal/human"
	"queens/internal/shell"
)

// batchOptions are the flags of `queens count` for tasks of an engine.
type batchOptions struct {
	on       string
	dir      string
	taskTime time.Duration
	cores    int
	tasks    int
	maxTasks int
	again    string
	poll     time.Duration
	dryRun   bool
	detach   bool
}

func addBatchFlags(cmd *cobra.Command, o *batchOptions) {
	flags := cmd.Flags()
	kit.AddChoice(cmd, &o.on, "on", batch.Engines(), "have tasks of this engine count")
	flags.StringVar(&o.dir, "dir", "", "directory of the count, which all nodes see, for --on")
	flags.DurationVar(&o.taskTime, "task-time", 0, "time limit of a task, for --on (default 1h)")
	flags.IntVar(&o.cores, "cores", 0, "cores of a task, for --on (default 1; all of this machine for local)")
	flags.IntVar(&o.tasks, "tasks", 0, "tasks to begin with, for --on (default: by an estimate, each within its time)")
	flags.IntVar(&o.maxTasks, "max-tasks", 0, "most tasks queued and running at once, for --on")
	flags.StringVar(&o.again, "again", "", "part to count a second time by another kernel, like 2%, for --on")
	flags.DurationVar(&o.poll, "poll", 0, "time between questions to the engine, for --on (default 30s)")
	flags.BoolVar(&o.dryRun, "dry-run", false, "print what would be submitted, and its cost, for --on")
	flags.BoolVar(&o.detach, "detach", false, "return when all is submitted, for --on")
}

// batchFlags are those that need --on.
var batchFlags = []string{"dir", "task-time", "cores", "tasks", "max-tasks", "again", "poll", "dry-run", "detach"}

// check refuses flags that do not go together.
func (o batchOptions) check(cmd *cobra.Command, count countOptions, engineArgs []string) error {
	changed := cmd.Flags().Changed
	if o.on == "" {
		for _, name := range batchFlags {
			if changed(name) {
				return kit.Usagef("count: --%s without --on: want --on ENGINE, one of %s", name, strings.Join(batch.Engines(), ", "))
			}
		}
		if len(engineArgs) > 0 {
			return kit.Usagef("count: arguments after -- are for the engine of --on")
		}
		return nil
	}
	for _, name := range []string{"share", "estimate", "verify", "keep", "device", "first-queen"} {
		if changed(name) {
			return kit.Usagef("count: --%s and --on do not go together", name)
		}
	}
	switch {
	case o.dir == "":
		return kit.Usagef("count: --on %s without --dir: want a directory that all nodes see", o.on)
	case count.of == ofFirstQueen || count.of == ofSquares || count.of == "symmetric" || count.of == "quarter-turn" || count.of == "reflecting":
		return kit.Usagef("count: --on with --of %s: tasks count all solutions", count.of)
	case o.cores < 0 || o.tasks < 0 || o.maxTasks < 0 || o.taskTime < 0 || o.poll < 0:
		return kit.Usagef("count: --cores, --tasks, --max-tasks, --task-time and --poll: want more than 0")
	}
	return nil
}

// part returns the share that --again asks for.
func (o batchOptions) part() (float64, error) {
	if o.again == "" {
		return 0, nil
	}
	number, percent := strings.CutSuffix(o.again, "%")
	x, err := strconv.ParseFloat(number, 64)
	if err != nil || !percent || x < 0 || x > 100 {
		return 0, kit.Usagef("count: --again %q: want a percentage from 0%% to 100%%, like 2%%", o.again)
	}
	return x / 100, nil
}

// countBatch answers `queens count --on`.
func (a *app) countBatch(ctx context.Context, again string, order int, o countOptions, engineArgs []string) error {
	part, err := o.batch.part()
	if err != nil {
		return err
	}
	memory := int64(0)
	if o.memory != "" {
		if memory, err = kit.ParseMemory("count", o.memory); err != nil {
			return err
		}
	}
	question, options, err := o.library()
	if err != nil {
		return err
	}
	question.Order = order
	options.State, options.Memory = "", memory
	program, err := os.Executable()
	if err != nil {
		return err
	}
	b := batch.Options{
		Dir: o.batch.dir, Question: question, Count: options, Engine: o.batch.on, Args: engineArgs, Program: program,
		TaskTime: o.batch.taskTime, Cores: o.batch.cores, Tasks: o.batch.tasks, MaxTasks: o.batch.maxTasks, Again: part, Poll: o.batch.poll,
		DryRun: o.batch.dryRun, Detach: o.batch.detach, Out: a.Stdout,
		Log: func(text string) { a.Note("%s", strings.ReplaceAll(text, "batch: ", "")) },
		Show: func(s batch.Status) {
			a.Status.Show(s.Words(), s.Fraction(), s.Remaining)
		},
	}
	if !b.DryRun {
		if err := a.remember(b.Dir, o.state); err != nil {
			a.Note("%v; queens runs does not list %s", err, b.Dir)
		}
	}
	a.lowerPriority(o)
	record, err := batch.Drive(ctx, b)
	dir := shell.Quote(o.batch.dir)
	switch {
	case err != nil && ctx.Err() != nil:
		return fmt.Errorf("%w; tasks that are queued or running stay. To watch, to resume, and to cancel them:\n  queens runs\n  %s\n  queens runs stop %s", err, again, dir)
	case err != nil:
		return err
	case b.DryRun:
		return nil
	case record == nil && o.batch.on == "print":
		a.Note("run these commands, and then the same command as now: it prints what is missing, or the number")
		return nil
	case record == nil && o.batch.detach:
		a.Note("all tasks are submitted. To watch, to resume, and to cancel them:\n  queens runs\n  %s\n  queens runs stop %s", again, dir)
		return nil
	}
	a.Note("order %d: %s counted by %s on %s, %.2f core-hours; %s and %d checks hold; queens runs verify %s checks the record",
		order, human.Plural(record.Subproblems, "subproblem"), human.Plural(record.Tasks, "task"), human.Plural(len(record.Nodes), "node"), record.Processor/3600,
		human.Plural(record.CountedAgain, "second count"), len(record.Checks), dir)
	return a.Print(counted.NewCount(record.Report), o.json)
}

// remember has `queens runs` list a directory.
func (a *app) remember(dir, state string) error {
	root, err := kit.RunsRoot(state)
	if err != nil {
		return err
	}
	return batch.Remember(root, dir)
}

// batchDir returns the directory of tasks that a name stands for: a path, or the last part of one that is listed.
func batchDir(root, name string) (dir string, ok bool) {
	if batch.IsRun(name) {
		return name, true
	}
	for _, dir := range batch.Remembered(root) {
		if filepath.Base(dir) == name && batch.IsRun(dir) {
			return dir, true
		}
	}
	return "", false
}

// listBatches prints the directories of tasks, and returns how many there are.
func (a *app) listBatches(root string, asJSON bool) (tasks int, err error) {
	var lines [][]string
	for _, dir := range batch.Remembered(root) {
		s, err := batch.ReadStatus(dir)
		if err != nil {
			continue // its driver has not come that far
		}
		if tasks++; asJSON {
			if err := counted.WriteJSON(a.Stdout, s); err != nil {
				return tasks, err
			}
			continue
		}
		rest := "complete"
		if !s.Complete {
			rest = human.Seconds(s.Seconds) + " of one core left"
			if s.Remaining > 0 {
				rest = human.Seconds(s.Remaining) + " left"
			}
		}
		lines = append(lines, []string{human.OneLine(dir), strconv.Itoa(s.Question.Order), s.Words(), s.Sum.String(), s.Written.Local().Format(time.DateTime), rest})
	}
	_, err = io.WriteString(a.Stdout, counted.Lines(lines, 0))
	return tasks, err
}

// stopBatch cancels the tasks of a directory.
func (a *app) stopBatch(ctx context.Context, dir string) error {
	s, err := batch.ReadStatus(dir)
	if err != nil {
		return err
	}
	if err := batch.Stop(ctx, batch.Options{Dir: dir, Engine: s.Engine, Args: s.Args, Out: a.Stdout}); err != nil {
		return err
	}
	_, err = fmt.Fprintf(a.Stdout, "stopped %s: %s\n", dir, s.Words())
	return err
}

func newTask(a *app) *cobra.Command {
	var o batch.TaskOptions
	var memory string
	cmd := &cobra.Command{
		Use:    "task DIR PART",
		Short:  "Count one part of a directory of tasks",
		Hidden: true,
		Long: `Task counts a share, 7, or a part of a cut, 2.7, of the directory of "queens count N --on
ENGINE --dir DIR", and leaves a ledger there: every minute, when it is stopped, and at
the end.

Exit codes: 0 done, 75 start it again, 3 a check failed, 1 failed, 2 no such part.`,
		Example: `  queens task /scratch/q24 7
  queens task /scratch/q24 2.7 --workers 16`,
		Args: func(cmd *cobra.Command, args []string) error {
			if len(args) != 2 {
				return kit.Usagef("task: %s, want a directory and a part", human.Plural(len(args), "argument"))
			}
			if !batch.IsRun(args[0]) {
				return kit.Usagef("task: %s holds no count: queens count N --on ENGINE --dir %s begins one there", args[0], args[0])
			}
			return nil
		},
		RunE: func(cmd *cobra.Command, args []string) error {
			o.Program = kit.ProgramName()
			o.Log = func(text string) { a.Note("%s", text) }
			var err error
			if memory != "" {
				if o.Memory, err = kit.ParseMemory("task", memory); err != nil {
					return err
				}
				debug.SetMemoryLimit(max(o.Memory, minMemoryLimit))
			}
			err = batch.Task(cmd.Context(), args[0], args[1], o)
			switch {
			case errors.Is(err, batch.ErrLater):
				return kit.WithCode(codeLater, err)
			case errors.Is(err, ledger.ErrOtherRun):
				return kit.WithCode(kit.CodeRefuted, err)
			}
			return err
		},
	}
	flags := cmd.Flags()
	kit.AddWorkers(cmd, &o.Workers, "pieces counted side by side")
	flags.StringVar(&memory, "memory", "", "most memory for lists, like 500M or 8G")
	flags.StringVar(&o.Node, "node", "", "name of this machine, for the record")
	flags.StringVar(&o.Job, "job", "", "name of this task in the engine, for the record")
	return cmd
}

// codeLater is EX_TEMPFAIL of sysexits.h.
const codeLater = 75

// verifyBatch answers `queens runs verify DIR` for a directory of tasks.
func (a *app) verifyBatch(ctx context.Context, dir string, o runsVerifyOptions, sample upkeep.Sample) error {
	v, err := batch.Verify(ctx, dir, count.Options{Kernel: o.kernel, By: o.by, Program: kit.ProgramName()}, sample)
	if err != nil {
		return unlikeErrors(err)
	}
	return a.Print(&verifiedBatch{v}, o.json)
}

// verifiedBatch is queens.batch-verify/1.
type verifiedBatch struct{ *batch.Verified }

// Text returns a line for each check.
func (v *verifiedBatch) Text(s counted.Style) string {
	lines := [][]string{
		{"directory", v.Dir},
		{"plan", "made anew, the same: " + v.Sample.Plan},
		{"ledgers", fmt.Sprintf("%d, merged anew: %d of %d results, no two differ", v.Ledgers, v.Done, v.Of)},
		{"sum", v.Sum.String()},
		{"sample", fmt.Sprintf("%s computed again, by %s", human.Plural(len(v.Sample.Sample), "result"), human.Dash(strings.Join(v.Sample.Kernels, ", ")))},
	}
	if r := v.Record; r == nil {
		lines = append(lines, []string{"verdict", "right so far, incomplete"})
	} else {
		lines = append(lines, []string{"record", fmt.Sprintf("%s on %s, %.2f core-hours, %s, %s; as the files say",
			human.Plural(r.Tasks, "task"), human.Plural(len(r.Nodes), "node"), r.Processor/3600, human.Plural(r.CountedAgain, "second count"), human.Plural(len(r.Disputes), "dispute"))},
			[]string{"head", r.Head.String()},
			[]string{"verdict", s.Paint(counted.Green, "verified")})
	}
	return counted.Lines(lines, 0)
}
