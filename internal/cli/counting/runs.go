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

	"queens"
	"queens/count"
	"queens/count/batch"
	"queens/count/ledger"
	"queens/count/runs"
	"queens/internal/answer/printer"
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

func newRunsList(a *app, state *string) *cobra.Command {
	var o runsListOptions
	cmd := a.Command("runs list", &o)
	cmd.RunE = func(cmd *cobra.Command, _ []string) error { return a.listRuns(cmd.Context(), *state, o) }
	return cmd
}

type runsListOptions struct {
	All bool
}

const planPatience = 5 * time.Second

func (a *app) listRuns(ctx context.Context, state string, o runsListOptions) error {
	root, err := kit.RunsRoot(state)
	if err != nil {
		return err
	}
	var entries []ledger.Entry
	var unreadable, doubtful []string
	whole := map[int]bool{} // orders with a run of all solutions
	for entry, err := range ledger.List(ctx, root) {
		if err != nil {
			return fmt.Errorf("runs: %w", err)
		}
		if entry.Err != nil {
			unreadable = append(unreadable, entry.Name)
		} else if len(runs.Doubts(entry.Run)) > 0 {
			doubtful = append(doubtful, entry.Name)
		}
		entries = append(entries, entry)
		if entry.Err != nil {
			continue
		}
		if q, ok := runs.QuestionOf(entry.Run); ok && q.Of == count.AllSolutions && q.Topology == queens.Regular {
			whole[q.Order] = true
		}
	}
	slices.SortStableFunc(entries, func(a, b ledger.Entry) int { return cmp.Compare(orderOf(a), orderOf(b)) })
	all := len(entries)
	if !o.All {
		entries = slices.DeleteFunc(entries, func(e ledger.Entry) bool { return isPartOf(e, whole) })
	}
	planning, cancel := context.WithTimeout(ctx, planPatience)
	defer cancel()
	var list []runs.Run
	for _, entry := range entries {
		list = append(list, runs.OfEntry(planning, entry))
	}
	for _, dir := range batch.Remembered(root) {
		if r, err := runs.OfTasks(dir); err == nil { // or its driver has not come that far
			list = append(list, r)
		}
	}
	if a.JSON {
		for _, r := range list {
			if err := printer.WriteJSON(a.Stdout, r); err != nil {
				return err
			}
		}
	} else if _, err := io.WriteString(a.Stdout, runLines(list, a.Style(1))); err != nil {
		return err
	}
	if hidden := all - len(entries); hidden > 0 && a.Talks() {
		a.Note("%s of symmetric solutions not listed; --all lists all", humanize.Plural(hidden, "complete run"))
	}
	switch {
	case len(unreadable) > 0:
		return kit.WithCode(kit.CodeFailed, fmt.Errorf("runs: %s cannot be read: %s", humanize.Plural(len(unreadable),
			"run"), humanize.List(unreadable)))
	case len(doubtful) > 0:
		return kit.WithCode(kit.CodeRefuted, fmt.Errorf("runs: in doubt: %s; queens runs show says why, queens runs "+
			"verify --repair finds what is wrong",
			humanize.List(doubtful)))
	case all+len(list) == 0 && !a.JSON:
		a.Note("no runs under %s", root)
	}
	return nil
}

// orderOf returns the order of a run, -1 if that is not known.
func orderOf(e ledger.Entry) int {
	if e.Err == nil {
		if id, ok := runs.IdentityOf(e.Run); ok {
			return id.Order
		}
	}
	return -1
}

// isPartOf reports whether a complete and sound run counts the symmetric solutions of an order of
// the regular board that has a run of all solutions.
func isPartOf(e ledger.Entry, whole map[int]bool) bool {
	if e.Err != nil {
		return false
	}
	q, ok := runs.QuestionOf(e.Run)
	return ok && q.Of != count.AllSolutions && q.Topology == queens.Regular && whole[q.Order] &&
		e.Run.Complete() && !runs.Damaged(e.Run) && len(runs.Doubts(e.Run)) == 0
}

func newRunsStop(a *app, state *string) *cobra.Command {
	cmd := a.Plain("runs stop", nil)
	cmd.RunE = func(cmd *cobra.Command, args []string) error {
		if root, err := kit.RunsRoot(*state); err != nil {
			return err
		} else if dir, ok := batchDir(root, args[0]); ok {
			return a.stopBatch(cmd.Context(), dir)
		}
		run, err := namedRun(cmd.Context(), state, args)
		if err != nil {
			return err
		}
		return a.stopRun(cmd.Context(), run)
	}
	return cmd
}

// Times of `queens runs stop`.
const (
	stopPatience = 30 * time.Second
	stopLook     = 50 * time.Millisecond
)

func (a *app) stopRun(ctx context.Context, run *ledger.Run) error {
	name, path := runs.NameOf(run), run.Path
	if run.Holder == "" {
		return kit.Usagef("runs: stop %s: no process is working on it", name)
	}
	if err := runs.RequestStop(run); err != nil {
		return err
	}
	ctx, cancel := context.WithTimeoutCause(ctx, stopPatience, fmt.Errorf("runs: stop %s: %s still counts after %v",
		name, run.Holder, stopPatience))
	defer cancel()
	tick := time.NewTicker(stopLook)
	defer tick.Stop()
	for run.Holder != "" {
		select {
		case <-ctx.Done():
			return kit.WithCode(kit.CodeFailed, context.Cause(ctx))
		case <-tick.C:
		}
		var err error
		if run, err = ledger.Read(ctx, path); err != nil {
			return kit.WithCode(kit.CodeFailed, fmt.Errorf("runs: %w", err))
		}
	}
	r := runs.Of(ctx, run)
	_, err := fmt.Fprintf(a.Stdout, "stopped %s: %s subproblems, %s of the work\n",
		name, doneText(r.Done, r.Subproblems), percentText(r.Fraction))
	return err
}

func newRunsResume(a *app, state *string) *cobra.Command {
	o := countOptions{kernel: count.Auto}
	cmd := a.Command("runs resume", nil)
	cmd.RunE = func(cmd *cobra.Command, args []string) error {
		run, err := namedRun(cmd.Context(), state, args)
		if err != nil {
			return err
		}
		r, obstacle := runs.Resume(run)
		if obstacle != "" {
			return kit.WithCode(kit.CodeFailed, fmt.Errorf("runs: resume %s: %s", runs.NameOf(run), obstacle))
		}
		o.State, o.method, o.Keep = r.Root, r.Scheme, r.Keep
		o.of, o.Topology = string(r.Question.Of), r.Question.Topology
		return a.count(cmd.Context(), r.Command(), r.Question.Order, o)
	}
	kit.Flag(cmd, "workers", &o.Workers)
	kit.Flag(cmd, "memory", &o.Memory)
	kit.Flag(cmd, "nice", &o.Nice)
	return cmd
}
