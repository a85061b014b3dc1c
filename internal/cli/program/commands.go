// Package program holds the commands that are about the program itself.
package program

import (
	"github.com/spf13/cobra"

	"queens/internal/cli/kit"
)

type app struct{ *kit.App }

// Commands returns the commands of this package in the order of the help text.
func Commands(k *kit.App) []*cobra.Command {
	a := &app{k}
	return []*cobra.Command{
		newDoctor(a),
		newBench(a),
		newCompletion(a),
		newMan(a),
		newVersion(a),
	}
}
