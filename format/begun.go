package format

import (
	"bufio"
	"bytes"
	"io"
	"iter"
	"slices"
)

// Begun yields the vectors of n rows, at most 255, at the beginning of a list of a [Writer], each
// with the number of bytes to its end, until the text is not what the encoder writes. The slice is
// reused.
func (e *Encoder) Begun(r io.Reader, n int) iter.Seq2[[]uint8, int64] {
	return func(yield func([]uint8, int64) bool) {
		p := make([]uint8, n)
		text := e.AppendSolution(nil, p)
		most := len(text) + 2*n // two more digits each
		in := bufio.NewReaderSize(r, max(1<<16, most, len(e.head)))
		if head, _ := in.Peek(len(e.head)); string(head) != e.head {
			return
		}
		end := int64(len(e.head))
		_, _ = in.Discard(len(e.head))
		for skip := len(e.lead); ; skip = 0 { // the first has no lead
			begin, _ := in.Peek(most)
			e.read(begin[min(len(begin), len(e.lead)-skip):], p)
			if n > 0 && int(slices.Max(p)) >= n {
				return
			}
			text = e.AppendSolution(text[:0], p)
			if !bytes.HasPrefix(begin, text[skip:]) {
				return
			}
			_, _ = in.Discard(len(text) - skip)
			if end += int64(len(text) - skip); !yield(p, end) {
				return
			}
		}
	}
}

// read reads rows from a text, of one digit or two. Whether the text is theirs, its caller checks.
// No branch depends on the digits.
func (l *numbers) read(b []byte, p []uint8) {
	i, step, noDigit := len(l.open), 1+len(l.separator), byte(10)
	if l.separator == "" {
		noDigit = 0
	}
	for c := range p {
		if i+1 >= len(b) {
			return
		}
		row, digit := b[i]-'0', b[i+1]-'0'
		longer := 0
		if digit < noDigit {
			row, longer = 10*row+digit, 1
		}
		p[c] = row - uint8(l.base)
		i += step + longer
	}
}
