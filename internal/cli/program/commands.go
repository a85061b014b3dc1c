// Package program holds the commands that are about the program itself.
package program

import (
	"io"
	"strings"

	"github.com/spf13/cobra"

	"queens/internal/answer/printer"
	"queens/internal/buildinfo"
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

func newVersion(a *app) *cobra.Command {
	cmd := &cobra.Command{
		Use:   "version",
		Short: "The version, and how it was built",
		Long: `Version prints the version of the program, the Go version it was built with and
the platform it was built for; and the revision of the source and its date if the build
recorded them.

Exit codes: 0 done, 2 wrong usage.`,
		Example: `  queens version
  queens version --json`,
		Args: kit.NoArguments,
		RunE: func(*cobra.Command, []string) error {
			return a.Print(printer.Show("queens.version/1", buildinfo.Of(), func(printer.Style) string {
				return buildinfo.Of().String() + "\n"
			}))
		},
	}
	return a.Command(cmd, nil)
}

var shells = []struct {
	name  string
	write func(root *cobra.Command, w io.Writer) error
}{
	{"bash", func(root *cobra.Command, w io.Writer) error { return root.GenBashCompletionV2(w, true) }},
	{"fish", func(root *cobra.Command, w io.Writer) error { return root.GenFishCompletion(w, true) }},
	{"powershell", func(root *cobra.Command, w io.Writer) error { return root.GenPowerShellCompletionWithDesc(w) }},
	{"zsh", func(root *cobra.Command, w io.Writer) error { return root.GenZshCompletion(w) }},
}

func newCompletion(a *app) *cobra.Command {
	var names []string
	for _, shell := range shells {
		names = append(names, shell.name)
	}
	return &cobra.Command{
		Use:   "completion " + strings.Join(names, "|"),
		Short: "Print the script for shell completion",
		Long: `Completion prints a script for your shell. Once loaded, it lets Tab complete
commands, flags, and names such as those of tables.

The directory of the file must exist. For bash, make it with
  mkdir -p ~/.local/share/bash-completion/completions

Exit codes: 0 done, 2 unknown shell.`,
		Example: `  queens completion bash > ~/.local/share/bash-completion/completions/queens
  queens completion zsh > "${fpath[1]}/_queens"
  queens completion fish > ~/.config/fish/completions/queens.fish
  queens completion powershell | Out-String | Invoke-Expression`,
		ValidArgs: names,
		RunE: func(cmd *cobra.Command, args []string) error {
			if len(args) != 1 {
				return kit.Usagef("completion: want the name of one shell: %s", strings.Join(names, ", "))
			}
			for _, shell := range shells {
				if shell.name == args[0] {
					return shell.write(cmd.Root(), a.Stdout)
				}
			}
			return kit.Usagef("completion: shell %q: want one of %s%s", args[0], strings.Join(names, ", "),
				kit.DidYouMean(args[0], names))
		},
	}
}
