package count_test

import (
	"math/rand/v2"
	"slices"
	"testing"

	"queens"
	"queens/count"
	"queens/count/methods"
	"queens/count/plan"
	"queens/internal/must"
)

// TestBoards compares completions by both methods and in all ways with a search of whole
// permutations, on boards with given queens, blocked squares and excluded diagonals.
func TestBoards(t *testing.T) {
	random, boards, found := rand.New(rand.NewPCG(18, 7)), 600, 0
	if testing.Short() {
		boards = 100
	}
	for k := range boards {
		p := randomProblem(random, k%13)
		var want queens.Total
		if p.Order < 8 {
			want = queens.NewTotal(uint64(plainCompletions(p, nil)))
		} else {
			want = *must.Get(count.Solve(t.Context(), count.About(p), count.Options{}))(t).Solutions
		}
		for _, o := range []count.Options{
			{Method: "search-board"},
			{Method: "parity-board"},
			{Method: "parity-board", Kernel: "portable"},
			{Method: "parity-board", By: []string{"ladder"}},
			{Method: "parity-board", By: []string{"squares"}},
		} {
			if got := onBoard(t, o.Method, p, count.Options{Kernel: o.Kernel, By: o.By}); got != want {
				t.Fatalf("%+v: %v completions by %+v, want %v", p, got, o, want)
			}
		}
		if p.Order > 5 && !want.IsZero() {
			found++
		}
	}
	if found < boards/6 {
		t.Errorf("only %d boards have completions", found)
	}
}

func onBoard(t *testing.T, name string, p queens.Problem, o count.Options) queens.Total {
	t.Helper()
	s := must.Get(must.Get(methods.Find(name))(t).On(p))(t)
	r := must.Get(count.Run(t.Context(), must.Get(plan.New(t.Context(), p.Order, s))(t), o))(t)
	return r.Total
}

// plainCompletions places queens in the columns after those of some, and asks the problem.
func plainCompletions(p queens.Problem, some queens.Perm) (found int) {
	if len(some) == p.Order {
		if p.Check(some) == nil {
			found++
		}
		return found
	}
	for row := range p.Order {
		if !slices.Contains(some, row) {
			found += plainCompletions(p, append(slices.Clone(some), row))
		}
	}
	return found
}

func randomProblem(random *rand.Rand, n int) queens.Problem {
	p := queens.Problem{Order: n}
	if n == 0 {
		return p
	}
	add := func(change func(p *queens.Problem, at queens.Square)) {
		next := p
		next.Given, next.Blocked = slices.Clone(p.Given), slices.Clone(p.Blocked)
		next.Excluded = slices.Clone(p.Excluded)
		if change(&next, queens.Square{Row: random.IntN(n), Col: random.IntN(n)}); next.Validate() == nil {
			p = next
		}
	}
	for range random.IntN(4) {
		add(func(p *queens.Problem, at queens.Square) { p.Given = append(p.Given, at) })
	}
	for range random.IntN(2) * random.IntN(n*n/2+1) {
		add(func(p *queens.Problem, at queens.Square) { p.Blocked = append(p.Blocked, at) })
	}
	for range random.IntN(4) * random.IntN(2) {
		add(func(p *queens.Problem, at queens.Square) {
			line := [...]queens.Line{queens.Rising, queens.Falling}[random.IntN(2)]
			p.Excluded = append(p.Excluded, queens.DiagonalOf(at, line, n, p.Topology))
		})
	}
	return p
}
