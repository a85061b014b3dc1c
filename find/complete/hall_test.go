package complete_test

import (
	"fmt"
	"math/bits"
	"math/rand/v2"
	"slices"
	"strings"
	"testing"

	"queens"
	"queens/find/complete"
	"queens/internal/must"
)

// free returns the squares that may take another queen, by definition.
func free(p queens.Problem) (list []queens.Square) {
	for v := range p.Order * p.Order {
		q := p
		sq := queens.Square{Row: v / p.Order, Col: v % p.Order}
		q.Given = append(slices.Clone(p.Given), sq)
		if !slices.Contains(p.Given, sq) && q.Validate() == nil {
			list = append(list, sq)
		}
	}
	return list
}

func lineOf(p queens.Problem, sq queens.Square, kind queens.Line) int {
	switch kind {
	case queens.Row:
		return sq.Row
	case queens.Col:
		return sq.Col
	}
	return queens.DiagonalOf(sq, kind, p.Order, p.Topology).Index
}

// checkHall checks that the lines of a set have no queen, and that their free squares lie on its
// other lines, which are fewer.
func checkHall(t *testing.T, p queens.Problem, h *complete.Hall) {
	t.Helper()
	if len(h.On) >= len(h.Lines) || h.Kind == h.Seen || h.Kind != queens.Row && h.Kind != queens.Col {
		t.Errorf("%+v: %+v is no Hall set", p, h)
	}
	for _, list := range [][]int{h.Lines, h.On} {
		if !slices.IsSorted(list) || len(slices.Compact(slices.Clone(list))) != len(list) {
			t.Errorf("%+v: %+v: not sorted, or something twice", p, h)
		}
	}
	for _, sq := range p.Given {
		if slices.Contains(h.Lines, lineOf(p, sq, h.Kind)) {
			t.Errorf("%+v: %+v: a line has a queen", p, h)
		}
	}
	for _, sq := range free(p) {
		if slices.Contains(h.Lines, lineOf(p, sq, h.Kind)) && !slices.Contains(h.On, lineOf(p, sq, h.Seen)) {
			t.Errorf("%+v: %+v: the lines see %d, too", p, h, lineOf(p, sq, h.Seen))
		}
	}
}

// TestHallSetsOfSmallBoards blocks half of the squares at random. Every set satisfies the
// definition, the search alone finds no solution, and a board whose lines can be matched has no
// such set.
func TestHallSetsOfSmallBoards(t *testing.T) {
	random := rand.New(rand.NewPCG(8, 9))
	kinds := map[[2]queens.Line]int{}
	for k := range 4000 {
		p := complete.RandomBoard(random, 4+random.IntN(5), 30+k%40, random.IntN(8), queens.Topology(k%2))
		r := must.Get(complete.Explain(t.Context(), p, complete.Answer{}, 0, complete.Options{}))(t)
		if r.Theorem != "" || dead(r) {
			continue
		}
		if r.Hall == nil {
			if rows := tooFew(p); rows != nil {
				t.Fatalf("%+v: rows %v see too few others, which was not found", p, rows)
			}
			continue
		}
		checkHall(t, p, r.Hall)
		kinds[[2]queens.Line{r.Hall.Kind, r.Hall.Seen}]++
		if a, err := complete.One(t.Context(), p, complete.Options{Engine: complete.DFS}); err != nil ||
			a.Solution != nil {
			t.Fatalf("%+v: %+v, but %v solves it, %v", p, r.Hall, a.Solution, err)
		}
		if a, err := complete.One(t.Context(), p, complete.Options{}); err != nil || a.Engine != complete.Matching ||
			!a.Proven || a.Nodes != 0 {
			t.Fatalf("%+v: %+v, %v", p, a, err)
		}
		if c, err := complete.Count(t.Context(), p, complete.Options{}); err != nil || c.Engine != complete.Matching ||
			c.Completions != (queens.Total{}) {
			t.Fatalf("%+v: counted %+v, %v", p, c, err)
		}
		for q, err := range complete.All(t.Context(), p, complete.Options{}) {
			t.Fatalf("%+v: %v, %v", p, q, err)
		}
	}
	if len(kinds) < 6 {
		t.Errorf("only some kinds of sets came up: %v", kinds)
	}
}

// tooFew tries every set of rows or columns and returns one whose free squares lie on fewer lines.
func tooFew(p queens.Problem) []int {
	squares := free(p)
	for kind := queens.Row; kind <= queens.Col; kind++ {
		for seen := queens.Row; seen <= queens.Falling; seen++ {
			of := make([]uint, p.Order) // by line: lines seen
			for _, sq := range squares {
				of[lineOf(p, sq, kind)] |= 1 << lineOf(p, sq, seen)
			}
			taken := make([]bool, p.Order)
			for _, sq := range p.Given {
				taken[lineOf(p, sq, kind)] = true
			}
			for set := range 1 << p.Order {
				var all uint
				var lines []int
				for line := range p.Order {
					if set>>line&1 == 1 && !taken[line] {
						all |= of[line]
						lines = append(lines, line)
					}
				}
				if bits.OnesCount(all) < len(lines) {
					return lines
				}
			}
		}
	}
	return nil
}

// TestPlantedHallSets refutes, without a search, boards on which some rows see too few columns, or
// with too few diagonals.
func TestPlantedHallSets(t *testing.T) {
	random := rand.New(rand.NewPCG(3, 1))
	for _, c := range []struct{ n, rows int }{{20, 8}, {30, 12}, {40, 16}, {60, 20}} {
		p := queens.Problem{Order: c.n}
		rows, cols := random.Perm(c.n)[:c.rows], random.Perm(c.n)[:c.rows-1]
		for v := range c.n * c.n {
			if slices.Contains(rows, v/c.n) && !slices.Contains(cols, v%c.n) {
				p.Blocked = append(p.Blocked, queens.Square{Row: v / c.n, Col: v % c.n})
			}
		}
		slices.Sort(rows)
		slices.Sort(cols)
		a, err := complete.One(t.Context(), p, complete.Options{})
		r, err2 := complete.Explain(t.Context(), p, complete.Answer{}, 0, complete.Options{})
		if err != nil || err2 != nil || a.Engine != complete.Matching || r.Hall == nil ||
			!slices.Equal(r.Hall.Lines, rows) || !slices.Equal(r.Hall.On, cols) {
			t.Errorf("order %d: %+v, %+v, want rows %v and columns %v; %v, %v", c.n, a, r.Hall, rows, cols, err, err2)
		}
		want := fmt.Sprintf("%d rows (%d ", c.rows, rows[0]+1)
		if text := r.Text(p, 0); !strings.HasPrefix(text, want) {
			t.Errorf("order %d: %q, want %q first", c.n, text, want)
		}
	}
	for _, n := range []int{16, 20, 24, 40, 60} {
		p := queens.Problem{Order: n}
		for d := range 2*n - 1 {
			if d < n/2 || d >= n/2+n-1 {
				p.Excluded = append(p.Excluded, queens.Diagonal{Line: queens.Rising, Index: d})
			}
		}
		r, err := complete.Explain(t.Context(), p, complete.Answer{}, 0, complete.Options{})
		if err != nil || r.Hall == nil {
			t.Fatalf("order %d: %+v, %v", n, r, err)
		}
		checkHall(t, p, r.Hall)
		if text, want := r.Text(p, 0), fmt.Sprintf("%d queens are missing, but only %d rising diagonals (", n,
			n-1); !strings.HasPrefix(text, want) {
			t.Errorf("order %d: %q", n, text)
		}
	}
}

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
