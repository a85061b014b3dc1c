package sym_test

import (
	"errors"
	"testing"

	"queens"
	"queens/known"
	"queens/sym"
)

// visitSolutions calls visit for each solution of order n, in lexicographic
// order: a backtracker with three tables of booleans.
func visitSolutions(n int, visit func(queens.Perm)) {
	p := make(queens.Perm, n)
	taken, rising, falling := make([]bool, n), make([]bool, 2*n), make([]bool, 2*n)
	var place func(c int)
	place = func(c int) {
		if c == n {
			visit(p)
			return
		}
		for r := range n {
			sum, diff := r+c, r-c+n
			if taken[r] || rising[sum] || falling[diff] {
				continue
			}
			p[c] = r
			taken[r], rising[sum], falling[diff] = true, true, true
			place(c + 1)
			taken[r], rising[sum], falling[diff] = false, false, false
		}
	}
	place(0)
}

// TestCensus counts canonical solutions by class and symmetric solutions, and
// compares with every series that speaks of them.
func TestCensus(t *testing.T) {
	for n := range 11 {
		var all, half, quarter uint64
		var orbits [3]uint64
		visitSolutions(n, func(p queens.Perm) {
			all++
			g := sym.Stabilizer(p)
			if g.Has(sym.Rot180) {
				half++
			}
			if g.Has(sym.Rot90) {
				quarter++
			}
			if sym.IsCanonical(p) {
				orbits[g.Class()]++
			}
			if n > 1 && (g.Has(sym.Transpose) || uint64(sym.OrbitSize(p)) != g.Class().OrbitSize()) {
				t.Errorf("%v: class %v, stabilizer %v, orbit size %d", p, g.Class(), g, sym.OrbitSize(p))
			}
		})
		for series, got := range map[string]uint64{
			"solutions": all, "s180": half, "s90": quarter,
			"fundamental":      orbits[0] + orbits[1] + orbits[2],
			"class-asymmetric": orbits[sym.Asymmetric],
			"class-central":    orbits[sym.Central],
			"class-rotational": orbits[sym.Rotational],
		} {
			if want, ok := known.Lookup(series, n); !ok || queens.NewTotal(got) != want.Value {
				t.Errorf("order %d, %s: %d, want %v", n, series, got, want.Value)
			}
		}
	}
}

// TestSmallestOrders states the conventions for boards without choice.
func TestSmallestOrders(t *testing.T) {
	for _, p := range []queens.Perm{{}, {0}} {
		if sym.OrbitSize(p) != 1 || len(sym.Orbit(p)) != 1 || sym.Stabilizer(p).Order() != sym.Count ||
			sym.ClassOf(p) != sym.Rotational || !sym.IsCanonical(p) || !sym.Canonical(p).Equal(p) {
			t.Errorf("order %d: orbit %v, stabilizer %v, class %v", len(p), sym.Orbit(p), sym.Stabilizer(p), sym.ClassOf(p))
		}
	}
}

func TestClassNames(t *testing.T) {
	for i, want := range []string{"A", "P", "R"} {
		class := sym.Classes()[i]
		if class.Letter() != want {
			t.Errorf("%v: letter %s, want %s", class, class.Letter(), want)
		}
		for _, text := range []string{class.String(), class.Letter()} {
			var got sym.Class
			if err := got.UnmarshalText([]byte(text)); err != nil || got != class {
				t.Errorf("%q reads as %v, %v", text, got, err)
			}
		}
	}
	if _, err := sym.ParseClass("B"); !errors.Is(err, queens.ErrFormat) {
		t.Errorf("class B: error %v, want ErrFormat", err)
	}
	if got := sym.Class(7).String(); got != "class 7" {
		t.Errorf("name of an invalid class is %q", got)
	}
}
