package complete_test

import (
	"math/rand/v2"
	"slices"
	"testing"

	"queens"
	"queens/find/complete"
	"queens/internal/must"
)

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
