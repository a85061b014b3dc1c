package placements_test

import (
	"context"
	"errors"
	"fmt"
	"slices"
	"testing"
	"time"

	"queens"
	"queens/internal/must"
	"queens/known"
	"queens/math/placements"
)

func TestCountStops(t *testing.T) {
	for _, wrong := range []struct {
		on placements.Board
		k  int
	}{
		{square(-1), placements.Any},
		{square(placements.MaxAny + 1), placements.Any},
		{placements.Board{Rows: placements.MaxSide + 1, Cols: 1}, 1},
		{placements.Board{Rows: 4, Cols: 5}, 5},
		{square(4), -2},
	} {
		if _, err := placements.Count(t.Context(), wrong.on, wrong.k, 0); !errors.Is(err, queens.ErrOrder) {
			t.Errorf("%+v: error %v", wrong, err)
		}
	}
	for _, after := range []time.Duration{0, 50 * time.Millisecond} { // all of it takes minutes
		ctx, cancel := context.WithTimeout(t.Context(), after)
		_, err := placements.Count(ctx, square(placements.MaxAny), placements.Any, 2)
		if cancel(); !errors.Is(err, context.DeadlineExceeded) {
			t.Errorf("after %v: error %v", after, err)
		}
	}
}

func ExampleCount() {
	rows, err := placements.Count(context.Background(), placements.Board{Rows: 4, Cols: 4}, placements.Any, 1)
	if err != nil {
		panic(err)
	}
	for _, r := range rows {
		fmt.Println(r.Queens, r.Sets, r.Orbits, r.Maximal, r.MaximalOrbits)
	}
	// Output:
	// 0 1 1 0 0
	// 1 16 3 0 0
	// 2 44 6 0 0
	// 3 24 3 16 2
	// 4 2 1 2 1
}

func ExampleGreedy() {
	for row := range placements.Greedy(6) {
		fmt.Print(row+1, " ")
	}
	// Output: 1 3 5 2 4 9
}

// TestGreedyAgainstItsDefinition compares with sets of rows and diagonals, row by row. 3000 columns
// reach both sides of the main diagonal at every distance to the borders of words.
func TestGreedyAgainstItsDefinition(t *testing.T) {
	rows, rising, falling := map[int]bool{}, map[int]bool{}, map[int]bool{}
	col := 0
	for got := range placements.Greedy(3000) {
		want := 0
		for rows[want] || rising[want+col] || falling[want-col] {
			want++
		}
		if got != want {
			t.Fatalf("column %d: row %d, want %d", col, got, want)
		}
		rows[want], rising[want+col], falling[want-col] = true, true, true
		col++
	}
}

func square(n int) placements.Board { return placements.Board{Rows: n, Cols: n} }

// Closed forms for up to three queens: Landau 1896, Ahrens 1910.
func closedForm(n, k int) int {
	switch {
	case k < 2:
		return max(1, k*n*n)
	case k == 2:
		return n * (n - 1) * (n - 2) * (3*n - 1) / 6
	case n%2 == 0:
		return n * (n - 2) * (n - 2) * (2*n*n*n - 12*n*n + 23*n - 10) / 12
	}
	return (n - 1) * (n - 3) * (2*n*n*n*n - 12*n*n*n + 25*n*n - 14*n + 1) / 12
}

func TestFewQueens(t *testing.T) {
	for n := 3; n <= 20; n++ {
		for k := range 4 {
			rows := must.Get(placements.Count(t.Context(), square(n), k, 0))(t)
			if want := queens.NewTotal(uint64(closedForm(n, k))); len(rows) != 1 || rows[0].Sets != want {
				t.Errorf("order %d, %d queens: %+v, want %v sets", n, k, rows, want)
			}
		}
	}
}

// Sets that see every square, by all subsets of small boards; the sizes of larger ones are known.
func TestDominate(t *testing.T) {
	for rows := range 5 {
		for cols := range 5 {
			on := placements.Board{Rows: rows, Cols: cols}
			for _, independent := range []bool{false, true} {
				set := must.Get(placements.Dominate(t.Context(), on, independent))(t)
				checkDominates(t, on, set, independent)
				if want := fewest(on, independent); len(set) != want {
					t.Errorf("%+v, independent %t: %d queens, want %d", on, independent, len(set), want)
				}
			}
		}
	}
	for n := 1; n <= 10; n++ {
		for series, independent := range map[string]bool{"domination": false, "independent-domination": true} {
			set := must.Get(placements.Dominate(t.Context(), square(n), independent))(t)
			checkDominates(t, square(n), set, independent)
			if want, ok := known.Lookup(series, n); !ok || queens.NewTotal(uint64(len(set))) != want.Value {
				t.Errorf("%s of %d: %d queens, want %v", series, n, len(set), want.Value)
			}
		}
	}
}

func dominates(on placements.Board, set []queens.Square) bool {
	for r := range on.Rows {
		for c := range on.Cols {
			if !slices.ContainsFunc(set, queens.Square{Row: r, Col: c}.Attacks) {
				return false
			}
		}
	}
	return true
}

func attacking(set []queens.Square) bool {
	for i, sq := range set {
		if slices.ContainsFunc(set[:i], sq.Attacks) {
			return true
		}
	}
	return false
}

func checkDominates(t *testing.T, on placements.Board, set []queens.Square, independent bool) {
	t.Helper()
	if !dominates(on, set) || independent && attacking(set) {
		t.Errorf("%+v, independent %t: %v", on, independent, set)
	}
}

// fewest tries every set of squares.
func fewest(on placements.Board, independent bool) int {
	best := on.Rows * on.Cols
	for bits := range 1 << (on.Rows * on.Cols) {
		var set []queens.Square
		for i := range on.Rows * on.Cols {
			if bits>>i&1 == 1 {
				set = append(set, queens.Square{Row: i / on.Cols, Col: i % on.Cols})
			}
		}
		if len(set) < best && dominates(on, set) && !(independent && attacking(set)) {
			best = len(set)
		}
	}
	return best
}
