// Package algorithms holds the commands that show how algorithms search.
package algorithms

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
		newExplain(a),
		newRace(a),
		newWatch(a),
	}
}
