package reflecting

import (
	"context"
	"errors"
	"fmt"
	"math/bits"
	"os"
	"slices"
	"sync/atomic"
	"testing"
	"time"

	"queens"
	"queens/count/kind"
	"queens/internal/kernel/pairs"
	"queens/internal/must"
	"queens/internal/parity"
	"queens/known"
)

// newPlan returns the subproblems of order n.
func newPlan(t *testing.T, n int, target kind.Work) (*count, []kind.Subproblem) {
	t.Helper()
	c := Kind{}.Begin(Kind{}.Facts().Schemes[0], n).(*count)
	list := must.Get(c.Cut(t.Context(), target))(t)
	for i := range list {
		list[i].Number = i
	}
	return c, list
}

// total adds up single results, and returns their evidence.
func total(t *testing.T, c *count, plan []kind.Subproblem, o kind.Options) (sum queens.Total, evidence []string) {
	t.Helper()
	w := must.Get(newWorker(c, o))(t)
	for i := range plan {
		r := must.Get(w.Count(t.Context(), &plan[i]))(t)
		if uint64(r.Mod13) != r.Total.Mod(13) || uint64(r.Mod15) != r.Total.Mod(15) {
			t.Errorf("residues %d and %d of %v", r.Mod13, r.Mod15, r.Total)
		}
		sum = sum.Plus(r.Total)
		evidence = append(evidence, fmt.Sprint(r.Total, r.Evidence))
	}
	return sum, evidence
}

// Every known value comes out, and neither kernels, ways nor memory change a result or its
// evidence.
func TestTilesAddUp(t *testing.T) {
	most := 18
	if testing.Short() {
		most = 16
	} else if os.Getenv("QUEENS_LONG") != "" {
		most = 20
	}
	for n := range most + 1 {
		c, plan := newPlan(t, n, queens.NewTotal(1<<22))
		got, evidence := total(t, c, plan, kind.Options{})
		if v, ok := known.Lookup("reflecting", n); !ok || got != v.Value {
			t.Errorf("R(%d) = %v, want %v", n, got, v.Value)
		}
		if n > 12 {
			continue
		}
		if again, _ := total(t, c, plan, kind.Options{By: []string{byPlain}}); again != got {
			t.Errorf("R(%d) = %v by plain search, want %v", n, again, got)
		}
		for _, o := range []kind.Options{
			{By: []string{byOther}}, {Kernel: kind.Reference}, {Kernel: "portable", Memory: 1 << 16},
		} {
			if _, again := total(t, c, plan, o); fmt.Sprint(again) != fmt.Sprint(evidence) {
				t.Errorf("order %d, options %+v: %v, want %v", n, o, again, evidence)
			}
		}
	}
}

// The tiles of a plan have each unit once, and so have the blocks of a tile, with lists that fit in
// the memory.
func TestTilesAreTheUnits(t *testing.T) {
	type unit struct{ queens, even, odd int }
	for _, n := range []int{0, 1, 12, 15, 20} {
		for _, target := range []uint64{1, 1 << 20, 1 << 30} {
			c, plan := newPlan(t, n, queens.NewTotal(target))
			seen := map[unit]int{}
			for _, sub := range plan {
				tile := sub.Pieces.(Tile)
				for block := range c.class(tile.Queens).blocks(tile, kind.Options{Memory: 1 << 24, Workers: 2}) {
					for u := range block.units() {
						seen[unit{tile.Queens, u.Even, u.Odd}]++
					}
				}
			}
			units := 0
			for _, x := range c.classes() {
				units += len(x.evens) * len(x.OddSets)
			}
			for u, times := range seen {
				if times != 1 {
					t.Fatalf("order %d, target %d: unit %v is in %d tiles", n, target, u, times)
				}
			}
			if len(seen) != units {
				t.Errorf("order %d, target %d: tiles have %d units, want %d", n, target, len(seen), units)
			}
		}
	}
}

// Blocks grow with the memory.
func TestBlocks(t *testing.T) {
	for n := range maxOrder + 1 {
		for c := range classes(n) {
			whole := Tile{c.Queens, 0, len(c.evens), 0, len(c.OddSets)}
			largest := func(memory int64) (units int) {
				for r := range c.blocks(whole, kind.Options{Memory: memory, Workers: 1}) {
					units = max(units, r.EvenCount*r.OddCount)
				}
				return units
			}
			most := largest(1 << 40)
			if least := largest(1 << 26); least > most {
				t.Errorf("order %d, class %d: %d units with little memory, %d with much", n, c.Queens, least, most)
			}
		}
	}
}

// A tile whose context ends has no result.
func TestStop(t *testing.T) {
	c, plan := newPlan(t, 24, queens.NewTotal(1<<36))
	for _, o := range []kind.Options{{}, {Kernel: kind.Reference}, {By: []string{byOther}}, {By: []string{byPlain}}} {
		w := must.Get(newWorker(c, o))(t)
		ctx, cancel := context.WithTimeout(t.Context(), 50*time.Millisecond)
		r, err := w.Count(ctx, &plan[len(plan)-1])
		cancel()
		if !errors.Is(err, context.DeadlineExceeded) || r.Kernel != "" || !r.Total.IsZero() {
			t.Errorf("%+v: result %+v, error %v", o, r, err)
		}
		small, subs := newPlan(t, 9, queens.NewTotal(1<<30))
		w.of = small
		sum := queens.Total{}
		for i := range subs { // the worker is of use again
			r := must.Get(w.Count(t.Context(), &subs[i]))(t)
			sum = sum.Plus(r.Total)
		}
		if v, _ := known.Lookup("reflecting", 9); sum != v.Value {
			t.Errorf("%+v: R(9) = %v after a stop, want %v", o, sum, v.Value)
		}
	}
}

func published(t *testing.T, n int) uint64 {
	t.Helper()
	v, ok := known.Lookup("reflecting", n)
	total, fits := v.Value.Uint64()
	if !ok || !fits {
		t.Fatalf("order %d is not known", n)
	}
	return total
}

// runs covers a class with squares of the given side.
func runs(c *class, side int) (list []Tile) {
	for even := 0; even < len(c.evens); even += side {
		for odd := 0; odd < len(c.OddSets); odd += side {
			list = append(list, Tile{c.Queens, even, min(side, len(c.evens)-even), odd, min(side, len(c.OddSets)-odd)})
		}
	}
	return list
}

func TestByTheDefinition(t *testing.T) {
	for n := range 10 {
		if got := byDefinition(n); got != published(t, n) {
			t.Errorf("R(%d) = %d, want %d", n, got, published(t, n))
		}
	}
}

func TestTheorem(t *testing.T) {
	for n := range 9 {
		if got := byTheorem(n); got != published(t, n) {
			t.Errorf("R(%d) = %d by products, want %d", n, got, published(t, n))
		}
	}
}

// All kernels, with either colour first, and each unit of a run alone, agree with a search of whole
// boards, unit by unit.
func TestMethodsAgree(t *testing.T) {
	stop := new(atomic.Bool)
	for n := range 13 {
		for c := range classes(n) {
			var counters []*counter
			for _, kernel := range []string{"auto", "portable", "generic"} {
				for _, other := range []bool{false, true} {
					p := must.Get(pairs.New(kernel))(t)
					counters = append(counters, newCounter(c, p, other))
				}
			}
			for _, r := range runs(c, 3) {
				var results []result
				for _, counter := range counters {
					results = append(results, counter.count(r))
				}
				searched, pairs := uint64(0), uint64(0)
				for u := range r.units() {
					want := c.weight * c.search(u, stop)
					alone := counters[u.Even%2].count(Tile{c.Queens, u.Even, 1, u.Odd, 1})
					if alone.solutions != want {
						t.Fatalf("order %d, class %d: unit %v has %d solutions, %d by search",
							n, c.Queens, u, alone.solutions, want)
					}
					searched += want
					pairs += alone.pairs
				}
				for _, found := range results {
					found.tests, results[0].tests = 0, 0
					if found != results[0] || found.solutions != searched || found.pairs != pairs {
						t.Fatalf("order %d, class %d, run %v: %+v, and %+v; %d by search; %d pairs unit by unit",
							n, c.Queens, r, found, results[0], searched, pairs)
					}
				}
			}
		}
	}
}

// The reflection of the rows is the only symmetry of the square, besides the identity, that
// keeps solutions.
func TestSymmetries(t *testing.T) {
	const n = 9
	images := map[string]func(x, y int) (int, int){
		"half turn":               func(x, y int) (int, int) { return n + 1 - x, n + 1 - y },
		"quarter turn":            func(x, y int) (int, int) { return y, n + 1 - x },
		"three-quarter turn":      func(x, y int) (int, int) { return n + 1 - y, x },
		"reflection of columns":   func(x, y int) (int, int) { return n + 1 - x, y },
		"reflection of rows":      func(x, y int) (int, int) { return x, n + 1 - y },
		"transposition":           func(x, y int) (int, int) { return y, x },
		"the other transposition": func(x, y int) (int, int) { return n + 1 - y, n + 1 - x },
	}
	for name, image := range images {
		keeps := true
		for p := range solutions(n) {
			var q [n + 1]int
			for x := 1; x <= n; x++ {
				u, v := image(x, p[x])
				q[u] = v
			}
			keeps = keeps && isSolution(q[:])
		}
		if keeps != (name == "reflection of rows") {
			t.Errorf("the %s keeps solutions: %t", name, keeps)
		}
	}
}

// isSolution checks p[1], p[2], ... by the definition.
func isSolution(p []int) bool {
	var numbers []int
	for x := 1; x < len(p); x++ {
		numbers = append(numbers, p[x]+x, p[x]-x)
	}
	slices.Sort(numbers)
	return len(slices.Compact(numbers)) == 2*len(p)-2
}

// solutions yields the solutions of order n, from index 1 on.
func solutions(n int) func(yield func([]int) bool) {
	return func(yield func([]int) bool) {
		p := make([]int, n+1)
		var place func(x int) bool
		place = func(x int) bool {
			if x > n {
				return !isSolution(p) || yield(p)
			}
			for y := 1; y <= n; y++ {
				if !slices.Contains(p[1:x], y) {
					if p[x] = y; !place(x + 1) {
						return false
					}
				}
			}
			return true
		}
		place(1)
	}
}

func TestLargestOrderFits(t *testing.T) {
	c := newClass(parity.New(maxOrder, maxOrder/4))
	for k := range 4 {
		q := c.quarter(parity.Kind(k))
		for i := range q.columns {
			if q.difference-i < 0 {
				t.Errorf("kind %d: column %d has negative numbers", k, i)
			}
			for j := range q.rows {
				if key := q.key(i, j); key >= 1<<pairs.LabelShift {
					t.Errorf("kind %d: square %d, %d has key %x", k, i, j, key)
				}
			}
		}
	}
	if most := max(len(c.EvenSets), len(c.OddSets)); most > pairs.MaxLabels {
		t.Errorf("%d labels", most)
	}
}

// byDefinition returns R(n) by a search that follows the definition. Time grows fivefold
// with every order, 12 takes a tenth of a second.
func byDefinition(n int) uint64 {
	return plain(n, 1, make([]bool, n+1), make([]bool, 4*n+1))
}

// plain puts queens on the columns from x on. taken has the rows, used the numbers plus n.
func plain(n, x int, taken, used []bool) (solutions uint64) {
	if x > n {
		return 1
	}
	for y := 1; y <= n; y++ {
		sum, difference := n+y+x, n+y-x
		if taken[y] || used[sum] || used[difference] {
			continue
		}
		taken[y], used[sum], used[difference] = true, true, true
		solutions += plain(n, x+1, taken, used)
		taken[y], used[sum], used[difference] = false, false, false
	}
	return solutions
}

// byTheorem returns R(n) by the theorem alone, without symmetry: for all sets of lines
// the white pairs of placements times the black ones.
func byTheorem(n int) (solutions uint64) {
	for a := n % 2; a <= (n+1)/2; a++ {
		c := newClass(parity.New(n, a))
		for _, even := range c.EvenSets {
			for _, odd := range c.OddSets {
				for _, rows := range c.EvenSets {
					for _, oddRows := range c.OddSets {
						white, black := c.plainPairs(even.Lines, odd.Lines, rows.Lines, oddRows.Lines)
						solutions += white * black
					}
				}
			}
		}
	}
	return solutions
}

// plainPairs returns W and K.
func (c *class) plainPairs(even, odd, rows, oddRows uint32) (white, black uint64) {
	evens, odds := uint32(1)<<c.Even-1, uint32(1)<<c.Odd-1
	pairs := func(x, y parity.Kind, columnsX, rowsX, columnsY, rowsY uint32) (fit uint64) {
		ys := c.quarter(y).placements(columnsY, rowsY)
		for _, p := range c.quarter(x).placements(columnsX, rowsX) {
			for _, q := range ys {
				if p&q == 0 {
					fit++
				}
			}
		}
		return fit
	}
	white = pairs(parity.EvenEven, parity.OddOdd, even, rows, odd, oddRows)
	if white > 0 {
		black = pairs(parity.OddEven, parity.EvenOdd, odds&^odd, evens&^rows, evens&^even, odds&^oddRows)
	}
	return white, black
}

// placements returns the keys of all placements with one queen in each of the given columns and
// rows, equally many.
func (q quarter) placements(columns, rows uint32) (keys []uint64) {
	if columns == 0 {
		return []uint64{0}
	}
	column := bits.TrailingZeros32(columns)
	for left := rows; left != 0; left &= left - 1 {
		row := bits.TrailingZeros32(left)
		queen := q.key(column, row)
		for _, key := range q.placements(columns&(columns-1), rows&^(1<<row)) {
			if key&queen == 0 {
				keys = append(keys, key|queen)
			}
		}
	}
	return keys
}
