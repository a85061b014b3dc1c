package format_test

import (
	"errors"
	"strings"
	"testing"
	"time"

	"queens"
	"queens/format"
	"queens/internal/must"
	"queens/internal/sys"
)

// TestReaderIsLinear compares the processor times of texts with few symbols and of texts four times
// as long: linear time takes 4 times as long, quadratic time 16 times.
func TestReaderIsLinear(t *testing.T) {
	const size = 50_000
	cost := func(text string) time.Duration {
		begin := must.Get(sys.CPUTime())(t)
		_, _, _ = read(text, format.Reading{Base: format.AnyBase})
		return must.Get(sys.CPUTime())(t) - begin
	}
	for _, part := range []string{
		"(1,2) ", `"row":1,`, "[", "|Q| |\n", "[ ][Q]", "x[1]=2\n\n", "1\n", "<td>\n", "[1] 1\n",
		"row=1\n", "1-2 ",
	} {
		begin, end := "", ""
		if part[0] == '"' {
			begin, end = "[{", "}]"
		}
		short := cost(begin + strings.Repeat(part, size) + end)
		long := cost(begin + strings.Repeat(part, 4*size) + end)
		if long > 9*short+time.Second/2 {
			t.Errorf("%q: %v for %d, %v for %d", part, short, size, long, 4*size)
		}
	}
}

// TestHostileFEN reads rows that would be far longer than the text.
func TestHostileFEN(t *testing.T) {
	for _, row := range []string{"4000Q4000", strings.Repeat("4000Q", 100)} {
		if b, err := format.ReadBoard(strings.Repeat(row+"/", 4096), format.Reading{}); err == nil {
			t.Errorf("4096 rows %.20s are read as a board of order %d", row, b.Order)
		}
	}
}

// FuzzReader looks for texts that stop the reader, give boards whose queens are not on them, or are
// read differently when they are written again.
func FuzzReader(f *testing.F) {
	for _, seed := range []string{
		"2413", ".Q\nQ.", "[[\".Q\",\"Q.\"]]", "(1,2) (2,1)", "0 1 0\n1 0 0\n0 0 1", "1Q/Q1", "a1 b2",
		"board(4).\nqueen(1,2).", "n = 2;\nqueens = [1,2];", "order 4\ngiven a1",
		"{\"rows\":[1]}", "|Q| |",
	} {
		f.Add(seed)
	}
	f.Fuzz(func(t *testing.T, text string) {
		boards, _, err := read(text, format.Reading{Base: format.AnyBase})
		if err != nil && !errors.Is(err, queens.ErrFormat) {
			t.Fatal(err)
		}
		for _, b := range boards {
			for _, sq := range b.Squares() {
				if !sq.On(b.Order) {
					t.Fatalf("%q: %v of order %d", text, sq, b.Order)
				}
			}
			if len(b.Perm) > 2 {
				again, err := format.ReadBoard(b.Perm.String(), format.Reading{Base: 1, From: format.Placements})
				if err != nil || !again.Perm.Equal(b.Perm) {
					t.Fatalf("%q: %v is read again as %v, %v", text, b.Perm, again, err)
				}
			}
		}
	})
}

// FuzzReadSquares looks for squares that are not on the board.
func FuzzReadSquares(f *testing.F) {
	for _, seed := range []string{"a1 Qb2", "(1,2), (3,4)", "0 0\n7 7", "queen(1,2)."} {
		f.Add(seed, 8)
	}
	f.Fuzz(func(t *testing.T, text string, n int) {
		squares, err := format.ReadSquares(text, n&1023, format.AnyBase)
		if err != nil && !errors.Is(err, queens.ErrFormat) {
			t.Fatal(err)
		}
		for _, sq := range squares {
			if !sq.On(n & 1023) {
				t.Fatalf("%q: %v of order %d", text, sq, n&1023)
			}
		}
	})
}
