package command

import (
	"cmp"
	_ "embed"
	"fmt"
	"os"
	"slices"
	"strconv"
	"strings"
	"text/template"

	"github.com/spf13/cobra"
	"github.com/spf13/pflag"

	"queens/cmd/internal/answer/printer"
	"queens/docs"
	"queens/internal/named"
)

// HelpWidth is the maximum width of help texts, in characters.
const HelpWidth = 80

// TextWidth returns HelpWidth, or the width of a narrower terminal or a smaller COLUMNS.
func (a *App) TextWidth() int {
	width, _ := a.TerminalSize()
	width = min(width, HelpWidth)
	if set, err := strconv.Atoi(os.Getenv("COLUMNS")); err == nil && set > 0 {
		width = min(width, set)
	}
	return width
}

//go:embed help.tmpl
var usageText string

var usageTexts = printer.NewTexts(usageText, template.FuncMap{
	"all": Below, "below": below, "flags": flagRows, "path": Path, "topics": docs.TopicsOf,
	"first": func(cmd *cobra.Command) string { return strings.SplitN(cmd.Long, "\n\n", 2)[0] },
})

// Help returns the description and the usage of a command.
func Help(cmd *cobra.Command, width int) string {
	return Fill(strings.TrimSpace(cmp.Or(cmd.Long, cmd.Short))+"\n\n"+Usage(cmd), width)
}

// Usage returns the usage of a command: a head for each part, and an empty line between them.
func Usage(cmd *cobra.Command) string { return usageTexts.Text(printer.Style{}, "usage", cmd) }

// below returns the commands right below a command, of one group.
func below(cmd *cobra.Command, group string) []*cobra.Command {
	return slices.DeleteFunc(slices.Clone(cmd.Commands()), func(c *cobra.Command) bool {
		return c.GroupID != group || !c.IsAvailableCommand()
	})
}

func flagRows(flags *pflag.FlagSet) string {
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
	return printer.Lines(named.Each(list, func(x T) []string {
		name, summary := describe(x)
		return []string{fmt.Sprintf("  %-14s", name), summary}
	}))
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

// newHelp replaces cobra's command, which knows no topics and returns exit code 0 for an unknown
// command.
func (p *Program) newHelp(a *App) *cobra.Command {
	cmd := a.Plain("help", nil, func(cmd *cobra.Command, args []string) error {
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
	}, "topics", Summaries(docs.TopicsOf(p.Name), func(t docs.Topic) (string, string) { return t.Name, t.Summary }))
	cmd.ValidArgsFunction = CompleteFirst(func() []cobra.Completion {
		return slices.Concat(
			named.Names(cmd.Root().Commands(), func(c *cobra.Command) cobra.Completion {
				return cobra.CompletionWithDesc(c.Name(), c.Short)
			}),
			named.Names(docs.TopicsOf(p.Name), func(t docs.Topic) cobra.Completion {
				return cobra.CompletionWithDesc(t.Name, t.Summary)
			}),
		)
	})
	return cmd
}

// Below returns the commands below one, each before those below it.
func Below(cmd *cobra.Command) (all []*cobra.Command) {
	for _, c := range cmd.Commands() {
		all = append(append(all, c), Below(c)...)
	}
	return all
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
