package frame

import (
	"github.com/spf13/cobra"

	"queens/internal/cli/kit"
)

// newHelp replaces the command of that name that cobra brings, which answers an
// unknown command with exit code 0.
func newHelp(_ *kit.App) *cobra.Command {
	return &cobra.Command{
		Use:   "help [COMMAND]",
		Short: "Explain a command",
		Long: `Help prints what a command does, its flags, its exit codes and examples, as
--help after the command does.

Exit codes: 0 done, 2 unknown command.`,
		Example: `  queens help
  queens help check`,
		ValidArgsFunction: func(cmd *cobra.Command, args []string, _ string) ([]cobra.Completion, cobra.ShellCompDirective) {
			var names []cobra.Completion
			for _, c := range cmd.Root().Commands() {
				if c.IsAvailableCommand() && len(args) == 0 {
					names = append(names, cobra.CompletionWithDesc(c.Name(), c.Short))
				}
			}
			return names, cobra.ShellCompDirectiveNoFileComp
		},
		RunE: func(cmd *cobra.Command, args []string) error {
			about, rest, err := cmd.Root().Find(args)
			if err != nil || len(rest) > 0 {
				return unknownCommand(cmd.Root(), args)
			}
			return about.Help()
		},
	}
}
