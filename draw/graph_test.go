package draw_test

import (
	"errors"
	"regexp"
	"strings"
	"testing"

	"queens"
	"queens/draw"
	"queens/internal/must"
)

func svg(t *testing.T, b draw.Board) string {
	t.Helper()
	return string(encode(t, "svg", lay(t, b)))
}

// TestGraphsHaveTheirEdges counts the lines of the thin path. The queens graph has n(n-1)(5n-1)/3
// edges, and on the torus, for odd n, 2n²(n-1).
func TestGraphsHaveTheirEdges(t *testing.T) {
	thin := regexp.MustCompile(`stroke="#0072b2"[^>]* d="([^"]*)"`)
	edges := func(b draw.Board) (count int) {
		for _, m := range thin.FindAllStringSubmatch(svg(t, b), -1) {
			count += strings.Count(m[1], "h") + strings.Count(m[1], "v") + strings.Count(m[1],
				"l") + strings.Count(m[1], "L")
		}
		return count
	}
	for n := 2; n <= 7; n++ {
		attacking, all := n*(n-1)*(5*n-1)/3, n*n*(n*n-1)/2
		if got := edges(draw.Board{Order: n, Layers: []string{"graph"}}); got != attacking {
			t.Errorf("order %d: %d edges, want %d", n, got, attacking)
		}
		if got := edges(draw.Board{Order: n, Layers: []string{"complement"}}); got != all-attacking {
			t.Errorf("order %d: %d edges of the complement, want %d", n, got, all-attacking)
		}
	}
	if got := edges(draw.Board{Order: 5, Topology: queens.Modular, Layers: []string{"graph"}}); got != 200 {
		t.Errorf("%d edges on the torus, want 200", got)
	}
	if _, err := (draw.Board{Order: 13, Layers: []string{"graph"}}).Picture(); !errors.Is(err, queens.ErrOrder) {
		t.Errorf("order 13: %v", err)
	}
}

// TestLettersAndTiles looks for the letters of order 8, figure 4 of [erbas1992], and for tiles of
// 25.
func TestLettersAndTiles(t *testing.T) {
	picture := svg(t, draw.Board{Order: 8, Layers: []string{"letters"}})
	for letter, squares := range map[string]int{"A": 8, "B": 8, "C": 8, "D": 4, "E": 0} {
		if got := strings.Count(picture, ">"+letter+"</text>"); got != squares {
			t.Errorf("letter %s: %d squares, want %d", letter, got, squares)
		}
	}
	border := regexp.MustCompile(`stroke="#8a8069"[^>]* d="([^"]*)"`)
	for order, lines := range map[int]int{25: 8, 12: 6, 7: 0} {
		got := 0
		for _, m := range border.FindAllStringSubmatch(svg(t, draw.Board{Order: order, Layers: []string{"tiles"}}),
			-1) {
			got += strings.Count(m[1], "h") + strings.Count(m[1], "v")
		}
		if got != lines {
			t.Errorf("order %d: %d lines, want %d", order, got, lines)
		}
	}
}

// TestSheetHoldsEveryBoard counts the crowns of a sheet and looks where the boards are.
func TestSheetHoldsEveryBoard(t *testing.T) {
	var pictures []*draw.Picture
	for range 5 {
		pictures = append(pictures, lay(t, draw.Board{Order: 4, Queens: staircase(4), Size: 64}))
	}
	sheet := must.Get(draw.Sheet(pictures))(t)
	if one := pictures[0]; sheet.Width != 3*one.Width+4*12 || sheet.Height != 2*one.Height+3*12 {
		t.Errorf("%d by %d", sheet.Width, sheet.Height)
	}
	one, all := string(encode(t, "svg", pictures[0])), string(encode(t, "svg", sheet))
	if got, want := strings.Count(all, "<path")-1, 5*(strings.Count(one, "<path")-1); got != want {
		t.Errorf("%d paths, want %d", got, want)
	}
	checkSVG(t, encode(t, "svg", sheet))
	for _, n := range []int{0, draw.MaxSheet + 1} {
		if _, err := draw.Sheet(make([]*draw.Picture, n)); !errors.Is(err, queens.ErrFormat) {
			t.Errorf("%d pictures: %v", n, err)
		}
	}
}
