package format

import (
	"bufio"
	"bytes"
	"encoding/binary"
	"fmt"
	"io"
	"iter"
	"slices"
	"strconv"
	"strings"

	"queens"
)

// Encoder formats solutions of one order. It is immutable and safe for concurrent use.
type Encoder struct {
	head string // before the first solution
	lead string // before every solution; a Writer omits the first
	foot string // after the last solution

	small func(b []byte, p []uint8) []byte
	large func(b []byte, p []int) []byte
	read  func(b []byte, p []uint8) // the rows of a text, see Begun
}

// slow returns an encoder that needs no speed. A solution is a problem in a format, on some lines.
func slow(lines int, name string, o Options, write func(b []byte, p queens.Perm) []byte) *Encoder {
	read := func(b []byte, p []uint8) {
		parts := strings.SplitN(string(b), "\n", lines+1)
		text := strings.TrimSuffix(strings.Join(parts[:min(lines, len(parts))], "\n"), ",")
		_, problem, _, _ := parseProblem(text, ProblemOptions{From: name, Base: o.base(), Symbols: o.Symbols})
		for _, sq := range problem.Given {
			if sq.On(len(p)) {
				p[sq.Col] = uint8(sq.Row)
			}
		}
	}
	return &Encoder{
		small: func(b []byte, p []uint8) []byte { return write(b, queens.PermOf(p)) },
		large: func(b []byte, p []int) []byte { return write(b, p) },
		read:  read,
	}
}

type row interface{ ~int | ~uint8 }

// AppendSolution appends the solution p, rows from 0, to b. It implements list.Encoder. Time O(n).
func (e *Encoder) AppendSolution(b []byte, p []uint8) []byte {
	return e.small(append(b, e.lead...), p)
}

// AppendPerm is AppendSolution for a Perm of any order.
func (e *Encoder) AppendPerm(b []byte, p queens.Perm) []byte {
	return e.large(append(b, e.lead...), p)
}

// Writer writes a list: the head of the format, the solutions, the foot. It passes each text on in
// one write and buffers nothing.
type Writer struct {
	w       io.Writer
	enc     *Encoder
	started bool
	one     []byte
}

// NewWriter returns a Writer that writes nothing before the first solution or Close.
func NewWriter(w io.Writer, enc *Encoder) *Writer { return &Writer{w: w, enc: enc} }

// Resume returns a Writer that continues a list that has solutions but no foot yet.
func Resume(w io.Writer, enc *Encoder) *Writer { return &Writer{w: w, enc: enc, started: true} }

// WriteText writes text that its Encoder appended, for one or more solutions. Errors: those of the
// underlying writer.
func (w *Writer) WriteText(text []byte) error {
	if len(text) == 0 {
		return nil
	}
	if !w.started {
		text = text[len(w.enc.lead):]
	}
	if err := w.start(); err != nil {
		return err
	}
	_, err := w.w.Write(text)
	return err
}

// WritePerm writes one solution.
func (w *Writer) WritePerm(p queens.Perm) error {
	w.one = w.enc.AppendPerm(w.one[:0], p)
	return w.WriteText(w.one)
}

// Close writes the foot of the list. It does not close the underlying writer.
func (w *Writer) Close() error {
	if err := w.start(); err != nil || w.enc.foot == "" {
		return err
	}
	_, err := io.WriteString(w.w, w.enc.foot)
	return err
}

func (w *Writer) start() (err error) {
	if !w.started && w.enc.head != "" {
		_, err = io.WriteString(w.w, w.enc.head)
	}
	w.started = true
	return err
}

type numbers struct {
	base        int
	open, close string
	separator   string // at most one byte
	singles     [tableOrder]uint64
	pairs       [tableOrder * tableOrder]uint64
}

// tableOrder is the largest order whose numbers come from a table of pairs of columns. The text of
// a pair of rows with both separators, at most "32,32,", takes 6 bytes of a word, and the highest
// byte is its length. So a pair is one load, one store of 8 bytes and an addition. Order 16 takes
// 15 ns instead of about 100 with strconv.
const (
	tableOrder = 32
	lenShift   = 56
)

func newNumbers(n, base int, open, separator, end string) *Encoder {
	l := &numbers{base: base, open: open, close: end, separator: separator}
	e := &Encoder{
		small: func(b []byte, p []uint8) []byte { return appendNumbers(b, p, l) },
		large: func(b []byte, p []int) []byte { return appendNumbers(b, p, l) },
		read:  l.read,
	}
	if n <= tableOrder {
		l.fill(n)
		e.small = l.appendByTable
	}
	return e
}

func (l *numbers) fill(n int) {
	for r := range n {
		single := strconv.Itoa(r+l.base) + l.separator
		l.singles[r] = textWord(single)
		for s := range n {
			l.pairs[r*tableOrder+s] = textWord(single + strconv.Itoa(s+l.base) + l.separator)
		}
	}
}

// textWord packs at most 7 bytes of text, lowest first, with their number in the highest byte.
func textWord(text string) uint64 {
	var b [8]byte
	if copy(b[:7], text) < len(text) {
		panic(fmt.Sprintf("format: %q does not fit a word", text))
	}
	return binary.LittleEndian.Uint64(b[:]) | uint64(len(text))<<lenShift
}

func (l *numbers) appendByTable(b []byte, p []uint8) []byte {
	const wordLen = 8
	b = slices.Grow(b, len(l.open)+3*len(p)+len(l.close)+wordLen)
	end := len(b)
	b = b[:cap(b)]
	end += copy(b[end:], l.open)
	i := 1
	for ; i < len(p); i += 2 {
		word := l.pairs[int(p[i-1]&(tableOrder-1))*tableOrder+int(p[i]&(tableOrder-1))]
		binary.LittleEndian.PutUint64(b[end:], word)
		end += int(word >> lenShift)
	}
	if i == len(p) {
		word := l.singles[p[i-1]&(tableOrder-1)]
		binary.LittleEndian.PutUint64(b[end:], word)
		end += int(word >> lenShift)
	}
	if len(p) > 0 {
		end -= len(l.separator)
	}
	end += copy(b[end:], l.close)
	return b[:end]
}

// appendNumbers is the slow twin of appendByTable, for any order.
func appendNumbers[E row](b []byte, p []E, l *numbers) []byte {
	b = append(b, l.open...)
	for c, r := range p {
		if c > 0 {
			b = append(b, l.separator...)
		}
		b = strconv.AppendInt(b, int64(r)+int64(l.base), 10)
	}
	return append(b, l.close...)
}

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
