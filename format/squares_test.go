package format_test

import (
	"errors"
	"fmt"
	"slices"
	"strings"
	"testing"

	"queens"
	"queens/format"
)

// TestReadSquares reads the squares b4, c1 and h8 of the board of order 8 in every spelling.
func TestReadSquares(t *testing.T) {
	want := []queens.Square{{Row: 4, Col: 1}, {Row: 7, Col: 2}, {Row: 0, Col: 7}}
	for _, text := range []string{
		"b4 c1 h8", "B4,c1, H8", "Qb4 Qc1 Qh8", "b4\nc1\nh8\n", `["b4", "c1", "h8"]`, "b4 c1\nh8", "Qb4, Qc1, Qh8.",
		"(5,2) (8,3) (1,8)", "(5, 2), (8, 3), (1, 8)", "5 2\n8 3\n1 8\n", "5,2\n8,3\r\n1,8\n", "5,2 8,3 1,8",
		"5 2, 8 3, 1 8", "5 2; 8 3; 1 8", "[[5, 2], [8, 3], [1, 8]]", "[(5, 2), (8, 3), (1, 8)]",
		"{{5,2},{8,3},{1,8}}",
		"queen(5,2) queen(8,3). queen(1,8).", "block(5,2). block(8,3).\nblock(1,8).", "[5 2]\n[8 3]\n[1 8]",
		"(4,1) (7,2) (0,7)", "4 1\n7 2\n0 7", "[[4, 1], [7, 2], [0, 7]]",
	} {
		if got, err := format.ReadSquares(text, 8, format.AnyBase); !slices.Equal(got, want) {
			t.Errorf("%q: %v, %v", text, got, err)
		}
	}
}

func TestReadSquaresTellsFaults(t *testing.T) {
	for _, c := range []struct {
		text string
		base int
		want string
	}{
		{"a1\ni9", format.AnyBase, "line 2"},
		{"(1,2)\n(9,1)", format.AnyBase, "rows and columns are 1 to 8"},
		{
			"(0,2)\n(8,1)", format.AnyBase,
			"line 2: square (8,1) is outside a board of order 8, whose rows and columns are 0 to 7",
		},
		{"(0,2)", 1, "are 1 to 8"},
		{"1 2 3", format.AnyBase, "want squares"},
		{"x", format.AnyBase, "want squares"},
		{"(1,2", format.AnyBase, "not closed"},
		{"1,2 3", format.AnyBase, "want squares"},
		{"(1,2) 7", format.AnyBase, "want squares"},
	} {
		got, err := format.ReadSquares(c.text, 8, c.base)
		if !errors.Is(err, queens.ErrFormat) || !strings.Contains(fmt.Sprint(err), c.want) {
			t.Errorf("%q: %v, %v; want %s", c.text, got, err, c.want)
		}
	}
	if got, err := format.ReadSquares(" \n", 8, format.AnyBase); len(got) > 0 || err != nil {
		t.Errorf("no squares: %v, %v", got, err)
	}
}
