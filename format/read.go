package format

import (
	"bufio"
	"bytes"
	"cmp"
	"errors"
	"fmt"
	"io"
	"iter"
	"slices"
	"strings"

	"queens"
	"queens/internal/errs"
	"queens/internal/named"
)

// Reading says how to read boards and problems. A text shows what it is unless From names it.
type Reading struct {
	From    string // one of Shapes or, of problems, of ProblemFormats; or "" or Auto
	By      string // "rows": number i is the column of the queen in row i, not the row of that in column i
	Base    int    // of rows and columns: 0, 1 or AnyBase
	Symbols string // of a problem: queen, empty and, if there is a third, blocked square
}

// The shapes of boards in texts.
const (
	Auto       = "auto"
	Placements = "placement" // a number for each column
	Pictures   = "board"     // n lines of n squares
	Lists      = "squares"   // names such as d4, or pairs (row, column)
)

// Shapes returns the names of shapes, the automatic one first.
func Shapes() []string { return []string{Auto, Placements, Pictures, Lists} }

// Board is a board as it was read. Its queens may attack each other.
type Board struct {
	Order  int
	Perm   queens.Perm     // nil unless every column has one queen
	Queens []queens.Square // if Perm is nil
	Line   int             // of the text, from 1

	Topology queens.Topology // of a problem; otherwise regular
}

// Squares returns the squares of the queens.
func (b Board) Squares() []queens.Square {
	if b.Perm != nil {
		return b.Perm.Squares()
	}
	return b.Queens
}

// Spelled returns the board in one line: the rows of its queens, from base, or names of squares.
func (b Board) Spelled(base int) string {
	switch {
	case b.Perm != nil:
		return cmp.Or(string(b.Perm.AppendText(nil, queens.Auto, base)), "()")
	case len(b.Queens) == 0:
		return "no queens"
	}
	return strings.Join(named.Names(b.Queens, func(sq queens.Square) string { return sq.Name(b.Order) }), blank)
}

func newBoard(n int, squares []queens.Square, line int) Board {
	perm := slices.Repeat(queens.Perm{-1}, n)
	for _, sq := range squares {
		perm[sq.Col] = sq.Row
	}
	if len(squares) == n && !slices.Contains(perm, -1) {
		return Board{Order: n, Perm: perm, Line: line}
	}
	return Board{Order: n, Queens: squares, Line: line}
}

// Limits of the input, against hostile files.
const (
	MaxLine    = 100 << 20 // bytes of a line
	maxPending = 256 << 20 // bytes of lines that belong together
)

// Reader reads boards from a text.
type Reader struct {
	Reading
	in      *bufio.Reader
	shaper  shaper
	base    int    // that the text has shown, or AnyBase
	shown   int    // line that showed it
	carry   []item // of a board that is not complete
	gap     int    // empty lines before the board that is being read
	plainly bool   // the line that is being read cannot be anything else
	held    []held // boards that are not yielded
	whole   whole
	object  object
	numbers []int
	order   int // that the next board must have, if ordered is its line
	ordered int
	width   int // digits of the last number that was a placement
	waiting int // values with an index, when they were last counted
	tried   int // line up to which there is no column of numbers
	yield   func(Board, error) bool
}

// object is a JSON object that is being read.
type object struct {
	top   int    // see item.top
	begin int    // its line, 0 if it has no member
	ours  bool   // it has the name of a schema of this program
	order int    // that its boards have; 0 if it does not say
	known bool   // it had a member that is known
	spare []item // of lists with other keys
}

// NewReader returns a Reader of a text.
func NewReader(r io.Reader, o Reading) *Reader {
	in, ok := r.(*bufio.Reader)
	if !ok {
		in = bufio.NewReader(r)
	}
	if o.From == Auto {
		o.From = ""
	}
	return &Reader{Reading: o, in: in, base: o.Base}
}

// ReadBoard reads the only board of a text. Errors: as those of Boards, or for none or several.
func ReadBoard(text string, o Reading) (found Board, err error) {
	k := 0
	for b, err := range NewReader(strings.NewReader(text), o).Boards() {
		if k++; err == nil && k > 1 {
			err = errs.Errorf("read board: more than one, and one is wanted: %w", queens.ErrFormat)
		}
		if err != nil {
			return Board{}, err
		}
		found = b
	}
	if k == 0 {
		return found, errs.Errorf("read board: the text has none (order 0 is written \"()\"): %w", queens.ErrFormat)
	}
	return found, nil
}

var errStopped = errors.New("stopped")

// Boards yields the boards of the text, which need not be solutions, and stops after the first
// error: queens.ErrFormat with the line, or one of the reader. A board is yielded as soon as
// it is complete, and not kept. What is yielded is the caller's.
func (r *Reader) Boards() iter.Seq2[Board, error] {
	return func(yield func(Board, error) bool) {
		r.yield = yield
		if err := r.read(); err != nil && err != errStopped {
			yield(Board{}, fmt.Errorf("read board: %w", err))
		}
	}
}

func (r *Reader) read() error {
	if r.isProblem() {
		if err := r.problems(); err != nil {
			return err
		}
		return r.flush(true)
	}
	var line []byte
	for {
		var err error
		line, err = readLine(r.in, line[:0])
		if err != nil && err != io.EOF {
			return fmt.Errorf("line %d: %w", r.shaper.no+1, err)
		}
		if len(line) > 0 {
			r.plainly = false
			r.shaper.bytes += len(line)
			taken, err := r.plain(line)
			if err == nil && !taken {
				r.shaper.take(strings.TrimRight(string(line), "\r\n"))
				err = r.drain(false)
			}
			if err == nil {
				err = r.flush(false)
			}
			switch {
			case err != nil:
				return err
			case r.shaper.bytes > maxPending:
				return fault(r.shaper.no, "a board of more than %d bytes", maxPending)
			}
		}
		if err == io.EOF {
			break
		}
	}
	if _, err := r.shaper.end(); err != nil {
		return err
	}
	if err := r.settle(); err != nil {
		return err
	}
	if err := r.items(nil, true); err != nil {
		return err
	}
	if r.whole.boards == 0 && r.shaper.labelled > 0 {
		return wanted(r.shaper.labelled, "words without a board")
	}
	return r.flush(true)
}

// readLine appends the next line, with its end, to b. Errors: io.EOF for a last line without end;
// queens.ErrFormat above MaxLine; those of the reader.
func readLine(r *bufio.Reader, b []byte) ([]byte, error) {
	for {
		piece, err := r.ReadSlice('\n')
		b = append(b, piece...)
		switch {
		case len(b) > MaxLine:
			return b, errs.Errorf("longer than %d bytes; a file that ends in .queens has 4 bytes per queen: %w",
				MaxLine,
				queens.ErrFormat)
		case err != bufio.ErrBufferFull:
			return b, err
		}
	}
}

// plainPicture reads the lines before an empty one, n rows of n squares Q or ".", without anything
// or with a blank between them.
func (r *Reader) plainPicture() (taken bool, err error) {
	s := &r.shaper
	n, step := len(s.text), 1
	if len(s.text[0].text) == 2*n-1 {
		step = 2
	}
	pending := len(s.label) + len(s.open) + len(s.blocks) + len(r.carry) + r.object.begin
	if pending > 0 || r.From == Placements || r.From == Lists {
		return false, nil
	}
	squares := make([]queens.Square, 0, n)
	for row, l := range s.text {
		if len(l.text) != step*(n-1)+1 {
			return false, nil
		}
		for i := range len(l.text) {
			switch mark := l.text[i]; {
			case i%step == 0 && mark == 'Q':
				squares = append(squares, queens.Square{Row: row, Col: i / step})
			case i%step == 0 && mark != '.', i%step == 1 && mark != ' ':
				return false, nil
			}
		}
	}
	if len(squares) == 0 {
		return false, nil
	}
	b := newBoard(n, squares, s.text[0].no)
	s.text, s.apart = s.text[:0], true
	s.no++
	r.plainly, r.gap = true, s.gaps
	s.gaps++
	return true, r.emit(b, Pictures, "queens are Q, row 1 on top")
}

// plain reads what cannot be anything else than one board, and takes most of large lists: a line of
// at least three different numbers with one kind of separator, or digits, also as this program
// writes them in JSON, or of three names of squares, or the picture before an empty line.
func (r *Reader) plain(line []byte) (taken bool, err error) {
	s := &r.shaper
	if len(s.text) > 2 && len(bytes.TrimSpace(line)) == 0 {
		return r.plainPicture()
	}
	pending := len(s.open) + len(s.text) + len(r.carry) + len(s.half)
	if pending > 0 || s.inTable || r.From != "" && r.From != Placements {
		return false, nil
	}
	text := strings.TrimSpace(string(line))
	if list, isObject := strings.CutPrefix(text, `{"solution":[`); isObject {
		text = strings.TrimSuffix(list, "]}")
	}
	if base := isHeader(text); base >= 0 {
		s.no++
		r.base, r.shown = base, s.no
		return true, nil
	}
	r.numbers = plainNumbers(text, r.numbers[:0])
	names := r.From != Placements && isNames(text)
	if !names && (r.numbers == nil || isAscending(r.numbers)) {
		return false, nil // 1 2 3 4 may be the columns of a board
	}
	s.no++
	if err := r.settle(); err != nil {
		return true, err
	}
	s.apart, r.plainly, r.gap = true, true, s.gaps
	if names {
		_, err = r.squares([]item{{line: s.no, words: strings.Fields(text)}})
		return true, err
	}
	return true, r.place(r.numbers, s.no)
}

// isNames reports whether a line is at least three names of squares with a blank between them.
func isNames(text string) bool {
	words := 0
	for word := range strings.SplitSeq(text, blank) {
		if words++; !isSquareWord(word) {
			return false
		}
	}
	return words > 2
}

// plainNumbers appends the numbers of a plain line; nil if it is none. A number with a leading zero
// may be a row of a matrix.
func plainNumbers(text string, numbers []int) []int {
	separator := ""
	if strings.Contains(text, ",") {
		separator = ","
	} else if strings.Contains(text, blank) {
		separator = blank
	}
	for word := range strings.SplitSeq(text, separator) {
		word = strings.TrimLeft(word, blank)
		no := numberOf(word)
		if no < 0 || len(word) > 1 && word[0] == '0' {
			return nil
		}
		numbers = append(numbers, no)
	}
	if !isVaried(numbers) || separator == "" && len(numbers) > 10 {
		return nil
	}
	return numbers
}

func isAscending(numbers []int) bool {
	for i, no := range numbers {
		if no != numbers[0]+i {
			return false
		}
	}
	return true
}

// isVaried reports whether there are three different numbers.
func isVaried(numbers []int) bool {
	k := slices.IndexFunc(numbers, func(no int) bool { return no != numbers[0] })
	return k > 0 && slices.ContainsFunc(numbers[k:], func(no int) bool { return no != numbers[0] && no != numbers[k] })
}

// mostLines is how many lines without brackets are kept for one block.
const mostLines = 1 << 12

// drain reads the blocks that are complete; the last one may still grow unless all are.
func (r *Reader) drain(all bool) error {
	s := &r.shaper
	if all && len(s.open) == 0 || len(s.text) > mostLines {
		s.endText()
	}
	if s.fault != nil {
		return s.fault
	}
	for len(s.blocks) > 0 {
		b := &s.blocks[0]
		complete := len(s.blocks) > 1 || all || s.apart && len(s.open) == 0
		if !complete {
			k := 0 // items that are placements, whatever follows
			for k < len(b.items) && len(b.items[k].words) > 2 && isVaried(numbersOf(b.items[k])) {
				k++
			}
			items := b.items[:k]
			b.items = b.items[k:]
			return r.block(block{label: b.label, labelled: b.labelled, items: items})
		}
		if err := r.block(*b); err != nil {
			return err
		}
		s.blocks = s.blocks[1:]
	}
	s.blocks = nil
	return nil
}

// settle reads all blocks and ends an object.
func (r *Reader) settle() error {
	if err := r.drain(true); err != nil {
		return err
	}
	return r.endObject()
}

// knownKeys are the members of JSON objects that hold boards; other ones do so if they are the only
// list.
var knownKeys = []string{"solution", "solutions", "rows", "queens", "board", "boards", "placement", "placements"}

// block reads a block. Of an object it takes the members that are known.
func (r *Reader) block(b block) error {
	if len(b.items) == 0 {
		return nil
	}
	first := b.items[0]
	if first.top != r.object.top {
		if err := r.endObject(); err != nil {
			return err
		}
		r.object.top = first.top
	}
	if first.key == "" {
		if b.label != "" {
			if err := r.items(nil, true); err != nil {
				return err
			}
			b.items = r.withoutTotal(b)
		}
		return r.items(b.items, false)
	}
	r.object.begin = cmp.Or(r.object.begin, first.line)
	plain := first.depth == 0
	switch {
	case plain && first.key == "base":
		r.base, r.shown = numberOf(first.words[0]), first.line
		if r.base != 0 && r.base != 1 {
			return fault(first.line, "base %s: want 0 or 1", abbreviate(first.words[0]))
		}
	case plain && first.key == "schema":
		r.object.ours = true
	case plain && isOrder(first.key):
		r.object.order = max(0, numberOf(first.words[0]))
	case plain:
	case slices.Contains(knownKeys, first.key):
		r.object.known = true
		return r.items(b.items, false)
	case !r.object.known:
		r.object.spare = append(r.object.spare, b.items...)
	}
	return nil
}

// endObject reads the only list of an object, if none has a known key.
func (r *Reader) endObject() error {
	o := r.object
	r.object = object{}
	keys := slices.Compact(named.Names(o.spare, func(it item) string { return it.key }))
	switch {
	case o.known || o.begin == 0:
		return nil
	case len(keys) == 0 || o.ours:
		return fault(o.begin, "the object has no list of boards: want a member %s", strings.Join(knownKeys, ", "))
	case len(keys) > 1:
		return fault(o.spare[0].line, "the object has the lists %s: want a member %s",
			strings.Join(keys, " and "), strings.Join(knownKeys, ", "))
	}
	return r.items(o.spare, true)
}

func (r *Reader) place(numbers []int, line int) error {
	n := len(numbers)
	base, err := r.baseOf(numbers, n, line)
	if err != nil {
		return err
	}
	if err := r.doubt(numbers, base, line); err != nil {
		return err
	}
	how := ""
	if base == 0 {
		how = ", numbers from 0"
	}
	b := Board{Order: n, Perm: named.Each(numbers, func(no int) int { return no - base }), Line: line}
	if r.By == "rows" {
		how = ", a column for each row" + how
		b = newBoard(n, named.Each(b.Perm.Squares(), func(sq queens.Square) queens.Square {
			return queens.Square{Row: sq.Col, Col: sq.Row}
		}), line)
	}
	return r.emit(b, Placements, how)
}

// baseOf returns the base of numbers that count lines of a board of order n. The first ones with a
// 0 or an n settle it for the rest of the text.
func (r *Reader) baseOf(numbers []int, n, line int) (int, error) {
	low, high, base := slices.Min(numbers), slices.Max(numbers), baseOf(numbers, n, r.base, 1)
	if low >= base && high < n+base {
		if r.base == AnyBase && (low == 0 || high == n) {
			r.base, r.shown = base, line
		}
		return base, nil
	}
	at := slices.IndexFunc(numbers, func(no int) bool { return no < base || no >= n+base })
	why := ""
	switch {
	case r.shown > 0:
		why = fmt.Sprintf("; line %d counts from %d", r.shown, base)
	case r.Base == AnyBase && low == 0:
		why = "; there is a 0, so the numbers count from 0"
	}
	return 0, fault(line, "number %d in place %d is outside %d..%d, a board of order %d%s", numbers[at], at+1, base,
		n-1+base, n, why)
}
