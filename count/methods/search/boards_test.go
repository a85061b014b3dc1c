package search

import (
	"cmp"
	"fmt"
	"math"
	"math/bits"
	"slices"
	"strings"
	"testing"

	"queens"
	kernels "queens/count/internal/kernels/search"
	"queens/count/plan"
	"queens/internal/must"
	"queens/known"
	"queens/list"
	"queens/symmetry"
)

type wholePlan struct {
	*Count
	variant     plan.Variant
	target      plan.Work
	work        plan.Work
	subproblems []plan.Subproblem
}

func begin(n int, s plan.Variant) *Count { return s.Method.NewCount(s, n).(*Count) }

// newPlan returns a plan with subproblems of the given work; nil: the default.
func newPlan(t testing.TB, n int, s plan.Variant, target func(whole plan.Work) plan.Work) *wholePlan {
	t.Helper()
	p := &wholePlan{Count: begin(n, s), variant: s}
	whole := must.Get(p.Work(t.Context()))(t)
	if p.target = p.Target(whole); target != nil {
		p.target = target(whole)
	}
	p.subproblems = must.Get(p.Cut(t.Context(), p.target))(t)
	for i := range p.subproblems {
		p.subproblems[i].Number = i
		p.work = p.work.Plus(p.subproblems[i].Work)
	}
	return p
}

// cutAt returns the plan with subproblems of the given work, also for small orders, which are not
// cut.
func cutAt(t testing.TB, n int, s plan.Variant, target uint64) *wholePlan {
	t.Helper()
	return newPlan(t, n, s, func(plan.Work) plan.Work { return queens.NewTotal(target) })
}

func lookup(name string) plan.Variant {
	return variants()[slices.IndexFunc(variants(), func(s plan.Variant) bool { return s.Name == name })]
}

func search(b *Board) kernels.Result {
	return kernels.All()[0].Count((*kernels.Task)(b))
}

func countPlan(p *wholePlan) (total queens.Total) {
	for _, sub := range p.subproblems {
		for _, part := range sub.Pieces.(Parts) {
			b, weight := p.Board(part)
			total = total.Plus(queens.NewTotal(search(&b).Solutions).Times(weight))
		}
	}
	return total
}

// TestTotals counts every order up to 13 by every variant, with default and with fine cuts.
func TestTotals(t *testing.T) {
	for _, s := range variants() {
		t.Run(s.Name, func(t *testing.T) {
			last := 13
			if testing.Short() {
				last = 11
			}
			for n := s.MinOrder; n <= last; n++ {
				want, _ := known.Solutions(n)
				p := newPlan(t, n, s, nil)
				if got := countPlan(p); got != want {
					t.Errorf("order %d: %v %s, want %v", n, got, s.Counts, want)
				}
				if n > 11 {
					continue // repeating it takes seconds
				}
				for _, target := range []uint64{1, 30} {
					if got := countPlan(cutAt(t, n, s, target)); got != want {
						t.Errorf("order %d cut at %d: %v %s, want %v", n, target, got, s.Counts, want)
					}
				}
			}
		})
	}
}

// TestStructure checks the promises of every plan about its parts and its work.
func TestStructure(t *testing.T) {
	last := 12
	if testing.Short() {
		last = 10
	}
	for _, s := range variants() {
		for n := s.MinOrder; n <= last; n++ {
			for _, target := range []uint64{1, 50, 1 << 20} {
				checkStructure(t, cutAt(t, n, s, target))
			}
		}
		checkStructure(t, newPlan(t, 18, s, nil))
	}
}

func checkStructure(t *testing.T, p *wholePlan) {
	t.Helper()
	var sum plan.Work
	var parts []Part
	for i, sub := range p.subproblems {
		if sub.Number != i || len(sub.Pieces.(Parts)) == 0 {
			t.Fatalf("%s of order %d: subproblem %d has number %d and %d parts", p.variant.Name, p.order, i,
				sub.Number, len(sub.Pieces.(Parts)))
		}
		if len(sub.Pieces.(Parts)) > 1 && sub.Work.Compare(p.target) > 0 {
			t.Errorf("%s of order %d: subproblem %d has work %v, more than %v", p.variant.Name, p.order, i, sub.Work,
				p.target)
		}
		sum = sum.Plus(sub.Work)
		parts = append(parts, sub.Pieces.(Parts)...)
	}
	if sum != p.work {
		t.Errorf("%s of order %d: subproblems have work %v, the plan %v", p.variant.Name, p.order, sum, p.work)
	}
	ordered := slices.IsSortedFunc(parts, func(a, b Part) int {
		return cmp.Or(a.Family-b.Family, strings.Compare(a.Cols, b.Cols))
	})
	if !ordered || len(slices.Compact(slices.Clone(parts))) != len(parts) {
		t.Errorf("%s of order %d: parts are not in order, each once", p.variant.Name, p.order)
	}
}

func TestFree(t *testing.T) {
	g := generator(1)
	for _, n := range []int{1, 2, 5, 8, 13, 31, plan.MaxOrder} {
		for range 4 {
			b := Board{Order: n}
			var placed []queens.Square
			for range n {
				sq := queens.Square{Row: g.below(n), Col: g.below(n)}
				if !holdsRow(placed, sq.Row) && b.Free(sq.Row)>>sq.Col&1 == 1 {
					b.Place(sq)
					placed = append(placed, sq)
				}
				checkFree(t, &b, placed)
			}
		}
	}
}

func checkFree(t *testing.T, b *Board, placed []queens.Square) {
	t.Helper()
	for r := range b.Order {
		if holdsRow(placed, r) {
			continue // Free accepts open rows only
		}
		var want uint64
		for c := range b.Order {
			problem := queens.Problem{
				Order: b.Order, Given: append(slices.Clone(placed), queens.Square{Row: r, Col: c}),
			}
			if problem.Validate() == nil {
				want |= 1 << c
			}
		}
		if got := b.Free(r); got != want {
			t.Fatalf("board of order %d with queens %v: row %d has free columns %b, want %b", b.Order, placed, r,
				got, want)
		}
	}
	if bits.OnesCount64(b.Columns) != len(placed) {
		t.Fatalf("%d columns are filled by %d queens", bits.OnesCount64(b.Columns), len(placed))
	}
}

// TestNumberOfFamilies compares with the formulas of centralFamilies. An independent program for
// the same decomposition gave the same numbers for n = 12 to 17: 34, 31, 41, 37, 48, 43.
func TestNumberOfFamilies(t *testing.T) {
	for n := 6; n <= plan.MaxOrder; n++ {
		want := 7*n/2 - 8
		if n%2 == 1 {
			want = 3*n - 8
		}
		if got := len(centralFamilies(n)); got != want {
			t.Errorf("order %d has %d families, want %d", n, got, want)
		}
	}
}

// TestBorderClasses compares the numbers of classes by weight, and the sum of the weights, with a
// list of all constellations.
func TestBorderClasses(t *testing.T) {
	for n := 4; n <= 20; n++ {
		classes := map[uint64]uint64{}
		var sum uint64
		families := borderFamilies(n)
		for _, f := range families {
			classes[f.Weight]++
			sum += f.Weight
		}
		checkSeries(t, n, map[string]uint64{
			"border-constellations": sum, "border-classes": uint64(len(families)),
			"border-classes-asymmetric": classes[8], "border-classes-central": classes[4],
			"border-classes-rotational": classes[2],
		})
		if len(classes) > 3 || classes[1] > 0 {
			t.Errorf("order %d: families by weight %v, want weights 8, 4 and 2 only", n, classes)
		}
	}
}

// checkSeries compares with the known numbers of order n.
func checkSeries(t *testing.T, n int, numbers map[string]uint64) {
	t.Helper()
	for series, got := range numbers {
		if want, ok := known.Lookup(series, n); !ok || queens.NewTotal(got) != want.Value {
			t.Errorf("order %d: %s is %d, want %v (known: %v)", n, series, got, want.Value, ok)
		}
	}
}

func TestFamiliesMakeSense(t *testing.T) {
	last := 24
	if testing.Short() {
		last = 20
	}
	for _, s := range variants() {
		for n := range last + 1 {
			for i, f := range begin(n, s).Families() {
				problem := queens.Problem{Order: n, Given: f.Fixed, Blocked: f.Blocked}
				if err := problem.Validate(); err != nil {
					t.Fatalf("%s of order %d, family %d: %v", s.Name, n, i, err)
				}
				for _, r := range f.Rows {
					if holdsRow(f.Fixed, r) {
						t.Fatalf("%s of order %d, family %d: row %d is open and filled", s.Name, n, i, r)
					}
				}
				open := slices.Sorted(slices.Values(f.Rows))
				if len(slices.Compact(open)) != len(f.Rows) || len(f.Fixed)+len(f.Rows) != n {
					t.Fatalf("%s of order %d, family %d: %d queens and open rows %v", s.Name, n, i, len(f.Fixed),
						f.Rows)
				}
				if f.Weight == 0 {
					t.Fatalf("%s of order %d, family %d has no weight", s.Name, n, i)
				}
			}
		}
	}
}

// A constellation is the least of its images, and its weight is their number.
func TestBorderWeights(t *testing.T) {
	all := symmetry.All()
	for _, f := range borderFamilies(8) {
		orbit := group(all[:]).orbit(f.Fixed, 8)
		if !slices.Equal(orbit[0], f.Fixed) || f.Weight != uint64(len(orbit)) {
			t.Errorf("%v: weight %d, in an orbit of %d after %v", f.Fixed, f.Weight, len(orbit), orbit[0])
		}
	}
}

func solutions(t *testing.T, n int) []queens.Perm {
	t.Helper()
	return slices.Collect(must.Get(list.Solutions(n, list.Options{}))(t))
}

// contains reports whether p has the family's queens and none on its blocked squares.
func (f *Family) contains(p queens.Perm) bool {
	on := func(sq queens.Square) bool { return p[sq.Col] == sq.Row }
	return !slices.ContainsFunc(f.Blocked, on) && !slices.ContainsFunc(f.Fixed,
		func(sq queens.Square) bool { return !on(sq) })
}

func (p *wholePlan) follows(part Part, solution queens.Perm) bool {
	b := p.root(part.Family)
	for _, col := range []byte(part.Cols) {
		if solution[col] != b.Rows[0] {
			return false
		}
		b = b.with(int(col))
	}
	return true
}

// TestFamiliesWeighOrbits checks, for all solutions, that the weights of the families in an orbit
// add up to its size. It detects a plan that omits one orbit and counts another one twice.
func TestFamiliesWeighOrbits(t *testing.T) {
	for _, s := range variants() {
		t.Run(s.Name, func(t *testing.T) {
			for n := s.MinOrder; n <= largestListed; n++ {
				families := begin(n, s).Families()
				members := 0
				for _, p := range solutions(t, n) {
					orbit := symmetry.Orbit(p)
					if !orbit[0].Equal(p) {
						continue // its least member represents an orbit
					}
					members += len(orbit)
					var weight uint64
					for _, image := range orbit {
						for i := range families {
							if families[i].contains(image) {
								weight += families[i].Weight
							}
						}
					}
					if weight != uint64(len(orbit)) {
						t.Fatalf("order %d: the orbit of %v has %d members and counts %d", n, p, len(orbit), weight)
					}
				}
				if want, _ := known.Solutions(n); queens.NewTotal(uint64(members)) != want {
					t.Fatalf("order %d: the orbits have %d members, want %v", n, members, want)
				}
			}
		})
	}
}

// largestListed is the largest order whose solutions are all listed.
const largestListed = 10

// TestPartsPartitionFamilies checks that every solution of a family is in exactly one part, however
// finely the plan is cut.
func TestPartsPartitionFamilies(t *testing.T) {
	for _, s := range variants() {
		for n := s.MinOrder; n < largestListed; n++ {
			all := solutions(t, n)
			for _, target := range []uint64{1, 20, 300} {
				t.Run(fmt.Sprintf("variant=%s/n=%d/target=%d", s.Name, n, target), func(t *testing.T) {
					checkPartition(t, cutAt(t, n, s, target), all)
				})
			}
		}
	}
}

func checkPartition(t *testing.T, p *wholePlan, solutions []queens.Perm) {
	t.Helper()
	partsOf := make([][]Part, len(p.Families()))
	for _, sub := range p.subproblems {
		for _, part := range sub.Pieces.(Parts) {
			partsOf[part.Family] = append(partsOf[part.Family], part)
		}
	}
	for i := range p.Families() {
		for _, solution := range solutions {
			if !p.Families()[i].contains(solution) {
				continue
			}
			found := 0
			for _, part := range partsOf[i] {
				if p.follows(part, solution) {
					found++
				}
			}
			if found != 1 {
				t.Fatalf("solution %v of family %d lies in %d parts", solution, i, found)
			}
		}
	}
}

// TestEstimate compares with the board states of a search without pruning.
func TestEstimate(t *testing.T) {
	const n = 12
	for _, name := range []string{"search-border", "search"} {
		s := lookup(name)
		p := newPlan(t, n, s, nil)
		work := must.Get(p.Count.Work(t.Context()))(t)
		var nodes uint64
		for _, f := range begin(n, s).Families() {
			b := f.board(n)
			nodes += search(&b).Nodes
		}
		if ratio := work.Float64() / float64(nodes); ratio < 1/1.5 || ratio > 1.5 {
			t.Errorf("%s of order %d: estimated work %v, true work %d", name, n, work, nodes)
		}
		if p.work != work { // nothing of order 12 is cut, so the parts are the families
			t.Errorf("%s of order %d: the plan has work %v, the estimate %v", name, n, p.work, work)
		}
	}
}

// TestGenerator compares with the first numbers of SplitMix64's reference implementation for seed
// 0.
func TestGenerator(t *testing.T) {
	var g generator
	for _, want := range []uint64{0xe220a8397b1dcdaf, 0x6e789e6aa1b965f4, 0x06c45d188009454f} {
		if got := g.next(); got != want {
			t.Fatalf("got %#x, want %#x", got, want)
		}
	}
	counts := [7]int{}
	for range 70000 {
		counts[g.below(len(counts))]++
	}
	for k, count := range counts {
		if count < 9500 || count > 10500 { // five standard deviations
			t.Errorf("%d of 70000 numbers below 7 are %d", count, k)
		}
	}
}

// TestSamples adds up samples to an estimate of Q(10), twice with the same seed.
func TestSamples(t *testing.T) {
	const n, samples, seed = 10, 4000, 1
	for _, name := range []string{"search-border", "search"} {
		c := newPlan(t, n, lookup(name), nil).Count
		solutions, first := 0.0, ""
		for again := range 2 {
			drawn, taken, solved := 0, "", 0.0
			for sub, inverse := range plan.Random(c.roots, queens.NewTotal(20), c.divide, seed, n) {
				b, weight := c.Board(sub.Pieces.(Parts)[0])
				solved += float64(search(&b).Solutions*weight) * inverse / samples
				taken += fmt.Sprintln(sub.Pieces, inverse)
				if drawn++; drawn == samples {
					break
				}
			}
			if again > 0 && taken != first {
				t.Errorf("%s: other samples the second time", name)
			}
			solutions, first = solved, taken
		}
		want, _ := known.Solutions(n)
		if ratio := solutions / want.Float64(); math.Abs(ratio-1) > 0.1 {
			t.Errorf("%s, seed %d: %.1f solutions of order %d expected from samples, want %v", name, seed,
				solutions, n, want)
		}
	}
}

func TestSlices(t *testing.T) {
	for _, s := range variants() {
		for n := range 10 {
			for i, f := range begin(n, s).Families() {
				b := f.board(n)
				want := search(&b).Solutions
				for _, most := range []uint64{1, 10, 100, 1 << 40} {
					var got uint64
					slices := 0
					for slice := range b.Slices(b.estimate(maxDescents), queens.NewTotal(most)) {
						got += search(&slice).Solutions
						slices++
					}
					if got != want || most == 1<<40 && slices != 1 {
						t.Fatalf("%s of order %d, family %d: %d slices with %d solutions, want %d", s.Name, n, i,
							slices, got, want)
					}
				}
				for range b.Slices(b.estimate(minDescents), queens.NewTotal(1)) {
					break
				}
			}
		}
	}
}
