package cli

import (
	"github.com/spf13/cobra"

	"queens/internal/cli/algorithms"
	"queens/internal/cli/counting"
	"queens/internal/cli/finding"
	"queens/internal/cli/kit"
	"queens/internal/cli/mathematics"
	"queens/internal/cli/models"
	"queens/internal/cli/program"
	"queens/internal/cli/showing"
)

// groups holds every command, in the order of the help text: one folder a group.
// Adding a command means a file of its name with a constructor, and a line in the
// function Commands of its folder.
var groups = []struct {
	id, title string
	commands  func(*kit.App) []*cobra.Command
}{
	{"counting", "Count:", counting.Commands},
	{"finding", "Find solutions:", finding.Commands},
	{"mathematics", "Symmetry and mathematics:", mathematics.Commands},
	{"showing", "Show boards and numbers:", showing.Commands},
	{"algorithms", "Study algorithms:", algorithms.Commands},
	{"models", "Models for solvers:", models.Commands},
	{"program", "The program:", program.Commands},
}

// addCommands adds every command to root, group by group.
func addCommands(root *cobra.Command, a *kit.App) {
	cobra.EnableCommandSorting = false // help keeps the order of the groups
	for _, g := range groups {
		root.AddGroup(&cobra.Group{ID: g.id, Title: g.title})
		for _, cmd := range g.commands(a) {
			cmd.GroupID = g.id
			root.AddCommand(cmd)
		}
	}
	help := newHelp()
	help.GroupID = "program"
	root.SetHelpCommand(help)
}
