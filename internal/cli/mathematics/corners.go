package mathematics

import (
	"context"
	"fmt"

	"github.com/spf13/cobra"

	"queens"
	"queens/internal/answer/printer"
	"queens/internal/cli/kit"
	"queens/math/corners"
)

func newCorners(a *app) *cobra.Command {
	asJSON := false
	cmd := &cobra.Command{
		Use:   "corners N|SOLUTION",
		Short: "Which solutions grow out of which by a queen in a new corner",
		Long: fmt.Sprintf(`Corners shows how solutions grow from order to order, up to %d. The parent of a
solution is what is left of it without the queen in its corner; it has at most one
there, and without one it is a founder. Solutions that differ by a rotation or
reflection count once. For each order: how many there are, founders, those from which
nothing grows, and the longest line of ancestors.

For a solution: its ancestors, and what grows out of it.

The definition is this program's own.

Exit codes: 0 done, 2 bad argument, 3 not a solution, 130 interrupted.`, corners.MaxOrder),
		Example: `  queens math corners 12
  queens math corners 15863724`,
		RunE: func(cmd *cobra.Command, args []string) error {
			if len(args) == 1 && len(args[0]) > 2 {
				return a.cornersOf(args[0], asJSON)
			}
			n, err := kit.OrderBetween("math corners", args, 0, corners.MaxOrder)
			if err != nil {
				return err
			}
			return a.corners(cmd.Context(), n, asJSON)
		},
	}
	kit.Flag(cmd, "json", &asJSON)
	return cmd
}

// corners answers `queens math corners N`.
func (a *app) corners(ctx context.Context, n int, asJSON bool) error {
	a.Status.Say("growing solutions up to order %d", n)
	generations, err := corners.Grow(ctx, n)
	if err != nil {
		return err
	}
	return a.Print(showCorners(generations), asJSON)
}

// cornersOf answers `queens math corners SOLUTION`.
func (a *app) cornersOf(text string, asJSON bool) error {
	p, err := queens.ParsePerm(text)
	if err != nil {
		return err
	}
	if err := queens.Check(p, queens.Regular); err != nil {
		return err
	}
	l := lineageOf(p)
	return a.Print(printer.Show("queens.corners-of/1", l, l.text), asJSON)
}
