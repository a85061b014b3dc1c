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
	asJSON := false
	cmd := &cobra.Command{
		Use:   "evolution N|SOLUTION",
		Short: "Which solutions grow out of which by a queen in a new corner",
		Long: fmt.Sprintf(`Evolution shows how solutions grow from order to order, up to %d. The parent of a
solution is what is left of it without the queen in its corner; it has at most one
there, and without one it is a founder. Solutions that differ by a rotation or
reflection count once. For each order: how many there are, founders, those from which
nothing grows, and the longest line of ancestors.

For a solution: its ancestors, and what grows out of it.

The definition is this program's own.

Exit codes: 0 done, 2 bad argument, 3 not a solution, 130 interrupted.`, evolution.MaxOrder),
		Example: `  queens math evolution 12
  queens math evolution 15863724`,
		RunE: func(cmd *cobra.Command, args []string) error {
			if len(args) == 1 && len(args[0]) > 2 {
				return a.evolutionOf(args[0], asJSON)
			}
			n, err := kit.OrderBetween("math evolution", args, 0, evolution.MaxOrder)
			if err != nil {
				return err
			}
			return a.evolution(cmd.Context(), n, asJSON)
		},
	}
	kit.Flag(cmd, "json", &asJSON)
	return cmd
}

// evolution answers `queens math evolution N`.
func (a *app) evolution(ctx context.Context, n int, asJSON bool) error {
	a.Status.Say("growing solutions up to order %d", n)
	generations, err := evolution.Grow(ctx, n)
	if err != nil {
		return err
	}
	return a.Print(&answer.Evolution{Schema: "queens.evolution/1", Generations: generations}, asJSON)
}

// evolutionOf answers `queens math evolution SOLUTION`.
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
