package mathematics

import (
	"context"
	"fmt"

	"github.com/spf13/cobra"

	"queens"
	"queens/internal/answer"
	"queens/internal/cli/kit"
	"queens/math/evolution"
)

func newEvolution(a *app) *cobra.Command {
	of, asJSON := "", false
	cmd := &cobra.Command{
		Use:   "evolution N",
		Short: "Which solutions grow out of which by a queen in a new corner",
		Long: fmt.Sprintf(`Evolution shows how solutions grow from order to order, up to %d. The parent of a
solution is what is left of it without the queen in its corner; it has at most one
there, and without one it is a founder. Solutions that differ by a rotation or
reflection count once. For each order: how many there are, founders, those from which
nothing grows, and the longest line of ancestors.

With --of SOLUTION: its ancestors, and what grows out of it.

The definition is this program's own.

Exit codes: 0 done, 2 bad argument, 3 not a solution, 130 interrupted.`, evolution.MaxOrder),
		Example: `  queens evolution 12
  queens evolution --of 15863724`,
		RunE: func(cmd *cobra.Command, args []string) error {
			if of != "" {
				if len(args) > 0 {
					return kit.Usagef("evolution: --of %s: leave the order out", of)
				}
				return a.evolutionOf(of, asJSON)
			}
			n, err := kit.OrderBetween("evolution", args, 0, evolution.MaxOrder)
			if err != nil {
				return err
			}
			return a.evolution(cmd.Context(), n, asJSON)
		},
	}
	cmd.Flags().StringVar(&of, "of", "", "show the ancestors and children of this solution")
	kit.AddJSON(cmd, &asJSON)
	return cmd
}

// evolution answers `queens evolution N`.
func (a *app) evolution(ctx context.Context, n int, asJSON bool) error {
	a.Status.Say("growing solutions up to order %d", n)
	generations, err := evolution.Grow(ctx, n)
	if err != nil {
		return err
	}
	return a.Print(&answer.Evolution{Schema: "queens.evolution/1", Generations: generations}, asJSON)
}

// evolutionOf answers `queens evolution --of`.
func (a *app) evolutionOf(text string, asJSON bool) error {
	p, err := queens.ParsePerm(text)
	if err != nil {
		return err
	}
	if err := queens.Check(p, queens.Regular); err != nil {
		return err
	}
	return a.Print(answer.NewLineage(p), asJSON)
}
