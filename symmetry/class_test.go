package symmetry_test

import (
	"errors"
	"testing"

	"queens"
	"queens/known"
	"queens/symmetry"
)

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

func TestCensus(t *testing.T) {
	for n := range 11 {
		var all, half, quarter uint64
		var orbits [3]uint64
		visitSolutions(n, func(p queens.Perm) {
			all++
			g := symmetry.Stabilizer(p)
			if g.Has(symmetry.Rot180) {
				half++
			}
			if g.Has(symmetry.Rot90) {
				quarter++
			}
			if symmetry.IsCanonical(p) {
				orbits[g.Class()]++
			}
			if n > 1 && (g.Has(symmetry.Transpose) || uint64(len(symmetry.Orbit(p))) != g.Class().OrbitSize()) {
				t.Errorf("%v: class %v, stabilizer %v, orbit size %d", p, g.Class(), g, len(symmetry.Orbit(p)))
			}
		})
		for series, got := range map[string]uint64{
			"solutions": all, "s180": half, "s90": quarter,
			"fundamental":      orbits[0] + orbits[1] + orbits[2],
			"class-asymmetric": orbits[symmetry.Asymmetric],
			"class-central":    orbits[symmetry.Central],
			"class-rotational": orbits[symmetry.Rotational],
		} {
			if want, ok := known.Lookup(series, n); !ok || queens.NewTotal(got) != want.Value {
				t.Errorf("order %d, %s: %d, want %v", n, series, got, want.Value)
			}
		}
	}
}

func TestSmallestOrders(t *testing.T) {
	for _, p := range []queens.Perm{{}, {0}} {
		if len(symmetry.Orbit(p)) != 1 || symmetry.Stabilizer(p).Order() != symmetry.Count ||
			symmetry.ClassOf(p) != symmetry.Rotational || !symmetry.IsCanonical(p) || !symmetry.Canonical(p).Equal(p) {
			t.Errorf("order %d: orbit %v, stabilizer %v, class %v", len(p), symmetry.Orbit(p), symmetry.Stabilizer(p),
				symmetry.ClassOf(p))
		}
	}
}

func TestClassOfRowsIsThatOfTheStabilizer(t *testing.T) {
	for n := range 9 {
		p := make([]uint8, n)
		for i := range p {
			p[i] = uint8(i)
		}
		permute(p, 0, func() {
			if got, want := symmetry.ClassOf(p), symmetry.Stabilizer(queens.PermOf(p)).Class(); got != want {
				t.Fatalf("%v: class %v, want %v", p, got, want)
			}
		})
	}
}

func permute(p []uint8, k int, visit func()) {
	if k >= len(p)-1 {
		visit()
		return
	}
	for i := k; i < len(p); i++ {
		p[k], p[i] = p[i], p[k]
		permute(p, k+1, visit)
		p[k], p[i] = p[i], p[k]
	}
}

func TestClassNames(t *testing.T) {
	for i, want := range []string{"A", "P", "R"} {
		class := symmetry.Classes()[i]
		if class.Letter() != want {
			t.Errorf("%v: letter %s, want %s", class, class.Letter(), want)
		}
		for _, text := range []string{class.String(), class.Letter()} {
			var got symmetry.Class
			if err := got.UnmarshalText([]byte(text)); err != nil || got != class {
				t.Errorf("%q reads as %v, %v", text, got, err)
			}
		}
	}
	if _, err := symmetry.ParseClass("B"); !errors.Is(err, queens.ErrFormat) {
		t.Errorf("class B: error %v, want ErrFormat", err)
	}
	if got := symmetry.Class(7).String(); got != "class 7" {
		t.Errorf("name of an invalid class is %q", got)
	}
}
