package orbit

import (
	"cmp"
	"fmt"
	"regexp"
	"strconv"
	"strings"

	"queens"
	"queens/internal/errs"
	"queens/internal/named"
	"queens/symmetry"
)

// Inc returns p with one queen more, new: a row in gap row, a column in gap col, and a queen where
// they cross. Rows and columns after the gaps move up by one. p need not be a solution, nor the
// result be one. Opposite corners of the square of a queen give the same board, so that the (n+1)²
// places of a permutation have (n+1)²-2n = n²+1 different results.
//
// Time and space O(n). Errors: queens.ErrFormat for a gap outside the board.
// Source: [zhang2011], section III; errata Z3.
func Inc(p queens.Perm, row, col Gap) (queens.Perm, error) {
	if err := checkGaps(row, col, len(p)); err != nil {
		return nil, errs.Errorf("%v: %w", Move{Row: row, Col: col, Inserts: true}, err)
	}
	return appendInc(make(queens.Perm, 0, len(p)+1), p, row, col), nil
}

func appendInc(out, p queens.Perm, row, col Gap) queens.Perm {
	for c := range len(p) + 1 {
		switch {
		case c == int(col):
			out = append(out, int(row))
		case c < int(col):
			out = append(out, incRow(p[c], row))
		default:
			out = append(out, incRow(p[c-1], row))
		}
	}
	return out
}

func incRow(r int, row Gap) int {
	if r >= int(row) {
		return r + 1
	}
	return r
}

// Del returns p without the queen at sq, new: its row and its column are gone, and
// rows and columns after them move down by one. It is the inverse of Inc:
// Del(Inc(p, g, h), Square{g, h}) is p. p need not be a solution.
//
// Time and space O(n). Errors: queens.ErrFormat for a square outside the board or
// without a queen. Source: [zhang2011], section III; errata Z4.
func Del(p queens.Perm, sq queens.Square) (queens.Perm, error) {
	if err := checkQueen(p, sq); err != nil {
		return nil, errs.Errorf("del %d %d: %w", sq.Row+1, sq.Col+1, err)
	}
	return appendDel(make(queens.Perm, 0, len(p)-1), p, sq.Col), nil
}

func checkQueen(p queens.Perm, sq queens.Square) error {
	n := len(p)
	if sq.Row < 0 || sq.Row >= n || sq.Col < 0 || sq.Col >= n {
		return errs.Errorf("row %d, column %d is outside a board of order %d: %w", sq.Row+1, sq.Col+1, n,
			queens.ErrFormat)
	}
	if p[sq.Col] != sq.Row {
		return errs.Errorf("row %d, column %d has no queen; the queen of that column is in row %d: %w",
			sq.Row+1, sq.Col+1, p[sq.Col]+1, queens.ErrFormat)
	}
	return nil
}

func appendDel(out, p queens.Perm, col int) queens.Perm {
	for c, r := range p {
		if c != col {
			out = append(out, delRow(r, p[col]))
		}
	}
	return out
}

// delRow returns the number of row r, or of the gap before it, after row gone was taken away. Row
// gone itself keeps its number, as it is only asked about where a second queen of that row remains.
func delRow(r, gone int) int {
	if r > gone {
		return r - 1
	}
	return r
}

// Move is one application of Mov: the queen at From is taken away with its row and
// column, and one is inserted in the gaps Row and Col. All four numbers are
// coordinates of the board before the move.
type Move struct {
	From     queens.Square
	Row, Col Gap
	Inserts  bool // no queen is taken away: it is an application of Inc
}

// String returns the move as people and commands write it: "mov 3 1 2.5 8.5", "inc 2.5 8.5".
func (m Move) String() string { return m.Text(1) }

// MarshalText returns String.
func (m Move) MarshalText() ([]byte, error) { return []byte(m.String()), nil }

// Text is String where lines count from base.
func (m Move) Text(base int) string {
	if m.Inserts {
		return fmt.Sprintf("inc %s %s", m.Row.Text(base), m.Col.Text(base))
	}
	return fmt.Sprintf("mov %d %d %s %s", m.From.Row+base, m.From.Col+base, m.Row.Text(base), m.Col.Text(base))
}

// AfterDel returns the gaps of the insertion in the coordinates of the board from which the queen
// has been taken: Mov is Del(From), then Inc of these gaps. Source: errata Z6.
func (m Move) AfterDel() (row, col Gap) {
	return Gap(delRow(int(m.Row), m.From.Row)), Gap(delRow(int(m.Col), m.From.Col))
}

// Mov returns p after the move, new. One queen has (n-1)²+1 different results, p itself among them,
// for the (n+1)² gaps. p need not be a solution, nor the result be one.
//
// Time and space O(n). Errors: queens.ErrFormat for a square without a queen and
// gaps outside the board. Source: [zhang2011], section III; errata Z5, Z6.
func Mov(p queens.Perm, m Move) (queens.Perm, error) {
	if err := cmp.Or(checkQueen(p, m.From), checkGaps(m.Row, m.Col, len(p))); err != nil {
		return nil, errs.Errorf("%v: %w", m, err)
	}
	row, col := m.AfterDel()
	return appendInc(make(queens.Perm, 0, len(p)), appendDel(nil, p, m.From.Col), row, col), nil
}

// Gap is a place for a new row or column: gap g lies before line g and after line
// g-1, lines counted from 0. A board of order n has the gaps 0..n, the first and the
// last of them beyond its border.
//
// People, for whom lines count from 1, write gap g as the half number g+0.5: 0.5
// before line 1, 3.5 between lines 3 and 4. Source: [zhang2011], section III.
type Gap int

// String returns the half number of the gap where lines count from 1.
func (g Gap) String() string { return g.Text(1) }

// Text returns the half number of the gap where lines count from base.
func (g Gap) Text(base int) string {
	behind := int(g) - 1 + base // the line in front of the gap
	if behind == -1 {
		return "-0.5"
	}
	return strconv.Itoa(behind) + ".5"
}

// ParseGap reads a half number: "0.5", "3.5", and "-0.5" if lines count from base 0.
//
// Errors: queens.ErrFormat for anything else, whole numbers included. Whether the
// gap belongs to a board is not asked.
func ParseGap(text string, base int) (Gap, error) {
	if text == "-0.5" && base == 0 {
		return 0, nil
	}
	behind, isHalf := strings.CutSuffix(text, ".5")
	line, err := strconv.ParseUint(behind, 10, 31)
	if !isHalf || err != nil {
		return 0, errs.Errorf("position %.40q: want a half number like %v, which lies between two lines: %w",
			text, Gap(3-base).Text(base), queens.ErrFormat)
	}
	return Gap(int(line) + 1 - base), nil
}

func checkGaps(row, col Gap, n int) error {
	for i, g := range []Gap{row, col} {
		if g < 0 || int(g) > n {
			return errs.Errorf("%s position %v is outside %v..%v, a board of order %d: %w",
				[]string{"row", "column"}[i], g, Gap(0), Gap(n), n, queens.ErrFormat)
		}
	}
	return nil
}

// Operation is one thing that is done to a board: a symmetry, Inc, Del or Mov.
type Operation struct {
	Text  string                                 // as people write it: "mov 3 1 2.5 8.5"
	Apply func(queens.Perm) (queens.Perm, error) // the result is new
	Parts []Operation                            // what it consists of, one after the other; none but for Mov
	Half  func(queens.Perm) *Half                // what is between the halves of Inc and Del, nil for others
}

// Half is what the first half of Inc and Del, IncRow and DelRow of [zhang2011], makes: rows have
// their new numbers, and the column is still to come or to go. It is no board.
type Half struct {
	Operation string      `json:"operation"` // "incrow 2.5"
	Rows      queens.Perm `json:"rows"`      // of the columns that were there before
}

// operationKinds holds the operations that are not symmetries: an example of their numbers, in
// which 3 is a line that has a queen and 2.5 a gap, and what makes them of such places.
var operationKinds = map[string]struct {
	example string
	make    func(places []int, base int) Operation
}{
	"del": {"3 3", newDel},
	"inc": {"2.5 2.5", newInc},
	"mov": {"3 1 2.5 8.5", newMov},
}

// operationWords holds the names of symmetries, those of [zhang2011] with g1 to g8 for the elements
// of D4, and R1 to R4, D1 to D4 of [erbas1992], turns counterclockwise and turns in space about the
// vertical and the horizontal middle line, the rising and the falling diagonal.
var operationWords = func() map[string]symmetry.Symmetry {
	words := map[string]symmetry.Symmetry{
		"e": symmetry.Identity, "inv": symmetry.Transpose, "cmpl": symmetry.FlipRows, "rev": symmetry.FlipCols,
		"r1": symmetry.Rot90, "r2": symmetry.Rot180, "r3": symmetry.Rot270, "r4": symmetry.Identity,
		"d1": symmetry.FlipCols, "d2": symmetry.FlipRows, "d3": symmetry.AntiTranspose, "d4": symmetry.Transpose,
	}
	for _, s := range symmetry.All() {
		words[s.String()], words[s.OperationName()], words[fmt.Sprintf("g%d", s.OperationNo())] = s, s, s
	}
	return words
}()

// wordLetters are the letters of words such as RRRMRRR, as [cull1994] uses them: the quarter turn R
// clockwise, the flip M of the rows, the flip F at the counter-diagonal.
var wordLetters = map[rune]symmetry.Symmetry{'R': symmetry.Rot270, 'M': symmetry.FlipRows, 'F': symmetry.AntiTranspose}

func parseSymmetries(name string) (list []Operation, err error) {
	word := strings.ReplaceAll(strings.ToLower(name), "_", "")
	if s, ok := operationWords[word]; ok {
		return []Operation{symmetryOperation(word, s)}, nil
	}
	for _, letter := range strings.ToUpper(name) {
		s, ok := wordLetters[letter]
		if !ok {
			return nil, operationError("operation %q: want po1 to po8, inv, cmpl, rev, R1 to R4, D1 to D4, a word of "+
				"R, M, F, inc R C, del R C or mov R C R' C'", name)
		}
		list = append(list, symmetryOperation(string(letter), s))
	}
	return list, nil
}

func symmetryOperation(text string, s symmetry.Symmetry) Operation {
	return Operation{Text: text, Apply: func(p queens.Perm) (queens.Perm, error) { return symmetry.Apply(s, p), nil }}
}

// aroundNumbers matches brackets that hold only numbers.
var aroundNumbers = regexp.MustCompile(`\(([-.,\s\d]*)\)`)

// ParseOperations reads operations, each a name and its numbers, which count from
// base: po1 to po8 and the names of the symmetries, inv, cmpl and rev, R1 to R4, D1 to D4, words
// of the letters R, M and F, one operation each, "inc R C", "del R C", "mov R C R' C'" with half
// numbers for gaps. Case does not matter. As in [zhang2011], brackets and commas may stand around
// the numbers, Inc(7.5,0.5), and other brackets nest: Cmpl(Inv(p)), Cmpl(Inv) and Cmpl(po_2) are
// inv, then cmpl.
//
// Errors: queens.ErrFormat.
func ParseOperations(words []string, base int) (list []Operation, err error) {
	text := aroundNumbers.ReplaceAllString(strings.Join(words, " "), " $1 ")
	words = strings.Fields(strings.NewReplacer("(", " ( ", ")", " ) ", ",", " ").Replace(text))
	for len(words) > 0 {
		var ops []Operation
		if ops, words, err = parseOperation(words, base); err != nil {
			return nil, err
		}
		list = append(list, ops...)
	}
	return list, nil
}

// parseOperation reads an operation and, in brackets, the one that comes before it.
func parseOperation(words []string, base int) (list []Operation, rest []string, err error) {
	word, rest := words[0], words[1:]
	name := strings.ToLower(word)
	if kind, ok := operationKinds[name]; !ok {
		if list, err = parseSymmetries(word); err != nil {
			return nil, nil, err
		}
	} else {
		examples := strings.Fields(kind.example)
		if len(rest) < len(examples) {
			return nil, nil, operationError("%s wants %d numbers, like %s %s; %d given", name, len(examples), name,
				kind.example, len(rest))
		}
		var places []int
		for i, example := range examples {
			place, err := parsePlace(rest[i], strings.Contains(example, "."), base)
			if err != nil {
				return nil, nil, err
			}
			places = append(places, place)
		}
		list, rest = []Operation{kind.make(places, base)}, rest[len(examples):]
	}
	if len(rest) < 2 || rest[0] != "(" {
		return list, rest, nil
	}
	var inner []Operation
	if rest = rest[1:]; rest[0] == "p" {
		rest = rest[1:]
	} else if inner, rest, err = parseOperation(rest, base); err != nil {
		return nil, nil, err
	}
	if len(rest) == 0 || rest[0] != ")" {
		return nil, nil, operationError("brackets after %q: want one operation or p in them", word)
	}
	return append(inner, list...), rest[1:], nil
}

func operationError(format string, args ...any) error {
	return errs.Errorf(""+format+": %w", append(args, queens.ErrFormat)...)
}

func parsePlace(word string, isGap bool, base int) (int, error) {
	if isGap {
		gap, err := ParseGap(word, base)
		return int(gap), err
	}
	no, err := strconv.Atoi(word)
	if err != nil {
		return 0, operationError("%q: want the number of a row or column that has a queen, like 3", word)
	}
	return no - base, nil
}

func newDel(places []int, base int) Operation {
	sq := queens.Square{Row: places[0], Col: places[1]}
	return Operation{
		Text:  fmt.Sprintf("del %d %d", sq.Row+base, sq.Col+base),
		Apply: func(p queens.Perm) (queens.Perm, error) { return Del(p, sq) },
		Half:  newHalf(fmt.Sprintf("delrow %d", sq.Row+base), func(r int) int { return delRow(r, sq.Row) }),
	}
}

func newInc(places []int, base int) Operation {
	row, col := Gap(places[0]), Gap(places[1])
	return Operation{
		Text:  Move{Row: row, Col: col, Inserts: true}.Text(base),
		Apply: func(p queens.Perm) (queens.Perm, error) { return Inc(p, row, col) },
		Half:  newHalf("incrow "+row.Text(base), func(r int) int { return incRow(r, row) }),
	}
}

func newHalf(text string, number func(r int) int) func(queens.Perm) *Half {
	return func(p queens.Perm) *Half { return &Half{text, named.Each(p, number)} }
}

func newMov(places []int, base int) Operation {
	m := Move{From: queens.Square{Row: places[0], Col: places[1]}, Row: Gap(places[2]), Col: Gap(places[3])}
	row, col := m.AfterDel()
	return Operation{
		Text:  m.Text(base),
		Apply: func(p queens.Perm) (queens.Perm, error) { return Mov(p, m) },
		Parts: []Operation{newDel(places, base), newInc([]int{int(row), int(col)}, base)},
	}
}
