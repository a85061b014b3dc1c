package symmetry_test

import (
	"errors"
	"slices"
	"testing"

	"queens"
	"queens/find/algorithms"
	"queens/find/solver"
	"queens/internal/must"
	"queens/known"
	"queens/math/torus"
	"queens/symmetry"
)

func visitSolutions(t *testing.T, n int, visit func(queens.Perm)) {
	t.Helper()
	call := solver.Call{Problem: queens.Problem{Order: n}}
	must.Get(algorithms.Get("wirth").Solve(t.Context(), call, func(p queens.Perm) bool {
		visit(p)
		return true
	}))(t)
}

func TestCensus(t *testing.T) {
	for n := range 11 {
		var all, half, quarter uint64
		var orbits [3]uint64
		visitSolutions(t, n, func(p queens.Perm) {
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
		perms := slices.Values([]queens.Perm{{}})
		if n > 0 {
			perms = must.Get(torus.Permutations.Members(n))(t)
		}
		for p := range perms {
			if got, want := symmetry.ClassOf(queens.RowsOf[uint8](p)), symmetry.Stabilizer(p).Class(); got != want {
				t.Fatalf("%v: class %v, want %v", p, got, want)
			}
		}
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
