// Package finding holds the commands that find solutions: all of them, one, a random one, or those
// of other solvers.
package finding

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
	return []*cobra.Command{
		newList(a),
		newSolve(a),
		newComplete(a),
		newSample(a),
		newRank(a),
	}
}

// Models returns the command that writes the problem for other solvers.
func Models(k *kit.App) []*cobra.Command { return []*cobra.Command{newModel(&app{k})} }
