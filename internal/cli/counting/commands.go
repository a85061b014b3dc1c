// Package counting holds the commands that count solutions exactly and manage runs.
package counting

import (
	"github.com/spf13/cobra"

	"queens/internal/cli/kit"
)

type app struct{ *kit.App }

// Commands returns the commands of this package in the order of the help text.
func Commands(k *kit.App) []*cobra.Command {
	a := &app{k}
	return []*cobra.Command{
		newCount(a),
		newRuns(a),
		newTask(a),
	}
}
