package boards_test

import (
	"errors"
	"slices"
	"strings"
	"testing"

	"queens"
	"queens/count/kind"
	"queens/count/kind/boards"
	"queens/symmetry"
)

// TestBorderConstellationsByDefinition compares with all sets of three and four
// squares of the border for small orders.
func TestBorderConstellationsByDefinition(t *testing.T) {
	for n := boards.MinBorderOrder; n <= 7; n++ {
		var border []queens.Square
		for i := range n * n {
			if sq := (queens.Square{Row: i / n, Col: i % n}); sq.Row%(n-1) == 0 || sq.Col%(n-1) == 0 {
				border = append(border, sq)
			}
		}
		var want []boards.Constellation
		var choose func(set, rest []queens.Square)
		choose = func(set, rest []queens.Square) {
			if boards.CheckBorder(set, n) == nil {
				if least, stabilizer := symmetry.CanonicalSet(set, n); slices.Equal(least, set) {
					if stabilizer.Order() > 1 && !stabilizer.Has(symmetry.Rot180) {
						t.Errorf("order %d: %v is unchanged by %v", n, set, stabilizer)
					}
					want = append(want, boards.Constellation{Queens: slices.Clone(set), Class: stabilizer.Class()})
				}
			}
			if len(set) == 4 {
				return
			}
			for i, sq := range rest {
				choose(append(set, sq), rest[i+1:])
			}
		}
		choose(nil, border)
		got, err := boards.BorderConstellations(n)
		if err != nil {
			t.Fatal(err)
		}
		for _, list := range [][]boards.Constellation{got, want} {
			slices.SortFunc(list, func(a, b boards.Constellation) int {
				return symmetry.CompareSets(a.Queens,
					b.Queens)
			})
		}
		if !slices.EqualFunc(got, want, func(a, b boards.Constellation) bool {
			return a.Class == b.Class && slices.Equal(a.Queens, b.Queens)
		}) {
			t.Errorf("order %d: %v, want %v", n, got, want)
		}
	}
}

func TestBorderConstellationsAreInOrder(t *testing.T) {
	for _, n := range []int{4, 9, 16} {
		list, err := boards.BorderConstellations(n)
		if err != nil {
			t.Fatal(err)
		}
		if !slices.IsSortedFunc(list, func(a, b boards.Constellation) int {
			return symmetry.CompareSets(a.Queens,
				b.Queens)
		}) {
			t.Errorf("order %d: the classes are not in lexicographic order", n)
		}
	}
	for _, n := range []int{-1, 0, 3, kind.MaxOrder + 1} {
		if _, err := boards.BorderConstellations(n); !errors.Is(err, queens.ErrOrder) {
			t.Errorf("order %d: error %v", n, err)
		}
	}
}

func TestCheckBorderTells(t *testing.T) {
	for _, c := range []struct {
		squares []queens.Square
		want    string
	}{
		{[]queens.Square{{Row: 0, Col: 1}, {Row: 1, Col: 3}, {Row: 2, Col: 0}, {Row: 3, Col: 2}}, ""},
		{[]queens.Square{{Row: 0, Col: 0}, {Row: 1, Col: 3}, {Row: 3, Col: 2}}, ""},
		{nil, "0 queens in the first row"},
		{[]queens.Square{{Row: 0, Col: 0}, {Row: 1, Col: 3}}, "0 queens in the last row"},
		{[]queens.Square{{Row: 0, Col: 0}, {Row: 1, Col: 2}}, "row 2, column 3 is not on the border"},
		{[]queens.Square{{Row: 0, Col: 0}, {Row: 3, Col: 4}}, "row 4, column 5 is outside a board of order 4"},
		{[]queens.Square{{Row: 0, Col: 0}, {Row: 3, Col: 3}}, "share a falling diagonal"},
	} {
		err := boards.CheckBorder(c.squares, 4)
		if c.want == "" && err != nil || c.want != "" && (err == nil || !strings.Contains(err.Error(), c.want)) {
			t.Errorf("%v: %v, want %q", c.squares, err, c.want)
		}
	}
}
