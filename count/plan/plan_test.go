package plan

import (
	"bytes"
	"context"
	"errors"
	"fmt"
	"math/bits"
	"runtime"
	"slices"
	"strings"
	"testing"

	"queens"
	"queens/internal/gold"
	"queens/internal/kernel"
	"queens/internal/turns"
	"queens/known"
)

// lookup returns a scheme that exists.
func lookup(t testing.TB, name string) Scheme {
	t.Helper()
	s, err := Lookup(name)
	if err != nil {
		t.Fatal(err)
	}
	return s
}

// boardSchemes returns the schemes whose plans consist of boards.
func boardSchemes() []Scheme {
	return slices.DeleteFunc(table(), func(s Scheme) bool { return s.Kind() != Boards })
}

// cutAt returns the plan with subproblems of the given work: small orders, which
// are counted at once, are cut by it too.
func cutAt(t testing.TB, n int, s Scheme, target uint64) *Plan {
	t.Helper()
	p, err := newPlan(t.Context(), n, s, func(Work) Work { return queens.NewTotal(target) })
	if err != nil {
		t.Fatal(err)
	}
	return p
}

// search counts the completions of a board with the reference kernel.
func search(b *Board) kernel.Result {
	return kernel.All()[0].Count(&kernel.Task{
		Order: b.Order, Modular: b.Topology == queens.Modular, Turn: 1,
		Columns: b.Columns, Rising: b.Rising, Falling: b.Falling, Filled: b.Filled, Blocked: b.Blocked, Rows: b.Rows,
	})
}

// countPlan adds up all subproblems.
func countPlan(p *Plan) (total queens.Total) {
	for _, sub := range p.Subproblems {
		for _, part := range sub.Pieces.(Parts) {
			b, weight := p.Board(part)
			total = total.Plus(queens.NewTotal(search(&b).Solutions).Times(weight))
		}
	}
	return total
}

// series names the known values of what each scheme counts.
var series = map[string]string{
	"border": "solutions", "families": "solutions", "half-turn": "s180", "join": "solutions", "parity": "solutions", "quarter-turn": "s90", "squares": "solutions", "torus": "toroidal", "torus-half-turn": "toroidal-half-turn",
}

// TestTotals counts every order up to 13 by every scheme, as cut for use and cut
// finely.
func TestTotals(t *testing.T) {
	for _, s := range boardSchemes() {
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
				p, err := New(t.Context(), n, s)
				if err != nil {
					t.Fatal(err)
				}
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
	for _, s := range boardSchemes() {
		for n := s.MinOrder; n <= last; n++ {
			for _, target := range []uint64{1, 50, 1 << 20} {
				p := cutAt(t, n, s, target)
				checkStructure(t, p)
			}
		}
		p, err := New(t.Context(), 18, s)
		if err != nil {
			t.Fatal(err)
		}
		checkStructure(t, p)
	}
}

func checkStructure(t *testing.T, p *Plan) {
	t.Helper()
	var sum Work
	var parts []Part
	for i, sub := range p.Subproblems {
		if sub.Number != i || len(sub.Pieces.(Parts)) == 0 {
			t.Fatalf("%s of order %d: subproblem %d has number %d and %d parts", p.Scheme.Name, p.Order, i, sub.Number, len(sub.Pieces.(Parts)))
		}
		if len(sub.Pieces.(Parts)) > 1 && sub.Work.Compare(p.Target) > 0 {
			t.Errorf("%s of order %d: subproblem %d has work %v, more than %v", p.Scheme.Name, p.Order, i, sub.Work, p.Target)
		}
		sum = sum.Plus(sub.Work)
		parts = append(parts, sub.Pieces.(Parts)...)
	}
	if sum != p.Work {
		t.Errorf("%s of order %d: subproblems have work %v, the plan %v", p.Scheme.Name, p.Order, sum, p.Work)
	}
	ordered := slices.IsSortedFunc(parts, func(a, b Part) int {
		if a.Family != b.Family {
			return a.Family - b.Family
		}
		return strings.Compare(a.Cols, b.Cols)
	})
	if !ordered || len(slices.Compact(slices.Clone(parts))) != len(parts) {
		t.Errorf("%s of order %d: parts are not in order, each once", p.Scheme.Name, p.Order)
	}
}

// TestHashes compares the plans with those of the versions before. A difference is
// a new plan: then Scheme.Version grows, because results of the old one must not be
// added to it.
func TestHashes(t *testing.T) {
	var out bytes.Buffer
	fmt.Fprintln(&out, "# scheme version order: families subproblems parts-or-sets hash")
	seen := map[string]string{}
	for _, s := range identities() {
		for _, n := range []int{0, 1, 2, 3, 4, 5, 7, 8, 11, 12, 13, 16, 17, 18, 19, 20} {
			if n < s.MinOrder {
				continue
			}
			p, err := New(t.Context(), n, s)
			if err != nil {
				t.Fatal(err)
			}
			parts := 0
			for _, sub := range p.Subproblems {
				switch pieces := sub.Pieces.(type) {
				case Parts:
					parts += len(pieces)
				case Sets:
					parts += pieces.Count
				case Lines:
					parts += pieces.Count
				}
			}
			scheme, version := s.Identity(n)
			name := fmt.Sprintf("%s %d %d", scheme, version, n)
			fmt.Fprintf(&out, "%s: %d %d %d %s\n", name, len(p.Families()), len(p.Subproblems), parts, p.HashText())
			if other, twice := seen[p.HashText()]; twice {
				t.Errorf("%s and %s have the same hash", name, other)
			}
			seen[p.HashText()] = name
		}
	}
	gold.Compare(t, "testdata/hashes.txt", out.Bytes())
}

// identities returns every scheme, and as it was when it had another name if some plans differ.
func identities() (list []Scheme) {
	for _, s := range table() {
		list = append(list, s)
		if old := s.Former; old != nil && !old.Same(0) {
			s.Name, s.Version, s.Former = old.Name, old.Version, nil
			list = append(list, s)
		}
	}
	return list
}

// A scheme is found by the name that it had, with the plans that it made.
func TestFormerNames(t *testing.T) {
	for _, test := range []struct {
		name    string
		n       int
		present bool
	}{
		{"half-turn-product", 35, false},
		{"half-turn-product", 36, true},
		{"half-turn-product", 37, false},
		{"half-turn-product", 38, true},
		{"half-turn-product", 41, true},
		{"quarter-turn-product", 12, true},
		{"half-turn", 12, true},
		{"families", 12, true},
	} {
		s := lookup(t, test.name)
		if name, version := s.Identity(test.n); name != test.name && test.name != "half-turn" || version < 1 {
			t.Errorf("%s of order %d has the identity %s, %d", test.name, test.n, name, version)
		}
		now, ok := s.Present(test.n)
		if ok != test.present {
			t.Errorf("%s of order %d is made today: %t, want %t", test.name, test.n, ok, test.present)
		}
		if !ok || test.n > 36 {
			continue // a second
		}
		old, err := New(t.Context(), test.n, s)
		if err != nil {
			t.Fatal(err)
		}
		p, err := New(t.Context(), test.n, now)
		if err != nil {
			t.Fatal(err)
		}
		if p.Hash != old.Hash {
			t.Errorf("%s and %s have different plans of order %d", s.Name, now.Name, test.n)
		}
	}
}

func TestHashKnowsVersion(t *testing.T) {
	s := lookup(t, "families")
	old := cutAt(t, 8, s, 100)
	s.Version++
	if next := cutAt(t, 8, s, 100); next.Hash == old.Hash {
		t.Error("a new version has the hash of the old one")
	}
	if other := cutAt(t, 8, lookup(t, "families"), 101); other.Hash == old.Hash && len(other.Subproblems) != len(old.Subproblems) {
		t.Error("a plan that is cut otherwise has the same hash")
	}
}

// TestSamePlanForAnyNumberOfWorkers cuts side by side and alone.
func TestSamePlanForAnyNumberOfWorkers(t *testing.T) {
	before := runtime.GOMAXPROCS(0)
	defer runtime.GOMAXPROCS(before)
	for _, s := range table() {
		hashes := map[string]bool{}
		for _, workers := range []int{1, 2, 4, 7} {
			runtime.GOMAXPROCS(workers)
			p, err := New(t.Context(), 17, s)
			if err != nil {
				t.Fatal(err)
			}
			hashes[p.HashText()] = true
		}
		if len(hashes) != 1 {
			t.Errorf("%s: %d different plans", s.Name, len(hashes))
		}
	}
}

// TestSubproblems bounds the number and the size of the subproblems of a count of
// a minute.
func TestSubproblems(t *testing.T) {
	p, err := New(t.Context(), 18, lookup(t, "families"))
	if err != nil {
		t.Fatal(err)
	}
	if k := len(p.Subproblems); k < usualCount || k > 2*usualCount {
		t.Errorf("order 18 has %d subproblems, want %d to %d", k, usualCount, 2*usualCount)
	}
	if p.Target.Compare(queens.NewTotal(minTarget)) < 0 || p.Target.Compare(queens.NewTotal(usualTarget)) > 0 {
		t.Errorf("order 18 has subproblems of work %v", p.Target)
	}
}

func TestNewTells(t *testing.T) {
	for _, s := range table() {
		orders := []int{-1, s.MinOrder - 1, s.MaxOrder + 1, turns.MaxQuarter + 1}
		accepted := fmt.Sprintf("%d to %d", s.MinOrder, s.MaxOrder)
		if s.Name == "quarter-turn" {
			orders, accepted = append(orders, 68), "0 to 69 except 68"
		}
		for _, n := range orders {
			want := fmt.Sprintf("plan: %s of order %d: want %s: order out of range", s.Name, n, accepted)
			_, errNew := New(t.Context(), n, s)
			_, errDraft := NewDraft(t.Context(), n, s)
			_, errFrame := NewFrame(n, s)
			for _, err := range []error{errNew, errDraft, errFrame} {
				if err == nil && s.Samples(n) == nil { // a draft to draw samples from
					err = errNew
				}
				if !errors.Is(err, queens.ErrOrder) || err.Error() != want {
					t.Errorf("error %q, want %q", err, want)
				}
			}
		}
	}
}

// TestNewStops ends the context before the plan is begun, and while it is made.
func TestNewStops(t *testing.T) {
	for _, s := range table() {
		ctx, cancel := context.WithCancel(t.Context())
		cancel()
		for _, n := range []int{8, s.MaxOrder} {
			p, err := New(ctx, n, s)
			if want := fmt.Sprintf("plan: %s of order %d: context canceled", s.Name, n); p != nil || !errors.Is(err, context.Canceled) || err.Error() != want {
				t.Errorf("%s of order %d: plan %v, error %v, want %q", s.Name, n, p != nil, err, want)
			}
		}
	}
	ctx, cancel := context.WithCancel(t.Context())
	started := 0
	_, err := newPlan(ctx, MaxOrder, lookup(t, "families"), func(total Work) Work {
		started++
		cancel() // the families are found, the cutting begins
		return targetOf(total)
	})
	if started != 1 || !errors.Is(err, context.Canceled) {
		t.Errorf("stopped %d times at the cutting: error %v", started, err)
	}
}

func TestLookup(t *testing.T) {
	for _, s := range table() {
		if got, err := Lookup(s.Name); err != nil || got.Name != s.Name {
			t.Errorf("Lookup(%q) = %q, %v", s.Name, got.Name, err)
		}
		if s.Summary == "" || strings.HasSuffix(s.Summary, ".") || s.Source == "" || s.Version < 1 || s.Counts == "" || series[s.Name] == "" {
			t.Errorf("%s: a field is missing or malformed", s.Name)
		}
	}
	_, err := Lookup("familys")
	const want = `plan: scheme "familys": want one of border, families, half-turn, join, parity, quarter-turn, squares, torus, torus-half-turn: malformed input`
	if !errors.Is(err, queens.ErrFormat) || err.Error() != want {
		t.Errorf("error %q, want %q", err, want)
	}
}

// TestFree compares the free squares of random boards with the definition.
func TestFree(t *testing.T) {
	g := generator(1)
	for _, topology := range []queens.Topology{queens.Regular, queens.Modular} {
		for _, n := range []int{1, 2, 5, 8, 13, 31, MaxOrder} {
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
			problem := queens.Problem{Order: b.Order, Topology: b.Topology, Given: append(slices.Clone(placed), queens.Square{Row: r, Col: c})}
			if problem.Validate() == nil {
				want |= 1 << c
			}
		}
		if got := b.Free(r); got != want {
			t.Fatalf("%v board of order %d with queens %v: row %d has free columns %b, want %b", b.Topology, b.Order, placed, r, got, want)
		}
	}
	if bits.OnesCount64(b.Columns) != len(placed) {
		t.Fatalf("%d columns are filled by %d queens", bits.OnesCount64(b.Columns), len(placed))
	}
}

func BenchmarkNew(b *testing.B) {
	for _, name := range []string{"border", "families"} {
		s := lookup(b, name)
		for _, n := range []int{16, 20, 24} {
			b.Run(fmt.Sprintf("scheme=%s/n=%d", name, n), func(b *testing.B) {
				b.ReportAllocs()
				subproblems := 0
				for b.Loop() {
					p, err := New(b.Context(), n, s)
					if err != nil {
						b.Fatal(err)
					}
					subproblems = len(p.Subproblems)
				}
				b.ReportMetric(float64(subproblems), "subproblems")
			})
		}
	}
}
