package mathematics

import (
	"fmt"

	"github.com/spf13/cobra"

	"queens"
	"queens/internal/answer/printer"
	"queens/internal/cli/kit"
	"queens/math/placements"
)

const maxGreedy = 1_000_000

func newGreedy(a *app) *cobra.Command {
	base := 1
	cmd := &cobra.Command{
		Use:   "greedy N",
		Short: "Greedy queens on an infinite board",
		Long: fmt.Sprintf(`Greedy places a queen in each column in turn, in the first row that no earlier queen
attacks, on an infinite board, and prints the rows of the first N queens, 0 to
%d, a line each. Every row is filled sooner or later.
Source: OEIS A065188, "queens table greedy".

Exit codes: 0 done, 2 bad argument.`, maxGreedy),
		Example: `  queens math greedy 20
  queens math greedy 20 --json`,
		RunE: func(cmd *cobra.Command, args []string) error {
			n, err := kit.OrderBetween(kit.Path(cmd), args, 0, maxGreedy)
			if err != nil {
				return err
			}
			if err := a.CheckBase(base); err != nil {
				return err
			}
			placed := a.Status.Measure("placing queens", n)
			rows := make(queens.Perm, 0, n)
			for row := range placements.Greedy() {
				if len(rows) == n {
					break
				}
				if err := cmd.Context().Err(); err != nil {
					return fmt.Errorf("math greedy: stopped after %d queens: %w", len(rows), err)
				}
				rows = append(rows, row)
				placed(len(rows))
			}
			return a.PrintIn(base, printer.Show("queens.greedy/1", map[string]any{"rows": rows}, func(s printer.Style) string { return s.Rows(rows) }))
		},
	}
	kit.Flag(cmd, "base", &base)
	return a.Command(cmd, nil)
}
