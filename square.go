package queens

import (
	"fmt"
	"strconv"
)

// Square is one place on the board, row and column counted from 0; row 0 is
// drawn on top, column 0 at the left.
type Square struct {
	Row int `json:"row" minimum:"1"`
	Col int `json:"column" minimum:"1"`
}

// SumDiag returns the index of the square's rising diagonal, in [0, 2n-2] on a
// board of order n. Row plus column is constant along it; it is drawn as "/".
func (s Square) SumDiag() int { return s.Row + s.Col }

// DiffDiag returns the index of the square's falling diagonal on a board of order n, in [0, 2n-2].
// Row minus column is constant along it; it is drawn as "\".
func (s Square) DiffDiag(n int) int { return s.Row - s.Col + n - 1 }

// On reports whether the square lies on a board of order n.
func (s Square) On(n int) bool {
	return 0 <= s.Row && s.Row < n && 0 <= s.Col && s.Col < n
}

// String returns the square for people, "row 1, column 4", counted from 1.
func (s Square) String() string { return fmt.Sprintf("row %d, column %d", s.Row+1, s.Col+1) }

// Name returns the chess name of the square on a board of order n, for example "a1" for the bottom
// left corner: the file is the column as a letter (after z come aa, ab, ...), the rank the row
// counted from the bottom, from 1. The square must lie on the board.
func (s Square) Name(n int) string {
	return fileName(s.Col) + strconv.Itoa(n-s.Row)
}

// fileName returns the letters of column c, counted from 0: a..z, aa, ab, ... (bijective base 26).
func fileName(c int) string {
	var letters []byte
	for c++; c > 0; c = (c - 1) / 26 {
		letters = append(letters, byte('a'+(c-1)%26))
	}
	for i, j := 0, len(letters)-1; i < j; i, j = i+1, j-1 {
		letters[i], letters[j] = letters[j], letters[i]
	}
	return string(letters)
}

// maxFileLetters bounds the letters of a file, so that hostile input cannot
// overflow an int: 26^6 columns are more than any board has.
const maxFileLetters = 6

// ParseSquare reads the chess name of a square, "e4", on a board of order n; the
// letters of the file may be upper case.
//
// Errors: ErrFormat if s is not letters followed by a number, or names a square
// that is not on the board.
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
