package kit

import (
	_ "embed"
	"fmt"
	"io"
	"os"
	"slices"
	"strconv"
	"strings"

	"github.com/spf13/cobra"
	"github.com/spf13/pflag"

	"queens/docs"
	"queens/internal/answer/printer"
	"queens/internal/named"
)

// HelpWidth is the maximum width of help texts, in characters.
const HelpWidth = 80

// TextWidth returns HelpWidth, or the width of a narrower terminal or a smaller COLUMNS.
func (a *App) TextWidth() int {
	width := HelpWidth
	if IsTerminal(a.Stdout) {
		terminal, _ := a.TerminalSize()
		width = min(width, terminal)
	}
	if set, err := strconv.Atoi(os.Getenv("COLUMNS")); err == nil && set > 0 {
		width = min(width, set)
	}
	return width
}

// Help returns the description and the usage of a command.
func Help(cmd *cobra.Command, width int) string {
	text := cmd.Long
	if text == "" {
		text = cmd.Short
	}
	return Fill(strings.TrimSpace(text)+"\n\n"+cmd.UsageString(), width)
}

// Synopsis returns the usage lines of a command.
func Synopsis(cmd *cobra.Command) (lines []string) {
	if cmd.Runnable() && cmd.HasParent() {
		lines = append(lines, cmd.UseLine())
	}
	if cmd.HasAvailableSubCommands() {
		lines = append(lines, cmd.CommandPath()+" COMMAND [flags]")
	}
	if !cmd.HasParent() {
		lines = append(lines, cmd.Name()+" N [flags], the same as "+cmd.Name()+" count N")
	}
	return lines
}

// FlagRows lists flags for a help text, one per line.
func FlagRows(flags *pflag.FlagSet) string {
	var rows [][]string
	flags.VisitAll(func(f *pflag.Flag) {
		name := "      --" + f.Name
		if f.Shorthand != "" {
			name = "  -" + f.Shorthand + ", --" + f.Name
		}
		switch word := f.Value.Type(); {
		case word == "" || f.Name == "help":
		case f.NoOptDefVal != "":
			name += "[=" + word + "]"
		default:
			name += " " + word
		}
		rows = append(rows, []string{name, f.Usage})
	})
	return printer.Lines(rows)
}

// Fill wraps the lines of a text, each a paragraph or a list item, at width characters. A line with
// two blanks in a row, or with "* " or "1. " in front, is a list item: its last column wraps. Any
// other indented line is a command and stays unchanged, as does a line without an end.
func Fill(text string, width int) string {
	var out strings.Builder
	for line := range strings.Lines(text) {
		if whole, ended := strings.CutSuffix(line, "\n"); ended && !isCommand(whole) {
			line = WrapLine(whole, width)
		}
		out.WriteString(line)
	}
	return out.String()
}

// IsRow reports whether a line is a list item.
func IsRow(line string) bool {
	return strings.HasPrefix(line, " ") || marker(line) > 0 || strings.Contains(line, "  ")
}

func isCommand(line string) bool {
	return strings.HasPrefix(line, " ") && lastColumn(line) == indentation(line)
}

func indentation(line string) int { return len(line) - len(strings.TrimLeft(line, " ")) }

// lastColumn returns where the last column of an item begins: after the last two blanks in a row,
// or after the list marker.
func lastColumn(line string) int {
	if i := strings.LastIndex(line, "  "); i >= 0 {
		return visible(line[:i+2])
	}
	return marker(line)
}

// marker returns the length of the list marker that begins the line: "* " or "1. ".
func marker(line string) int {
	mark, _, found := strings.Cut(line, " ")
	number, dotted := strings.CutSuffix(mark, ".")
	if _, err := strconv.Atoi(number); found && (mark == "*" || dotted && err == nil) {
		return len(mark) + 1
	}
	return 0
}

// Summaries lists named things for a help text, one per line.
func Summaries[T any](list []T, describe func(T) (name, summary string)) string {
	rows := make([][]string, len(list))
	for i, x := range list {
		name, summary := describe(x)
		rows[i] = []string{fmt.Sprintf("  %-14s", name), summary}
	}
	return printer.Lines(rows)
}

// Wrap wraps a text for a terminal, within its last column. Without a terminal, lines stay whole,
// for grep.
func (a *App) Wrap(text string) string {
	if !IsTerminal(a.Stdout) {
		return text
	}
	width, _ := a.TerminalSize()
	return Wrap(text, width)
}

// Wrap breaks lines longer than width at blanks.
func Wrap(text string, width int) string {
	var wrapped strings.Builder
	for line := range strings.Lines(text) {
		wrapped.WriteString(WrapLine(strings.TrimSuffix(line, "\n"), width))
	}
	return wrapped.String()
}

// WrapLine breaks a line at blanks so that no part is longer than width, unless a word is. The rest
// is indented to its last column, which begins after the last two blanks in a row.
func WrapLine(line string, width int) string {
	indent := lastColumn(line)
	if indent > width*3/4 { // no room for the column
		indent = 0
	}
	var out strings.Builder
	for visible(line) > width {
		begin := indentation(line)
		at := -1 // last blank that leaves a part short enough, or the first blank
		for i := begin; i < len(line); i++ {
			if line[i] == ' ' && visible(line[:i]) > indent {
				if at >= 0 && visible(line[:i]) > width {
					break
				}
				at = i
			}
		}
		if at < 0 {
			break
		}
		out.WriteString(strings.TrimRight(line[:at], " ") + "\n")
		line = strings.Repeat(" ", indent) + strings.TrimLeft(line[at:], " ")
	}
	return out.String() + line + "\n"
}

// visible returns the width of a line on a terminal, without colour sequences.
func visible(line string) (columns int) {
	hidden := false
	for _, r := range line {
		switch {
		case r == '\x1b':
			hidden = true
		case hidden:
			hidden = r != 'm'
		default:
			columns++
		}
	}
	return columns
}

// Indent indents a text by two blanks, as cobra shows examples.
func Indent(text string) string {
	return "  " + strings.ReplaceAll(strings.TrimSuffix(text, "\n"), "\n", "\n  ")
}

// newHelp replaces cobra's command, which knows no topics and returns exit code 0 for an unknown
// command.
func (p *Program) newHelp(a *App) *cobra.Command {
	cmd := a.Explain(helpText+p.Texts).Plain("help", nil, func(cmd *cobra.Command, args []string) error {
		if len(args) == 1 && args[0] == "all" {
			return a.PageHelp(Help(cmd.Root(), a.TextWidth()))
		}
		about, rest, err := cmd.Root().Find(args)
		if err == nil && len(rest) == 0 {
			return about.Help()
		}
		text, err := topicText(cmd.Root(), args)
		if err != nil {
			return err
		}
		if strings.HasPrefix(text, "{") { // a JSON Schema
			return a.PageHelp(text)
		}
		return a.PageHelp(Fill(strings.TrimSpace(text)+"\n", a.TextWidth()))
	}, "topics", topics(p.Name))
	cmd.ValidArgsFunction = func(
		cmd *cobra.Command, args []string, _ string,
	) ([]cobra.Completion, cobra.ShellCompDirective) {
		var names []cobra.Completion
		switch len(args) {
		case 0:
			for _, c := range cmd.Root().Commands() {
				if c.IsAvailableCommand() {
					names = append(names, cobra.CompletionWithDesc(c.Name(), c.Short))
				}
			}
			for _, t := range docs.TopicsOf(cmd.Root().Name()) {
				names = append(names, cobra.CompletionWithDesc(t.Name, t.Summary))
			}
		case 1:
			if topic, ok := docs.FindTopic(args[0]); ok {
				names = topic.Entries()
			}
		}
		return names, cobra.ShellCompDirectiveNoFileComp
	}
	return cmd
}

func usage(cmd *cobra.Command) error {
	var b strings.Builder
	b.WriteString("Usage:\n" + Indent(strings.Join(Synopsis(cmd), "\n")) + "\n")
	part := func(title, text string) {
		if text = strings.TrimRight(text, "\n"); text != "" {
			b.WriteString("\n" + title + "\n" + text + "\n")
		}
	}
	part("Examples:", cmd.Example)
	for _, g := range append(cmd.Groups(), &cobra.Group{Title: "Commands:"}) {
		list := slices.DeleteFunc(slices.Clone(cmd.Commands()), func(c *cobra.Command) bool {
			return c.GroupID != g.ID || !c.IsAvailableCommand()
		})
		if !cmd.HasParent() {
			list = withBelow(list)
		}
		part(g.Title, Summaries(list, func(c *cobra.Command) (string, string) { return Path(c), c.Short }))
	}
	if !cmd.HasParent() {
		part("Topics, for "+cmd.Name()+" help TOPIC:", topics(cmd.Name()))
	}
	part("Flags:", FlagRows(cmd.LocalFlags()))
	part("Global flags:", FlagRows(cmd.InheritedFlags()))
	if cmd.HasAvailableSubCommands() {
		b.WriteString("\nMore about a command: " + cmd.CommandPath() + " COMMAND --help\n")
	}
	_, err := io.WriteString(cmd.OutOrStdout(), b.String())
	return err
}

func withBelow(list []*cobra.Command) (all []*cobra.Command) {
	for _, cmd := range list {
		all = append(append(all, cmd), withBelow(cmd.Commands())...)
	}
	return all
}

func overview(root *cobra.Command, width int) string {
	description, _, _ := strings.Cut(root.Long, "\n\n")
	name := root.Name()
	var b strings.Builder
	fmt.Fprintf(&b, "%s\n\nUsage: %s COMMAND [flags], or %s N for %s count N\n\n", description, name, name, name)
	for _, g := range root.Groups() {
		b.WriteString(g.Title + "\n")
		for _, c := range root.Commands() {
			if c.GroupID == g.ID && c.IsAvailableCommand() {
				fmt.Fprintf(&b, "  %-10s  %s\n", c.Name(), c.Short)
			}
		}
	}
	names := named.Names(docs.TopicsOf(name), func(t docs.Topic) string { return t.Name })
	fmt.Fprintf(&b, "\n%s COMMAND --help explains a command; %s help all lists everything.\nTopics, for %s help "+
		"TOPIC: %s.\n", name, name, name, strings.Join(names, ", "))
	return Fill(b.String(), width)
}

func topics(program string) string {
	return Summaries(docs.TopicsOf(program), func(t docs.Topic) (string, string) { return t.Name, t.Summary })
}

func topicText(root *cobra.Command, args []string) (string, error) {
	topic, ok := docs.FindTopic(args[0])
	switch {
	case !ok:
		return "", unknownCommand(root, args)
	case len(args) == 1:
		return topic.Text(), nil
	}
	word := strings.Join(args[1:], " ")
	text, ok := topic.Entry(word)
	for _, plural := range [][2]string{{"ies", "y"}, {"s", ""}} {
		if stem, is := strings.CutSuffix(word, plural[0]); !ok && is {
			text, ok = topic.Entry(stem + plural[1])
		}
	}
	if !ok {
		return "", Usagef("help %s: no entry %q%s; `%s help %s` shows all", topic.Name, word, DidYouMean(word,
			topic.Entries()), root.Name(), topic.Name)
	}
	return text, nil
}

//go:embed help.txt
var helpText string
