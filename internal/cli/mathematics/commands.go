// Package mathematics holds the commands that study placements: their symmetries and the problems
// beside n queens.
package mathematics

import (
	_ "embed"

	"github.com/spf13/cobra"

	"queens/internal/cli/kit"
)

//go:embed help.txt
var help string

type app struct{ *kit.App }

// Commands returns the commands of this package in the order of the help text.
func Commands(k *kit.App) []*cobra.Command {
	a := &app{k.Explain(help)}
	return []*cobra.Command{newCheck(a), newOrbit(a), newApply(a)}
}

// More returns the commands about single questions of mathematics, and the papers.
func More(k *kit.App) []*cobra.Command {
	a := &app{k.Explain(help)}
	return []*cobra.Command{newPapers(a), newMath(a)}
}

func newMath(a *app) *cobra.Command {
	cmd := a.Plain("math", nil)
	cmd.Args = kit.NoCommand
	cmd.RunE = func(cmd *cobra.Command, _ []string) error { return cmd.Help() }
	cmd.AddCommand(newAtlas(a), newConstellations(a), newConstructions(a), newDesign(a),
		newGreedy(a), newOrderly(a), newPlacements(a), newTorus(a))
	return cmd
}
