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
		Long: `Show prints what the ledger of a run tells: what is counted by which plan, how far it
is, the last frame and its hash, the certificate of a complete run, what is damaged,
remarks, and the command that goes on.

Who writes down frame and hash can later tell whether a ledger still holds all that
it held then.

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
			r := counted.NewRun(run)
			if err := a.Print(r, asJSON); err != nil {
				return err
			}
			if len(r.Doubts) > 0 {
				return kit.Refuted()
			}
			return nil
		},
	}
	kit.AddJSONLines(cmd, &asJSON, "")
	return cmd
}
