package counting

import (
	"context"
	"errors"
	"fmt"
	"io"
	"os"
	"runtime/debug"
	"slices"
	"strings"

	"github.com/spf13/cobra"

	"queens/cmd/internal/answer/printer"
	"queens/cmd/internal/batch"
	"queens/cmd/internal/cli/command"
	"queens/cmd/internal/runs"
	"queens/count"
	"queens/count/ledger"
	"queens/count/survey"
	"queens/internal/errs"
	"queens/internal/humanize"
	"queens/internal/shell"
)

type batchOptions struct {
	batch.Options
	dryRun bool
}

func (o batchOptions) check(cmd *cobra.Command, of count.Quantity) error {
	switch {
	case o.Engine == "" && len(o.Args) > 0:
		return command.Usagef("arguments after -- are for the engine of --on")
	case o.Engine == "":
		return nil
	case o.Engine == "print" && cmd.Flags().Changed("json") && !o.dryRun:
		return command.Usagef("--on print writes commands as text: --json needs --dry-run")
	case o.Dir == "":
		return command.Usagef("--on %s without --dir: want a directory that all nodes see", o.Engine)
	case !slices.Contains([]count.Quantity{
		count.AllSolutions, count.Fundamental, count.UpToRotation, count.UpToReflection, count.Classes,
	}, of):
		return command.Usagef("--on with --of %s: tasks count all solutions", of)
	}
	return nil
}

func (a *app) countBatch(ctx context.Context, again string, o countOptions) (err error) {
	b := o.batch.Options
	b.Question, b.Count, b.Cores, b.Out = o.question, o.options, o.options.Workers, a.Stdout
	b.Count.Program, b.Count.Workers = command.ProgramName(), 0 // -j applies to the tasks
	b.Log = func(text string) { a.Note("%s", text) }
	b.Show = a.Status.Show
	if b.Program, err = os.Executable(); err != nil {
		return err
	}
	if !batch.IsRun(b.Dir) {
		a.Status.Say("estimating order %d for about %s", o.question.Order, humanize.Duration(survey.EstimateBudget))
	}
	if o.batch.dryRun {
		return a.rehearse(ctx, b)
	}
	root, err := command.RunsRoot(o.State)
	if err == nil {
		err = batch.Remember(root, b.Dir)
	}
	if err != nil {
		a.Note("%v; queens runs does not list %s", err, b.Dir)
	}
	done, err := batch.Drive(ctx, b)
	dir := shell.Quote(b.Dir)
	toContinue := fmt.Sprintf("To watch, resume or cancel them:\n  queens runs\n  %s\n  queens runs stop %s", again,
		dir)
	switch {
	case err != nil && ctx.Err() != nil && batch.IsRun(b.Dir):
		return errs.Errorf("%w; queued and running tasks continue. %s", err, toContinue)
	case err != nil:
		return err
	case done == nil && b.Engine == "print":
		a.Note("run these commands, then this one again: it prints the total, or what is missing")
		return nil
	case done == nil:
		a.Note("all tasks are submitted. %s", toContinue)
		return nil
	}
	a.Note("%s", texts.Text(a.Style(1), "outcome", map[string]any{"Done": done, "Dir": dir}))
	return a.Print(texts.ShowAs(countSchema, done.Report))
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
	a.Note("%s", texts.Text(a.Style(1), "rehearsal", r))
	_, err = io.WriteString(a.Stdout, strings.Join(r.Scripts, ""))
	return err
}

func (a *app) stopBatch(ctx context.Context, dir string) error {
	if err := batch.Stop(ctx, dir); err != nil {
		return err
	}
	r, err := runs.OfTasks(ctx, dir)
	if err == nil {
		_, err = fmt.Fprintf(a.Stdout, "stopped %s: %s subproblems\n", dir, doneText(r.Done, r.Subproblems))
	}
	return err
}

func newTask(a *app) *cobra.Command {
	var o batch.TaskOptions
	cmd := a.Plain("task", nil, func(cmd *cobra.Command, args []string) error {
		if !batch.IsRun(args[0]) {
			return command.Usagef("%s holds no count: queens count N --on ENGINE --dir %[1]s starts one there", args[0])
		}
		o.Program = command.ProgramName()
		if o.Memory > 0 {
			o.Memory = command.MemoryBudget(o.Memory)
			debug.SetMemoryLimit(max(o.Memory-ownMemory, ownMemory))
		}
		err := batch.Task(cmd.Context(), args[0], args[1], o)
		switch {
		case errors.Is(err, batch.ErrLater):
			return errs.WithCode(codeLater, err)
		case errors.Is(err, ledger.ErrOtherRun):
			return errs.WithCode(errs.Refuted, err)
		}
		return err
	})
	cmd.Hidden = true
	command.Flag(cmd, "workers", &o.Workers)
	command.Flag(cmd, "memory", &o.Memory)
	command.Flag(cmd, "node", &o.Node)
	command.Flag(cmd, "job", &o.Job)
	return cmd
}

const codeLater = 75
