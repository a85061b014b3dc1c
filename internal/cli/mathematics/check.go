package mathematics

import (
	"context"
	"strings"

	"github.com/spf13/cobra"

	"queens"
	"queens/internal/answer"
	"queens/internal/cli/kit"
)

type checkOptions struct {
	kit.Reading
	topology string
}

func newCheck(a *app) *cobra.Command {
	o := checkOptions{topology: queens.Regular.String()}
	cmd := &cobra.Command{
		Use:   "check [PERM|-|@FILE]",
		Short: "Is it a solution, and if not, which queens attack each other",
		Long: `Check says whether a placement of one queen per column is a solution. If not, it names
every attacking pair: each queen with the nearest one before it on the same row or
diagonal. If so, it says whether it is one on the torus as well, which symmetries leave it
unchanged, and whether it is the least of its images.

With - every placement of standard input is checked, with @FILE every one of a file, one
answer a line, in any format that "queens list" and "queens solve" write. Text may have
empty lines and comments with #. Very long lines and binary input are checked as they
stream by; only their first attacking pair is named.

Exit codes: 0 all are solutions, 2 bad input, 3 at least one is not a solution.`,
		Example: `  queens check 15863724
  queens check "a1 b2 c3 d4"
  queens check --topology modular 1,3,5,2,4
  queens list 6 --format csv | queens check -
  queens solve 100000000 --method greedy --format binary | queens check -`,
		RunE: func(cmd *cobra.Command, args []string) error {
			arg, err := a.OneSolution("check", args)
			if err != nil {
				return err
			}
			return a.check(cmd.Context(), arg, o)
		},
	}
	kit.AddReading(cmd, &o.Reading)
	kit.Flag(cmd, "topology", &o.topology, queens.Topologies()...)
	return a.Command(cmd, nil)
}

func (a *app) check(ctx context.Context, arg string, o checkOptions) (err error) {
	topology, err := queens.ParseTopology(o.topology)
	if err != nil {
		return err
	}
	if arg == "-" || strings.HasPrefix(arg, "@") {
		in, closeInput, err := a.openCheckInput(ctx, arg)
		if err != nil {
			return err
		}
		defer func() { _ = closeInput() }() // it was only read
		return a.checkStream(arg, in, topology, o)
	}
	allSolutions := true
	for pl, err := range a.Placements(ctx, arg, o.Reading) {
		if err != nil {
			return err
		}
		c := answer.NewCheck(pl.Perm, topology)
		allSolutions = allSolutions && c.Solution
		if err := a.PrintIn(o.Base, c); err != nil {
			return err
		}
	}
	if !allSolutions {
		return kit.Refuted()
	}
	return nil
}
