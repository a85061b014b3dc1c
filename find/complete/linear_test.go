package complete_test

import (
	"fmt"
	"maps"
	"math/rand/v2"
	"slices"
	"testing"

	"queens"
	"queens/find/complete"
	"queens/internal/must"
)

func excluding(n int, kind queens.Line, keep func(d int) bool) (p queens.Problem) {
	p.Order = n
	for d := range 2*n - 1 {
		if !keep(d) {
			p.Excluded = append(p.Excluded, queens.Diagonal{Line: kind, Index: d})
		}
	}
	return p
}

// TestWrongSums refutes boards with about as many rising or falling diagonals as queens, but the
// wrong sum over them. By search each of these took seconds or reached a limit.
func TestWrongSums(t *testing.T) {
	boards := map[string]queens.Problem{}
	for _, n := range []int{32, 60} {
		boards[fmt.Sprintf("even %d", n)] = excluding(n, queens.Rising,
			func(d int) bool { return d%2 == 0 && d < 2*n-2 || d == 2*n-3 })
		boards[fmt.Sprintf("upper %d", n)] = excluding(n, queens.Falling,
			func(d int) bool { return d >= n/2 && d <= n/2+n })
	}
	for _, seed := range []uint64{0, 1, 2, 5, 17} {
		for _, n := range []int{30, 60} {
			p := must.Get(complete.Generate("diagonal-sum", n, n+int(seed%3), queens.Regular, seed+100))(t)
			boards[fmt.Sprintf("random %d, seed %d", n, seed)] = p
		}
	}
	cases := 0
	for name, p := range boards {
		a, err := complete.One(t.Context(), p, complete.Options{Seed: 1, Nodes: 2_000_000})
		if err != nil || a.Solution != nil || !a.Proven {
			t.Errorf("%s: %+v, %v", name, a, err)
			continue
		}
		if a.Engine == complete.Program {
			checkWeights(t, p, a.Weights, nil)
			cases = max(cases, a.Weights.Cases())
		}
		r, err := complete.Explain(t.Context(), p, a, 0, complete.Options{})
		core := queens.Problem{Order: p.Order, Given: r.Given, Blocked: r.Blocked, Excluded: r.Excluded}
		if err != nil || r.Minimal || a.Engine == complete.Program && (r.Weights == nil || len(r.Excluded) == 0) {
			t.Errorf("%s: %+v, %v", name, r, err)
		} else if r.Weights != nil {
			checkWeights(t, core, r.Weights, nil)
		}
		if p.Order > 32 && (a.Weights == nil || a.Weights.Split != nil) {
			continue
		}
		if n, err := complete.Count(t.Context(), p, complete.Options{}); err != nil || !n.Completions.IsZero() {
			t.Errorf("%s: counted %+v, %v", name, n, err)
		}
	}
	if cases < 2 {
		t.Error("no board took cases")
	}
}

// checkWeights adds up the weights of every case. path has the diagonals assumed to have a queen,
// or none.
func checkWeights(t *testing.T, p queens.Problem, w *complete.Weights, path map[queens.Diagonal]bool) {
	t.Helper()
	if s := w.Split; s != nil {
		if _, ok := path[s.Diagonal]; ok || path == nil {
			path = map[queens.Diagonal]bool{}
		}
		for with, w := range map[bool]*complete.Weights{false: s.Without, true: s.With} {
			longer := maps.Clone(path)
			longer[s.Diagonal] = with
			checkWeights(t, p, w, longer)
		}
		return
	}
	var sum int64
	for kind, weights := range w.Of {
		for index, weight := range weights {
			if weight < 0 && !path[queens.Diagonal{Line: queens.Line(kind), Index: index}] {
				t.Errorf("%+v: a weight below 0: %+v", p, w)
			}
			sum += weight
		}
	}
	if missing := int64(p.Order - len(p.Given)); sum >= missing*w.Least {
		t.Errorf("%+v: all lines weigh %d, not less than %d times %d", p, sum, missing, w.Least)
	}
	for _, sq := range free(p) {
		without := false
		for kind := queens.Rising; kind <= queens.Falling; kind++ {
			with, assumed := path[queens.DiagonalOf(sq, kind, p.Order, p.Topology)]
			without = without || assumed && !with
		}
		if !without && w.Square(sq, p) < w.Least {
			t.Errorf("%+v: square %v weighs less than %d", p, sq, w.Least)
		}
	}
}

// TestWeightsOfSmallBoards compares the linear program with all permutations: on every board of
// orders 1 to 6 without some rising diagonals, alone and with random falling diagonals, blocked
// squares and a given queen, on both topologies. A board with a completion is never refuted, most
// others are.
func TestWeightsOfSmallBoards(t *testing.T) {
	var refuted [2]int // without and with cases
	none := 0
	try := func(p queens.Problem, solutions []queens.Perm) {
		if p.Validate() != nil {
			return
		}
		w, all := complete.WeightsOf(t.Context(), p, false), complete.WeightsOf(t.Context(), p, true)
		possible := slices.ContainsFunc(solutions, func(q queens.Perm) bool { return p.Check(q) == nil })
		for i, w := range []*complete.Weights{w, all} {
			if w == nil {
				continue
			}
			refuted[i]++
			checkWeights(t, p, w, nil)
			if possible {
				t.Fatalf("%+v has a completion: %+v", p, w)
			}
		}
		if !possible {
			none++
		}
	}
	random := rand.New(rand.NewPCG(27, 6))
	last := 6
	if testing.Short() {
		last = 5
	}
	for n := 1; n <= last; n++ {
		solutions := plain(queens.Problem{Order: n}, permutations(t, n))
		lines := 2*n - 1
		for rising := range 1 << lines {
			for k := range 8 {
				falling := random.IntN(1 << lines)
				if k < 2 {
					falling = k * (1<<lines - 1) // all or none
				}
				p := excluding(n, queens.Rising, func(d int) bool { return rising>>d&1 == 1 })
				p.Excluded = append(p.Excluded, excluding(n, queens.Falling,
					func(d int) bool { return falling>>d&1 == 0 }).Excluded...)
				for range k % 4 * n / 2 {
					p.Blocked = append(p.Blocked, queens.Square{Row: random.IntN(n), Col: random.IntN(n)})
				}
				if k >= 4 {
					p.Given = []queens.Square{{Row: random.IntN(n), Col: random.IntN(n)}}
				}
				try(p, solutions)
				p.Topology = queens.Modular
				p.Excluded = slices.DeleteFunc(p.Excluded, func(d queens.Diagonal) bool { return d.Index >= n })
				try(p, solutions)
			}
		}
	}
	if refuted[0] < none*9/10 || refuted[0] == none || refuted[1] < none/2 {
		t.Errorf("%d of %d boards without a completion refuted", refuted, none)
	}
}

// TestLinesOfSmallBoards compares the search by lines with all permutations, twice with one search.
func TestLinesOfSmallBoards(t *testing.T) {
	random := rand.New(rand.NewPCG(42, 40))
	possible := 0
	for n := 1; n <= 7; n++ {
		all := permutations(t, n)
		for range 200 {
			p := randomProblem(n, random)
			if p.Topology = queens.Regular; random.IntN(2) == 0 {
				p = excluding(n, queens.Falling-queens.Line(random.IntN(2)),
					func(int) bool { return random.IntN(4) > 0 })
			}
			if p.Validate() != nil {
				continue
			}
			want := plain(p, all)
			for _, found := range complete.LinesOf(t.Context(), p, 2) {
				possible += min(len(want), 1)
				slices.SortFunc(found, queens.Perm.Compare)
				if !slices.EqualFunc(found, want, queens.Perm.Equal) {
					t.Fatalf("%+v: found %v, want %v", p, found, want)
				}
			}
		}
	}
	if possible < 100 {
		t.Errorf("only %d boards have a completion", possible)
	}
}

// TestFewDiagonals completes a board on which two of 42 rising diagonals stay empty. Search by rows
// and columns alone fails with twenty million queens.
func TestFewDiagonals(t *testing.T) {
	p := must.Get(complete.Generate("diagonal-sum", 40, 42, queens.Regular, 1))(t)
	a, err := complete.One(t.Context(), p, complete.Options{Nodes: 20_000_000})
	if err != nil || a.Solution == nil {
		t.Fatalf("%+v, %v", a, err)
	}
	must.Do(t, p.Check(a.Solution))
}
