package boards_test

import (
	"errors"
	"fmt"
	"testing"

	"queens"
	"queens/count/kind"
	"queens/count/kind/boards"
	"queens/known"
)

func ExampleBoardOf() {
	corner := queens.Square{Row: 0, Col: 0}
	board, err := boards.BoardOf(queens.Problem{Order: 8, Given: []queens.Square{corner}})
	if err != nil {
		fmt.Println(err)
		return
	}
	fmt.Println(completions(board), "solutions have a queen in the corner")
	// Output: 4 solutions have a queen in the corner
}

func TestBoardOf(t *testing.T) {
	for n := range 9 {
		board, err := boards.BoardOf(queens.Problem{Order: n})
		if err != nil {
			t.Fatal(err)
		}
		if want, _ := known.Solutions(n); queens.NewTotal(completions(board)) != want {
			t.Errorf("order %d: %d completions, want %v", n, completions(board), want)
		}
	}
	at := func(row, col int) queens.Square { return queens.Square{Row: row, Col: col} }
	for name, c := range map[string]struct {
		problem queens.Problem
		want    uint64
	}{
		"solved": {queens.Problem{Order: 4, Given: []queens.Square{
			at(0, 1), at(1, 3), at(2, 0),
			at(3, 2),
		}}, 1},
		"one is blocked": {queens.Problem{Order: 4, Blocked: []queens.Square{at(0, 1)}}, 1},
		"one of each":    {queens.Problem{Order: 4, Blocked: []queens.Square{at(0, 1), at(3, 1)}}, 0},
		// all of Q(5) are modular, [polya1918]
		"modular": {queens.Problem{Order: 5, Topology: queens.Modular}, 10},
		"a diagonal of both": {queens.Problem{Order: 4, Excluded: []queens.Diagonal{{
			Line:  queens.Rising,
			Index: 1,
		}}}, 0}, // 2413 and 3142
		"a diagonal of none": {queens.Problem{Order: 4, Excluded: []queens.Diagonal{{
			Line:  queens.Falling,
			Index: 3,
		}}}, 2}, // the main one
		"modular of order 4": {queens.Problem{Order: 4, Topology: queens.Modular}, 0},
	} {
		t.Run(name, func(t *testing.T) {
			board, err := boards.BoardOf(c.problem)
			if err != nil {
				t.Fatal(err)
			}
			if got := completions(board); got != c.want {
				t.Errorf("%d completions, want %d", got, c.want)
			}
			if work := board.Work(); work.IsZero() || work != board.Work() {
				t.Errorf("work %v, then %v", work, board.Work())
			}
		})
	}
}

func TestBoardOfRefuses(t *testing.T) {
	for name, c := range map[string]struct {
		problem queens.Problem
		want    error
	}{
		"order too large": {queens.Problem{Order: kind.MaxOrder + 1}, queens.ErrOrder},
		"negative order":  {queens.Problem{Order: -1}, queens.ErrOrder},
		"outside":         {queens.Problem{Order: 4, Given: []queens.Square{{Row: 4}}}, queens.ErrFormat},
		"given twice":     {queens.Problem{Order: 4, Given: []queens.Square{{}, {}}}, queens.ErrFormat},
		"attacking": {
			queens.Problem{Order: 4, Given: []queens.Square{{}, {Row: 1, Col: 1}}},
			queens.ErrNotSolution,
		},
	} {
		if _, err := boards.BoardOf(c.problem); !errors.Is(err, c.want) {
			t.Errorf("%s: %v, want %v", name, err, c.want)
		}
	}
}
