package mathematics

import (
	"github.com/spf13/cobra"

	"queens"
	"queens/internal/cli/kit"
)

func newConstructions(a *app) *cobra.Command {
	base := 1
	cmd := &cobra.Command{
		Use:   "constructions [N]",
		Short: "Solutions by closed forms and from smaller ones, by name",
		Long: `Constructions writes solutions down by rule, without searching: closed forms, knight walks,
polygons, magic squares, solutions put together from smaller ones. For an order it
lists every rule that works, with its solution up to order 32 and what it is made
of beyond. Without an order it lists all rules and the orders they work for.
"queens solve N --method RULE" prints the solutions of one rule.

Exit codes: 0 done, 2 bad argument, 3 no solution exists.`,
		Example: `  queens math constructions
  queens math constructions 14
  queens solve 25 --method composed-solutions
  queens solve 11 --method star-polygon --limit 8`,
		RunE: func(cmd *cobra.Command, args []string) error {
			if err := a.CheckBase(base); err != nil {
				return err
			}
			if len(args) == 0 {
				return a.Print(showRules())
			}
			n, err := kit.OrderBetween(kit.Path(cmd), args, 1, queens.MaxProblemOrder)
			switch {
			case err != nil:
				return err
			case n == 2 || n == 3:
				return kit.None(kit.Path(cmd), n, "solution")
			}
			c, err := constructAll(n)
			if err != nil {
				return err
			}
			return a.PrintIn(base, c)
		},
	}
	kit.Flag(cmd, "base", &base)
	return a.Command(cmd, nil)
}
