package cli

import (
	"errors"
	"fmt"
	"slices"
	"strings"

	"github.com/spf13/cobra"
	"github.com/spf13/pflag"

	"queens/internal/cli/kit"
	"queens/internal/shell"
)

// examples is what `queens` without arguments prints: commands to begin with.
const examples = `queens count 8          # how many solutions has the board of order 8
queens list 6           # all of them, one a line
queens check 15863724   # is this a solution; who attacks whom
queens orbit 15863724   # its images under the symmetries of the board
queens table solutions  # what is known about Q(n), with sources
queens serve --open     # boards, orbits, algorithms in the browser
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
verification failed, 4 stopped by a limit with a partial result, 130 interrupted,
141 the reader of a pipe went away.`

// newRoot returns the command tree.
func newRoot(a *kit.App) *cobra.Command {
	showVersion := false
	root := &cobra.Command{
		Use:               "queens",
		Short:             "The n-queens problem: count, list, check",
		Long:              rootLong,
		Example:           kit.Indent(examples),
		Args:              unknownCommand,
		SilenceErrors:     true,
		SilenceUsage:      true,
		DisableAutoGenTag: true,
		CompletionOptions: cobra.CompletionOptions{DisableDefaultCmd: true},
		PersistentPreRunE: func(cmd *cobra.Command, args []string) error {
			if err := kit.ApplyEnvironment(cmd.Flags()); err != nil {
				return err
			}
			if a.Quiet && a.Verbose {
				return kit.Usagef("%s: --quiet and --verbose do not go together", cmd.Name())
			}
			if !a.Quiet {
				a.Status.Begin(shell.Line(append(strings.Fields(cmd.CommandPath())[1:], args...)...))
			}
			return nil
		},
		RunE: func(*cobra.Command, []string) error {
			if showVersion {
				_, err := fmt.Fprintln(a.Stdout, kit.Version())
				return err
			}
			_, err := fmt.Fprint(a.Stdout, examples+"\nMore: queens --help, and queens COMMAND --help\n")
			return err
		},
	}
	root.SetIn(a.Stdin)
	root.SetOut(a.Stdout)
	root.SetErr(a.Stderr)
	root.SetFlagErrorFunc(func(cmd *cobra.Command, err error) error {
		if unknown, ok := errors.AsType[*pflag.NotExistError](err); ok && !cmd.HasParent() && isFlagOfACommand(cmd, unknown.GetSpecifiedName()) {
			flag := "--" + unknown.GetSpecifiedName()
			return kit.Usagef("%s belongs behind the command: queens %s", flag, behindCommand(cmd, a.Args, flag))
		}
		return kit.Usagef("%s: %s", strings.TrimPrefix(cmd.CommandPath(), "queens "), kit.FlagMessage(cmd.Flags(), err))
	})
	root.SetUsageTemplate(strings.ReplaceAll(root.UsageTemplate(), ".NamePadding }} {{", ".NamePadding }}  {{"))
	root.SetHelpFunc(func(cmd *cobra.Command, _ []string) {
		fmt.Fprint(a.Stdout, kit.Help(cmd, a.TextWidth()))
	})
	root.Flags().BoolVar(&showVersion, kit.VersionFlag, false, "the same as the command version")
	a.Color = "auto"
	root.PersistentFlags().Var(kit.ChoiceVar(&a.Color, kit.ColorModes), "color", "colour on the terminal: "+strings.Join(kit.ColorModes, ", "))
	root.PersistentFlags().BoolVarP(&a.Quiet, "quiet", "q", false, "say nothing on standard error but warnings and errors")
	root.PersistentFlags().BoolVarP(&a.Verbose, "verbose", "v", false, "tell how an answer was found where standard error is no terminal, too")
	addCommands(root, a)
	return root
}

// isFlagOfACommand reports whether a command below root has a flag of that name, or
// that letter.
func isFlagOfACommand(root *cobra.Command, name string) bool {
	return slices.ContainsFunc(root.Commands(), func(cmd *cobra.Command) bool {
		return cmd.Flags().Lookup(name) != nil || len(name) == 1 && cmd.Flags().ShorthandLookup(name) != nil
	})
}

// behindCommand returns the arguments with a flag moved to their end, if that is a
// command line, else what one looks like.
func behindCommand(root *cobra.Command, args []string, flag string) string {
	rest := slices.DeleteFunc(slices.Clone(args), func(arg string) bool { return arg == flag })
	if cmd, _, err := root.Find(rest); err == nil && cmd != root && len(rest) < len(args) {
		if f := cmd.Flags().Lookup(strings.TrimLeft(flag, "-")); f != nil && f.NoOptDefVal != "" {
			return shell.Line(append(rest, flag)...)
		}
	}
	return "COMMAND " + flag
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
	return kit.Usagef("unknown command %q%s; `queens --help` lists all", args[0], kit.DidYouMean(args[0], names))
}

// countByDefault turns `queens 8` into `queens count 8`: where the first argument
// that is not a flag is a number, the command is count.
func countByDefault(args []string) []string {
	for i := 0; i < len(args); i++ {
		switch arg := args[i]; {
		case arg == "--color": // the one flag of all commands that takes a value
			i++
		case strings.HasPrefix(arg, "-"):
		case kit.IsNumber(arg):
			return slices.Insert(slices.Clone(args), 0, "count")
		default:
			return args
		}
	}
	return args
}
