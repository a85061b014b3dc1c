package cli

import (
	"bytes"
	"fmt"
	"io"
	"maps"
	"os"
	"regexp"
	"slices"
	"strings"
	"testing"
	"unicode/utf8"

	"github.com/spf13/cobra"
	"github.com/spf13/pflag"

	"queens/cmd/internal/cli/command"
	"queens/cmd/internal/option"
	"queens/docs"
	"queens/internal/errs"
	"queens/internal/must"
)

func newTestApp() (a *command.App, stdout, stderr *bytes.Buffer) {
	stdout, stderr = new(bytes.Buffer), new(bytes.Buffer)
	return command.NewApp(strings.NewReader(""), stdout, stderr), stdout, stderr
}

func visit(cmd *cobra.Command, f func(*cobra.Command)) {
	f(cmd)
	for _, sub := range cmd.Commands() {
		visit(sub, f)
	}
}

func eachCommand(f func(*cobra.Command)) {
	a, _, _ := newTestApp()
	visit(whole.Root(a), f)
}

// manMargin is the left margin of a manual page.
const manMargin = 7

// TestCommandsExplainThemselves requires of each command a description, exit codes and examples.
func TestCommandsExplainThemselves(t *testing.T) {
	name := regexp.MustCompile(`^[a-z][a-z0-9-]*$`)
	seen := make(map[string]bool)
	eachCommand(func(cmd *cobra.Command) {
		t.Run(strings.ReplaceAll(cmd.CommandPath(), " ", "-"), func(t *testing.T) {
			if !name.MatchString(cmd.Name()) || seen[cmd.CommandPath()] {
				t.Errorf("name %q is malformed or taken", cmd.Name())
			}
			seen[cmd.CommandPath()] = true
			if cmd.Short == "" || strings.HasSuffix(cmd.Short, ".") || len(cmd.Short) > 62 {
				t.Errorf("short description %q: want one line of up to 62 characters, no final period: the list of "+
					"commands has room for no more", cmd.Short)
			}
			if !strings.Contains(cmd.Long, "Exit codes: 0 ") && !cmd.HasSubCommands() {
				t.Error("the long description does not say the exit codes")
			}
			for _, width := range []int{command.HelpWidth, 60} {
				for line := range strings.Lines(command.Help(cmd, width)) {
					line = strings.TrimSuffix(line, "\n")
					if over := utf8.RuneCountInString(line) - width; over > 0 && (width == command.HelpWidth ||
						!strings.HasPrefix(line, "  queens ")) {
						t.Errorf("a line %d characters too long: %q", over, line)
					}
				}
			}
			for line := range strings.Lines(cmd.Example) {
				if n := utf8.RuneCountInString(strings.TrimSuffix(line, "\n")); n > command.HelpWidth-manMargin {
					t.Errorf("%q has %d characters, too many for a manual page", line, n)
				}
			}
			if !strings.Contains(cmd.Example, "queens ") {
				t.Error("no example")
			}
		})
	})
}

func TestExamplesParse(t *testing.T) {
	eachCommand(func(cmd *cobra.Command) { parse(t, cmd.CommandPath(), cmd.Example) })
}

// TestComparedCommandsParse is about the commands that scripts/compare times.
func TestComparedCommandsParse(t *testing.T) {
	parse(t, "scripts/compare", string(must.Get(os.ReadFile("../../../scripts/compare"))(t)))
}

// parse checks the command lines of a text.
func parse(t *testing.T, where, text string) {
	t.Helper()
	for _, words := range exampleLines(text) {
		t.Run(strings.Join(words, "_"), func(t *testing.T) {
			fresh, _, _ := newTestApp()
			root := whole.Root(fresh)
			found, rest, err := root.Find(command.CountByDefault(root, words[1:]))
			switch {
			case found == root && where == root.Name():
				t.Skip("there is no such command yet")
			case err != nil || found == root:
				t.Fatalf("%s: the example is no command: %v", where, err)
			}
			if err := found.ParseFlags(rest); err != nil {
				t.Errorf("%s: %v", where, err)
			}
		})
	}
}

// TestCommandsMadeForOne compares each command of the whole tree with the one built for its own
// command line, and checks that the rest of the tree is not built.
func TestCommandsMadeForOne(t *testing.T) {
	a, _, _ := newTestApp()
	all := whole.Root(a).Commands()
	for _, want := range all {
		fresh, _, _ := newTestApp()
		fresh.Args = []string{want.Name(), "--help"}
		root := whole.Root(fresh)
		got, _, err := root.Find(fresh.Args[:1])
		if err != nil || got == root || command.Help(got, command.HelpWidth) != command.Help(want, command.HelpWidth) {
			t.Errorf("%s: %v, or another help text than in the whole tree", want.Name(), err)
		}
		if made := len(root.Commands()); want.Name() == "list" && made >= len(all) {
			t.Errorf("list: all %d commands are made", made)
		}
	}
}

func TestHelpTextsNameTopicsThatThereAre(t *testing.T) {
	mention, seen := regexp.MustCompile(`queens help (errata|formats|glossary)(?:",? | )([A-Za-z]+[0-9]*)`), 0
	eachCommand(func(cmd *cobra.Command) {
		for _, m := range mention.FindAllStringSubmatch(strings.Join(strings.Fields(cmd.Long+" "+cmd.Example), " "),
			-1) {
			seen++
			topic, _ := docs.FindTopic(m[1])
			if _, ok := topic.Entry(m[2]); !ok {
				t.Errorf("%s: %q has no entry", cmd.CommandPath(), m[0])
			}
		}
	})
	if seen < 8 {
		t.Errorf("%d mentions, want those of errata and formats", seen)
	}
}

func TestShortFlags(t *testing.T) {
	meaning := map[string][]string{
		"h": {"help"}, "j": {"workers"}, "n": {"limit"}, "o": {"output"}, "q": {"quiet"},
		"v": {"verbose"}, "y": {"yes"},
	}
	eachCommand(func(cmd *cobra.Command) {
		check := func(f *pflag.Flag) {
			if f.Shorthand != "" && !slices.Contains(meaning[f.Shorthand], f.Name) {
				t.Errorf("%s: -%s is --%s, want one of %v", cmd.CommandPath(), f.Shorthand,
					f.Name, meaning[f.Shorthand])
			}
			if slices.Contains([]string{"workers", "output"}, f.Name) && f.Shorthand == "" {
				t.Errorf("%s: --%s has no short form", cmd.CommandPath(), f.Name)
			}
		}
		cmd.Flags().VisitAll(check)
		cmd.PersistentFlags().VisitAll(check)
	})
}

// TestFlagsSayWhatTheyWant requires a placeholder that is not one of pflag's, and a description of
// valid values for every flag that rejects some.
func TestFlagsSayWhatTheyWant(t *testing.T) {
	texts := []string{"caption", "find", "token", "job", "node"} // accept any text
	eachCommand(func(cmd *cobra.Command) {
		cmd.LocalFlags().VisitAll(func(f *pflag.Flag) {
			if f.Name == "help" {
				return
			}
			word := f.Value.Type()
			if word != strings.ToUpper(word) || word == "" && f.NoOptDefVal == "" || word == "TEXT" &&
				!slices.Contains(texts, f.Name) {
				t.Errorf("%s: --%s of type %s has the value %q", cmd.CommandPath(), f.Name, f.Value.Type(), word)
			}
			const bad = "\"no\nvalue"
			err := cmd.ParseFlags([]string{"--" + f.Name + "=" + bad})
			want := fmt.Sprintf("--%s %q: want ", f.Name, bad)
			if err != nil && !strings.HasPrefix(command.FlagMessage(cmd, err), want) {
				t.Errorf("%s: %s", cmd.CommandPath(), command.FlagMessage(cmd, err))
			}
		})
	})
}

func exampleLines(text string) [][]string {
	word := regexp.MustCompile(`"[^"]*"|'[^']*'|\S+`)
	var calls [][]string
	for line := range strings.Lines(text) {
		for part := range strings.SplitSeq(line, "|") {
			part, _, _ = strings.Cut(part, "#")
			part, _, _ = strings.Cut(part, ">")
			words := word.FindAllString(part, -1)
			if len(words) > 1 && words[0] == "queens" {
				for i := range words {
					words[i] = strings.Trim(words[i], `"'`)
				}
				calls = append(calls, words)
			}
		}
	}
	return calls
}

func TestCountByDefault(t *testing.T) {
	a, _, _ := newTestApp()
	root := whole.Root(a)
	for _, c := range []struct{ args, want string }{
		{"8", "count 8"},
		{"8..12", "count 8..12"},
		{"--color never 8..12 --of classes", "count --color never 8..12 --of classes"},
		{"8..", "8.."},
		{"..8", "..8"},
		{"--json 8", "count --json 8"},
		{"--color never 8 --of classes", "count --color never 8 --of classes"},
		{"--color=never 8", "count --color=never 8"},
		{"check 8", "check 8"},
		{"15863724x", "15863724x"},
		{"--help", "--help"},
		{"", ""},
		{"8 list", "8 list"},
		{"8 --state runs", "count 8 --state runs"},
		{"--limit 3 list 8", "--limit 3 list 8"},
		{"--help count", "count --help"},
		{"count help", "count --help"},
		{"help count", "help count"},
		{"count -help", "count -help"},
	} {
		if got := strings.Join(command.CountByDefault(root, strings.Fields(c.args)), " "); got != c.want {
			t.Errorf("%q becomes %q, want %q", c.args, got, c.want)
		}
	}
}

// brokenWriter fails after some bytes, like a full disk.
type brokenWriter struct{ room int }

func (w *brokenWriter) Write(p []byte) (int, error) {
	if len(p) > w.room {
		return 0, io.ErrShortWrite
	}
	w.room -= len(p)
	return len(p), nil
}

// TestLostAnswer checks that a command whose output is lost, immediately or later, never succeeds.
func TestLostAnswer(t *testing.T) {
	for _, args := range []string{
		"", "--help", "check 2413", "check 1234", "orbit 2413", "table", "table s90", "version", "man",
	} {
		for _, room := range []int{0, 10} {
			var stderr bytes.Buffer
			code := Main(strings.Fields(args), strings.NewReader(""), &brokenWriter{room}, &stderr)
			if code != errs.Failed || !strings.Contains(stderr.String(), "write the answer: ") {
				t.Errorf("%q: exit code %d, %q", args, code, stderr.String())
			}
		}
	}
}

// Budgets of help: words of a command before its flags and examples, words of a flag, lines of the
// overview.
const (
	mostWordsOfCommand = 200
	mostWordsOfFlag    = 10
	mostLines          = 45
	mostOptions        = 120
	mostCommands       = 26
)

// TestZeroMeansNever requires that 0 is accepted where help gives it a meaning.
func TestZeroMeansNever(t *testing.T) {
	calls := map[string]string{
		"complete": "3 --reason full", "model": "4 cnf", "race": "4 wirth --runs 1",
		"puzzle solve": "2-r6e-1", "puzzle check": "2-r6e-1", "puzzle hint": "2-r6e-1",
	}
	seen := 0
	eachCommand(func(cmd *cobra.Command) {
		cmd.LocalFlags().VisitAll(func(f *pflag.Flag) {
			if !strings.Contains(f.Usage, "0 means never") && !strings.Contains(f.Usage, "0: never") {
				return
			}
			seen++
			call, ok := calls[command.Path(cmd)]
			if !ok {
				t.Fatalf("%s: how to call it is missing here", command.Path(cmd))
			}
			zero := map[string]string{"N": "0", "TIME": "0s"}[f.Value.Type()]
			a, _, stderr := newTestApp()
			args := strings.Fields(command.Path(cmd) + " " + call + " --" + f.Name + " " + zero)
			if code := whole.Run(t.Context(), a, args); code == errs.Usage {
				t.Errorf("%q: %s", args, stderr)
			}
		})
	})
	if seen == 0 {
		t.Error("no flag says so")
	}
}

func TestOptions(t *testing.T) {
	used := map[string]int{}
	eachCommand(func(cmd *cobra.Command) {
		use := func(f *pflag.Flag) {
			if f.Name != "help" {
				used[option.Find(cmd.Name(), f.Name).Name]++
			}
		}
		cmd.LocalNonPersistentFlags().VisitAll(use)
		cmd.PersistentFlags().VisitAll(use)
	})
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
		if o.Wanted() == "" {
			t.Errorf("no text says what %s is", o.Value)
		}
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
	if code := whole.Run(t.Context(), a, []string{"--help"}); code != errs.Done {
		t.Fatalf("exit code %d", code)
	}
	lines := strings.Split(strings.TrimSuffix(stdout.String(), "\n"), "\n")
	if len(lines) > mostLines {
		t.Errorf("queens --help has %d lines, want %d at most", len(lines), mostLines)
	}
	for _, line := range lines {
		if utf8.RuneCountInString(line) > command.HelpWidth {
			t.Errorf("a line too long: %q", line)
		}
	}
}

// TestNoOptionIsIgnored runs each command that has formats in each of them, with and without each
// option about the look of the answer. One that changes nothing must be refused.
func TestNoOptionIsIgnored(t *testing.T) {
	calls := map[string]string{
		"apply": "2413 rot90", "board": "2413", "complete": "4", "list": "4", "sample": "4", "solve": "4",
		"math atlas": "6", "math density": "6", "math torus": "5 --show tree", "orbit": "2413", "puzzle": "6",
		"rank": "4 --number 1", "table plot": "growth", "watch": "4 --steps 1:5",
	}
	looks := map[string]string{
		"caption": "text", "heat": "attacks", "size": "100", "speed": "9", "spelling": "squares", "theme": "dark",
	}
	run := func(args []string) (code int, stdout, stderr string) {
		a, out, complaints := newTestApp()
		code = whole.Run(t.Context(), a, args)
		return code, out.String(), complaints.String()
	}
	refused := 0
	eachCommand(func(cmd *cobra.Command) {
		has := func(name string) bool { return cmd.Flags().Lookup(name) != nil }
		if !has("format") || !slices.ContainsFunc(slices.Collect(maps.Keys(looks)), has) {
			return
		}
		call, ok := calls[command.Path(cmd)]
		if !ok {
			t.Errorf("%s: how to call it is missing here", command.Path(cmd))
		}
		formats, _, _ := strings.Cut(strings.TrimPrefix(cmd.Flag("format").Usage, "output format: "), " (default")
		for _, form := range append(strings.Split(formats, ", "), "json") {
			args := append(strings.Fields(command.Path(cmd)+" "+call), "--format", form)
			if form == "json" {
				args = append(args[:len(args)-2], "--json")
			}
			_, plain, _ := run(args)
			for name, value := range looks {
				if !has(name) || form == "auto" { // the player of a terminal
					continue
				}
				code, changed, stderr := run(append(args, "--"+name, value))
				switch {
				case code == errs.Done && changed == plain:
					t.Errorf("%q ignores --%s", args, name)
				case code == errs.Usage && strings.Contains(stderr, "--"+name+" "):
					refused++
				case code != errs.Done:
					t.Errorf("%q --%s: exit code %d, %s", args, name, code, stderr)
				}
			}
		}
	})
	if refused < 25 {
		t.Errorf("%d refused", refused)
	}
}

// TestRangesOfOrders checks that the range in the error for an order too large begins with an order
// that the command takes.
func TestRangesOfOrders(t *testing.T) {
	wanted, seen := regexp.MustCompile(`: order 99999999999: want (\d+) to \d+`), 0
	eachCommand(func(cmd *cobra.Command) {
		_, arguments, _ := strings.Cut(cmd.Use, " ")
		if !strings.HasPrefix(arguments, "N") || strings.HasPrefix(arguments, "NAME") {
			return
		}
		path := strings.Fields(command.Path(cmd))
		a, _, stderr := newTestApp()
		whole.Run(t.Context(), a, append(path, "99999999999"))
		m := wanted.FindStringSubmatch(stderr.String())
		if m == nil {
			return
		}
		seen++
		a, _, stderr = newTestApp()
		if code := whole.Run(t.Context(), a, append(path, m[1])); code == errs.Usage {
			t.Errorf("%q: %q, but %s", path, m[0], stderr)
		}
	})
	if seen < 10 {
		t.Errorf("%d commands, want those that take an order", seen)
	}
}

// TestNamesAreCompleted requires completion of a first argument that is a name from a table. Names
// of runs are on disk.
func TestNamesAreCompleted(t *testing.T) {
	table, seen := regexp.MustCompile(`^\[?(COMMAND|FAMILY|KEY|KIND|NAME|PAPER|SERIES)\b`), 0
	eachCommand(func(cmd *cobra.Command) {
		path := command.Path(cmd)
		_, arguments, _ := strings.Cut(cmd.Use, " ")
		if !table.MatchString(arguments) || strings.HasPrefix(path, "runs ") {
			return
		}
		seen++
		a, stdout, _ := newTestApp()
		whole.Run(t.Context(), a, append(append([]string{"__complete"}, strings.Fields(path)...), ""))
		if strings.Count(stdout.String(), "\n") < 3 { // the last line is a number
			t.Errorf("%s: completion offers %q", cmd.UseLine(), stdout)
		}
	})
	if seen < 8 {
		t.Errorf("%d commands", seen)
	}
}
