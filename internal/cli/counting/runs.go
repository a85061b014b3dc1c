package counting

import (
	"bufio"
	"cmp"
	"context"
	"errors"
	"fmt"
	"io/fs"
	"os"
	"path/filepath"
	"strings"

	"github.com/spf13/cobra"

	"queens/count/ledger"
	"queens/count/runs"
	"queens/internal/cli/kit"
	"queens/internal/humanize"
)

func newRuns(a *app) *cobra.Command {
	var state string
	var o runsListOptions
	cmd := a.Command("runs", &o)
	cmd.Args = kit.NoCommand
	cmd.RunE = func(cmd *cobra.Command, _ []string) error { return a.listRuns(cmd.Context(), state, o) }
	kit.GroupFlag(cmd, "state", &state)
	cmd.AddCommand(newRunsList(a, &state), newRunsShow(a, &state), newRunsExport(a, &state),
		newRunsVerify(a, &state), newRunsMerge(a, &state), newRunsStop(a, &state), newRunsResume(a, &state),
		newRunsRemove(a, &state))
	for _, c := range cmd.Commands() {
		if strings.HasSuffix(c.Use, " NAME") {
			c.Args, c.ValidArgsFunction = oneRun, completeRuns(&state)
		}
	}
	return cmd
}

var oneRun = kit.Args(1, 1, "the name of one run; `queens runs` lists them")

func completeRuns(state *string) cobra.CompletionFunc {
	return func(_ *cobra.Command, args []string, _ string) ([]cobra.Completion, cobra.ShellCompDirective) {
		root, err := kit.RunsRoot(*state)
		if err != nil || len(args) > 0 {
			return nil, cobra.ShellCompDirectiveDefault
		}
		names, err := runs.Names(root)
		if err != nil {
			cobra.CompErrorln(fmt.Sprint(err))
		}
		return names, cobra.ShellCompDirectiveDefault // paths are names, too
	}
}

// findRun returns the directory of the run that name means: a name, or the beginning of
// exactly one; or the path that name is, of a run's directory or of a ledger, whatever its name.
func findRun(root, name string) (path string, err error) {
	path, err = runs.Find(root, name)
	unknown, ok := errors.AsType[*runs.UnknownError](err)
	if !ok {
		return path, err
	}
	if info, err := os.Stat(name); err == nil { // a path, unless it is a name
		if !info.IsDir() && filepath.Base(name) != "ledger" {
			return name, nil
		}
		return filepath.Abs(name)
	}
	if hint := kit.DidYouMean(name, unknown.Names); hint != "" && len(unknown.Fitting) == 0 {
		return "", kit.Usagef("runs: no run %q under %s%s; there are %s", name, root, hint,
			humanize.List(unknown.Names))
	}
	return "", kit.WithCode(kit.CodeUsage, err)
}

// readRun reads the run that name means. What its file cannot be read for is
// not wrong usage.
func readRun(ctx context.Context, root, name string) (*ledger.Run, error) {
	path, err := findRun(root, name)
	if err != nil {
		return nil, err
	}
	run, err := ledger.Read(ctx, path)
	switch {
	case errors.Is(err, fs.ErrNotExist):
		return nil, kit.Usagef("runs: %s holds no ledger", path)
	case ctx.Err() != nil:
		return nil, err
	case err != nil:
		return nil, kit.WithCode(kit.CodeFailed, fmt.Errorf("runs: %w", err))
	case filepath.Base(path) != "ledger" && run.Recovery.NoHeader && run.Tally.Results == 0 && run.Path == path:
		return nil, kit.Usagef("runs: %s is not a ledger", path)
	}
	return run, nil
}

func namedRun(ctx context.Context, state *string, args []string) (*ledger.Run, error) {
	root, err := kit.RunsRoot(*state)
	if err != nil {
		return nil, err
	}
	return readRun(ctx, root, args[0])
}

// describe returns what is known of the run that name means: one with a ledger, or a directory
// of tasks.
func describe(ctx context.Context, state, name string) (runs.Run, error) {
	root, err := kit.RunsRoot(state)
	if err != nil {
		return runs.Run{}, err
	}
	if dir, ok := batchDir(root, name); ok {
		r, err := runs.OfTasks(dir)
		if errors.Is(err, fs.ErrNotExist) {
			err = fmt.Errorf("runs: %s: its tasks have not been submitted yet", dir)
		}
		return r, err
	}
	run, err := readRun(ctx, root, name)
	if err != nil {
		return runs.Run{}, err
	}
	return runs.Of(ctx, run), nil
}

func newRunsShow(a *app, state *string) *cobra.Command {
	cmd := a.Command("runs show", nil)
	cmd.RunE = func(cmd *cobra.Command, args []string) error {
		r, err := describe(cmd.Context(), *state, args[0])
		if err != nil {
			return err
		}
		return cmp.Or(a.Print(showRun(r)), kit.Refuted(len(r.Doubts) > 0))
	}
	return cmd
}

func newRunsRemove(a *app, state *string) *cobra.Command {
	var yes bool
	cmd := a.Plain("runs remove", nil)
	cmd.RunE = func(cmd *cobra.Command, args []string) error {
		root, err := kit.RunsRoot(*state)
		if err != nil {
			return err
		}
		dir, err := findRun(root, args[0])
		if err != nil {
			return err
		}
		return a.removeRun(cmd.Context(), dir, yes)
	}
	kit.Flag(cmd, "yes", &yes)
	return cmd
}

func (a *app) removeRun(ctx context.Context, dir string, yes bool) error {
	if filepath.Base(dir) == "ledger" { // the path of the file
		dir = filepath.Dir(dir)
	}
	name := filepath.Base(dir)
	if !runs.HasLedger(dir) {
		return kit.Usagef("runs: remove %s: %s holds no ledger", name, dir)
	}
	if !yes {
		if err := a.confirmRemoval(ctx, dir, name); err != nil {
			return err
		}
	}
	if err := runs.Remove(dir); err != nil {
		return fmt.Errorf("runs: remove %s: %w", name, err)
	}
	_, err := fmt.Fprintf(a.Stdout, "removed %s\n", dir)
	return err
}

func (a *app) confirmRemoval(ctx context.Context, dir, name string) error {
	if !kit.IsTerminal(a.Stdin) {
		return kit.Usagef("runs: remove %s: not a terminal: use --yes", name)
	}
	holds := "it cannot be read"
	if run, err := ledger.Read(ctx, dir); err == nil {
		planning, cancel := context.WithTimeout(ctx, 0) // how far it is need not be known
		defer cancel()
		r := runs.Of(planning, run)
		holds = fmt.Sprintf(", %s subproblems, %s of worker time", doneText(r.Done, r.Subproblems),
			humanize.Duration(r.Worked))
		if r.Order != nil {
			holds = fmt.Sprintf(" of order %d", *r.Order) + holds
		}
		holds = r.Counts + holds
	}
	a.Status.Stop()
	fmt.Fprintf(a.Stderr, "%s\n%s\ndelete it? [y/N] ", dir, holds)
	answer, err := bufio.NewReader(a.Input(ctx)).ReadString('\n') // no answer is no
	if ctx.Err() != nil {
		return fmt.Errorf("runs: remove %s: not deleted: %w", name, err)
	}
	switch strings.ToLower(strings.TrimSpace(answer)) {
	case "y", "yes":
		return nil
	default:
		return fmt.Errorf("runs: remove %s: not deleted", name)
	}
}
