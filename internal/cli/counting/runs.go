package counting

import (
	"fmt"

	"github.com/spf13/cobra"

	"queens/count/runs"
	"queens/internal/cli/kit"
	"queens/internal/humanize"
)

func newRuns(a *app) *cobra.Command {
	var state string
	var o runsListOptions
	cmd := &cobra.Command{
		Use:   "runs",
		Short: "The counts of this machine, in progress and finished",
		Long: `Every count of more than about a second keeps its results in a ledger, a file in a
directory of its own under the state directory: a run. These commands look at runs,
check them and give out their results; without one of them, runs lists.

A run is named by its directory, n18-families-3fa94b21, by any unambiguous prefix of that
name, by the path of its directory, or by that of a ledger, whatever the file is called.
Nothing here disturbs a count in progress.

Exit codes: 0 done, 1 failed, 2 no such run or wrong usage, 3 verification failed,
130 interrupted.`,
		Example: `  queens runs
  queens runs show n18
  queens runs export n18 -o n18.csv
  queens runs verify n18 --sample 10
  queens runs merge share-*.ledger
  queens runs stop n21`,
		Args: kit.NoCommand,
		RunE: func(cmd *cobra.Command, _ []string) error { return a.listRuns(cmd.Context(), state, o) },
	}
	kit.GroupFlag(cmd, "state", &state)
	cmd.AddCommand(newRunsList(a, &state), newRunsShow(a, &state), newRunsExport(a, &state),
		newRunsVerify(a, &state), newRunsMerge(a, &state), newRunsStop(a, &state), newRunsResume(a, &state), newRunsRemove(a, &state))
	return a.Command(cmd, &o)
}

func oneRun(cmd *cobra.Command, args []string) error {
	if len(args) != 1 {
		return kit.Usagef("runs %s: %s, want the name of one run; `queens runs` lists them", cmd.Name(), humanize.Plural(len(args), "argument"))
	}
	return nil
}

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
