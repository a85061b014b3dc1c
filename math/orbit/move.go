package orbit

import (
	"cmp"
	"fmt"
	"strconv"
	"strings"

	"queens"
	"queens/internal/errs"
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
