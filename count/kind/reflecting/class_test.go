package reflecting

import (
	"slices"
	"sync/atomic"
	"testing"

	"queens/internal/kernel/pairs"
	"queens/internal/parity"
	"queens/known"
)

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
func runs(c *class, side int) (list []run) {
	for even := 0; even < len(c.evens); even += side {
		for odd := 0; odd < len(c.OddSets); odd += side {
			list = append(list, run{even, min(side, len(c.evens)-even), odd, min(side, len(c.OddSets)-odd)})
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
					p, err := pairs.New(kernel)
					if err != nil {
						t.Fatal(err)
					}
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
					alone := counters[u.Even%2].count(run{u.Even, 1, u.Odd, 1})
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
