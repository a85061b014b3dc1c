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

func TestCensus(t *testing.T) {
	for n := 1; n <= 9; n++ {
		rows := must.Get(placements.Census(t.Context(), n, 0))(t)
		var sets, maximal queens.Total
		for k, row := range rows {
			for series, got := range map[string]queens.Total{
				"nonattacking-sets-by-size": row.Sets, "nonattacking-orbits-by-size": row.Orbits,
				"maximal-sets-by-size": row.Maximal,
			} {
				if want, ok := known.Lookup(series, n, k); !ok || got != want.Value {
					t.Errorf("order %d, %d queens: %s: %v, want %v", n, k, series, got, want.Value)
				}
			}
			sets, maximal = sets.Plus(row.Sets), maximal.Plus(row.Maximal)
		}
		for series, got := range map[string]queens.Total{"nonattacking-sets": sets, "maximal-sets": maximal} {
			if want, ok := known.Lookup(series, n); !ok || got != want.Value {
				t.Errorf("order %d: %s: %v, want %v", n, series, got, want.Value)
			}
		}
		if f, _ := known.Fundamental(n); rows[n].Orbits != f || rows[n].MaximalOrbits != f {
			t.Errorf("order %d: %d queens: %+v, want %v orbits", n, n, rows[n], f)
		}
	}
}

func TestCensusStops(t *testing.T) {
	for _, n := range []int{-1, placements.MaxOrder + 1} {
		if _, err := placements.Census(t.Context(), n, 0); !errors.Is(err, queens.ErrOrder) {
			t.Errorf("order %d: error %v", n, err)
		}
	}
	for _, after := range []time.Duration{0, 50 * time.Millisecond} { // all of it takes minutes
		ctx, cancel := context.WithTimeout(t.Context(), after)
		_, err := placements.Census(ctx, placements.MaxOrder, 2)
		if cancel(); !errors.Is(err, context.DeadlineExceeded) {
			t.Errorf("after %v: error %v", after, err)
		}
	}
}

func TestCensusDoesNotDependOnWorkers(t *testing.T) {
	one := must.Get(placements.Census(t.Context(), 7, 1))(t)
	for _, workers := range []int{0, 2, 7} {
		if got, err := placements.Census(t.Context(), 7, workers); err != nil || !slices.Equal(got, one) {
			t.Errorf("%d workers: %v, error %v, want %v", workers, got, err, one)
		}
	}
}

func TestGreedy(t *testing.T) {
	s, _ := known.Find("greedy")
	values := s.Values()
	i := 0
	for row := range placements.Greedy(len(values)) {
		if want := values[i].Value; queens.NewTotal(uint64(row)+1) != want {
			t.Errorf("column %d: row %d, want %v", i+1, row+1, want)
		}
		i++
	}
}

func ExampleCensus() {
	rows, err := placements.Census(context.Background(), 4, 1)
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
