package queens_test

import (
	"errors"
	"strings"
	"testing"

	"queens"
)

func TestSquareName(t *testing.T) {
	for _, c := range []struct {
		name     string
		n        int
		row, col int
	}{
		{"a1", 8, 7, 0},
		{"h8", 8, 0, 7},
		{"e4", 8, 4, 4},
		{"a1", 1, 0, 0},
		{"z26", 26, 0, 25},
		{"aa1", 27, 26, 26},
		{"zz702", 702, 0, 701}, // 702 = 26 + 26^2, all names of one or two letters
		{"aaa703", 703, 0, 702},
		{"alm1", 1001, 1000, 1000}, // 1001 = 1*26^2 + 12*26 + 13
	} {
		sq := queens.Square{Row: c.row, Col: c.col}
		if got := sq.Name(c.n); got != c.name {
			t.Errorf("%v of order %d is %q, want %q", sq, c.n, got, c.name)
		}
		for _, text := range []string{c.name, strings.ToUpper(c.name)} {
			if got, err := queens.ParseSquare(text, c.n); err != nil || got != sq {
				t.Errorf("%q of order %d is read as %v, error %v, want %v", text, c.n, got, err, sq)
			}
		}
	}
}

func TestParseSquareTells(t *testing.T) {
	const form = `: want a file letter and a rank, as in "e4"`
	const outside = ": outside a board of order 8 (files a to h, ranks 1 to 8)"
	for _, c := range []struct{ text, want string }{
		{"", `read square ""` + form},
		{"e", `read square "e"` + form},
		{"4", `read square "4"` + form},
		{"4e", `read square "4e"` + form},
		{"e+4", `read square "e+4"` + form},
		{"e-4", `read square "e-4"` + form},
		{"e 4", `read square "e 4"` + form},
		{"é4", `read square "é4"` + form},
		{"e4x", `read square "e4x"` + form},
		{"abcdefg1", `read square "abcdefg1"` + form},
		{"e99999999999999999999", `read square "e99999999999999999999"` + form},
		{strings.Repeat("e", 1000), `read square "` + strings.Repeat("e", 40) + `"...` + form},
		{"e0", `read square "e0"` + outside},
		{"e9", `read square "e9"` + outside},
		{"i1", `read square "i1"` + outside},
		{"zzzzzz1", `read square "zzzzzz1"` + outside},
	} {
		_, err := queens.ParseSquare(c.text, 8)
		wantError(t, err, c.want, queens.ErrFormat)
	}
	for _, n := range []int{0, -1} {
		if _, err := queens.ParseSquare("a1", n); !errors.Is(err, queens.ErrFormat) {
			t.Errorf("a1 of order %d: error %v, want %v", n, err, queens.ErrFormat)
		}
	}
}

func TestDiagonals(t *testing.T) {
	const n = 8
	for row := range n {
		for col := range n {
			sq := queens.Square{Row: row, Col: col}
			if !sq.On(n) || sq.SumDiag() != row+col || sq.DiffDiag(n) != row-col+n-1 {
				t.Errorf("%v: on the board %v, diagonals %d and %d", sq, sq.On(n), sq.SumDiag(), sq.DiffDiag(n))
			}
		}
	}
	for _, sq := range []queens.Square{{Row: n}, {Col: n}, {Row: -1}, {Col: -1}} {
		if sq.On(n) {
			t.Errorf("%v is on a board of order %d", sq, n)
		}
	}
}

func FuzzParseSquare(f *testing.F) {
	f.Add("e4", 8)
	f.Add("aa27", 27)
	f.Fuzz(func(t *testing.T, text string, n int) {
		sq, err := queens.ParseSquare(text, n)
		if err != nil {
			if !errors.Is(err, queens.ErrFormat) || !strings.HasPrefix(err.Error(), "read square ") {
				t.Errorf("error %q", err)
			}
			return
		}
		if !sq.On(n) {
			t.Fatalf("%q is read as %v, outside a board of order %d", text, sq, n)
		}
		if again, err := queens.ParseSquare(sq.Name(n), n); err != nil || again != sq {
			t.Errorf("%v is written %q and read as %v, error %v", sq, sq.Name(n), again, err)
		}
	})
}
