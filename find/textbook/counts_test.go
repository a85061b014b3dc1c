package textbook

import (
	"testing"

	"queens"
	"queens/find/solver"
	"queens/internal/must"
	"queens/known"
)

// run runs an algorithm to its end and returns what it cost, and the number of events of kind Prune
// on a square that a queen stands on: boards that were finished and left out.
func run(t *testing.T, a *solver.Algorithm, n int) (stats solver.Stats, rejected uint64) {
	t.Helper()
	board := make([]int32, n)
	c := solver.Call{Problem: queens.Problem{Order: n}}
	if a.Traced {
		c.Observe = func(e solver.Event) {
			if e.Kind == solver.Prune && board[e.Col] == e.Row {
				rejected++
			}
			solver.Apply(board, e)
		}
	}
	stats = must.Get(a.Solve(t.Context(), c, func(queens.Perm) bool { return true }))(t)
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
			{&Wirth, want.wirth},
			{&Composition, want.wirth},
			{&RohlPermutation, want.rohl},
			{&RohlList, want.rohl},
			{&Bitmask, inner},
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
		if got, _ := run(t, &BruteForce, n); got.Placements != want {
			t.Errorf("brute force, order %d: %d placements, want %d", n, got.Placements, want)
		}
	}
	const steps = 12*1 + 8*2 + 3*2
	if got, _ := run(t, &PermutationTest, 4); got.Swaps != steps || got.Placements != 4 {
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
		found, left := run(t, &Naur, n)
		kept[n] = float64(found.Solutions) / float64(found.Solutions+left)
		if before, ok := kept[n-2]; ok && kept[n] <= before {
			t.Errorf("order %d: %.3f of the finished boards are kept, at order %d %.3f", n, kept[n], n-2, before)
		}
	}
}

func TestFundamentalCounts(t *testing.T) {
	for _, want := range fundamentalCounts {
		n := int(want.n)
		topor, _ := run(t, &Topor, n)
		if calls := topor.Tests/want.n + topor.Solutions; topor.Tests != want.toporTests || calls != want.toporCalls {
			t.Errorf("topor, order %d: %d tests, %d calls; want %d, %d", n, topor.Tests, calls, want.toporTests,
				want.toporCalls)
		}
		naur, left := run(t, &Naur, n)
		if leaves := naur.Solutions + left; leaves != want.naurLeaves || naur.Placements != want.naurPlacements {
			t.Errorf("naur, order %d: %d leaves, %d placements; want %d, %d", n, leaves, naur.Placements,
				want.naurLeaves, want.naurPlacements)
		}
		if want.halfLeaves > 0 {
			half, left := run(t, &LeastOfEight, n)
			if leaves := half.Solutions + left; leaves != want.halfLeaves {
				t.Errorf("least of eight, order %d: %d solutions in half of the first column, want %d", n, leaves,
					want.halfLeaves)
			}
		}
	}
}
