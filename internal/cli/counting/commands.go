// Package counting holds the commands that count solutions exactly and manage runs.
package counting

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
		newCount(a),
		newRuns(a),
		newTask(a),
	}
}
