package search_test

import (
	"context"
	"encoding/csv"
	"errors"
	"fmt"
	"math"
	"os"
	"slices"
	"strconv"
	"strings"
	"testing"

	"queens"
	"queens/find/search"
	"queens/find/solver"
	"queens/internal/must"
	"queens/known"
)

func first(t testing.TB, a *solver.Algorithm, c solver.Call) (p queens.Perm, stats solver.Stats) {
	t.Helper()
	stats, err := a.Solve(t.Context(), c, func(found queens.Perm) bool {
		p = found
		return false
	})
	if err != nil {
		t.Fatalf("%s: %v", a.Name, err)
	}
	return p, stats
}

func callOf(n int, seed uint64) solver.Call {
	return solver.Call{Problem: queens.Problem{Order: n}, Seed: seed}
}

func ExampleSosicGu() {
	call := solver.Call{Problem: queens.Problem{Order: 100}, Seed: 1}
	_, err := search.SosicGu.Solve(context.Background(), call, func(p queens.Perm) bool {
		fmt.Println(len(p), queens.Check(p, queens.Regular))
		return false // one is enough
	})
	fmt.Println(err)
	// Output:
	// 100 <nil>
	// <nil>
}

// firstBoards is the number of boards, the empty one included, that backtracking visits
// to the first solution; counted by hand-made programs, 2026, and equal to the rows
// without random queens of testdata/lasvegas.csv.
var firstBoards = map[int]uint64{6: 32, 8: 114, 9: 42, 10: 103, 11: 53, 12: 262, 21: 8563}

func TestBacktrackingVisitsTheKnownBoards(t *testing.T) {
	for n, want := range firstBoards {
		p, stats := first(t, &search.Backtrack, callOf(n, 0))
		if got := stats.Placements + 1; got != want {
			t.Errorf("order %d: %d boards, want %d", n, got, want)
		}
		s, _ := known.Find("lexicographic-first")
		for c, v := range s.Row(n) {
			if row, _ := v.Value.Uint64(); int(row)-1 != p[c] {
				t.Fatalf("order %d: %v is not the first solution", n, p)
			}
		}
	}
}

func TestNondeterministicChoiceKeepsTheKnownBoards(t *testing.T) {
	// Boards with 1 to 8 queens in the first columns, sequence A319284.
	want := []int{8, 42, 140, 344, 568, 550, 312, 92}
	kept := make([]int, 8)
	keeps := slices.IndexFunc(search.Nondeterministic.Pseudocode,
		func(line string) bool { return strings.Contains(line, "keep that board") })
	call := callOf(8, 0)
	call.Observe = func(e solver.Event) {
		if e.Kind == solver.Place && int(e.Line) == keeps {
			kept[e.Col]++
		}
	}
	var found int
	stats, err := search.Nondeterministic.Solve(t.Context(), call, func(queens.Perm) bool { found++; return true })
	if err != nil || !slices.Equal(kept, want) || found != 92 {
		t.Errorf("boards %v, %d solutions, %v, want %v and 92", kept, found, err, want)
	}
	// Every row is tried next to every board with fewer than 8 queens, and all queens
	// but those of the last solution are taken off again.
	if stats.Tests != 8*(1+8+42+140+344+568+550+312) || stats.Placements-stats.Backtracks != 8 {
		t.Errorf("%+v", stats)
	}
}

func TestLasVegasOddsAreTheTable(t *testing.T) {
	f := must.Get(os.Open("testdata/lasvegas.csv"))(t)
	defer f.Close()
	r := csv.NewReader(f)
	r.Comment = '#'
	lines := must.Get(r.ReadAll())(t)
	odds := map[int][]search.Odds{}
	for _, line := range lines[1:] {
		var v [6]float64
		for i, text := range line {
			v[i] = must.Get(strconv.ParseFloat(text, 64))(t)
		}
		n, k := int(v[0]), int(v[1])
		if odds[n] == nil {
			odds[n] = must.Get(search.LasVegasOdds(t.Context(), n))(t)
		}
		got := odds[n][k]
		for i, x := range []float64{got.Success, got.BoardsSuccess, got.BoardsFailure, got.Boards} {
			if precision := []float64{0.0001, 0.01, 0.01, 0.01}[i]; math.Abs(x-v[i+2]) > precision {
				t.Errorf("order %d, %d random queens, column %d: %f, want %f", n, k, i+2, x, v[i+2])
			}
		}
	}
	for n, list := range odds { // the best number of random queens, as the algorithm takes it
		best := slices.MinFunc(list, func(a, b search.Odds) int {
			return int(math.Copysign(1, a.Boards-b.Boards+1e-9))
		})
		if got := search.BestRandom(n); math.Abs(list[got].Boards-best.Boards) > 1e-9 {
			t.Errorf("order %d: %d random queens, but %d are better", n, got, best.Random)
		}
	}
	if got, err := search.LasVegasOdds(t.Context(), 8); err != nil || len(got) != 9 {
		t.Errorf("order 8: %d odds, %v", len(got), err)
	}
	for _, n := range []int{0, 2, 3, search.MaxOddsOrder + 1} {
		if _, err := search.LasVegasOdds(t.Context(), n); !errors.Is(err, queens.ErrOrder) {
			t.Errorf("order %d: %v, want ErrOrder", n, err)
		}
	}
	ended, cancel := context.WithCancel(t.Context())
	cancel()
	if _, err := search.LasVegasOdds(ended, 11); !errors.Is(err, context.Canceled) {
		t.Errorf("ended context: %v", err)
	}
}

// triesOf returns the mean number of tries to a solution of order n over so many solutions.
func triesOf(t *testing.T, a *solver.Algorithm, n, solutions int, params map[string]int) float64 {
	t.Helper()
	found := 0
	c := callOf(n, 1)
	c.Params = params
	stats := must.Get(a.Solve(t.Context(), c, func(queens.Perm) bool {
		found++
		return found < solutions
	}))(t)
	return float64(stats.Tries) / float64(found)
}

func TestLasVegasSucceedsAsOftenAsItMust(t *testing.T) {
	const solutions = 2000
	for _, n := range []int{6, 8, 10} {
		odds := must.Get(search.LasVegasOdds(t.Context(), n))(t)
		for _, tc := range []struct {
			a      *solver.Algorithm
			k      int
			params map[string]int
		}{
			{&search.LasVegas, n, nil},
			{&search.LasVegasBacktrack, 3, map[string]int{"random": 3}},
			{&search.LasVegasBacktrack, search.BestRandom(n), nil},
		} {
			// The number of tries is geometric: its mean over many solutions has a standard
			// error of sqrt(1-p)/p / sqrt(solutions). Five of them happen once in a million.
			p := odds[tc.k].Success
			want, deviation := 1/p, math.Sqrt(1-p)/p/math.Sqrt(solutions)
			if got := triesOf(t, tc.a, n, solutions, tc.params); math.Abs(got-want) > 5*deviation+1e-9 {
				t.Errorf("%s, order %d, %d random queens: %.3f tries for a solution, want %.3f +- %.3f", tc.a.Name, n,
					tc.k, got, want, deviation)
			}
		}
	}
}

func TestGradientSearchNeedsTheKnownPermutations(t *testing.T) {
	// Mean permutations for a solution, by a program of its own, 2000 solutions each (200 for
	// n = 50 and 100); both means carry chance, so a tenth and a quarter are allowed.
	for _, tc := range []struct {
		n, solutions int
		want, allow  float64
	}{
		{4, 500, 1, 0},
		{5, 1000, 1.321, 0.1},
		{6, 2000, 10.589, 0.1},
		{7, 1000, 2.051, 0.1},
		{8, 2000, 2.7, 0.1},
		{10, 1000, 4.532, 0.1},
		{50, 100, 2.795, 0.25},
		{100, 100, 1.98, 0.25},
	} {
		if got := triesOf(t, &search.SosicGu, tc.n, tc.solutions, nil); math.Abs(got-tc.want) > tc.allow*tc.want {
			t.Errorf("order %d: %.3f permutations for a solution, want %.3f", tc.n, got, tc.want)
		}
	}
	// Half an exchange a queen where one permutation is enough.
	p, stats := first(t, &search.SosicGu, callOf(2000, 7))
	must.Do(t, queens.Check(p, queens.Regular))
	if share := float64(stats.Swaps) / 2000; stats.Tries != 1 || share < 0.45 || share > 0.53 {
		t.Errorf("order 2000: %d permutations, %.2f exchanges a queen, want 1 and 0.49", stats.Tries, share)
	}
}

func TestMinConflictsNeedsFewMoves(t *testing.T) {
	for _, n := range []int{100, 1000} {
		p, stats := first(t, &search.MinConflicts, callOf(n, 3))
		must.Do(t, queens.Check(p, queens.Regular))
		// About 50 moves whatever n is, [minton1990]; 500 would be something else.
		if stats.Tries != 1 || stats.Backtracks > 500 {
			t.Errorf("order %d: %d starts, %d moves", n, stats.Tries, stats.Backtracks)
		}
	}
}

func TestWindowGreedySolvesEveryOrder(t *testing.T) {
	for n := 4; n <= 130; n++ {
		p, _ := first(t, &search.WindowGreedy, callOf(n, uint64(n)))
		if err := queens.Check(p, queens.Regular); err != nil {
			t.Errorf("order %d: %v", n, err)
		}
	}
	// Solution number k of a seed is the first one of seed + k.
	var list []queens.Perm
	must.Get(search.WindowGreedy.Solve(t.Context(), callOf(500, 10), func(p queens.Perm) bool {
		list = append(list, p)
		return len(list) < 3
	}))(t)
	for k, p := range list {
		if again, _ := first(t, &search.WindowGreedy, callOf(500, 10+uint64(k))); !again.Equal(p) {
			t.Errorf("solution %d is not the first of its own seed", k)
		}
	}
}
