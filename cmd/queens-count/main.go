// Command queens-count is queens with only the commands that count and manage runs. It has no
// pictures and no web server, and builds in less than half the time.
package main

import (
	"os"

	"queens/cmd/internal/cli/command"
	"queens/cmd/internal/cli/counting"
)

var alone = command.Program{
	Name:  "queens-count",
	Short: "The n-queens problem: exact counts",
	Long: `queens-count counts the placements of n queens on a board of n by n squares such
that no two attack each other. It is the program queens without the commands that
do not count; both share ledgers.`,
	Examples: `queens-count 8                      # how many solutions of order 8
queens-count count 16 --of classes  # by symmetry
queens-count count 24 --estimate    # how long would it take
queens-count runs                   # the counts of this machine
`,
	Groups: []command.Group{
		{ID: "counting", Title: "Count:", Commands: counting.Commands},
		{ID: "program", Title: "The program:", Commands: counting.AboutProgram},
	},
}

func main() {
	os.Exit(alone.Main(os.Args[1:], os.Stdin, os.Stdout, os.Stderr))
}
