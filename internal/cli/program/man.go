package program

import (
	"bytes"
	"fmt"
	"os"
	"path/filepath"
	"strings"

	"github.com/spf13/cobra"
	"github.com/spf13/cobra/doc"

	"queens/internal/cli/kit"
	"queens/internal/human"
)

func newMan(a *app) *cobra.Command {
	return &cobra.Command{
		Use:   "man [DIR]",
		Short: "The manual, as man pages",
		Long: `Man prints the manual page of the program; with a directory it writes the pages of
all commands there instead, queens.1, queens-check.1 and so on, and makes the
directory if need be. The date on the pages is today's, or that of the variable
SOURCE_DATE_EPOCH.

Exit codes: 0 done, 1 a page could not be written, 2 wrong usage.`,
		Example: `  queens man | man -l -
  queens man ~/.local/share/man/man1`,
		RunE: func(cmd *cobra.Command, args []string) error {
			switch len(args) {
			case 0:
				page, err := manPage(cmd.Root())
				if err != nil {
					return err
				}
				_, err = a.Stdout.Write(page)
				return err
			case 1:
				return writeManPages(cmd.Root(), args[0])
			default:
				return kit.Usagef("man: %s, want at most one directory", human.Plural(len(args), "argument"))
			}
		},
	}
}

// manPage returns the manual page of one command.
func manPage(cmd *cobra.Command) ([]byte, error) {
	var page bytes.Buffer
	header := &doc.GenManHeader{Section: "1", Source: "queens", Manual: "n-queens"}
	if err := doc.GenMan(cmd, header, &page); err != nil {
		return nil, fmt.Errorf("manual page of %s: %w", cmd.CommandPath(), err)
	}
	return page.Bytes(), nil
}

// writeManPages writes the pages of cmd and the commands below it to a directory.
func writeManPages(cmd *cobra.Command, dir string) error {
	if err := os.MkdirAll(dir, 0o777); err != nil {
		return fmt.Errorf("man: %w", err)
	}
	for _, sub := range cmd.Commands() {
		if sub.IsAvailableCommand() && !sub.IsAdditionalHelpTopicCommand() {
			if err := writeManPages(sub, dir); err != nil {
				return err
			}
		}
	}
	page, err := manPage(cmd)
	if err != nil {
		return err
	}
	name := strings.ReplaceAll(cmd.CommandPath(), " ", "-") + ".1"
	if err := kit.WriteFile(filepath.Join(dir, name), page); err != nil {
		return fmt.Errorf("man: %w", err)
	}
	return nil
}
