// Package models holds the commands that write the problem for solvers.
package models

import (
	"github.com/spf13/cobra"

	"queens/internal/cli/kit"
)

type app struct{ *kit.App }

// Commands returns the commands of this package in the order of the help text.
func Commands(k *kit.App) []*cobra.Command {
	a := &app{k}
	return []*cobra.Command{
		newModel(a),
	}
}
