// Package program holds the commands that are about the program itself.
package program

import (
	_ "embed"
	"io"
	"strings"

	"github.com/spf13/cobra"

	"queens/internal/answer/printer"
	"queens/internal/buildinfo"
	"queens/internal/cli/kit"
)

//go:embed help.txt
var help string

type app struct{ *kit.App }

// Commands returns the commands of this package in the order of the help text.
func Commands(k *kit.App) []*cobra.Command {
	a := &app{k.Explain(help)}
	return []*cobra.Command{
		newDoctor(a),
		newBench(a),
		newCompletion(a),
		newMan(a),
		newVersion(a),
	}
}

func newVersion(a *app) *cobra.Command {
	cmd := a.Command("version", nil)
	cmd.RunE = func(*cobra.Command, []string) error {
		return a.Print(printer.Show("queens.version/1", buildinfo.Of(), func(printer.Style) string {
			return buildinfo.Of().String() + "\n"
		}))
	}
	return cmd
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
	cmd := a.Plain("completion", nil)
	cmd.ValidArgs = names
	cmd.RunE = func(cmd *cobra.Command, args []string) error {
		if len(args) != 1 {
			return kit.Usagef("want the name of one shell: %s", strings.Join(names, ", "))
		}
		for _, shell := range shells {
			if shell.name == args[0] {
				return shell.write(cmd.Root(), a.Stdout)
			}
		}
		return kit.Usagef("shell %q: want one of %s%s", args[0], strings.Join(names, ", "),
			kit.DidYouMean(args[0], names))
	}
	return cmd
}
