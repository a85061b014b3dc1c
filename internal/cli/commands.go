// Package cli is the command line of queens: the table of the groups of commands (commands.go), and
// Main. Each group of the help text is a folder. Package frame holds the root command and help,
// package kit what commands share. A command reads its arguments, calls the library and prints.
//
// Only the answer goes to standard output; progress, notes and errors go to standard error. A flag
// that is not on the command line takes its value from the variable QUEENS_NAME, or its default.
//
// A command is a constructor func(*app) *cobra.Command, which gives App.Command its path, options
// and function. Its texts are in the file help.txt of its folder; the last line of a description
// lists the exit codes. The texts of its answers are templates in texts.tmpl, by schema. The
// exported fields of its options are its flags; kit.Form holds the format and the file of its
// answer; kit.Args and kit.ForOrder read its arguments. It prints with App.Print, or App.Each for
// many answers, to app.Stdout, which remembers a failed write, and everything else to app.Stderr.
// It returns an error, made with kit.Usagef, kit.Refuted or kit.WithCode if the exit code does not
// follow from the error. Long work takes cmd.Context(), which the first interrupt cancels.
//
//	os.Exit(cli.Main(os.Args[1:], os.Stdin, os.Stdout, os.Stderr))
package cli

import (
	"io"
	"slices"

	"github.com/spf13/cobra"

	"queens/internal/cli/algorithms"
	"queens/internal/cli/counting"
	"queens/internal/cli/finding"
	"queens/internal/cli/frame"
	"queens/internal/cli/kit"
	"queens/internal/cli/mathematics"
	"queens/internal/cli/program"
	"queens/internal/cli/serving"
	"queens/internal/cli/showing"
)

// whole is the program with every command, in the order of the help text, one folder per group. To
// add a command, write a constructor and its texts, and list it in the function Commands of its
// folder.
var whole = frame.Program{
	Name:  "queens",
	Short: "The n-queens problem: count, list, check",
	Long: `queens places n queens on a board of n by n squares so that no two attack each
other: it counts the placements exactly, lists, checks and draws them, and has the
published values with their sources.`,
	Examples: `queens count 8          # how many solutions has the board of order 8
queens list 6           # all of them, one per line
queens check 15863724   # is this a solution, and if not, why
queens orbit 15863724   # its images under the symmetries of the board
queens table solutions  # what is known about Q(n), with sources
queens serve --open     # boards, orbits, algorithms in the browser
`,
	Groups: []frame.Group{
		{ID: "counting", Title: "Count:", Commands: counting.Commands},
		{ID: "finding", Title: "Find solutions:", Commands: finding.Commands},
		{ID: "mathematics", Title: "Check and transform:", Commands: mathematics.Commands},
		{ID: "showing", Title: "Show:", Commands: showing.Commands},
		{ID: "algorithms", Title: "Study:", Commands: func(a *kit.App) []*cobra.Command {
			return slices.Concat(algorithms.Commands(a), mathematics.More(a), finding.Models(a))
		}},
		{ID: "program", Title: "The program:", Commands: func(a *kit.App) []*cobra.Command {
			return append(serving.Commands(a), program.Commands(a)...)
		}},
	},
}

// Main runs a command line and returns its exit code: see [frame.Program.Main].
func Main(args []string, stdin io.Reader, stdout, stderr io.Writer) int {
	return whole.Main(args, stdin, stdout, stderr)
}
