package kit

import (
	"bytes"
	"strings"
	"unicode/utf8"
)

// Wrap breaks the lines of a text for a terminal: the last column goes on under itself
// where a line would not fit. Elsewhere a line stays a line, for grep and its like.
func (a *App) Wrap(text string) string {
	if !IsTerminal(a.Stdout) {
		return text
	}
	width, _ := a.TerminalSize()
	return Wrap(text, width)
}

// Wrap breaks the lines of a text that are longer than width at a blank.
func Wrap(text string, width int) string {
	var wrapped []byte
	for line := range strings.Lines(text) {
		wrapped = append(wrapped, WrapLine([]byte(strings.TrimSuffix(line, "\n")), width)...)
	}
	return string(wrapped)
}

// WrapLine returns a line with its end, broken so that no part is longer than width
// if its words allow that. What is broken off is put under its last column, which
// begins behind the last two blanks in a row.
func WrapLine(line []byte, width int) []byte {
	indent := lastColumn(line)
	if indent > width*3/4 { // no room for a column there
		indent = 0
	}
	var out []byte
	for visible(line) > width {
		begin := len(line) - len(bytes.TrimLeft(line, " "))
		at := -1 // the last blank that leaves a part short enough, or the first one
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

// visible returns how many characters of a line a terminal shows: all but the
// sequences that change colours.
func visible(line []byte) (columns int) {
	for len(line) > 0 {
		if line[0] == '\x1b' {
			if end := bytes.IndexByte(line, 'm'); end >= 0 {
				line = line[end+1:]
				continue
			}
		}
		_, size := utf8.DecodeRune(line)
		line = line[size:]
		columns++
	}
	return columns
}

// Indent puts two blanks before every line, as cobra shows examples.
func Indent(text string) string {
	return "  " + strings.ReplaceAll(strings.TrimSuffix(text, "\n"), "\n", "\n  ")
}
