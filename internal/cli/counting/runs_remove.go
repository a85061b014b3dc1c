package counting

import (
	"bufio"
	"context"
	"fmt"
	"path/filepath"
	"strings"

	"github.com/spf13/cobra"

	"queens/count/ledger"
	"queens/count/runs"
	"queens/internal/cli/kit"
	"queens/internal/humanize"
)

func newRunsRemove(a *app, state *string) *cobra.Command {
	var yes bool
	cmd := &cobra.Command{
		Use:   "remove NAME",
		Short: "Delete one run",
		Long: `Remove deletes the ledger of a run and its directory, and with them every result
that it holds. It asks first; without a terminal it wants --yes. A run that a
process is writing is not deleted.

Exit codes: 0 deleted, 1 not deleted, 2 no such run, or --yes is missing.`,
		Example: `  queens runs remove n16-families-3fa94b21
  queens runs remove n16 --yes`,
		Args:              oneRun,
		ValidArgsFunction: completeRuns(state),
		RunE: func(cmd *cobra.Command, args []string) error {
			root, err := kit.RunsRoot(*state)
			if err != nil {
				return err
			}
			dir, err := findRun(root, args[0])
			if err != nil {
				return err
			}
			return a.removeRun(cmd.Context(), dir, yes)
		},
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
		holds = fmt.Sprintf(", %s subproblems, %s of worker time", doneText(r.Done, r.Subproblems), humanize.Duration(r.Worked))
		if r.Order != nil {
			holds = fmt.Sprintf(" of order %d", *r.Order) + holds
		}
		holds = r.Counts + holds
	}
	a.Status.Stop()
	fmt.Fprintf(a.Stderr, "%s\n%s\ndelete it? [y/N] ", dir, holds)
	answer, err := bufio.NewReader(a.Input(ctx)).ReadString('\n') // no answer is no
	if ctx.Err() != nil {
		return fmt.Errorf("runs: remove %s: kept: %w", name, err)
	}
	switch strings.ToLower(strings.TrimSpace(answer)) {
	case "y", "yes":
		return nil
	default:
		return fmt.Errorf("runs: remove %s: kept", name)
	}
}
