package counting

import (
	"context"
	"fmt"
	"io"

	"github.com/spf13/cobra"

	"queens/count/ledger"
	"queens/count/runs"
	"queens/internal/answer/counted"
	"queens/internal/cli/kit"
	"queens/internal/human"
)

func newRunsList(a *app, state *string) *cobra.Command {
	var asJSON bool
	cmd := &cobra.Command{
		Use:   "list",
		Short: "All runs, one a line",
		Long: `List prints a line for each run: its name, what it counts, how many of its
subproblems have a result, their sum so far, when it was last written, its size, and
whether it is complete, incomplete or running, in doubt, damaged or misplaced. "queens runs
show" says more about one of them.

With --json the lines are those of "queens runs show --json"; a run that cannot be
read has the field "error" instead. A total is there only if the run is complete.

Exit codes: 0 done, 1 a run cannot be read, 3 the total of a run is in doubt.`,
		Example: `  queens runs list
  queens runs list --json
  queens runs list --state /mnt/big/queens`,
		Args: kit.NoArguments,
		RunE: func(cmd *cobra.Command, _ []string) error { return a.listRuns(cmd.Context(), *state, asJSON) },
	}
	kit.AddJSONLines(cmd, &asJSON, "")
	return cmd
}

// listRuns prints every run under the state directory.
func (a *app) listRuns(ctx context.Context, state string, asJSON bool) error {
	root, err := kit.RunsRoot(state)
	if err != nil {
		return err
	}
	var entries []ledger.Entry
	var unreadable, doubtful []string
	for entry, err := range ledger.List(ctx, root) {
		if err != nil {
			return fmt.Errorf("runs: %w", err)
		}
		if entry.Err != nil {
			unreadable = append(unreadable, entry.Name)
		} else if len(runs.Doubts(entry.Run)) > 0 {
			doubtful = append(doubtful, entry.Name)
		}
		if !asJSON {
			entries = append(entries, entry)
		} else if err := counted.WriteJSON(a.Stdout, runs.ReportEntry(entry)); err != nil {
			return err
		}
	}
	if _, err := io.WriteString(a.Stdout, counted.RunLines(entries, a.Style(1))); err != nil {
		return err
	}
	switch {
	case len(unreadable) > 0:
		return kit.WithCode(kit.CodeFailed, fmt.Errorf("runs: %s cannot be read: %s", human.Plural(len(unreadable), "run"), runs.ListNames(unreadable)))
	case len(doubtful) > 0:
		return kit.WithCode(kit.CodeRefuted, fmt.Errorf("runs: in doubt: %s; queens runs show says why, queens runs verify --repair finds what is wrong", runs.ListNames(doubtful)))
	case len(entries) == 0 && !asJSON:
		a.Note("no runs under %s", root)
	}
	return nil
}
