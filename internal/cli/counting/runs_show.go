package counting

import (
	"github.com/spf13/cobra"

	"queens/internal/answer/counted"
	"queens/internal/cli/kit"
)

func newRunsShow(a *app, state *string) *cobra.Command {
	var asJSON bool
	cmd := &cobra.Command{
		Use:   "show NAME",
		Short: "Everything about one run",
		Long: `Show prints what the ledger of a run says: what is counted by which plan, the share of
the work that is done, the last frame and its hash, the certificate of a complete run,
what is damaged, remarks, and the command that continues. Processor time is what the
sessions of the run recorded: counts by "queens count" and "queens runs resume" do,
those of a server do not. Worker time is time by the clock, of all
workers together.

Note frame and hash: "queens runs verify NAME --head HASH" later proves that nothing was
removed or altered.

Exit codes: 0 done, 1 the ledger cannot be read, 2 no such run, 3 the total is in doubt.`,
		Example: `  queens runs show n18-families-3fa94b21
  queens runs show n18 --json`,
		Args:              oneRun,
		ValidArgsFunction: completeRuns(state),
		RunE: func(cmd *cobra.Command, args []string) error {
			run, err := namedRun(cmd.Context(), state, args)
			if err != nil {
				return err
			}
			r := counted.NewRun(cmd.Context(), run)
			if err := a.Print(r, asJSON); err != nil {
				return err
			}
			if len(r.Doubts) > 0 {
				return kit.Refuted()
			}
			return nil
		},
	}
	kit.Flag(cmd, "json", &asJSON)
	return cmd
}
