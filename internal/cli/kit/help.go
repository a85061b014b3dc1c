package kit

import (
	"bytes"
	"fmt"
	"os"
	"strconv"
	"strings"

	"github.com/spf13/cobra"
	"github.com/spf13/pflag"

	"queens/internal/answer/printer"
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

// Fill wraps the paragraphs of a text at width characters. A line with two blanks in a row, or with
// "* " or "1. " in front, is a list item: its last column wraps, and lines below that begin in this
// column continue it. Any other indented line is a command and stays unchanged.
func Fill(text string, width int) string {
	var out []byte
	for _, line := range JoinLines(text) {
		if isCommand(line) {
			out = append(append(out, line...), '\n')
		} else {
			out = append(out, WrapLine([]byte(line), width)...)
		}
	}
	return string(out)
}

// JoinLines returns one line for each paragraph and list item.
func JoinLines(text string) []string {
	var lines []string
	open := false // the last line may continue
	for line := range strings.Lines(text) {
		line = strings.TrimRight(line, " \n")
		if line == "" {
			lines, open = append(lines, ""), false
			continue
		}
		if open {
			last := &lines[len(lines)-1]
			begin := indentation(line)
			if IsRow(*last) && begin > indentation(*last) && begin == lastColumn([]byte(*last)) ||
				!IsRow(*last) && !IsRow(line) {
				*last += " " + line[begin:]
				continue
			}
		}
		lines, open = append(lines, line), true
	}
	return lines
}

// IsRow reports whether a line is a list item.
func IsRow(line string) bool {
	return strings.HasPrefix(line, " ") || marker(line) > 0 || strings.Contains(line, "  ")
}

func isCommand(line string) bool {
	return strings.HasPrefix(line, " ") && lastColumn([]byte(line)) == indentation(line)
}

func indentation(line string) int { return len(line) - len(strings.TrimLeft(line, " ")) }

// lastColumn returns where the last column of an item begins: after the last two blanks in a row,
// or after the list marker.
func lastColumn(line []byte) int {
	if i := bytes.LastIndex(line, []byte("  ")); i >= 0 {
		return visible(line[:i+2])
	}
	return marker(string(line))
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
	var wrapped []byte
	for line := range strings.Lines(text) {
		wrapped = append(wrapped, WrapLine([]byte(strings.TrimSuffix(line, "\n")), width)...)
	}
	return string(wrapped)
}

// WrapLine breaks a line at blanks so that no part is longer than width, unless a word is. The rest
// is indented to its last column, which begins after the last two blanks in a row.
func WrapLine(line []byte, width int) []byte {
	indent := lastColumn(line)
	if indent > width*3/4 { // no room for the column
		indent = 0
	}
	var out []byte
	for visible(line) > width {
		begin := len(line) - len(bytes.TrimLeft(line, " "))
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
		out = append(append(out, bytes.TrimRight(line[:at], " ")...), '\n')
		line = append(bytes.Repeat([]byte(" "), indent), bytes.TrimLeft(line[at:], " ")...)
	}
	return append(append(out, line...), '\n')
}

// visible returns the width of a line on a terminal, without colour sequences.
func visible(line []byte) (columns int) {
	hidden := false
	for _, r := range string(line) {
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
