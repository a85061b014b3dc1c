package search_test

import (
	"context"
	"errors"
	"fmt"
	"math/bits"
	"slices"
	"strings"
	"testing"

	"queens"
	"queens/count/methods"
	"queens/count/methods/search"
	"queens/count/plan"
	"queens/internal/must"
	"queens/known"
	"queens/symmetry"
)

// A plan is counted subproblem by subproblem, in any order and on any machine, here by a simple
// search.
func Example() {
	variant, _ := methods.Find("search")
	p, err := plan.New(context.Background(), 10, variant)
	if err != nil {
		panic(err)
	}
	var total queens.Total
	count := p.Count.(*search.Count)
	for _, sub := range p.Subproblems {
		for _, part := range sub.Pieces.(search.Parts) {
			board, weight := count.Board(part)
			total = total.Plus(queens.NewTotal(completions(board)).Times(weight))
		}
	}
	fmt.Printf("%d families, %v %s\n", len(count.Families()), total, variant.Counts)
	// Output: 27 families, 724 solutions
}

func completions(b search.Board) (total uint64) {
	if len(b.Rows) == 0 {
		return 1
	}
	row := b.Rows[0]
	for free := b.Free(row); free != 0; free &= free - 1 {
		child := b
		child.Place(queens.Square{Row: row, Col: bits.TrailingZeros64(free)})
		child.Rows = b.Rows[1:]
		total += completions(child)
	}
	return total
}

func ExampleBoard_Slices() {
	variant, _ := methods.Find("search")
	p, err := plan.New(context.Background(), 8, variant)
	if err != nil {
		panic(err)
	}
	sub := p.Subproblems[0]
	board, weight := p.Count.(*search.Count).Board(sub.Pieces.(search.Parts)[0])
	for slice := range board.Slices(sub.Work, queens.NewTotal(10)) {
		fmt.Printf("%d open rows, weight %d\n", len(slice.Rows), weight)
	}
	// Output:
	// 2 open rows, weight 8
	// 2 open rows, weight 8
}

// TestCompletions compares with the known numbers of solutions, total and by first queen.
func TestCompletions(t *testing.T) {
	for _, n := range []int{0, 1, 4, 8, 11} {
		want, _ := known.Solutions(n)
		if got, err := search.Completions(t.Context(), queens.Problem{Order: n}); got != want || err != nil {
			t.Errorf("order %d: %v completions, %v, want %v", n, got, err, want)
		}
		for row := range n {
			want, ok := known.Lookup("first-queen", n, row+1)
			p := queens.Problem{Order: n, Given: []queens.Square{{Row: row}}}
			if got, err := search.Completions(t.Context(), p); !ok || got != want.Value || err != nil {
				t.Errorf("order %d, first queen in row %d: %v completions, %v, want %v", n, row+1, got, err, want.Value)
			}
		}
	}
}

// TestBorderConstellationsByDefinition compares with all sets of three and four border squares.
func TestBorderConstellationsByDefinition(t *testing.T) {
	for n := search.MinBorderOrder; n <= 7; n++ {
		var border []queens.Square
		for i := range n * n {
			if sq := (queens.Square{Row: i / n, Col: i % n}); sq.Row%(n-1) == 0 || sq.Col%(n-1) == 0 {
				border = append(border, sq)
			}
		}
		var want []search.Constellation
		var choose func(set, rest []queens.Square)
		choose = func(set, rest []queens.Square) {
			if search.CheckBorder(set, n) == nil {
				if least, stabilizer := symmetry.CanonicalSet(set, n); slices.Equal(least, set) {
					if len(stabilizer) > 1 && !slices.Contains(stabilizer, symmetry.Rot180) {
						t.Errorf("order %d: %v is unchanged by %v", n, set, stabilizer)
					}
					class := symmetry.ClassFor(stabilizer)
					want = append(want, search.Constellation{Queens: slices.Clone(set), Class: class})
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
		got := must.Get(search.BorderConstellations(n))(t) // in lexicographic order
		slices.SortFunc(want, func(a, b search.Constellation) int { return symmetry.CompareSets(a.Queens, b.Queens) })
		if !slices.EqualFunc(got, want, func(a, b search.Constellation) bool {
			return a.Class == b.Class && slices.Equal(a.Queens, b.Queens)
		}) {
			t.Errorf("order %d: %v, want %v", n, got, want)
		}
	}
}

func TestBorderConstellationsAreInOrder(t *testing.T) {
	for _, n := range []int{9, 16} {
		list := must.Get(search.BorderConstellations(n))(t)
		if !slices.IsSortedFunc(list, func(a, b search.Constellation) int {
			return symmetry.CompareSets(a.Queens, b.Queens)
		}) {
			t.Errorf("order %d: the classes are not in lexicographic order", n)
		}
	}
	for _, n := range []int{-1, 0, 3, plan.MaxOrder + 1} {
		if _, err := search.BorderConstellations(n); !errors.Is(err, queens.ErrOrder) {
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
		err := search.CheckBorder(c.squares, 4)
		if c.want == "" && err != nil || c.want != "" && (err == nil || !strings.Contains(err.Error(), c.want)) {
			t.Errorf("%v: %v, want %q", c.squares, err, c.want)
		}
	}
}

func TestCompletionsOfProblems(t *testing.T) {
	none, one, two := queens.NewTotal(0), queens.NewTotal(1), queens.NewTotal(2)
	at := func(row, col int) queens.Square { return queens.Square{Row: row, Col: col} }
	rising := []queens.Diagonal{{Line: queens.Rising, Index: 1}}   // of 2413 and of 3142
	falling := []queens.Diagonal{{Line: queens.Falling, Index: 3}} // the main one
	for name, c := range map[string]struct {
		problem queens.Problem
		want    queens.Total
	}{
		"solved": {
			queens.Problem{Order: 4, Given: []queens.Square{at(0, 1), at(1, 3), at(2, 0), at(3, 2)}}, one,
		},
		"one is blocked": {queens.Problem{Order: 4, Blocked: []queens.Square{at(0, 1)}}, one},
		"one of each":    {queens.Problem{Order: 4, Blocked: []queens.Square{at(0, 1), at(3, 1)}}, none},
		"rising":         {queens.Problem{Order: 4, Excluded: rising}, none},
		"falling":        {queens.Problem{Order: 4, Excluded: falling}, two},
	} {
		t.Run(name, func(t *testing.T) {
			if got, err := search.Completions(t.Context(), c.problem); got != c.want || err != nil {
				t.Errorf("%v completions, %v, want %v", got, err, c.want)
			}
		})
	}
}

func TestCompletionsRefuses(t *testing.T) {
	for name, c := range map[string]struct {
		problem queens.Problem
		want    error
	}{
		"too large":   {queens.Problem{Order: plan.MaxOrder + 1}, queens.ErrOrder},
		"negative":    {queens.Problem{Order: -1}, queens.ErrOrder},
		"modular":     {queens.Problem{Order: 5, Topology: queens.Modular}, queens.ErrFormat},
		"outside":     {queens.Problem{Order: 4, Given: []queens.Square{{Row: 4}}}, queens.ErrFormat},
		"given twice": {queens.Problem{Order: 4, Given: []queens.Square{{}, {}}}, queens.ErrFormat},
		"attacking":   {queens.Problem{Order: 4, Given: []queens.Square{{}, {Row: 1, Col: 1}}}, queens.ErrNotSolution},
	} {
		if _, err := search.Completions(t.Context(), c.problem); !errors.Is(err, c.want) {
			t.Errorf("%s: %v, want %v", name, err, c.want)
		}
	}
}
