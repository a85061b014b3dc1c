package counting

import (
	"context"
	"fmt"
	"strings"
	"text/tabwriter"
	"time"

	"github.com/spf13/cobra"

	"queens/count/ledger"
	"queens/count/runs"
	"queens/internal/answer"
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
	var lines []string
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
			lines = append(lines, a.runLine(entry))
			continue
		}
		if err := answer.WriteJSON(a.Stdout, runs.ReportEntry(entry)); err != nil {
			return err
		}
	}
	if err := a.printRunLines(lines); err != nil {
		return err
	}
	switch {
	case len(unreadable) > 0:
		return kit.WithCode(kit.CodeFailed, fmt.Errorf("runs: %s cannot be read: %s", human.Plural(len(unreadable), "run"), runs.ListNames(unreadable)))
	case len(doubtful) > 0:
		return kit.WithCode(kit.CodeRefuted, fmt.Errorf("runs: in doubt: %s; queens runs show says why, queens runs verify --repair finds what is wrong", runs.ListNames(doubtful)))
	case len(lines) == 0 && !asJSON:
		a.Note("no runs under %s", root)
	}
	return nil
}

// printRunLines prints lines of columns, with a head on a terminal.
func (a *app) printRunLines(lines []string) error {
	out := tabwriter.NewWriter(a.Stdout, 0, 0, 2, ' ', 0)
	if len(lines) > 0 && kit.IsTerminal(a.Stdout) {
		fmt.Fprintln(out, "name\torder\tcounts\tdone\t\tsum\twritten\tsize\tstate")
	}
	for _, line := range lines {
		fmt.Fprintln(out, line)
	}
	return out.Flush()
}

// runLine returns a run as columns with tabs between.
func (a *app) runLine(e ledger.Entry) string {
	if e.Err != nil {
		return human.OneLine(e.Name) + "\tcannot be read: " + human.OneLine(e.Err.Error())
	}
	run := e.Run
	return strings.Join([]string{
		human.OneLine(e.Name), runs.OrderText(run), runs.CountsText(run), runs.DoneText(run.Tally), runs.PercentText(run.Tally), run.Tally.Total.String(),
		timeText(run.Written), human.Bytes(float64(run.Size)), runs.StateWords(run),
	}, "\t")
}

// timeText returns a time for people, in their zone.
func timeText(t time.Time) string { return t.Local().Format("2006-01-02 15:04:05") }
