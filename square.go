package queens

import (
	"fmt"
	"strconv"
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
	sq, err := readSquare(s, n)
	if err != nil {
		return Square{}, fmt.Errorf("queens: %w", err)
	}
	return sq, nil
}

func readSquare(s string, n int) (Square, error) {
	letters := 0
	col := 0
	for letters < len(s) && letters <= maxFileLetters && isLetter(s[letters]) {
		col = col*26 + int(s[letters]|0x20-'a') + 1
		letters++
	}
	rank, err := strconv.Atoi(s[letters:])
	if letters == 0 || letters > maxFileLetters || err != nil || !isDigit(s[letters]) {
		return Square{}, fmt.Errorf("read square %s: want a file letter and a rank, as in %q: %w", abbreviate(s), "e4",
			ErrFormat)
	}
	sq := Square{Row: n - rank, Col: col - 1}
	if !sq.On(n) {
		reason := fmt.Sprintf("outside a board of order %d", n)
		if n > 0 {
			reason += fmt.Sprintf(" (files a to %s, ranks 1 to %d)", fileName(n-1), n)
		}
		return Square{}, fmt.Errorf("read square %s: %s: %w", abbreviate(s), reason, ErrFormat)
	}
	return sq, nil
}

func isLetter(b byte) bool { b |= 0x20; return 'a' <= b && b <= 'z' }

func isDigit(b byte) bool { return '0' <= b && b <= '9' }
