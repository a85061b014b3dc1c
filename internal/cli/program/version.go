package program

import (
	"github.com/spf13/cobra"

	"queens/internal/answer/printer"
	"queens/internal/buildinfo"
	"queens/internal/cli/kit"
)

func newVersion(a *app) *cobra.Command {
	cmd := &cobra.Command{
		Use:   "version",
		Short: "Which program this is, and how it was built",
		Long: `Version prints the version of the program, the Go version it was built with and
the platform it was built for; the revision of the source and its date too where
the build recorded them.

Exit codes: 0 done, 2 wrong usage.`,
		Example: `  queens version
  queens version --json`,
		Args: kit.NoArguments,
		RunE: func(*cobra.Command, []string) error {
			return a.Print(printer.Show("queens.version/1", buildinfo.Of(), func(printer.Style) string { return buildinfo.Of().String() + "\n" }))
		},
	}
	return a.Command(cmd, nil)
}
