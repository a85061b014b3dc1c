package counting

import (
	"bufio"
	"cmp"
	"context"
	"errors"
	"fmt"
	"io"
	"io/fs"
	"os"
	"path/filepath"
	"slices"
	"strings"
	"time"

	"github.com/spf13/cobra"

	"queens/cmd/internal/answer/printer"
	"queens/cmd/internal/batch"
	"queens/cmd/internal/cli/command"
	"queens/cmd/internal/runs"
	"queens/count"
	"queens/count/ledger"
	"queens/count/plan"
	"queens/internal/errs"
	"queens/internal/humanize"
	"queens/internal/shell"
	"queens/internal/sys"
)

func newRuns(a *app) *cobra.Command {
	cmd := a.Command("runs", nil, a.inRoot(func(cmd *cobra.Command, root string, _ []string) error {
		return a.listRuns(cmd.Context(), root)
	}))
	cmd.Args = command.NoCommand
	command.GroupFlag(cmd, "state", &a.state)
	cmd.AddCommand(newRunsShow(a), newRunsExport(a), newRunsVerify(a),
		a.Command("runs merge", nil, a.inRoot(a.mergeRuns)), newRunsStop(a), newRunsResume(a), newRunsRemove(a))
	for _, c := range cmd.Commands() {
		if strings.HasSuffix(c.Use, " NAME") {
			c.ValidArgsFunction = a.completeRuns
		}
	}
	return cmd
}

func (a *app) completeRuns(
	_ *cobra.Command, args []string, word string,
) ([]cobra.Completion, cobra.ShellCompDirective) {
	root, err := command.RunsRoot(a.state)
	if err != nil || len(args) > 0 {
		return nil, cobra.ShellCompDirectiveDefault
	}
	dir, err := runs.Find(root, word)
	unknown, ok := errors.AsType[*runs.UnknownError](err)
	switch {
	case ok:
		return unknown.Fitting, cobra.ShellCompDirectiveDefault // a path is a name, too
	case err != nil:
		cobra.CompErrorln(fmt.Sprint(err))
	}
	return []cobra.Completion{filepath.Base(dir)}, cobra.ShellCompDirectiveDefault
}

func (a *app) inRoot(run func(cmd *cobra.Command, root string, args []string) error) command.Run {
	return func(cmd *cobra.Command, args []string) error {
		root, err := command.RunsRoot(a.state)
		if _, noFile := os.Stat(strings.Join(args, "")); errors.Is(err, sys.ErrNoState) && noFile == nil {
			root, err = filepath.Dir(args[0]), nil // a path needs no state directory
		}
		if err != nil {
			return err
		}
		return run(cmd, root, args)
	}
}

func (a *app) ofRun(do func(ctx context.Context, run *ledger.Run) error) command.Run {
	return a.inRoot(func(cmd *cobra.Command, root string, args []string) error {
		run, err := a.readRun(cmd.Context(), root, args[0])
		if err != nil {
			return err
		}
		return do(cmd.Context(), run)
	})
}

// findRun finds a count by its name, an unambiguous prefix, or the path of a directory or ledger.
func findRun(root, name string) (path string, err error) {
	if batch.IsRun(name) {
		return name, nil
	}
	path, err = runs.Find(root, name)
	unknown, ok := errors.AsType[*runs.UnknownError](err)
	if !ok {
		return path, err
	}
	if info, err := os.Stat(name); err == nil { // a path
		if !info.IsDir() && filepath.Base(name) != "ledger" {
			return name, nil
		}
		return filepath.Abs(name)
	}
	if hint := command.DidYouMean(name, unknown.Names); hint != "" && len(unknown.Fitting) == 0 {
		return "", command.Usagef("no run %q under %s%s; there are %s", name, root, hint, humanize.List(unknown.Names))
	}
	return "", errs.WithCode(errs.Usage, err)
}

func batchDir(root, name string) (dir string, ok bool) {
	dir, err := findRun(root, name)
	return dir, err == nil && batch.IsRun(dir)
}

// readRun reads the run with this name, or the merged ledger of a directory of tasks. An unreadable
// file is not wrong usage.
func (a *app) readRun(ctx context.Context, root, name string) (*ledger.Run, error) {
	path, err := findRun(root, name)
	if err == nil && batch.IsRun(path) {
		var tasks *batch.Run
		if tasks, err = batch.ReadRun(path); err == nil {
			path = tasks.Ledger()
		}
	}
	if err != nil {
		return nil, err
	}
	run, err := ledger.Read(ctx, path)
	switch {
	case errors.Is(err, fs.ErrNotExist):
		return nil, command.Usagef("%s holds no ledger", path)
	case errors.Is(err, ledger.ErrNoHeader) && filepath.Base(path) != "ledger" && !runs.HasLedger(path):
		return nil, command.Usagef("%s is not a ledger", path)
	case err != nil && ctx.Err() == nil:
		return nil, errs.WithCode(errs.Failed, err)
	}
	return run, err
}

func newRunsShow(a *app) *cobra.Command {
	return a.Command("runs show", nil, a.inRoot(func(cmd *cobra.Command, root string, args []string) error {
		var r runs.Run
		if dir, ok := batchDir(root, args[0]); ok {
			var err error
			if r, err = runs.OfTasks(cmd.Context(), dir); err != nil {
				return err
			}
			if tasks, err := batch.ReadRun(dir); err == nil && !r.Complete {
				if *r.Tasks, err = tasks.Tasks(cmd.Context(), true); err != nil {
					a.Note("%v", err)
				}
			}
		} else {
			run, err := a.readRun(cmd.Context(), root, args[0])
			if err != nil {
				return err
			}
			r = runs.Of(run)
		}
		return cmp.Or(a.Print(texts.ShowAs("queens.run/1", &r)), command.Refuted(len(r.Doubts) > 0))
	}))
}

func newRunsRemove(a *app) *cobra.Command {
	yes := false
	cmd := a.Plain("runs remove", nil, a.inRoot(func(cmd *cobra.Command, root string, args []string) error {
		dir, err := findRun(root, args[0])
		if err != nil {
			return err
		}
		if filepath.Base(dir) == "ledger" { // the path of the file
			dir = filepath.Dir(dir)
		}
		name, path := humanize.OneLine(filepath.Base(dir)), humanize.OneLine(dir)
		remove := runs.Remove
		if batch.IsRun(dir) {
			remove = func(dir string) error { return batch.Remove(cmd.Context(), dir) }
		} else if !runs.HasLedger(dir) {
			return command.Usagef("remove %s: %s holds no ledger", name, path)
		}
		if !yes {
			if !command.IsTerminal(a.Stdin) {
				return command.Usagef("remove %s: not a terminal: use --yes", name)
			}
			a.Status.Stop()
			fmt.Fprintf(a.Stderr, "delete %s? [y/N] ", path)
			answer, err := bufio.NewReader(a.Input(cmd.Context())).ReadString('\n') // no answer means no
			if cmd.Context().Err() != nil {
				return errs.Errorf("remove %s: not deleted: %w", name, err)
			}
			if answer = strings.ToLower(strings.TrimSpace(answer)); answer != "y" && answer != "yes" {
				return fmt.Errorf("remove %s: not deleted", name)
			}
		}
		if err := remove(dir); err != nil {
			return errs.Errorf("remove %s: %w", name, err)
		}
		_, err = fmt.Fprintf(a.Stdout, "removed %s\n", path)
		return err
	}))
	command.Flag(cmd, "yes", &yes)
	return cmd
}

func (a *app) listRuns(ctx context.Context, root string) error {
	list, err := runs.List(ctx, root)
	if err != nil {
		return err
	}
	if len(list) == 0 && !a.JSON {
		a.Note("no runs under %s", root)
	}
	var unreadable, doubtful []string
	for _, r := range list {
		switch {
		case r.State == runs.Broken:
			unreadable = append(unreadable, r.Name)
		case len(r.Doubts) > 0:
			doubtful = append(doubtful, r.Name)
		}
	}
	slices.SortStableFunc(list, func(a, b runs.Run) int { return cmp.Compare(place(a), place(b)) })
	if a.JSON {
		for _, r := range list {
			if err := printer.WriteJSON(a.Stdout, r); err != nil {
				return err
			}
		}
	} else if _, err := io.WriteString(a.Stdout, runLines(list, a.Style(1))); err != nil {
		return err
	}
	switch {
	case len(unreadable) > 0:
		return command.Failf(errs.Failed, "%s cannot be read: %s",
			humanize.Plural(len(unreadable), "run"), humanize.List(unreadable))
	case len(doubtful) > 0:
		return command.Failf(errs.Refuted, "in doubt: %s; queens runs show says why, queens runs "+
			"verify --repair finds what is wrong", humanize.List(doubtful))
	}
	return nil
}

// place returns the order of a run in lists, -1 if it is not known. Tasks come last.
func place(r runs.Run) int {
	switch {
	case r.Tasks != nil:
		return ledger.MaxOrder + *r.Order
	case r.Order == nil:
		return -1
	}
	return *r.Order
}

func newRunsStop(a *app) *cobra.Command {
	return a.Plain("runs stop", nil, a.inRoot(func(cmd *cobra.Command, root string, args []string) error {
		if dir, ok := batchDir(root, args[0]); ok {
			return a.stopBatch(cmd.Context(), dir)
		}
		return a.ofRun(a.stopRun)(cmd, args)
	}))
}

const stopPatience = 30 * time.Second

func (a *app) stopRun(ctx context.Context, run *ledger.Run) error {
	name := nameOf(run)
	if run.Holder == "" {
		return command.Usagef("stop %s: no process is working on it", name)
	}
	ctx, cancel := context.WithTimeoutCause(ctx, stopPatience, fmt.Errorf("stop %s: %s still counts after %v",
		name, run.Holder, stopPatience))
	defer cancel()
	err := count.StopHolder(ctx, filepath.Dir(run.Path))
	if err == nil {
		run, err = ledger.Read(ctx, run.Path)
	}
	if err != nil {
		return errs.WithCode(errs.Failed, err)
	}
	r := runs.Of(run)
	_, err = fmt.Fprintf(a.Stdout, "stopped %s: %s subproblems, %s of the work\n",
		name, doneText(r.Done, r.Subproblems), percentText(r.Fraction))
	return err
}

func newRunsResume(a *app) *cobra.Command {
	o := countOptions{options: count.Options{Kernel: plan.Auto}}
	cmd := a.Command("runs resume", nil, a.inRoot(func(cmd *cobra.Command, root string, args []string) error {
		if dir, ok := batchDir(root, args[0]); ok {
			return a.resumeTasks(cmd.Context(), dir, o)
		}
		run, err := a.readRun(cmd.Context(), root, args[0])
		if err != nil {
			return err
		}
		r, obstacle := runs.Resume(run)
		if obstacle != "" {
			return command.Failf(errs.Failed, "resume %s: %s", nameOf(run), obstacle)
		}
		o.State, o.question, o.options.KeepAll = r.Options.State, r.Question, true
		o.options.Method, o.options.Kernel = r.Options.Method, cmp.Or(r.Options.Kernel, plan.Auto)
		return a.count(cmd.Context(), r.Command(), o)
	}))
	o.addWorkers(cmd)
	return cmd
}

// resumeTasks continues the count of a directory with the engine of its last driver.
func (a *app) resumeTasks(ctx context.Context, dir string, o countOptions) error {
	run, err := batch.ReadRun(dir)
	if err != nil {
		return err
	}
	use, err := run.LastUse()
	if err != nil {
		return err
	}
	o.question, o.State, o.batch.Dir, o.batch.Engine, o.batch.Args = run.Question, a.state, dir, use.Engine, use.Args
	return a.countBatch(ctx, shell.Queens("runs", "resume", dir), o)
}
