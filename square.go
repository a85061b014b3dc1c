package queens

import (
	"fmt"
	"iter"
	"strconv"
	"strings"

	"queens/internal/errs"
)

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
