// Package mathematics holds the commands that study placements: their symmetries and the problems beside n queens.
package mathematics

import (
	"github.com/spf13/cobra"

	"queens/internal/cli/kit"
)

// app is the invocation of the program that the commands of this package serve.
type app struct{ *kit.App }

// Commands returns the commands of this package in the order of the help text.
func Commands(k *kit.App) []*cobra.Command {
	a := &app{k}
	return []*cobra.Command{
		newCheck(a),
		newOrbit(a),
		newApply(a),
		newAtlas(a),
		newOrderly(a),
		newConstellations(a),
		newPlacements(a),
		newTorus(a),
		newDesign(a),
		newCorners(a),
		newClaims(a),
	}
}
