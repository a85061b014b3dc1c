// Package showing holds the commands that show boards and what is known.
package showing

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
		newBoard(a),
		newPuzzle(a),
		newTable(a),
	}
}
