package counting

import (
	"cmp"
	"context"
	"errors"
	"fmt"
	"io"
	"os"
	"path/filepath"
	"runtime/debug"
	"strings"
	"time"

	"github.com/spf13/cobra"

	"queens/count"
	"queens/count/batch"
	"queens/count/ledger"
	"queens/count/survey"
	"queens/internal/answer/printer"
	"queens/internal/cli/kit"
	"queens/internal/humanize"
	"queens/internal/shell"
)

type batchOptions struct {
	on       string
	Dir      string
	TaskTime time.Duration
	Tasks    int
	MaxTasks int
	Again    float64
	Poll     time.Duration
	DryRun   bool
	Detach   bool
}

func (o batchOptions) check(cmd *cobra.Command, count countOptions, engineArgs []string) error {
	if o.on == "" {
		if len(engineArgs) > 0 {
			return kit.Usagef("arguments after -- are for the engine of --on")
		}
		return kit.Without(cmd, true, "needs --on ENGINE, one of "+strings.Join(batch.Engines(), ", "),
			"dir", "task-time", "tasks", "max-tasks", "again", "poll", "dry-run", "detach")
	}
	if err := kit.Apart(cmd, "on", "share", "estimate", "verify", "keep", "device"); err != nil {
		return err
	}
	switch {
	case o.on == "print" && cmd.Flags().Changed("json") && !o.DryRun:
		return kit.Usagef("--on print writes commands as text: --json needs --dry-run")
	case o.Dir == "":
		return kit.Usagef("--on %s without --dir: want a directory that all nodes see", o.on)
	case count.of == ofFirstQueen || count.of == ofSquares || count.of == ofFixed || count.of == "symmetric" ||
		count.of == "quarter-turn" || count.of == "reflecting":
		return kit.Usagef("--on with --of %s: tasks count all solutions", count.of)
	}
	return nil
}

func (a *app) countBatch(ctx context.Context, again string, order int, o countOptions, engineArgs []string) error {
	question, options := o.library()
	question.Order = order
	options.State, options.Memory, options.Workers = "", o.Memory, 0 // -j applies to the tasks
	program, err := os.Executable()
	if err != nil {
		return err
	}
	b := batch.Options{
		Dir: o.batch.Dir, Question: question, Count: options, Engine: o.batch.on, Args: engineArgs, Program: program,
		TaskTime: o.batch.TaskTime, Cores: o.Workers, Tasks: o.batch.Tasks, MaxTasks: o.batch.MaxTasks,
		Again: o.batch.Again, Poll: o.batch.Poll,
		Detach: o.batch.Detach, Out: a.Stdout,
		Log: func(text string) { a.Note("%s", strings.ReplaceAll(text, "batch: ", "")) },
		Show: func(s batch.Status) {
			a.Status.Show(s.Words(), s.Fraction, s.Remaining)
		},
	}
	if !batch.IsRun(b.Dir) {
		a.Status.Say("estimating order %d for about %s", order, humanize.Duration(survey.EstimateBudget))
	}
	if o.batch.DryRun {
		return a.rehearse(ctx, b)
	}
	root, err := kit.RunsRoot(o.State)
	if err == nil {
		err = batch.Remember(root, b.Dir)
	}
	if err != nil {
		a.Note("%v; queens runs does not list %s", err, b.Dir)
	}
	a.lowerPriority(o)
	record, err := batch.Drive(ctx, b)
	dir := shell.Quote(o.batch.Dir)
	switch {
	case err != nil && ctx.Err() != nil:
		return fmt.Errorf("%w; queued and running tasks continue. To watch, resume or cancel them:\n  queens runs\n "+
			" %s\n  queens runs stop %s", err, again, dir)
	case err != nil:
		return err
	case record == nil && o.batch.on == "print":
		a.Note("run these commands, then this one again: it prints the total, or what is missing")
		return nil
	case record == nil && o.batch.Detach:
		a.Note("all tasks are submitted. To watch, resume or cancel them:\n  queens runs\n  %s\n  queens runs stop %s",
			again, dir)
		return nil
	}
	a.Note("order %d: %s counted by %s on %s, %s of processor time; %d checks hold; %s; queens runs verify %s "+
		"checks the record",
		order, humanize.Plural(record.Subproblems, "subproblem"), humanize.Plural(record.Tasks, "task"),
		humanize.Plural(len(record.Nodes), "node"), humanize.Seconds(record.Processor),
		len(record.Checks), againText(record), dir)
	for _, x := range record.Damaged {
		a.Note("%v; the total does not depend on it", x)
	}
	return a.Print(texts.ShowAs(countSchema, record.Report))
}

func (a *app) rehearse(ctx context.Context, o batch.Options) error {
	r, err := batch.Rehearse(ctx, o)
	switch {
	case err != nil:
		return err
	case a.JSON:
		return printer.WriteJSON(a.Stdout, r)
	}
	if len(r.Submission) > 0 {
		a.Note("each script is the input of: %s", shell.Line(r.Submission...))
	}
	a.Note("%s", r.Words())
	_, err = io.WriteString(a.Stdout, strings.Join(r.Scripts, ""))
	return err
}

func againText(r *batch.Record) string {
	if r.CountedAgain == 0 {
		return "no result was counted twice"
	}
	return humanize.Plural(r.CountedAgain, "result") + " counted twice"
}

// batchDir finds a directory of tasks by its path, or by the last element of the path of a listed
// one.
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
	cmd := a.Plain("task", nil, func(cmd *cobra.Command, args []string) error {
		if !batch.IsRun(args[0]) {
			return kit.Usagef("%s holds no count: queens count N --on ENGINE --dir %[1]s starts one there", args[0])
		}
		o.Program = kit.ProgramName()
		o.Log = func(text string) { a.Note("%s", text) }
		if o.Memory > 0 {
			debug.SetMemoryLimit(max(o.Memory, minMemoryLimit))
		}
		err := batch.Task(cmd.Context(), args[0], args[1], o)
		switch {
		case errors.Is(err, batch.ErrLater):
			return kit.WithCode(codeLater, err)
		case errors.Is(err, ledger.ErrOtherRun):
			return kit.WithCode(kit.CodeRefuted, err)
		}
		return err
	})
	cmd.Hidden = true
	cmd.Args = kit.Args(2, 2, "a directory and a part")
	kit.Flag(cmd, "workers", &o.Workers)
	kit.Flag(cmd, "memory", &o.Memory)
	kit.Flag(cmd, "node", &o.Node)
	kit.Flag(cmd, "job", &o.Job)
	return cmd
}

const codeLater = 75

func (a *app) verifyBatch(ctx context.Context, dir string, o runsVerifyOptions) error {
	v, err := batch.Verify(ctx, dir, count.Options{Kernel: o.kernel, By: o.by, Program: kit.ProgramName()}, o.sample)
	if err != nil {
		return unlikeErrors(err)
	}
	lost := v.Record == nil && len(v.Damaged) > 0 && v.Done < v.Of
	return cmp.Or(a.Print(texts.ShowAs("batch", v)), kit.Refuted(lost))
}
