package queens

import (
	"cmp"
	"fmt"
	"iter"
	"slices"
	"strconv"
	"strings"

	"queens/internal/errs"
)

// Perm is a placement of one queen per column in one-line notation: p[c] == r says that the queen
// of column c is in row r, both counted from 0. A Perm that passes [Check] is a solution.
type Perm []int

// PermOf returns the Perm with these rows.
func PermOf[R ~uint8 | ~int32 | ~uint32](rows []R) Perm {
	p := make(Perm, len(rows))
	for c, r := range rows {
		p[c] = int(r)
	}
	return p
}

// RowsOf returns the rows of p in another type, which must hold them; nil if p is nil.
func RowsOf[R ~uint8 | ~int32 | ~uint32](p Perm) []R {
	if p == nil {
		return nil
	}
	rows := make([]R, len(p))
	for c, r := range p {
		rows[c] = R(r)
	}
	return rows
}

// Order returns the side of the board, the number of columns.
func (p Perm) Order() int { return len(p) }

// Clone returns a copy of p.
func (p Perm) Clone() Perm { return slices.Clone(p) }

// Equal reports whether p and q place the same queens. Time O(n).
func (p Perm) Equal(q Perm) bool { return slices.Equal(p, q) }

// Compare returns -1, 0 or +1 in lexicographic order. Time O(n).
func (p Perm) Compare(q Perm) int { return slices.Compare(p, q) }

// Squares returns the squares of the queens, column by column. Time O(n).
func (p Perm) Squares() []Square {
	squares := make([]Square, len(p))
	for c, r := range p {
		squares[c] = Square{Row: r, Col: c}
	}
	return squares
}

// Line is a kind of line along which queens attack.
type Line uint8

// The four kinds of lines.
const (
	Row     Line = iota // row constant
	Col                 // column constant
	Rising              // row + column constant, drawn as "/"
	Falling             // row - column constant, drawn as "\"
)

var lineNames = [...]string{Row: "row", Col: "column", Rising: "rising diagonal", Falling: "falling diagonal"}

// String returns "row", "column", "rising diagonal" or "falling diagonal".
func (l Line) String() string {
	return nameOf(lineNames[:], "line", uint8(l))
}

// MarshalText returns the name of the line.
func (l Line) MarshalText() ([]byte, error) { return []byte(l.String()), nil }

// UnmarshalText reads the name of a line. Errors: ErrFormat.
func (l *Line) UnmarshalText(b []byte) (err error) {
	*l, err = valueOf[Line](lineNames[:], "line", string(b))
	return err
}

// Attack is a pair of queens on one line.
type Attack struct {
	A    Square `json:"a"` // before B in the order of the squares given
	B    Square `json:"b"`
	Line Line   `json:"line" enum:"row,column,rising diagonal,falling diagonal"`
}

// String names the two queens and their line, counted from 1.
func (a Attack) String() string {
	return fmt.Sprintf("the queens at %v and %v share a %v", a.A, a.B, a.Line)
}

// AttackError reports two queens that attack each other. It wraps ErrNotSolution.
type AttackError struct{ Attack Attack }

// Error names the pair and the line.
func (e *AttackError) Error() string {
	return fmt.Sprintf("%v: %v", e.Attack, ErrNotSolution)
}

// Unwrap returns ErrNotSolution.
func (e *AttackError) Unwrap() error { return ErrNotSolution }

// Lines returns the index of each line through a square, by kind: rows and columns from 0,
// diagonals as in [Diagonal].
func Lines(sq Square, n int, t Topology) [4]int {
	sum, diff := sq.SumDiag(), sq.DiffDiag(n)
	if t == Modular {
		sum, diff = sum%n, (diff+1)%n // diff+1 = row - col + n
	}
	return [4]int{Row: sq.Row, Col: sq.Col, Rising: sum, Falling: diff}
}

// Attacks yields pairs of attacking queens. For each queen in turn and each kind of line, it yields
// the pair with the nearest earlier queen on that line, in the order of the slice. So k queens on
// one line give k-1 pairs, and there are no pairs if and only if no two queens attack. Two queens
// that share both diagonals, on the modular board, are one pair, on the rising one. Every square
// must lie on the board, with n at most MaxProblemOrder. Time and space O(queens), for any n.
func Attacks(squares []Square, n int, t Topology) iter.Seq[Attack] {
	return func(yield func(Attack) bool) {
		last := newLastQueens(len(squares), n)
		for i, sq := range squares {
			before := int32(0) // on the line of the kind before
			for kind, line := range Lines(sq, n, t) {
				j := last.replace(kind, line, int32(i+1))
				again := j == before && Line(kind) == Falling
				if before = j; j > 0 && (!again || squares[j-1] == sq) &&
					!yield(Attack{A: squares[j-1], B: sq, Line: Line(kind)}) {
					return
				}
			}
		}
	}
}

// AttackingPairs returns the number of pairs of queens that share a line, even with other queens
// between them: k queens on one line are k(k-1)/2 pairs. Every square must lie on the board.
func AttackingPairs(squares []Square, n int, t Topology) (pairs int) {
	on := make(map[[2]int]int, 4*len(squares))
	for _, sq := range squares {
		for kind, line := range Lines(sq, n, t) {
			key := [2]int{kind, line}
			pairs += on[key]
			on[key]++
		}
		if t == Modular && n%2 == 0 { // a queen half a board away, both ways, is on both diagonals
			pairs -= on[[2]int{4 + (sq.Row+n/2)%n, (sq.Col + n/2) % n}]
			on[[2]int{4 + sq.Row, sq.Col}]++
		}
	}
	return pairs
}

// lastQueens maps each line to the last queen seen on it, numbered from 1.
type lastQueens struct {
	dense  [4][]int32       // by kind and line; unused if sparse is set
	sparse map[[2]int]int32 // by kind and line
}

// sparseBoard is the number of rows per queen above which a map is smaller and faster than an
// array.
const sparseBoard = 64

func newLastQueens(queens, n int) *lastQueens {
	l := &lastQueens{}
	if n/sparseBoard > queens {
		l.sparse = make(map[[2]int]int32, 4*queens)
		return l
	}
	for kind, size := range [4]int{Row: n, Col: n, Rising: 2 * n, Falling: 2 * n} {
		l.dense[kind] = make([]int32, size)
	}
	return l
}

func (l *lastQueens) replace(kind, line int, no int32) (before int32) {
	if l.sparse != nil {
		key := [2]int{kind, line}
		before, l.sparse[key] = l.sparse[key], no
		return before
	}
	place := &l.dense[kind][line]
	before, *place = *place, no
	return before
}

// Check returns nil if p is a solution of its order on the board of topology t. The empty Perm is
// the solution of order 0. Time and space O(n). Errors: ErrFormat if a row is outside 0..n-1;
// otherwise an *AttackError for the first column whose queen attacks an earlier one.
func Check(p Perm, t Topology) error {
	n := len(p)
	for c, r := range p {
		if r < 0 || r >= n {
			return errs.Errorf("column %d: row %d is outside a board of order %d: %w", c+1, r+1, n, ErrFormat)
		}
	}
	for attack := range Attacks(p.Squares(), n, t) {
		return &AttackError{attack}
	}
	return nil
}

// AttackList returns [Attacks] of the squares sorted by column, then row. It never returns nil.
func AttackList(squares []Square, order int, t Topology) []Attack {
	sorted := slices.SortedFunc(slices.Values(squares),
		func(a, b Square) int { return cmp.Or(cmp.Compare(a.Col, b.Col), cmp.Compare(a.Row, b.Row)) })
	return slices.AppendSeq([]Attack{}, Attacks(sorted, order, t))
}

// Square is a square of the board. Rows count from 0 at the top, columns from 0 at the left.
type Square struct {
	Row int `json:"row" minimum:"1"`
	Col int `json:"column" minimum:"1"`
}

// SumDiag returns the index of the rising diagonal ("/"), 0 to 2n-2: row + column.
func (s Square) SumDiag() int { return s.Row + s.Col }

// DiffDiag returns the index of the falling diagonal ("\"), 0 to 2n-2: row - column + n - 1.
func (s Square) DiffDiag(n int) int { return s.Row - s.Col + n - 1 }

// On reports whether the square lies on a board of order n.
func (s Square) On(n int) bool {
	return 0 <= s.Row && s.Row < n && 0 <= s.Col && s.Col < n
}

// Attacks reports whether queens on both squares attack each other on the regular board.
func (s Square) Attacks(t Square) bool {
	return s.Row == t.Row || s.Col == t.Col || s.Row+s.Col == t.Row+t.Col || s.Row-s.Col == t.Row-t.Col
}

// String returns "row 1, column 4", counted from 1.
func (s Square) String() string { return fmt.Sprintf("row %d, column %d", s.Row+1, s.Col+1) }

// Name returns the chess name of the square on a board of order n: "a1" is the bottom left corner.
// After file z come aa, ab, ... The square must lie on the board.
func (s Square) Name(n int) string {
	return fileName(s.Col) + strconv.Itoa(n-s.Row)
}

// SquareNames returns the names of squares of a board of order n, joined by commas: "a1,c2".
func SquareNames(squares []Square, n int) string {
	var names []string
	for _, sq := range squares {
		names = append(names, sq.Name(n))
	}
	return strings.Join(names, ",")
}

// ParseSquares reads what SquareNames writes. Errors: ErrFormat.
func ParseSquares(names string, n int) (squares []Square, err error) {
	for name := range strings.SplitSeq(names, ",") {
		if names == "" {
			break
		}
		sq, err := ParseSquare(strings.TrimSpace(name), n)
		if err != nil {
			return nil, err
		}
		squares = append(squares, sq)
	}
	return squares, nil
}

// fileName writes column c in bijective base 26: a..z, aa, ab, ...
func fileName(c int) string {
	last := string(rune('a' + c%26))
	if c < 26 {
		return last
	}
	return fileName(c/26-1) + last
}

// maxFileLetters keeps hostile input from overflowing an int: no board has 26^6 columns.
const maxFileLetters = 6

// ParseSquare reads the chess name of a square of the board of order n, in upper or lower case.
// Errors: ErrFormat if s is malformed or the square is not on the board.
func ParseSquare(s string, n int) (Square, error) {
	letters := 0
	col := 0
	for letters < len(s) && letters <= maxFileLetters && isLetter(s[letters]) {
		col = col*26 + int(s[letters]|0x20-'a') + 1
		letters++
	}
	rank, err := strconv.Atoi(s[letters:])
	if letters == 0 || letters > maxFileLetters || err != nil || !isDigit(s[letters]) {
		return Square{}, errs.Errorf("read square %s: want a file letter and a rank, as in %q: %w",
			abbreviate(s), "e4", ErrFormat)
	}
	sq := Square{Row: n - rank, Col: col - 1}
	if !sq.On(n) {
		reason := fmt.Sprintf("outside a board of order %d", n)
		if n > 0 {
			reason += fmt.Sprintf(" (files a to %s, ranks 1 to %d)", fileName(n-1), n)
		}
		return Square{}, errs.Errorf("read square %s: %s: %w", abbreviate(s), reason, ErrFormat)
	}
	return sq, nil
}

func isLetter(b byte) bool { b |= 0x20; return 'a' <= b && b <= 'z' }

func isDigit(b byte) bool { return '0' <= b && b <= '9' }

// Diagonal is a rising or falling diagonal of a board. On the regular board Index is
// [Square.SumDiag] or [Square.DiffDiag], 0 to 2n-2; on the modular board it is row + column or row
// - column modulo n, 0 to n-1.
type Diagonal struct {
	Line  Line
	Index int
}

// DiagonalOf returns the rising or falling diagonal through a square of the board of order n.
func DiagonalOf(sq Square, line Line, n int, t Topology) Diagonal {
	return Diagonal{line, Lines(sq, n, t)[line]}
}

// On reports whether a board of order n has the diagonal.
func (d Diagonal) On(n int, t Topology) bool {
	last := 2*n - 2
	if t == Modular {
		last = n - 1
	}
	return (d.Line == Rising || d.Line == Falling) && 0 <= d.Index && d.Index <= last
}

// Squares yields the squares of the diagonal from the first column to the last. The diagonal must
// lie on the board. Time O(n).
func (d Diagonal) Squares(n int, t Topology) iter.Seq[Square] {
	return func(yield func(Square) bool) {
		for c := range n {
			r := d.Index - c
			if d.Line == Falling {
				r = d.Index + c - n + 1
				if t == Modular {
					r = d.Index + c
				}
			}
			if t == Modular {
				r = (r + n) % n
			}
			if sq := (Square{Row: r, Col: c}); sq.On(n) && !yield(sq) {
				return
			}
		}
	}
}

// Name returns the diagonal as [ParseDiagonal] reads it. On the modular board it is the least sum
// from 2 and the least difference from 0.
func (d Diagonal) Name(n int, t Topology) string {
	switch {
	case d.Line == Rising:
		return "s" + strconv.Itoa(d.Index+2)
	case t == Modular:
		return "d" + strconv.Itoa(d.Index)
	default:
		return "d" + strconv.Itoa(d.Index-n+1)
	}
}

// ParseDiagonal reads a diagonal of the board of order n. In "s9" row plus column is 9 (rising), in
// "d-2" row minus column is -2 (falling), both counted from 1, and modulo n on the modular board.
// Errors: ErrFormat if the text is malformed or the diagonal is not on the board.
func ParseDiagonal(s string, n int, t Topology) (Diagonal, error) {
	kind, number := s[:min(1, len(s))], s[min(1, len(s)):]
	value, err := strconv.Atoi(number)
	if err != nil || kind != "s" && kind != "d" {
		return Diagonal{}, errs.Errorf("read diagonal %s: want s and a sum of row and column, or d and a "+
			"difference, as in %q or %q: %w", abbreviate(s), "s9", "d-2", ErrFormat)
	}
	least, most := 2, 2*n
	d := Diagonal{Rising, value - 2}
	if kind == "d" {
		least, most = 1-n, n-1
		d = Diagonal{Falling, value + n - 1}
	}
	if value < least || value > most {
		return Diagonal{}, errs.Errorf("read diagonal %s: want %s%d to %s%d on a board of order %d: %w",
			abbreviate(s), kind, least, kind, most, n, ErrFormat)
	}
	if t == Modular {
		if kind == "d" {
			d.Index++ // row - column + n
		}
		d.Index %= n
	}
	return d, nil
}
