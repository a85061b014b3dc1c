// Package mathematics holds the commands that study placements: their symmetries and the problems
// beside n queens.
package mathematics

import (
	"github.com/spf13/cobra"

	"queens/internal/cli/kit"
)

type app struct{ *kit.App }

// Commands returns the commands of this package in the order of the help text.
func Commands(k *kit.App) []*cobra.Command {
	a := &app{k}
	return []*cobra.Command{newCheck(a), newOrbit(a), newApply(a)}
}

// More returns the commands about single questions of mathematics, and the papers.
func More(k *kit.App) []*cobra.Command {
	a := &app{k}
	return []*cobra.Command{newPapers(a), newMath(a)}
}

func newMath(a *app) *cobra.Command {
	cmd := &cobra.Command{
		Use:   "math",
		Short: "Special questions: orbits, borders, torus, designs and more",
		Long: `Math has commands for special questions about n queens.

Exit codes: 0 done, 2 unknown command.`,
		Example: `  queens math atlas 9
  queens math torus 8
  queens math design magic 7`,
		Args: kit.NoCommand,
		RunE: func(cmd *cobra.Command, _ []string) error { return cmd.Help() },
	}
	cmd.AddCommand(newAtlas(a), newConstellations(a), newConstructions(a), newDesign(a),
		newGreedy(a), newOrderly(a), newPlacements(a), newTorus(a))
	return cmd
}
