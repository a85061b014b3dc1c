package counting

import (
	"context"
	"errors"
	"fmt"
	"io/fs"

	"github.com/spf13/cobra"

	"queens/count/runs"
	"queens/internal/cli/kit"
)

// describe returns what is known of the run that name stands for: one with a ledger, or a directory of tasks.
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
	cmd := &cobra.Command{
		Use:   "show NAME",
		Short: "Everything about one run",
		Long: `Show prints what the ledger of a run says: what is counted by which plan, the share of
the work that is done, the last frame and its hash, the certificate of a complete run,
what is damaged, remarks, and the command that continues. Processor time is what the
sessions of the run recorded: counts by "queens count" and "queens runs resume" do,
those of a server do not. Worker time is time by the clock, of all
workers together.

The directory of a "queens count --on ENGINE" is also a name: show prints its tasks by
state, their nodes, the share of the work that is done and the time left.

Note frame and hash: "queens runs verify NAME --head HASH" later proves that nothing was
removed or altered.

Exit codes: 0 done, 1 the ledger cannot be read, 2 no such run, 3 the total is in doubt.`,
		Example: `  queens runs show n18-families-3fa94b21
  queens runs show n18 --json`,
		Args:              oneRun,
		ValidArgsFunction: completeRuns(state),
		RunE: func(cmd *cobra.Command, args []string) error {
			r, err := describe(cmd.Context(), *state, args[0])
			if err != nil {
				return err
			}
			if err := a.Print(showRun(r)); err != nil {
				return err
			}
			if len(r.Doubts) > 0 {
				return kit.Refuted()
			}
			return nil
		},
	}
	return a.Command(cmd, nil)
}
