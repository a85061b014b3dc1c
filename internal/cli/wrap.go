package cli

import (
	"bytes"
	"io"
	"unicode/utf8"
)

// wrapped returns standard output for tables whose last column is text: on a terminal
// that text goes on under itself where a line would not fit. Elsewhere a line stays a
// line, for grep and its like.
func (a *app) wrapped() io.Writer {
	if !isTerminal(a.stdout) {
		return a.stdout
	}
	width, _ := a.terminalSize()
	return &lineWrapper{w: a.stdout, width: width}
}

// lineWrapper breaks lines that are longer than width at a blank. What it is given ends
// with the end of a line.
type lineWrapper struct {
	w     io.Writer
	width int
	line  []byte // written so far without its end
}

// Write passes on the lines that p completes.
func (l *lineWrapper) Write(p []byte) (int, error) {
	written := len(p)
	for {
		before, after, ok := bytes.Cut(p, []byte{'\n'})
		if !ok {
			l.line = append(l.line, p...)
			return written, nil
		}
		l.line = append(l.line, before...)
		if _, err := l.w.Write(wrapLine(l.line, l.width)); err != nil {
			return 0, err
		}
		l.line, p = l.line[:0], after
	}
}

// wrapLine returns a line with its end, broken so that no part is longer than width
// if its words allow that. The last column begins behind the last two blanks in a
// row; what is broken off is put under it.
func wrapLine(line []byte, width int) []byte {
	indent := 0
	if i := bytes.LastIndex(line, []byte("  ")); i >= 0 {
		indent = visible(line[:i+2])
	}
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
