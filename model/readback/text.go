package readback

import (
	"bufio"
	"fmt"
	"io"
	"iter"
	"strconv"
	"strings"

	"queens"
)

// maxLine is the longest line that is read: the line that shows the variables of
// order 1024 has 8 megabytes.
const maxLine = 16 << 20

// textLine is a line that is not empty.
type textLine struct {
	no    int // from 1
	text  string
	words []string
}

// first returns the first word.
func (l textLine) first() string { return l.words[0] }

// errorf returns an error that names the line; it matches queens.ErrFormat.
func (l textLine) errorf(format string, args ...any) error {
	return fmt.Errorf("readback: line %d: %s: %w", l.no, fmt.Sprintf(format, args...), queens.ErrFormat)
}

// number returns word i as a number.
func (l textLine) number(i int) (int, error) {
	if i >= len(l.words) {
		return 0, l.errorf("a number is missing at the end")
	}
	x, err := strconv.ParseInt(l.words[i], 10, 32)
	if err != nil {
		return 0, l.errorf("%.40q is not a number", l.words[i])
	}
	return int(x), nil
}

// lines yields the lines of r that are not empty, and stops after an error.
func lines(r io.Reader) iter.Seq2[textLine, error] {
	return func(yield func(textLine, error) bool) {
		scanner := bufio.NewScanner(r)
		scanner.Buffer(make([]byte, 0, 64<<10), maxLine)
		for no := 1; scanner.Scan(); no++ {
			words := strings.Fields(scanner.Text())
			if len(words) > 0 && !yield(textLine{no, strings.TrimSpace(scanner.Text()), words}, nil) {
				return
			}
		}
		if err := scanner.Err(); err != nil {
			yield(textLine{}, fmt.Errorf("readback: %w", err))
		}
	}
}
