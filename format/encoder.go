// Package format writes and reads lists of solutions: text, JSON, CSV, and boards of letters.
// [All] lists the formats, and docs/formats/solutions.md specifies each byte.
//
// An [Encoder] appends solutions to a byte slice. A [Writer] adds the beginning and the end of the
// list. A [Reader] reads boards and placements of any origin: it recognises the shape of a text,
// not the program that wrote it. It streams placements in constant memory and stops at the first
// error, which names the line. It does not look for attacks: use queens.Check.
//
//	f, _ := format.Find("ndjson")
//	w := format.NewWriter(os.Stdout, f.Encoder(8, format.Options{}))
//	w.WritePerm(p)
//	w.Close()
//
// Numbers count from 1, or from 0 with Options.FromZero. Constellations have a format of their
// own, .sam: see [SAM] and [DecodeSAM].
package format

import (
	"bufio"
	"bytes"
	"cmp"
	"encoding/binary"
	"fmt"
	"io"
	"iter"
	"regexp"
	"slices"
	"strconv"
	"strings"

	"queens"
	"queens/internal/errs"
	"queens/internal/named"
)

// Format is a way to write a list of solutions. The zero value is not valid.
type Format struct {
	Name    string // stable identifier: "ndjson"
	Summary string // one sentence, no final period

	// Encoder returns the encoder for order n >= 0.
	Encoder func(n int, o Options) *Encoder
}

// Options are the choices within a format. The zero value is the default.
type Options struct {
	Spelling queens.Spelling `json:"spelling,omitempty"` // of text output; other formats have only one
	// rows count from 0 instead of 1; for input in text only, since other formats declare it
	FromZero bool `json:"fromZero,omitempty"`
	// of boards: a queen and an empty square; the default is "Q."
	Symbols string `json:"symbols,omitempty"`
}

func (o Options) base() int {
	if o.FromZero {
		return 0
	}
	return 1
}

// table holds every format, sorted by name. To add one, add a line here.
var table = []Format{
	{"asp", "Facts of answer set programming", facts(1, "asp", func(out *bytes.Buffer, p queens.Problem, base int) {
		writePairs(out, pairsOf(p.Given, base), "", "queen(%d,%d).", " ", "\n")
	})},
	{"board", "Pictures of Q and dots, or --symbols, with empty lines between", encodeBoard},
	{"csv", "Comma separated values under c1 to cn", encodeCSV},
	{"dzn", "Data of MiniZinc", facts(1, "dzn", writeDZN)},
	{"fen", "Boards as in chess: 1Q2/3Q/Q3/2Q1", encodeFEN},
	{"json", "A JSON document, one array per line", encodeJSON},
	{"leetcode", "JSON lists of rows like \".Q..\"", encodeLeetcode},
	{"ndjson", "One JSON object per line", encodeNDJSON},
	{"param", "Parameters of CSPLib", facts(0, "param", writeParam)},
	{"text", "One solution per line, see --spelling", encodeText},
}

// All returns every format, sorted by name.
func All() []Format { return slices.Clone(table) }

// Find returns the format of that name. Errors: queens.ErrFormat with the list of names.
func Find(name string) (Format, error) {
	return named.Find("format:", name, table, func(f Format) string { return f.Name })
}

func encodeText(n int, o Options) *Encoder {
	spelling, separator := o.Spelling, ","
	switch oneDigit := n-1+o.base() <= 9; {
	case spelling >= queens.Squares: // for people, and not fast
		return slow(1, "board", o, func(b []byte, p queens.Perm) []byte {
			return append(p.AppendText(b, spelling, o.base()), '\n')
		})
	case spelling == queens.Auto && n <= 9, spelling == queens.Digits && oneDigit:
		separator = ""
	case spelling == queens.Spaces:
		separator = " "
	}
	return newNumbers(n, o.base(), "", separator, "\n")
}

func encodeCSV(n int, o Options) *Encoder {
	e := newNumbers(n, o.base(), "", ",", "\n")
	for c := range n {
		e.head += ",c" + strconv.Itoa(c+o.base())
	}
	e.head = strings.TrimPrefix(e.head, ",") + "\n"
	return e
}

// baseMember returns the member of an object with numbers from 0.
func (o Options) baseMember() string {
	if o.FromZero {
		return `"base":0,`
	}
	return ""
}

func encodeJSON(n int, o Options) *Encoder {
	e := newNumbers(n, o.base(), "[", ",", "]")
	e.head = fmt.Sprintf(`{"schema":"queens.list/1","order":%d,%s"solutions":[`+"\n", n, o.baseMember())
	e.lead, e.foot = ",\n", "\n]}\n"
	return e
}

func encodeNDJSON(n int, o Options) *Encoder {
	return newNumbers(n, o.base(), "{"+o.baseMember()+`"solution":[`, ",", "]}\n")
}

// ParseSymbols returns the queen and the empty square of Options.Symbols. Errors: queens.ErrFormat
// unless these are two different characters that are not blank, and perhaps a third, which is
// ignored.
func ParseSymbols(s string) (queen, empty string, err error) {
	marks := strings.Split(cmp.Or(s, "Q."), "")
	if n := len(marks); n < 2 || n > 3 || marks[0] == marks[1] || len(strings.Fields(strings.Join(marks, " "))) < n {
		return "", "", errs.Errorf("symbols %.40q: want two different characters, for a queen and for an empty "+
			"square, like %q: %w", s, "Q.", queens.ErrFormat)
	}
	return marks[0], marks[1], nil
}

// encodeBoard panics if ParseSymbols refuses the symbols.
func encodeBoard(n int, o Options) *Encoder {
	queen, empty, err := ParseSymbols(o.Symbols)
	if err != nil {
		panic(err)
	}
	return slow(n, "board", o, func(b []byte, p queens.Perm) []byte {
		return append(appendRows(b, p, queen, empty, " ", "\n"), "\n\n"[:1+min(1, len(p))]...)
	})
}

func encodeLeetcode(_ int, o Options) *Encoder {
	e := slow(1, "board", o, func(b []byte, p queens.Perm) []byte {
		quote := `"`[:min(1, len(p))]
		return append(appendRows(append(b, "["+quote...), p, "Q", ".", "", `","`), quote+"]"...)
	})
	e.head, e.lead, e.foot = "[\n", ",\n", "\n]\n"
	return e
}

var emptyRun = regexp.MustCompile(`\.+`)

func encodeFEN(_ int, o Options) *Encoder {
	return slow(1, "board", o, func(b []byte, p queens.Perm) []byte {
		rows := string(appendRows(nil, p, "Q", ".", "", "/"))
		rows = emptyRun.ReplaceAllStringFunc(rows, func(run string) string { return strconv.Itoa(len(run)) })
		return append(b, rows+"\n"...)
	})
}

// appendRows appends the rows of a board, with what is between two squares and between two rows.
func appendRows(b []byte, p queens.Perm, queen, empty, between, next string) []byte {
	for row := range p {
		for c, r := range p {
			mark := empty
			if r == row {
				mark = queen
			}
			if b = append(b, mark...); c < len(p)-1 {
				b = append(b, between...)
			}
		}
		if row < len(p)-1 {
			b = append(b, next...)
		}
	}
	return b
}

// facts returns the encoder of lists with a problem per line, whose given queens are all queens;
// rows and columns count from base at most.
func facts(base int, name string, write func(*bytes.Buffer, queens.Problem, int)) func(int, Options) *Encoder {
	return func(_ int, o Options) *Encoder {
		o.FromZero = o.FromZero || base == 0
		return slow(1, name, o, func(b []byte, p queens.Perm) []byte {
			var text bytes.Buffer
			write(&text, queens.Problem{Order: len(p), Given: p.Squares()}, o.base())
			return append(append(b, strings.ReplaceAll(strings.TrimSpace(text.String()), "\n", " ")...), '\n')
		})
	}
}

// Encoder formats solutions of one order. It is immutable and safe for concurrent use.
type Encoder struct {
	head string // before the first solution
	lead string // before every solution; a Writer omits the first
	foot string // after the last solution

	write func(b []byte, p queens.Perm) []byte
	fast  func(b []byte, p []uint8) []byte // the same, nil if there is none
	read  func(b []byte, p []uint8)        // the rows of a text, see Begun
}

// slow returns an encoder that needs no speed. A solution is a problem in a format, on some lines.
func slow(lines int, name string, o Options, write func(b []byte, p queens.Perm) []byte) *Encoder {
	read := func(b []byte, p []uint8) {
		parts := strings.SplitN(string(b), "\n", lines+1)
		text := strings.TrimSuffix(strings.Join(parts[:min(lines, len(parts))], "\n"), ",")
		_, problem, _, _ := parseProblem(text, Reading{From: name, Base: o.base(), Symbols: o.Symbols})
		for _, sq := range problem.Given {
			if sq.On(len(p)) {
				p[sq.Col] = uint8(sq.Row)
			}
		}
	}
	return &Encoder{write: write, read: read}
}

// AppendSolution appends the solution p, rows from 0, to b. It implements list.Encoder. Time O(n).
func (e *Encoder) AppendSolution(b []byte, p []uint8) []byte {
	b = append(b, e.lead...)
	if e.fast == nil {
		return e.write(b, queens.PermOf(p))
	}
	return e.fast(b, p)
}

// AppendPerm is AppendSolution for a Perm of any order.
func (e *Encoder) AppendPerm(b []byte, p queens.Perm) []byte {
	return e.write(append(b, e.lead...), p)
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
	e := &Encoder{write: l.append, read: l.read}
	if n <= tableOrder {
		l.fill(n)
		e.fast = l.appendByTable
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

// append is the slow twin of appendByTable, for any order.
func (l *numbers) append(b []byte, p queens.Perm) []byte {
	b = append(b, l.open...)
	for c, r := range p {
		if c > 0 {
			b = append(b, l.separator...)
		}
		b = strconv.AppendInt(b, int64(r+l.base), 10)
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
