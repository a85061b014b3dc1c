package algorithms

import (
	"context"
	"encoding/csv"
	"errors"
	"math"
	"os"
	"slices"
	"strconv"
	"strings"
	"testing"

	"queens"
	"queens/find/solver"
	"queens/internal/must"
	"queens/known"
)

// first returns the first solution that an algorithm finds, and the cost.
func first(t *testing.T, a *solver.Algorithm, n int, seed uint64) (queens.Perm, solver.Stats) {
	t.Helper()
	c := callOf(n)
	c.Seed = seed
	found, stats := collect(t, a, c, 1)
	wantSolutions(t, a, c.Problem, found)
	return found[0], stats
}

// firstBoards is the number of boards, the empty one included, that backtracking visits
// to the first solution; counted by hand-made programs, 2026, and equal to the rows
// without random queens of testdata/lasvegas.csv.
var firstBoards = map[int]uint64{6: 32, 8: 114, 9: 42, 10: 103, 11: 53, 12: 262, 21: 8563}

func TestBacktrackingVisitsTheKnownBoards(t *testing.T) {
	for n, want := range firstBoards {
		p, stats := first(t, Get("backtrack"), n, 0)
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
	keeps := slices.IndexFunc(Get("nondeterministic").Pseudocode,
		func(line string) bool { return strings.Contains(line, "keep that board") })
	call := callOf(8)
	call.Observe = func(e solver.Event) {
		if e.Kind == solver.Place && int(e.Line) == keeps {
			kept[e.Col]++
		}
	}
	found, stats := collect(t, Get("nondeterministic"), call, 0)
	if !slices.Equal(kept, want) || len(found) != 92 {
		t.Errorf("boards %v, %d solutions, want %v and 92", kept, len(found), want)
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
	odds := map[int][]Odds{}
	for _, line := range lines[1:] {
		var v [6]float64
		for i, text := range line {
			v[i] = must.Get(strconv.ParseFloat(text, 64))(t)
		}
		n, k := int(v[0]), int(v[1])
		if odds[n] == nil {
			odds[n] = must.Get(LasVegasOdds(t.Context(), n))(t)
		}
		got := odds[n][k]
		for i, x := range []float64{got.Success, got.BoardsSuccess, got.BoardsFailure, got.Boards} {
			if precision := []float64{0.0001, 0.01, 0.01, 0.01}[i]; math.Abs(x-v[i+2]) > precision {
				t.Errorf("order %d, %d random queens, column %d: %f, want %f", n, k, i+2, x, v[i+2])
			}
		}
	}
	for n, list := range odds { // the best number of random queens, as the algorithm takes it
		best := slices.MinFunc(list, func(a, b Odds) int {
			return int(math.Copysign(1, a.Boards-b.Boards+1e-9))
		})
		if got := BestRandom(n); math.Abs(list[got].Boards-best.Boards) > 1e-9 {
			t.Errorf("order %d: %d random queens, but %d are better", n, got, best.Random)
		}
	}
	if got, err := LasVegasOdds(t.Context(), 8); err != nil || len(got) != 9 {
		t.Errorf("order 8: %d odds, %v", len(got), err)
	}
	for _, n := range []int{0, 2, 3, MaxOddsOrder + 1} {
		if _, err := LasVegasOdds(t.Context(), n); !errors.Is(err, queens.ErrOrder) {
			t.Errorf("order %d: %v, want ErrOrder", n, err)
		}
	}
	ended, cancel := context.WithCancel(t.Context())
	cancel()
	if _, err := LasVegasOdds(ended, 11); !errors.Is(err, context.Canceled) {
		t.Errorf("ended context: %v", err)
	}
}

// triesOf returns the mean number of tries to a solution of order n over so many solutions.
func triesOf(t *testing.T, a *solver.Algorithm, n, solutions int, params map[string]int) float64 {
	t.Helper()
	c := callOf(n)
	c.Params = params
	found, stats := collect(t, a, c, solutions)
	return float64(stats.Tries) / float64(len(found))
}

func TestLasVegasSucceedsAsOftenAsItMust(t *testing.T) {
	const solutions = 2000
	for _, n := range []int{6, 8, 10} {
		odds := must.Get(LasVegasOdds(t.Context(), n))(t)
		for _, tc := range []struct {
			a      *solver.Algorithm
			k      int
			params map[string]int
		}{
			{Get("las-vegas"), n, nil},
			{Get("las-vegas-backtrack"), 3, map[string]int{"random": 3}},
			{Get("las-vegas-backtrack"), BestRandom(n), nil},
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
		if got := triesOf(t, Get("sosic-gu"), tc.n, tc.solutions, nil); math.Abs(got-tc.want) > tc.allow*tc.want {
			t.Errorf("order %d: %.3f permutations for a solution, want %.3f", tc.n, got, tc.want)
		}
	}
	// Half an exchange a queen where one permutation is enough.
	_, stats := first(t, Get("sosic-gu"), 2000, 7)
	if share := float64(stats.Swaps) / 2000; stats.Tries != 1 || share < 0.45 || share > 0.53 {
		t.Errorf("order 2000: %d permutations, %.2f exchanges a queen, want 1 and 0.49", stats.Tries, share)
	}
}

func TestMinConflictsNeedsFewMoves(t *testing.T) {
	for _, n := range []int{100, 1000} {
		_, stats := first(t, Get("min-conflicts"), n, 3)
		// About 50 moves whatever n is, [minton1990]; 500 would be something else.
		if stats.Tries != 1 || stats.Backtracks > 500 {
			t.Errorf("order %d: %d starts, %d moves", n, stats.Tries, stats.Backtracks)
		}
	}
}

// Solution number k of a seed is the first one of seed + k.
func TestWindowGreedyTakesSeedAfterSeed(t *testing.T) {
	list, _ := collect(t, Get("window-greedy"), callOf(500), 3)
	for k, p := range list {
		if again, _ := first(t, Get("window-greedy"), 500, 1+uint64(k)); !again.Equal(p) {
			t.Errorf("solution %d is not the first of its own seed", k)
		}
	}
}

// TestNeuralNetworkSucceeds: 200 solutions are found in few starts, at the rates of its description
// or somewhat lower, and all are solutions.
func TestNeuralNetworkSucceeds(t *testing.T) {
	for _, tc := range []struct {
		order  int
		starts uint64
	}{{8, 210}, {20, 320}, {50, 280}} {
		found, stats := collect(t, Get("neural-network"), callOf(tc.order), 200)
		wantSolutions(t, Get("neural-network"), callOf(tc.order).Problem, found)
		if stats.Tries > tc.starts {
			t.Errorf("order %d: %d starts, want at most %d", tc.order, stats.Tries, tc.starts)
		}
	}
}

// slowNetwork follows the equation of motion, counting attackers queen by queen.
type slowNetwork struct {
	rows       []int32
	potentials [][]int
}

func (w *slowNetwork) attackers(col, row int) (all, inRow int) {
	sq := queens.Square{Row: row, Col: col}
	for other, r := range w.rows {
		if other != col && sq.Attacks(queens.Square{Row: int(r), Col: other}) {
			all++
			if int(r) == row {
				inRow++
			}
		}
	}
	return all, inRow
}

func (w *slowNetwork) update(col, now int) {
	for row := range w.potentials[col] {
		all, inRow := w.attackers(col, row)
		u := w.potentials[col][row] - all
		if inRow == 0 {
			u++
		}
		w.potentials[col][row] = max(-2, min(2, u))
	}
	all, _ := w.attackers(col, now)
	w.potentials[col][now] -= all
}

// TestNeuralNetworkMoves replays steps: each queen moves to a row of the greatest potential. She
// stays if hers is one and she is not attacked.
func TestNeuralNetworkMoves(t *testing.T) {
	const n = 9
	w := slowNetwork{rows: slices.Repeat([]int32{solver.Whole}, n)}
	now, moves, stays := -1, 0, 0
	call := callOf(n)
	call.Observe = func(e solver.Event) {
		solver.Apply(w.rows, e)
		switch col, row := int(e.Col), int(e.Row); {
		case e.Kind == solver.Clear:
			w.potentials = make([][]int, n)
			for col := range n {
				w.potentials[col] = make([]int, n)
			}
			now = -1
		case e.Kind == solver.Remove:
			now = row
			w.update(col, now)
		case e.Kind == solver.Place && now >= 0:
			own := w.potentials[col]
			attackers, _ := w.attackers(col, now)
			mustStay := attackers == 0 && own[now] == slices.Max(own)
			if own[row] != slices.Max(own) || mustStay && row != now {
				t.Fatalf("move %d of column %d from row %d to %d, potentials %v, attackers %d", moves, col, now, row,
					own, attackers)
			}
			moves++
			if mustStay {
				stays++
			}
		}
	}
	if collect(t, Get("neural-network"), call, 20); stays < 100 || moves < 2*stays {
		t.Errorf("%d moves, %d of which had to stay", moves, stays)
	}
}

// run runs an algorithm to its end and returns what it cost, and the number of events of kind Prune
// on a square that a queen stands on: boards that were finished and left out.
func run(t *testing.T, a *solver.Algorithm, n int) (stats solver.Stats, rejected uint64) {
	t.Helper()
	board := make([]int32, n)
	c := callOf(n)
	c.Observe = func(e solver.Event) {
		if e.Kind == solver.Prune && board[e.Col] == e.Row {
			rejected++
		}
		solver.Apply(board, e)
	}
	_, stats = collect(t, a, c, 0)
	return stats, rejected
}

// The numbers of safety tests and placements, orders 4 to 10, were found with programs of
// others than these, written from the printed algorithms after their repair.
var listCounts = []struct{ n, wirth, rohl, placements uint64 }{
	{4, 60, 32, 16},
	{5, 220, 101, 53},
	{6, 894, 356, 152},
	{7, 3584, 1345, 551},
	{8, 15720, 5508, 2056},
	{9, 72378, 24011, 8393},
	{10, 348150, 110004, 35538},
}

func TestTestsAndPlacements(t *testing.T) {
	for _, want := range listCounts {
		n := int(want.n)
		inner := uint64(1) // columns entered: boards with 0 to n-1 queens
		for k := 1; k < n; k++ {
			v, ok := known.Lookup("backtrack-profile", n, k)
			if !ok {
				t.Fatalf("package known has no profile of order %d", n)
			}
			boards, _ := v.Value.Uint64()
			inner += boards
		}
		for _, c := range []struct {
			alg   *solver.Algorithm
			tests uint64
		}{
			{Get("wirth"), want.wirth},
			{Get("composition"), want.wirth},
			{Get("rohl-permutation"), want.rohl},
			{Get("rohl-list"), want.rohl},
			{Get("bitmask"), inner},
		} {
			got, _ := run(t, c.alg, n)
			if got.Tests != c.tests || got.Placements != want.placements || got.Backtracks != want.placements {
				t.Errorf("%s, order %d: %d tests, %d placements, %d backtracks; want %d, %d, as many",
					c.alg.Name, n, got.Tests, got.Placements, got.Backtracks, c.tests, want.placements)
			}
		}
	}
}

// Brute force makes n^n vectors: all columns are set at the start, and the wheel that is the k-th
// from the left moves n^k times, the last time back to the first row. Of the permutations all
// are made: 4! = 24 of four take 23 steps, of which the 12 that end on an odd place exchange
// once, 8 exchange twice (once, and two turned round) and 3 exchange once and turn three.
func TestEverythingIsGenerated(t *testing.T) {
	for n := 2; n <= 6; n++ {
		want, power := uint64(n), uint64(1)
		for range n {
			power *= uint64(n)
			want += power
		}
		if got, _ := run(t, Get("brute-force"), n); got.Placements != want {
			t.Errorf("brute force, order %d: %d placements, want %d", n, got.Placements, want)
		}
	}
	const steps = 12*1 + 8*2 + 3*2
	if got, _ := run(t, Get("permutation-test"), 4); got.Swaps != steps || got.Placements != 4 {
		t.Errorf("permutations of order 4: %d exchanges, %d placements; want %d, 4", got.Swaps, got.Placements, steps)
	}
}

// Counts of the searches for fundamental solutions; the same origin.
var fundamentalCounts = []struct {
	n, toporCalls, toporTests, naurLeaves, naurPlacements, halfLeaves uint64
}{
	{5, 24, 110, 4, 27, 0},
	{6, 61, 360, 1, 50, 0},
	{7, 172, 1162, 16, 257, 23},
	{8, 590, 4624, 18, 553, 46},
	{9, 2330, 20556, 118, 3598, 203},
	{10, 9426, 93340, 129, 8796, 362},
}

// Errata T13: of the boards that Naur finishes the share that is kept grows, for even and for odd
// orders.
func TestNaurKeepsMore(t *testing.T) {
	const last = 11
	kept := make(map[int]float64)
	for n := 7; n <= last; n++ {
		found, left := run(t, Get("naur"), n)
		kept[n] = float64(found.Solutions) / float64(found.Solutions+left)
		if before, ok := kept[n-2]; ok && kept[n] <= before {
			t.Errorf("order %d: %.3f of the finished boards are kept, at order %d %.3f", n, kept[n], n-2, before)
		}
	}
}

func TestFundamentalCounts(t *testing.T) {
	for _, want := range fundamentalCounts {
		n := int(want.n)
		topor, _ := run(t, Get("topor"), n)
		if calls := topor.Tests/want.n + topor.Solutions; topor.Tests != want.toporTests || calls != want.toporCalls {
			t.Errorf("topor, order %d: %d tests, %d calls; want %d, %d", n, topor.Tests, calls, want.toporTests,
				want.toporCalls)
		}
		naur, left := run(t, Get("naur"), n)
		if leaves := naur.Solutions + left; leaves != want.naurLeaves || naur.Placements != want.naurPlacements {
			t.Errorf("naur, order %d: %d leaves, %d placements; want %d, %d", n, leaves, naur.Placements,
				want.naurLeaves, want.naurPlacements)
		}
		if want.halfLeaves > 0 {
			half, left := run(t, Get("least-of-eight"), n)
			if leaves := half.Solutions + left; leaves != want.halfLeaves {
				t.Errorf("least of eight, order %d: %d solutions in half of the first column, want %d", n, leaves,
					want.halfLeaves)
			}
		}
	}
}
