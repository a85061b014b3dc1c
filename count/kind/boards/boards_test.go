package boards

import (
	"math/bits"
	"slices"
	"strings"
	"testing"

	"queens"
	"queens/count/kind"
	"queens/internal/kernel"
	"queens/known"
)

// plan is a plan of boards as package plan makes it.
type plan struct {
	*Count
	scheme      kind.Scheme
	target      kind.Work
	work        kind.Work
	subproblems []kind.Subproblem
}

// begin returns a count.
func begin(n int, s kind.Scheme) *Count { return s.Kind.Begin(s, n).(*Count) }

// newPlan returns a plan with subproblems of the given work, or of the usual one.
func newPlan(t testing.TB, n int, s kind.Scheme, target func(whole kind.Work) kind.Work) *plan {
	t.Helper()
	p := &plan{Count: begin(n, s), scheme: s}
	whole, err := p.Work(t.Context())
	if err != nil {
		t.Fatal(err)
	}
	if p.target = p.Target(whole); target != nil {
		p.target = target(whole)
	}
	if p.subproblems, err = p.Cut(t.Context(), p.target); err != nil {
		t.Fatal(err)
	}
	for i := range p.subproblems {
		p.subproblems[i].Number = i
		p.work = p.work.Plus(p.subproblems[i].Work)
	}
	return p
}

// cutAt returns the plan with subproblems of the given work: small orders, which
// are counted at once, are cut by it too.
func cutAt(t testing.TB, n int, s kind.Scheme, target uint64) *plan {
	t.Helper()
	return newPlan(t, n, s, func(kind.Work) kind.Work { return queens.NewTotal(target) })
}

// lookup returns a scheme of the kind.
func lookup(name string) kind.Scheme {
	return schemes()[slices.IndexFunc(schemes(), func(s kind.Scheme) bool { return s.Name == name })]
}

// search counts the completions of a board with the reference kernel.
func search(b *Board) kernel.Result {
	return kernel.All()[0].Count(&kernel.Task{
		Order: b.Order, Modular: b.Topology == queens.Modular,
		Columns: b.Columns, Rising: b.Rising, Falling: b.Falling, Blocked: b.Blocked, Rows: b.Rows,
	})
}

// countPlan adds up all subproblems.
func countPlan(p *plan) (total queens.Total) {
	for _, sub := range p.subproblems {
		for _, part := range sub.Pieces.(Parts) {
			b, weight := p.Board(part)
			total = total.Plus(queens.NewTotal(search(&b).Solutions).Times(weight))
		}
	}
	return total
}

// series names the known values of what each scheme counts.
var series = map[string]string{
	"border": "solutions", "families": "solutions", "squares": "solutions",
}

// TestTotals counts every order up to 13 by every scheme, as cut for use and cut
// finely.
func TestTotals(t *testing.T) {
	for _, s := range schemes() {
		t.Run(s.Name, func(t *testing.T) {
			last := 13
			if testing.Short() {
				last = 11
			}
			if s.Tells != "" {
				last = 10 // the same boards, or n times as many solutions
			}
			for n := s.MinOrder; n <= last; n++ {
				want, ok := known.Lookup(series[s.Name], n)
				if !ok {
					t.Fatalf("no known value of %s for %d", series[s.Name], n)
				}
				want.Value = want.Value.Times(s.Times(n))
				p := newPlan(t, n, s, nil)
				if got := countPlan(p); got != want.Value {
					t.Errorf("order %d: %v %s, want %v", n, got, s.Counts, want.Value)
				}
				if n > 11 {
					continue // a second time takes seconds
				}
				for _, target := range []uint64{1, 30} {
					if got := countPlan(cutAt(t, n, s, target)); got != want.Value {
						t.Errorf("order %d cut at %d: %v %s, want %v", n, target, got, s.Counts, want.Value)
					}
				}
			}
		})
	}
}

// TestStructure checks what every plan promises about its parts and its work.
func TestStructure(t *testing.T) {
	last := 12
	if testing.Short() {
		last = 10
	}
	for _, s := range schemes() {
		for n := s.MinOrder; n <= last; n++ {
			for _, target := range []uint64{1, 50, 1 << 20} {
				p := cutAt(t, n, s, target)
				checkStructure(t, p)
			}
		}
		checkStructure(t, newPlan(t, 18, s, nil))
	}
}

func checkStructure(t *testing.T, p *plan) {
	t.Helper()
	var sum kind.Work
	var parts []Part
	for i, sub := range p.subproblems {
		if sub.Number != i || len(sub.Pieces.(Parts)) == 0 {
			t.Fatalf("%s of order %d: subproblem %d has number %d and %d parts", p.scheme.Name, p.order, i,
				sub.Number, len(sub.Pieces.(Parts)))
		}
		if len(sub.Pieces.(Parts)) > 1 && sub.Work.Compare(p.target) > 0 {
			t.Errorf("%s of order %d: subproblem %d has work %v, more than %v", p.scheme.Name, p.order, i, sub.Work,
				p.target)
		}
		sum = sum.Plus(sub.Work)
		parts = append(parts, sub.Pieces.(Parts)...)
	}
	if sum != p.work {
		t.Errorf("%s of order %d: subproblems have work %v, the plan %v", p.scheme.Name, p.order, sum, p.work)
	}
	ordered := slices.IsSortedFunc(parts, func(a, b Part) int {
		if a.Family != b.Family {
			return a.Family - b.Family
		}
		return strings.Compare(a.Cols, b.Cols)
	})
	if !ordered || len(slices.Compact(slices.Clone(parts))) != len(parts) {
		t.Errorf("%s of order %d: parts are not in order, each once", p.scheme.Name, p.order)
	}
}

// TestFree compares the free squares of random boards with the definition.
func TestFree(t *testing.T) {
	g := generator(1)
	for _, topology := range []queens.Topology{queens.Regular, queens.Modular} {
		for _, n := range []int{1, 2, 5, 8, 13, 31, kind.MaxOrder} {
			for range 4 {
				b := Board{Order: n, Topology: topology}
				var placed []queens.Square
				for range n {
					sq := queens.Square{Row: g.below(n), Col: g.below(n)}
					if b.Filled>>sq.Row&1 == 0 && b.Free(sq.Row)>>sq.Col&1 == 1 {
						b.Place(sq)
						placed = append(placed, sq)
					}
					checkFree(t, &b, placed)
				}
			}
		}
	}
}

func checkFree(t *testing.T, b *Board, placed []queens.Square) {
	t.Helper()
	for r := range b.Order {
		if b.Filled>>r&1 == 1 {
			continue // Free is asked for open rows only
		}
		var want uint64
		for c := range b.Order {
			problem := queens.Problem{
				Order: b.Order, Topology: b.Topology,
				Given: append(slices.Clone(placed), queens.Square{Row: r, Col: c}),
			}
			if problem.Validate() == nil {
				want |= 1 << c
			}
		}
		if got := b.Free(r); got != want {
			t.Fatalf("%v board of order %d with queens %v: row %d has free columns %b, want %b", b.Topology,
				b.Order, placed, r, got, want)
		}
	}
	if bits.OnesCount64(b.Columns) != len(placed) {
		t.Fatalf("%d columns are filled by %d queens", bits.OnesCount64(b.Columns), len(placed))
	}
}
