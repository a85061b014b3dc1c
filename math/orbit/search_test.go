package orbit

import (
	"context"
	"errors"
	"math/rand/v2"
	"os"
	"slices"
	"strconv"
	"testing"

	"queens"
	"queens/internal/must"
	"queens/known"
	"queens/list"
	"queens/symmetry"
)

// near returns the orbits joined with orbit i.
func (a *Atlas) near(i int) (list []int) {
	for _, j := range a.neighbours(uint32(i)) {
		list = append(list, int(j))
	}
	return list
}

func newAtlas(t testing.TB, n int, o Options) *Atlas {
	t.Helper()
	return must.Get(NewAtlas(context.Background(), n, o))(t)
}

// testedOrders returns the largest orders of the table in atlas.txt that are computed, for moves of
// one queen and of two. QUEENS_LONG takes ten seconds and two gigabytes.
func testedOrders() (one, two int) {
	switch {
	case os.Getenv("QUEENS_LONG") != "":
		return 16, 15
	case testing.Short():
		return 11, 10
	default:
		return 14, 13
	}
}

// TestTheTable compares atlases with the table of an independent program: orbits,
// what the search finds from all and from its own orbits, edges, components and
// patterns, for moves of one queen and of two.
func TestTheTable(t *testing.T) {
	oneMost, twoMost := testedOrders()
	var chain *Reach
	for _, line := range readLines(t, "atlas.txt", " ") {
		n, _ := strconv.Atoi(line[0])
		if n > oneMost {
			continue
		}
		one := newAtlas(t, n, Options{})
		reach := one.Reach()
		steps := []string{"0", "0"}
		if n == 4 {
			chain = one.Given()
		} else {
			chain = one.ReachAfter(chain)
			steps = []string{strconv.Itoa(chain.Inserted), strconv.Itoa(chain.Found)}
		}
		got := []string{
			line[0], strconv.Itoa(one.Len()), strconv.Itoa(reach.Inserted), strconv.Itoa(reach.Found), steps[0],
			steps[1],
			strconv.Itoa(one.Edges()), strconv.Itoa(len(one.Components())), strconv.FormatUint(one.Patterns, 10),
		}
		if n <= twoMost {
			two := newAtlas(t, n, Options{Moves: 2})
			got = append(got, strconv.Itoa(two.Edges()), strconv.Itoa(len(two.Components())))
		}
		if !slices.Equal(got, line[:len(got)]) {
			t.Errorf("order %d:\ngot  %v\nwant %v", n, got, line)
		}
		for series, value := range map[string]int{
			"mov-edges": one.Edges(), "deletion-patterns": int(one.Patterns),
			"orbit-search-inc": reach.Inserted, "orbit-search-reached": reach.Found,
			"mov-components": len(one.Components()), "orbit-search-chain": chain.Found,
		} {
			if want, ok := known.Lookup(series, n); ok && n > 4 && want.Value != queens.NewTotal(uint64(value)) {
				t.Errorf("order %d: %s: %d, want %v", n, series, value, want.Value)
			}
		}
	}
}

// TestEdgesAreMoves compares the edges with moves that are really made: all of
// them on the representative of each orbit, and with two queens at once to order 6.
func TestEdgesAreMoves(t *testing.T) {
	for moves, last := range []int{1: 11, 2: 6} {
		for n := 1; n <= last; n++ {
			a := newAtlas(t, n, Options{Moves: moves})
			for i := range a.Len() {
				near := neighboursByMoving(a, i, a.Orbit(i), moves)
				if got := a.near(i); !slices.Equal(got, near) {
					t.Errorf("order %d, orbit %d, moves of %d: neighbours %v, by moving %v", n, i, moves, got, near)
				}
			}
		}
	}
}

// neighboursByMoving returns the other orbits that moves on p reach, ascending.
func neighboursByMoving(a *Atlas, i int, p queens.Perm, moves int) []int {
	var near []int
	var move func(q queens.Perm, left int)
	move = func(q queens.Perm, left int) {
		if left == 0 {
			if j, ok := a.Find(q); ok && j != i {
				near = append(near, j)
			}
			return
		}
		for m := range Moves(q) {
			moved, _ := Mov(q, m)
			move(moved, left-1)
		}
	}
	move(p, moves)
	slices.Sort(near)
	return slices.Compact(near)
}

// TestGraph compares the graph as values with the atlas and the search it comes from. The forest is
// a shortest one: an orbit found but not inserted has a parent one layer before, joined with it by
// a move that FindMove gives, and no neighbour before that layer.
func TestGraph(t *testing.T) {
	for _, n := range []int{1, 5, 6, 7, 8, 9, 13} {
		a := newAtlas(t, n, Options{})
		r := a.Reach()
		forest := r.Graph(GraphOptions{Forest: true, Labels: true})
		g := r.Graph(GraphOptions{})
		if len(g.Edges) != a.Edges() || len(forest.Edges) != r.Found-r.Inserted || len(g.Nodes) != a.Len() {
			t.Errorf("order %d: %d edges, %d of the forest, %d nodes", n, len(g.Edges), len(forest.Edges), len(g.Nodes))
		}
		unreached := 0
		for i, node := range g.Nodes {
			if node.Layer == Unreached {
				unreached++
			}
			if (node.Layer <= 0) != (node.Parent == NoParent) || !node.Orbit.Equal(a.Orbit(i)) ||
				node.Component != int(a.component[i]) || node.Layer != int(r.layer[i]) {
				t.Errorf("order %d: node %d: %+v", n, i, node)
			}
			for _, j := range a.near(i) {
				if other := g.Nodes[j].Layer; other != Unreached && node.Layer > other+1 {
					t.Errorf("order %d: orbit %d in layer %d has a neighbour in layer %d", n, i, node.Layer, other)
				}
			}
		}
		if unreached != a.Len()-r.Found {
			t.Errorf("order %d: %d orbits not found, want %d", n, unreached, a.Len()-r.Found)
		}
		for k, e := range forest.Edges {
			parent, child := g.Nodes[e.From], g.Nodes[e.To]
			if !e.Forest || child.Parent != e.From || child.Layer != parent.Layer+1 || g.Edges[k].Move != "" ||
				!slices.Contains(a.near(e.From), e.To) {
				t.Errorf("order %d: edge %+v of the forest", n, e)
			}
			if n > labelledOrder {
				if e.Move != "" {
					t.Errorf("order %d: a move is looked for: %+v", n, e)
				}
				continue
			}
			m, ok := FindMove(parent.Orbit, child.Orbit)
			moved, err := Mov(parent.Orbit, m)
			if !ok || err != nil || e.Move != m.String() || !symmetry.Canonical(moved).Equal(child.Orbit) {
				t.Errorf("order %d: edge %+v: %v leads to %v, %v; want orbit of %v", n, e, m, moved, err, child.Orbit)
			}
		}
	}
}

// TestSmallestAtlases: orders without moves, or without solutions.
func TestSmallestAtlases(t *testing.T) {
	for n, want := range []struct{ orbits, edges, components, inserted int }{
		{1, 0, 1, 0}, {1, 0, 1, 1}, {0, 0, 0, 0}, {0, 0, 0, 0}, {1, 0, 1, 0},
	} {
		for moves := 1; moves <= 2; moves++ {
			a := newAtlas(t, n, Options{Moves: moves})
			r := a.Reach()
			if a.Len() != want.orbits || a.Edges() != want.edges || len(a.Components()) != want.components ||
				r.Inserted != want.inserted {
				t.Errorf("order %d: %d orbits, %d edges, %d components, %d inserted; want %v", n, a.Len(), a.Edges(),
					len(a.Components()), r.Inserted, want)
			}
		}
	}
}

func TestWrongAtlases(t *testing.T) {
	for name, c := range map[string]struct {
		n    int
		o    Options
		want error
	}{
		"order":    {MaxAtlasOrder + 1, Options{}, queens.ErrOrder},
		"negative": {-1, Options{}, queens.ErrOrder},
		"moves":    {8, Options{Moves: 3}, queens.ErrFormat},
		"workers":  {8, Options{Workers: -1}, queens.ErrFormat},
	} {
		if _, err := NewAtlas(context.Background(), c.n, c.o); !errors.Is(err, c.want) {
			t.Errorf("%s: error %v, want %v", name, err, c.want)
		}
	}
	ctx, cancel := context.WithCancel(context.Background())
	cancel()
	if _, err := NewAtlas(ctx, 8, Options{}); !errors.Is(err, context.Canceled) {
		t.Errorf("cancelled: error %v", err)
	}
	for order, want := range map[int]int{4: 1, 10: 84} { // that of order 4 is given
		if s, err := SearchAtlas(context.Background(), order+1, Options{}, true); err != nil || s.Chain.Found != want {
			t.Errorf("chain of order %d: %+v, %v", order, s, err)
		}
	}
}

// TestPacked compares what a word can do with what a Perm can do, on random
// permutations of every order that fits.
func TestPacked(t *testing.T) {
	const seed = 4
	rng := rand.New(rand.NewPCG(seed, 0))
	for m := range 17 {
		for range 50 {
			p := queens.Perm(rng.Perm(m))
			w := pack(p)
			same := func(what string, got packed, order int, want queens.Perm) {
				if got != pack(want) || !got.unpack(order).Equal(want) {
					t.Fatalf("seed %d: %s of %v: %v, want %v", seed, what, p, got.unpack(order), want)
				}
			}
			inverse := w.inverse(m)
			same("word", w, m, p)
			same("inverse", inverse, m, symmetry.Apply(symmetry.Transpose, p))
			same("complement", w.complement(m), m, symmetry.Apply(symmetry.FlipRows, p))
			same("reverse", w.reverse(m), m, symmetry.Apply(symmetry.FlipCols, p))
			same("least", w.least(m, inverse), m, symmetry.Canonical(p))
			for c, r := range p {
				q, _ := Del(p, queens.Square{Row: r, Col: c})
				same("deletion", w.without(m, c, r), m-1, q)
				same("deletion of the inverse", inverse.without(m, r, c), m-1, symmetry.Apply(symmetry.Transpose, q))
			}
			if got, want := w.isSolution(m), queens.Check(p, queens.Regular) == nil; got != want {
				t.Fatalf("seed %d: %v: solution %v, want %v", seed, p, got, want)
			}
		}
	}
	for m := 4; m <= 8; m++ {
		for _, p := range listed(t, m, list.Options{}) {
			if !pack(p).isSolution(m) {
				t.Errorf("%v is a solution", p)
			}
		}
	}
}

func BenchmarkNewAtlas(b *testing.B) {
	for _, n := range []int{10, 12} {
		for moves := 1; moves <= 2; moves++ {
			b.Run("moves="+strconv.Itoa(moves)+"/n="+strconv.Itoa(n), func(b *testing.B) {
				for b.Loop() {
					must.Get(NewAtlas(context.Background(), n, Options{Moves: moves}))(b)
				}
			})
		}
	}
}

// TestPublished compares the published trajectory with the orbits of its case study, before and
// after each move.
func TestPublished(t *testing.T) {
	a := newAtlas(t, 8, Options{})
	g := a.Reach().Graph(GraphOptions{Published: true, Forest: true, Labels: true})
	if !g.Published || !slices.Equal(g.Layers, []int{3, 3, 2, 2, 2}) || len(g.Edges) != 9 {
		t.Fatalf("%+v", g)
	}
	for _, line := range readLines(t, "casestudy.txt", " ") {
		if !slices.ContainsFunc(g.Edges, func(e Edge) bool {
			return strconv.Itoa(e.From+1) == line[6] && strconv.Itoa(e.To+1) == line[8] && e.Forest && e.Move != ""
		}) {
			t.Errorf("orbits %s and %s are not joined in %v", line[6], line[8], g.Edges)
		}
	}
	for i, node := range g.Nodes {
		if node.Parent == NoParent != (node.Layer == 0) || node.Layer > 0 &&
			(node.Layer != g.Nodes[node.Parent].Layer+1 || !slices.Contains(a.near(i),
				node.Parent)) {
			t.Errorf("orbit %d: %+v", i+1, node)
		}
	}
	if nine := newAtlas(t, 9, Options{}).Reach().Graph(GraphOptions{Published: true}); nine.Published {
		t.Error("there is none of order 9")
	}
}

// TestParts makes whole graphs in many rounds, by any number of workers: all are what one round
// gives.
func TestParts(t *testing.T) {
	for n, moves := range map[int]int{10: 2, 11: 1, 12: 1} {
		a := newAtlas(t, n, Options{Moves: moves, Workers: 1})
		var edges []uint64 // as they are found
		for i := range a.Len() {
			for _, j := range a.near(i) {
				if j > i {
					edges = append(edges, uint64(i)<<32|uint64(j))
				}
			}
		}
		for rounds, workers := range map[int]int{2: 1, 3: 7, 40: 2} {
			b := *a
			b.workers = workers
			got, err := b.group(t.Context(), rounds, nil)
			if err != nil || got.patterns != a.Patterns || !slices.Equal(got.edges, edges) {
				t.Errorf("order %d, %d rounds, %d workers: %d patterns, %d edges, %v; want %d, %d",
					n, rounds, workers, got.patterns, len(got.edges), err, a.Patterns, len(edges))
			}
		}
	}
}

// TestPatternsFit: rounds are about as large as each other, so that memory keeps
// its bound, and workers have equal shares of each.
func TestPatternsFit(t *testing.T) {
	const n, rounds, workers = 13, 4, 2
	a := newAtlas(t, n, Options{Workers: workers})
	for round := range rounds {
		for worker := range workers {
			even := a.Len() * n / rounds / workers / workers
			for _, share := range a.deal(t.Context(), worker, round, rounds) {
				if len(share) < even*7/8 || len(share) > even*9/8 {
					t.Errorf("round %d, worker %d: %d patterns, want about %d", round, worker, len(share), even)
				}
			}
		}
	}
}

// TestProgress: every part is reported, in order.
func TestProgress(t *testing.T) {
	var sorted [][3]int
	newAtlas(t, 13, Options{Workers: 3, MemoryMiB: 1, Progress: func(order, done, parts int) {
		sorted = append(sorted, [3]int{order, done, parts})
	}})
	if want := [][3]int{{13, 0, 0}, {13, 0, 3}, {13, 1, 3}, {13, 2, 3}}; !slices.Equal(sorted, want) {
		t.Errorf("progress %v, want %v", sorted, want)
	}
}

// TestPrintedSearch runs the printed loops and compares what they find with the
// atlas, orbit by orbit. For orders 8 and 9 the tries were counted by an
// independent program too (errata Z19).
func TestPrintedSearch(t *testing.T) {
	tries := map[int][2]uint64{8: {2560, 59616}, 9: {7452, 309600}}
	for n := 5; n <= 9; n++ {
		a := newAtlas(t, n, Options{})
		reach := a.Reach()
		for _, depthFirst := range []bool{false, true} {
			var met []int
			orbitOf := map[int]int{}
			report := must.Get(Search(t.Context(), n, depthFirst, func(d Discovery) bool {
				i, ok := a.Find(d.Result)
				if !ok {
					t.Errorf("order %d: %v is no solution", n, d.Result)
				}
				met = append(met, i)
				orbitOf[d.No] = i
				checkDiscovery(t, a, d, orbitOf)
				return true
			}))(t)
			if report.Inserted != reach.Inserted || report.Found != reach.Found || len(met) != report.Found {
				t.Errorf("order %d: %+v, told %d; the atlas has %d and %d", n, report, len(met), reach.Inserted,
					reach.Found)
			}
			slices.Sort(met)
			for _, i := range met {
				if reach.layer[i] == Unreached {
					t.Errorf("order %d: orbit %d was found, but the atlas says it cannot be", n, i)
				}
			}
			if len(slices.Compact(met)) != report.Found {
				t.Errorf("order %d: an orbit was found twice", n)
			}
			if want, ok := tries[n]; ok && (report.IncTries != want[0] || report.MovTries != want[1]) {
				t.Errorf("order %d: %+v, want %v tries", n, report, want)
			}
			if total, _ := known.Solutions(n - 1); queens.NewTotal(report.IncTries) != total.Times(uint64(n*n)) {
				t.Errorf("order %d: %d insertions", n, report.IncTries)
			}
		}
	}
}

func checkDiscovery(t *testing.T, a *Atlas, d Discovery, orbitOf map[int]int) {
	t.Helper()
	var got queens.Perm
	var err error
	if d.Parent == 0 {
		got, err = Inc(d.Source, d.Move.Row, d.Move.Col)
	} else {
		got, err = Mov(d.Source, d.Move)
		if i, ok := a.Find(d.Source); !ok || i != orbitOf[d.Parent] {
			t.Errorf("discovery %d: %v is not of its parent %d", d.No, d.Source, d.Parent)
		}
	}
	if err != nil || !got.Equal(d.Result) {
		t.Errorf("discovery %d: %v, %v, want %v", d.No, got, err, d.Result)
	}
}

func TestSearchStops(t *testing.T) {
	for limit := 1; limit <= 12; limit++ {
		k := 0
		report, err := Search(t.Context(), 8, true,
			func(Discovery) bool { k++; return k < limit })
		if err != nil || k != limit || report.Found != limit {
			t.Errorf("limit %d: told %d, %+v, %v", limit, k, report, err)
		}
	}
	ctx, cancel := context.WithCancel(t.Context())
	_, err := Search(ctx, 8, false, func(d Discovery) bool {
		if d.Parent > 0 {
			cancel()
		}
		return true
	})
	if !errors.Is(err, context.Canceled) {
		t.Errorf("cancelled in step 2: %v", err)
	}
	if _, err := Search(ctx, 8, false, nil); !errors.Is(err, context.Canceled) {
		t.Errorf("cancelled in step 1: %v", err)
	}
	for n, want := range map[int]error{
		0: queens.ErrOrder, MaxSearchOrder + 1: queens.ErrOrder,
	} {
		if _, err := Search(t.Context(), n, false, nil); !errors.Is(err, want) {
			t.Errorf("order %d: %v, want %v", n, err, want)
		}
	}
}

func TestFindMoveKnowsWhenThereIsNone(t *testing.T) {
	lonely := must.Get(queens.ParsePerm("285396417"))(t)
	for _, q := range listed(t, 9, list.Options{Fundamental: true}) {
		if q.Equal(lonely) {
			continue
		}
		if m, ok := FindMove(lonely, q); ok {
			t.Errorf("%v leads to the orbit of %v", m, q)
		}
	}
	if _, ok := FindMove(lonely, must.Get(queens.ParsePerm("2413"))(t)); ok {
		t.Error("a move leads to another order")
	}
	m, ok := FindMove(lonely, symmetry.Apply(symmetry.FlipCols, lonely))
	if result, err := Mov(lonely, m); !ok || err != nil || !symmetry.Canonical(result).Equal(lonely) {
		t.Errorf("no move leaves the orbit as it is: %v, %v", result, err)
	}
}

// TestHalfColumn compares the count by orbits with one by one, and finds that the upper half of
// column 1 keeps every orbit.
func TestHalfColumn(t *testing.T) {
	for n := 4; n <= 12; n++ {
		orbits := listed(t, n, list.Options{Fundamental: true})
		kept, want := map[string]bool{}, HalfColumn{Orbits: len(orbits)}
		for _, p := range listed(t, n, list.Options{}) {
			if p[0] < (n+1)/2 {
				want.Upper++
				if p[0] > 0 {
					want.NotCorner++
					kept[symmetry.Canonical(p).String()] = true
				}
			}
		}
		if got := HalfColumns(slices.Values(orbits)); got != want || len(kept) != len(orbits) {
			t.Errorf("order %d: %+v, counted one by one %+v with %d orbits", n, got, want, len(kept))
		}
	}
	if got := HalfColumns(slices.Values([]queens.Perm{{0}})); got != (HalfColumn{1, 0, 1}) {
		t.Errorf("order 1: %+v: the rule without the corner loses its only solution", got)
	}
}
