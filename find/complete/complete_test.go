package complete_test

import (
	"context"
	"errors"
	"fmt"
	"math"
	"math/rand/v2"
	"os"
	"reflect"
	"runtime"
	"slices"
	"testing"

	"queens"
	"queens/find/complete"
	"queens/format"
	"queens/internal/must"
	"queens/math/torus"
)

func permutations(t *testing.T, n int) (all []queens.Perm) {
	t.Helper()
	if n == 0 {
		return []queens.Perm{{}}
	}
	for p := range must.Get(torus.Permutations.Members(n))(t) {
		all = append(all, p.Clone())
	}
	return all
}

func plain(p queens.Problem, all []queens.Perm) (solutions []queens.Perm) {
	for _, q := range all {
		if p.Check(q) == nil {
			solutions = append(solutions, q)
		}
	}
	return solutions
}

func randomProblem(n int, random *rand.Rand) queens.Problem {
	p := queens.Problem{Order: n, Topology: queens.Topology(random.IntN(2))}
	for range random.IntN(2 * n) {
		p.Blocked = append(p.Blocked, queens.Square{Row: random.IntN(n), Col: random.IntN(n)})
	}
	for range random.IntN(3) {
		p.Excluded = append(p.Excluded, queens.Diagonal{Line: queens.Rising +
			queens.Line(random.IntN(2)), Index: random.IntN(n)})
	}
	for range random.IntN(3) {
		q := p
		q.Given = append(slices.Clone(p.Given), queens.Square{Row: random.IntN(n), Col: random.IntN(n)})
		if q.Validate() == nil {
			p = q
		}
	}
	return p
}

// TestAgainstAllPermutations compares every question and engine with all permutations, on random
// small problems.
func TestAgainstAllPermutations(t *testing.T) {
	ctx := t.Context()
	random := rand.New(rand.NewPCG(5, 6))
	refuted := 0
	for n := range 9 {
		all := permutations(t, n)
		for k := range 60 {
			p := queens.Problem{Order: n}
			if n > 0 && k > 0 {
				p = randomProblem(n, random)
			}
			want := plain(p, all)
			name := fmt.Sprintf("order %d, problem %d: %+v", n, k, p)
			for _, engine := range complete.Engines() {
				if engine == complete.Repair && len(want) == 0 {
					continue // repair never proves this: see TestRepairIsNeverAProof
				}
				o := complete.Options{Engine: engine, Seed: uint64(k)}
				a, err := complete.One(ctx, p, o)
				if err != nil || (a.Solution != nil) != (len(want) > 0) || a.Solution == nil && !a.Proven {
					t.Fatalf("%s: engine %s found %+v, %v, want one of %d", name, engine, a, err, len(want))
				}
				if a.Solution == nil {
					continue
				}
				if engine == complete.Repair && len(want) == 1 {
					continue
				}
				b, err := complete.Another(ctx, p, a.Solution, o)
				if err != nil || (b.Solution != nil) != (len(want) > 1) || b.Solution.Equal(a.Solution) && n > 0 {
					t.Fatalf("%s: engine %s found another %+v, %v, want one of %d", name, engine, b, err, len(want))
				}
			}
			var got []queens.Perm
			for q, err := range complete.All(ctx, p, complete.Options{Seed: 3}) {
				must.Do(t, err)
				got = append(got, q)
			}
			slices.SortFunc(got, queens.Perm.Compare)
			if !slices.EqualFunc(got, want, queens.Perm.Equal) {
				t.Fatalf("%s: all are %v, want %v", name, got, want)
			}
			for _, engine := range []string{complete.Auto, complete.DFS, complete.Search, complete.Parity} {
				if (engine == complete.Search || engine == complete.Parity) && p.Topology == queens.Modular {
					continue
				}
				c, err := complete.Count(ctx, p, complete.Options{Engine: engine})
				if err != nil || c.Completions != queens.NewTotal(uint64(len(want))) {
					t.Fatalf("%s: engine %s counts %v, %v, want %d", name, engine, c.Completions, err, len(want))
				}
			}
			if len(want) == 0 {
				refuted++
				checkReason(t, p, all)
			}
		}
	}
	if refuted < 50 {
		t.Errorf("only %d problems had no solution", refuted)
	}
}

// checkReason checks that the parts of a reason exclude every solution, and that a minimal reason
// has no superfluous part.
func checkReason(t *testing.T, p queens.Problem, all []queens.Perm) {
	t.Helper()
	for _, full := range []bool{false, true} {
		r := must.Get(explain(t.Context(), p, full))(t)
		if r.Theorem == "" && (full || r.Minimal || r.Weights != nil || dead(r)) {
			checkCore(t, p, r, all, full)
		}
	}
}

// dead reports whether the reason is a line without a free square.
func dead(r complete.Reason) bool { return r.Hall != nil && len(r.Hall.On) == 0 }

// explain gives both kinds of reasons; the full one is minimal.
func explain(ctx context.Context, p queens.Problem, full bool) (complete.Reason, error) {
	a, err := complete.One(ctx, p, complete.Options{})
	if err != nil {
		return complete.Reason{}, err
	}
	return complete.Explain(ctx, p, a, map[bool]uint64{false: 100000, true: math.MaxUint64}[full], complete.Options{})
}

func checkCore(t *testing.T, p queens.Problem, r complete.Reason, all []queens.Perm, minimal bool) {
	t.Helper()
	core := r.Problem
	if s := plain(core, all); len(s) > 0 {
		t.Fatalf("%+v: the reason %+v allows %v", p, r, s)
	}
	if !r.Minimal {
		if minimal {
			t.Errorf("%+v: the reason %+v was not made minimal", p, r)
		}
		return
	}
	needs := func(what any, without queens.Problem) {
		if len(plain(without, all)) == 0 {
			t.Errorf("%+v: the reason %+v does not need %v", p, r, what)
		}
	}
	for i, sq := range r.Given {
		q := core
		q.Given = slices.Delete(slices.Clone(r.Given), i, i+1)
		needs(sq, q)
	}
	for i, sq := range r.Blocked {
		q := core
		q.Blocked = slices.Delete(slices.Clone(r.Blocked), i, i+1)
		needs(sq, q)
	}
	for i, d := range r.Excluded {
		q := core
		q.Excluded = slices.Delete(slices.Clone(r.Excluded), i, i+1)
		needs(d, q)
	}
}

// TestDeadLine can be checked by eye: queens and a blocked square take row 1.
func TestDeadLine(t *testing.T) {
	at := func(row, col int) queens.Square { return queens.Square{Row: row, Col: col} }
	p := queens.Problem{Order: 4, Given: []queens.Square{at(1, 1)}, Blocked: []queens.Square{at(0, 3), at(3, 3)}}
	r, err := explain(t.Context(), p, false)
	if err != nil || !dead(r) || r.Hall.Kind != queens.Row || r.Hall.Lines[0] != 0 || r.Minimal ||
		!slices.Equal(r.Given, p.Given) || !slices.Equal(r.Blocked, p.Blocked[:1]) {
		t.Errorf("%+v, %v", r, err)
	}
	// No solution has this queen, which is the whole reason.
	if r, err = explain(t.Context(), p, true); err != nil || r.Hall != nil || !slices.Equal(r.Given, p.Given) ||
		r.Blocked != nil || !r.Minimal {
		t.Errorf("full: %+v, %v", r, err)
	}
}

// TestReasonIsNotSoughtInVain checks that shrinking a hard set costs little.
func TestReasonIsNotSoughtInVain(t *testing.T) {
	const budget = 1 << 14
	for seed := range uint64(20) {
		p := must.Get(complete.Generate("blocked", 32, 800, queens.Regular, seed))(t)
		a := must.Get(complete.One(t.Context(), p, complete.Options{}))(t)
		if a.Solution != nil || a.Nodes < budget {
			continue
		}
		r, err := complete.Explain(t.Context(), p, a, budget, complete.Options{})
		if err != nil || !reflect.DeepEqual(r, complete.Reason{}) {
			t.Errorf("seed %d, refuted by %d nodes: %+v, %v; want none", seed, a.Nodes, r, err)
		}
		return
	}
	t.Error("no instance was hard to refute")
}

func TestDefaultFits(t *testing.T) {
	for _, f := range complete.Families() {
		for _, topology := range []queens.Topology{queens.Regular, queens.Modular} {
			n := 13 // the torus of order 13 has solutions to plant
			if _, err := complete.Generate(f.Name, n, f.Default(n, topology), topology, 1); err != nil {
				t.Errorf("%s, %v: %v", f.Name, topology, err)
			}
		}
	}
}

// TestEnginesAgree compares the search alone with the search after matchings, on instances of every
// family, about half of which have a solution.
func TestEnginesAgree(t *testing.T) {
	solvable, none := 0, 0
	for _, f := range complete.Families() {
		for seed := range uint64(8) {
			n := 16
			p := must.Get(complete.Generate(f.Name, n, f.Default(n, queens.Regular), queens.Regular, seed))(t)
			dfs := must.Get(complete.One(t.Context(), p, complete.Options{Engine: complete.DFS}))(t)
			auto, err := complete.One(t.Context(), p, complete.Options{})
			if err != nil || !dfs.Solution.Equal(auto.Solution) || dfs.Solution == nil && !(dfs.Proven && auto.Proven) {
				t.Errorf("%s, seed %d: dfs %+v, auto %+v, %v", f.Name, seed, dfs, auto, err)
			}
			if dfs.Solution != nil {
				solvable++
			} else {
				none++
			}
		}
	}
	if solvable < 4 || none < 4 {
		t.Errorf("%d instances with a solution, %d without: not the hard region", solvable, none)
	}
}

func TestSameSeedSameAnswer(t *testing.T) {
	p := queens.Problem{Order: 30}
	a, _ := complete.One(t.Context(), p, complete.Options{Seed: 7})
	b, _ := complete.One(t.Context(), p, complete.Options{Seed: 7})
	c, _ := complete.One(t.Context(), p, complete.Options{Seed: 8})
	if !a.Solution.Equal(b.Solution) || a.Nodes != b.Nodes || a.Solution.Equal(c.Solution) {
		t.Errorf("seed 7: %v, %v; seed 8: %v", a.Solution, b.Solution, c.Solution)
	}
}

func TestLargeBoards(t *testing.T) {
	p, err := complete.Generate("completion", 1000, 900, queens.Regular, 1)
	if err != nil || len(p.Given) != 900 {
		t.Fatalf("%d queens, %v", len(p.Given), err)
	}
	if a, err := complete.One(t.Context(), p, complete.Options{}); err != nil || a.Solution == nil {
		t.Errorf("%+v, %v", a, err)
	}
	for engine, n := range map[string]int{complete.DFS: complete.MaxOpen + 1, complete.Auto: complete.MaxOrder +
		1, complete.Repair: complete.MaxOrder + 1} {
		if _, err := complete.One(t.Context(), queens.Problem{Order: n},
			complete.Options{Engine: engine}); !errors.Is(err, queens.ErrOrder) {
			t.Errorf("engine %s, order %d: %v", engine, n, err)
		}
	}
}

func TestCancel(t *testing.T) {
	ctx, cancel := context.WithCancel(t.Context())
	cancel()
	p := must.Get(complete.Generate("blocked", 60, 60*60-7*60, queens.Regular, 1))(t)
	for _, engine := range complete.Engines() {
		if a, err := complete.One(ctx, p, complete.Options{Engine: engine}); !errors.Is(err, context.Canceled) {
			t.Errorf("engine %s: %+v, %v", engine, a, err)
		}
	}
	if a, err := complete.One(ctx, queens.Problem{Order: 7000}, complete.Options{}); !errors.Is(err, context.Canceled) {
		t.Errorf("repair of a large board: %+v, %v", a, err)
	}
	for _, engine := range []string{complete.DFS, complete.Search, complete.Parity} {
		if _, err := complete.Count(ctx, queens.Problem{Order: 20}, complete.Options{Engine: engine}); !errors.Is(err,
			context.Canceled) {
			t.Errorf("count by %s: %v", engine, err)
		}
	}
	var last error
	for _, err := range complete.All(ctx, queens.Problem{Order: 20}, complete.Options{}) {
		last = err
	}
	if !errors.Is(last, context.Canceled) {
		t.Errorf("all: %v", last)
	}
}

func TestNodeLimit(t *testing.T) {
	p := must.Get(complete.Generate("blocked", 60, 60*60-7*60, queens.Regular, 1))(t)
	for _, engine := range complete.Engines() {
		a, err := complete.One(t.Context(), p, complete.Options{Engine: engine, Nodes: 500})
		if err != nil || a.Proven || a.Solution != nil || a.Nodes < 500 || a.Nodes > 2000 {
			t.Errorf("engine %s: %+v, %v", engine, a, err)
		}
	}
}

func TestRefusals(t *testing.T) {
	eight := queens.Problem{Order: 8}
	attack := queens.Problem{Order: 8, Given: []queens.Square{{}, {Row: 1, Col: 1}}}
	one := func(p queens.Problem, o complete.Options) error { return second(complete.One(t.Context(), p, o)) }
	generate := func(family string, n, amount int, topology queens.Topology) error {
		return second(complete.Generate(family, n, amount, topology, 1))
	}
	var list error
	for _, err := range complete.All(t.Context(), eight, complete.Options{Engine: complete.Repair}) {
		list = err
	}
	for name, c := range map[string]struct{ err, want error }{
		"engine": {one(eight, complete.Options{Engine: "guess"}), queens.ErrFormat},
		"engine of a count": {
			second(complete.Count(t.Context(), eight, complete.Options{Engine: complete.Theorem})), queens.ErrFormat,
		},
		"proof by repair": {one(eight, complete.Options{Engine: complete.Repair, Proof: noProof{}}), queens.ErrFormat},
		"list by repair":  {list, queens.ErrFormat},
		"family":          {generate("easy", 8, 3, queens.Regular), queens.ErrFormat},
		"amount":          {generate("blocked", 8, 65, queens.Regular), queens.ErrFormat},
		"order":           {generate("blocked", 5000, 1, queens.Regular), queens.ErrOrder},
		// No modular solution has order 6 [polya1918].
		"no room": {generate("completion", 6, 6, queens.Modular), queens.ErrFormat},
		"attack":  {one(attack, complete.Options{}), queens.ErrNotSolution},
	} {
		if !errors.Is(c.err, c.want) {
			t.Errorf("%s: %v, want %v", name, c.err, c.want)
		}
	}
}

func second[T any](_ T, err error) error { return err }

// A reason that was not asked for costs little beside the search. The test compares the bytes
// allocated: each attempt builds a board. The first board has a solution without the queens of 20
// columns; the square of one of them is blocked. (The rule is for even orders that are not 2 more
// than a multiple of 6.) The second board is from CSPLib, if it is at hand.
func TestReasonCostsLittle(t *testing.T) {
	const n = 3000
	p := queens.Problem{Order: n, Blocked: []queens.Square{{Row: 1, Col: 0}}}
	for c := 20; c < n; c++ {
		p.Given = append(p.Given, queens.Square{Row: (2*c + 1) % (n + 1), Col: c})
	}
	boards := []queens.Problem{p}
	if f, err := os.Open("../../../shared/corpus/inputs/a18-problem.txt"); err == nil {
		defer f.Close()
		p, _, err := format.ReadProblem(f, format.Reading{Base: format.AnyBase})
		must.Do(t, err)
		boards = append(boards, p)
	}
	for _, p := range boards {
		var a complete.Answer
		search := allocated(func() { a = must.Get(complete.One(t.Context(), p, complete.Options{}))(t) })
		if a.Solution != nil || !a.Proven {
			t.Fatalf("order %d: %+v, want no completion", p.Order, a)
		}
		if p.Order == n { // these hold too: rows without a queen weigh 1, all other lines nothing
			a.Weights = &complete.Weights{Least: 1}
			for line := range a.Weights.Of {
				a.Weights.Of[line] = make([]int64, 2*n)
			}
			for c := range 20 {
				a.Weights.Of[queens.Row][2*c+1] = 1
			}
		}
		reason := allocated(func() { must.Get(complete.Explain(t.Context(), p, a, 800_000, complete.Options{}))(t) })
		if most := 2*search + 100<<20; reason > most {
			t.Errorf("order %d: the reason allocates %d bytes, the search %d, want at most %d", p.Order, reason,
				search, most)
		}
	}
}

func allocated(run func()) uint64 {
	var before, after runtime.MemStats
	runtime.ReadMemStats(&before)
	run()
	runtime.ReadMemStats(&after)
	return after.TotalAlloc - before.TotalAlloc
}
