package complete_test

import (
	"math/rand/v2"
	"slices"
	"testing"

	"queens"
	"queens/find/complete"
	"queens/internal/must"
)

type noProof struct{ complete.Proof }

// TestRepair completes a large board with given queens, blocked squares and excluded diagonals, and
// checks two solutions.
func TestRepair(t *testing.T) {
	const n = 4000
	p := must.Get(complete.Generate("completion", n, 1000, queens.Regular, 1))(t)
	random := rand.New(rand.NewPCG(1, 2))
	for len(p.Excluded) < 300 {
		q := queens.Problem{Order: n, Given: p.Given, Excluded: []queens.Diagonal{
			{Line: queens.Rising + queens.Line(random.IntN(2)), Index: random.IntN(2*n - 1)},
		}}
		if q.Validate() == nil {
			p.Excluded = append(p.Excluded, q.Excluded...)
		}
	}
	for range 10 * n {
		if sq := (queens.Square{Row: random.IntN(n), Col: random.IntN(n)}); !slices.Contains(p.Given, sq) {
			p.Blocked = append(p.Blocked, sq)
		}
	}
	a, err := complete.One(t.Context(), p, complete.Options{Seed: 1})
	if err != nil || a.Solution == nil || a.Engine != complete.Repair || a.Proven {
		t.Fatalf("engine %s, solution %v, %v", a.Engine, a.Solution != nil, err)
	}
	b, err := complete.Another(t.Context(), p, a.Solution, complete.Options{Seed: 1})
	if err != nil || b.Solution.Equal(a.Solution) {
		t.Fatalf("another: %v, the same %v", err, b.Solution.Equal(a.Solution))
	}
	for _, q := range []queens.Perm{a.Solution, b.Solution} {
		must.Do(t, p.Check(q))
	}
}

func TestRepairAgrees(t *testing.T) {
	possible := 0
	for _, f := range complete.Families() {
		for seed := range uint64(6) {
			amount := f.Default(12, queens.Regular)
			if f.Name == "diagonals" {
				amount /= 2
			}
			p := must.Get(complete.Generate(f.Name, 12, amount, queens.Regular, seed))(t)
			exact := must.Get(complete.One(t.Context(), p, complete.Options{}))(t)
			if exact.Solution == nil {
				continue
			}
			possible++
			a, err := complete.One(t.Context(), p, complete.Options{Engine: complete.Repair, Seed: seed})
			if err != nil || a.Solution == nil || a.Proven {
				t.Errorf("%s, seed %d: repair found %v, %v; the search %v", f.Name, seed, a.Solution, err,
					exact.Solution)
			}
		}
	}
	if possible < 10 {
		t.Errorf("only %d boards had a completion", possible)
	}
}

// TestRepairIsNeverAProof covers boards with too many missing queens and no completion: repair
// fails without a verdict.
func TestRepairIsNeverAProof(t *testing.T) {
	p := queens.Problem{Order: complete.MaxOpen + 1}
	for row := range p.Order {
		p.Blocked = append(p.Blocked, queens.Square{Row: row, Col: 7})
	}
	a, err := complete.One(t.Context(), p, complete.Options{Nodes: uint64(p.Order) + 200})
	if err != nil || a.Solution != nil || a.Proven || a.Engine != complete.Repair || a.Nodes < uint64(p.Order) {
		t.Errorf("%+v, %v", a, err)
	}
	p = queens.Problem{Order: complete.RepairFrom + 1, Blocked: p.Blocked[1 : complete.RepairFrom+1]}
	a, err = complete.One(t.Context(), p, complete.Options{Engine: complete.Repair})
	if err != nil || a.Solution == nil || a.Solution[7] != 0 {
		t.Errorf("with one square free: %v, solution %v", err, a.Solution != nil)
	}
}
