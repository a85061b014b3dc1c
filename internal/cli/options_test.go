package cli

import (
	"strings"
	"testing"
	"unicode/utf8"

	"github.com/spf13/cobra"
	"github.com/spf13/pflag"

	"queens/internal/cli/kit"
	"queens/internal/option"
)

// Budgets of help: words of a command before its flags and examples, words of a flag, lines of the
// overview, options, and commands at the top.
const (
	mostWordsOfCommand = 200
	mostWordsOfFlag    = 10
	mostLines          = 45
	mostOptions        = 120
	mostCommands       = 26
)

// TestOptions compares the table of options with the flags of all commands: each flag is a row of
// it, each row a flag of some command.
func TestOptions(t *testing.T) {
	used := map[string]int{}
	a, _, _ := newTestApp()
	visit(whole.Root(a), func(cmd *cobra.Command) {
		cmd.LocalNonPersistentFlags().VisitAll(func(f *pflag.Flag) { used[f.Name]++ })
		cmd.PersistentFlags().VisitAll(func(f *pflag.Flag) { used[f.Name]++ })
	})
	delete(used, "help")
	before, flags := "", 0
	for _, o := range option.All() {
		if o.Name <= before {
			t.Errorf("%s does not come after %s", o.Name, before)
		}
		before = o.Name
		if used[o.Name] == 0 {
			t.Errorf("no command has --%s", o.Name)
		}
		flags += used[o.Name]
		delete(used, o.Name)
		if n := words(o.Text); n == 0 || n > mostWordsOfFlag || strings.HasSuffix(o.Text, ".") {
			t.Errorf("--%s: %q has %d words, want 1 to %d and no final period", o.Name, o.Text, n, mostWordsOfFlag)
		}
	}
	for name := range used {
		t.Errorf("--%s is not in the table of options", name)
	}
	t.Logf("%d options, %d flags of commands", len(option.All()), flags)
	if n := len(option.All()); n > mostOptions {
		t.Errorf("%d options, want %d at most", n, mostOptions)
	}
}

// TestHelpIsShort counts the words of every command and the lines of the overview.
func TestHelpIsShort(t *testing.T) {
	a, stdout, _ := newTestApp()
	root := whole.Root(a)
	visit(root, func(cmd *cobra.Command) {
		if n := words(cmd.Long); n > mostWordsOfCommand && cmd.HasParent() {
			t.Errorf("%s: %d words before the flags, want %d at most; longer explanations are topics",
				cmd.CommandPath(), n, mostWordsOfCommand)
		}
	})
	top := 0
	for _, cmd := range root.Commands() {
		if cmd.IsAvailableCommand() {
			top++
		}
	}
	if top > mostCommands {
		t.Errorf("%d commands at the top, want %d at most", top, mostCommands)
	}
	if code := whole.Run(t.Context(), a, []string{"--help"}); code != kit.CodeDone {
		t.Fatalf("exit code %d", code)
	}
	lines := strings.Split(strings.TrimSuffix(stdout.String(), "\n"), "\n")
	if len(lines) > mostLines {
		t.Errorf("queens --help has %d lines, want %d at most", len(lines), mostLines)
	}
	for _, line := range lines {
		if utf8.RuneCountInString(line) > kit.HelpWidth {
			t.Errorf("a line too long: %q", line)
		}
	}
}
