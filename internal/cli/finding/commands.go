// Package finding holds the commands that find solutions: all of them, one, a random one.
package finding

import (
	"github.com/spf13/cobra"

	"queens/internal/cli/kit"
)

type app struct{ *kit.App }

// Commands returns the commands of this package in the order of the help text.
func Commands(k *kit.App) []*cobra.Command {
	a := &app{k}
	return []*cobra.Command{
		newList(a),
		newSolve(a),
		newComplete(a),
		newSample(a),
		newRank(a),
	}
}
