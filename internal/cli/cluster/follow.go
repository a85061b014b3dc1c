package cluster

import (
	"errors"
	"fmt"
	"log/slog"

	"github.com/spf13/cobra"

	"queens/count/cluster"
	"queens/internal/cli/kit"
	"queens/internal/human"
)

func newFollow(a *app) *cobra.Command {
	var o cluster.FollowOptions
	var state string
	cmd := &cobra.Command{
		Use:   "follow ADDRESS",
		Short: "Keep a second copy of a coordinator's ledger",
		Long: `Follow copies the ledger of the run that a coordinator counts, as it grows, to a state
directory of this machine, until the run is done, and prints the path of the run. Every
frame is checked before it is written, and must go on from the one before; a ledger that
does not is refused. The same command goes on after a stop.

With the copy a ledger that was lost or damaged is brought back, by "queens runs merge"
where it was, or the count goes on from the copy: "queens coordinator" with this state
directory.

The machine's key, "queens worker --show-key", must be enrolled for that: "queens
coordinator enrol NAME KEY --follower". It permits nothing else.

Exit codes: 0 the copy is whole, 1 failed or refused, 2 bad argument, 3 the ledger does
not go on from the copy, 130 interrupted.`,
		Example: `  queens coordinator follow https://3b1f...@count.example.org:4222`,
		Args: func(_ *cobra.Command, args []string) error {
			if len(args) != 1 {
				return kit.Usagef("coordinator follow: %s, want the address of a coordinator", human.Plural(len(args), "argument"))
			}
			return nil
		},
		RunE: func(cmd *cobra.Command, args []string) (err error) {
			if o.State, err = kit.RunsRoot(state); err != nil {
				return err
			}
			o.Address, o.Log = args[0], slog.New(slog.NewTextHandler(a.Stderr, nil))
			o.Progress = func(p cluster.Progress) { a.Status.Say("%s", says(p, "results copied")) }
			dir, err := cluster.Follow(cmd.Context(), o)
			if errors.Is(err, cluster.ErrRefused) {
				err = kit.WithCode(kit.CodeFailed, err)
			}
			if err == nil {
				_, err = fmt.Fprintln(a.Stdout, dir)
			}
			return err
		},
	}
	cmd.Flags().StringVar(&state, "state", "", "state directory for key and copy (default: see queens doctor)")
	return cmd
}
