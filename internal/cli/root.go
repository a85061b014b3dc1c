package cli

import (
	"fmt"
	"slices"
	"strings"

	"github.com/spf13/cobra"
)

// examples is what `queens` without arguments prints: five commands to begin with.
const examples = `queens count 8            # how many solutions has the board of order 8
queens list 6             # all of them, one a line
queens check 15863724     # is this a solution; who attacks whom
queens orbit 15863724     # its images under the symmetries of the board
queens table solutions    # what is known about Q(n), with sources
`

const rootLong = `queens places n queens on a board of n by n squares so that no two attack each
other: it counts the placements exactly, lists them, checks them and knows what
the literature knows about them.

A solution is written column by column, rows counted from 1 at the top:
15863724 (up to order 9), 1,5,8,6,3,7,2,4, "1 5 8 6 3 7 2 4", or the squares
in chess notation "a8 b4 c1 d3 e6 f2 g7 h5".

Each flag can be set by a variable as well: QUEENS_COLOR for --color, QUEENS_JSON
for --json, and so on; a flag given on the command line wins.

Exit codes: 0 done, 1 failed, 2 wrong usage, 3 proven none, not a solution or
verification failed, 4 stopped by a limit with a partial result, 130 interrupted.`

// helpWidth is the length of the longest line of a help text.
const helpWidth = 90

// versionFlag is the flag that many programs have instead of a command.
const versionFlag = "version"

// newRoot returns the command tree.
func newRoot(a *app) *cobra.Command {
	showVersion := false
	root := &cobra.Command{
		Use:               "queens",
		Short:             "The n-queens problem: count, list, check",
		Long:              rootLong,
		Example:           indent(examples),
		Args:              unknownCommand,
		SilenceErrors:     true,
		SilenceUsage:      true,
		DisableAutoGenTag: true,
		CompletionOptions: cobra.CompletionOptions{DisableDefaultCmd: true},
		PersistentPreRunE: func(cmd *cobra.Command, _ []string) error { return applyEnvironment(cmd.Flags()) },
		RunE: func(*cobra.Command, []string) error {
			if showVersion {
				return a.printVersion(false)
			}
			_, err := fmt.Fprint(a.stdout, examples+"\nMore: queens --help, and queens COMMAND --help\n")
			return err
		},
	}
	root.SetIn(a.stdin)
	root.SetOut(a.stdout)
	root.SetErr(a.stderr)
	root.SetFlagErrorFunc(func(cmd *cobra.Command, err error) error {
		return usagef("%s: %s", strings.TrimPrefix(cmd.CommandPath(), "queens "), flagMessage(cmd.Flags(), err))
	})
	root.SetUsageTemplate(strings.ReplaceAll(root.UsageTemplate(), ".FlagUsages", fmt.Sprintf(".FlagUsagesWrapped %d", helpWidth)))
	root.Flags().BoolVar(&showVersion, versionFlag, false, "the same as the command version")
	a.color = "auto"
	root.PersistentFlags().Var(choiceVar(&a.color, colorModes), "color", "colour on the terminal: "+strings.Join(colorModes, ", "))
	for _, construct := range commands {
		root.AddCommand(construct(a))
	}
	root.SetHelpCommand(newHelp())
	return root
}

// unknownCommand refuses arguments of the root command, which are words that no
// command has as its name.
func unknownCommand(cmd *cobra.Command, args []string) error {
	if len(args) == 0 {
		return nil
	}
	var names []string
	for _, c := range cmd.Commands() {
		names = append(names, c.Name())
	}
	return usagef("unknown command %q%s; `queens --help` lists all", args[0], didYouMean(args[0], names))
}

// countByDefault turns `queens 8` into `queens count 8`: where the first argument
// that is not a flag is a number, the command is count.
func countByDefault(args []string) []string {
	for i := 0; i < len(args); i++ {
		switch arg := args[i]; {
		case arg == "--color": // the one flag of all commands that takes a value
			i++
		case strings.HasPrefix(arg, "-"):
		case isNumber(arg):
			return slices.Insert(slices.Clone(args), 0, "count")
		default:
			return args
		}
	}
	return args
}

// isNumber reports whether s is a sequence of decimal digits.
func isNumber(s string) bool { return s != "" && strings.Trim(s, "0123456789") == "" }

// indent puts two blanks before every line, as cobra shows examples.
func indent(text string) string {
	return "  " + strings.ReplaceAll(strings.TrimSuffix(text, "\n"), "\n", "\n  ")
}
