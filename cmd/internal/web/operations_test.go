package web

import (
	"net/http"
	"slices"
	"strings"
	"testing"

	"queens"
	"queens/find/algorithms"
	"queens/find/solver"
	"queens/format"
	"queens/internal/must"
)

// TestOrders holds what is said about the orders of every algorithm against what it
// accepts.
func TestOrders(t *testing.T) {
	for _, alg := range algorithms.All() {
		for n := 1; n <= 40; n++ {
			accepts := alg.Accepts(solver.Call{Problem: queens.Problem{Order: n}}) == nil
			if why := Refusal(alg, n); accepts != (why == "") {
				t.Errorf("%s: order %d is accepted: %v; the reason is %q", alg.Name, n, accepts, why)
			}
		}
		near := nearestOrders(alg, 8, 3)
		if len(near) != 3 {
			t.Errorf("%s: near 8 are %v", alg.Name, near)
		}
	}
	for name, want := range map[string][]int{
		"knight-walk": {5, 7, 11}, "brute-force": {7, 8, 9}, "open-star-polygon": {4, 6, 10},
		"composed-solutions": {20, 25, 28},
	} {
		if got := nearestOrders(must.Get(algorithms.Find(name))(t), 8, 3); !slices.Equal(got, want) {
			t.Errorf("%s: near 8 are %v, want %v", name, got, want)
		}
	}
	for name, want := range map[string]string{
		"knight-walk":   "orders 1 to 1000, for example not 4: works only for n with no factor 2 or 3",
		"wirth":         "orders 1 to 32",
		"min-conflicts": "orders 1 to 1000 except 2 and 3, which have no solution",
	} {
		if got := takenOrders(must.Get(algorithms.Find(name))(t)); got != want {
			t.Errorf("%s takes %s; want %s", name, got, want)
		}
	}
}

// TestEveryOperationIsAdded looks for operations of the table that no program answers; those of
// counts need a server.
func TestEveryOperationIsAdded(t *testing.T) {
	a := newStill(http.NewServeMux(), false)
	for _, o := range operations() {
		if a.added[o.ID] != (o.Tag != "counts") {
			t.Errorf("%s is added: %t", o.ID, a.added[o.ID])
		}
	}
}

func TestSpread(t *testing.T) {
	for _, c := range []struct {
		from, to uint64
		frames   int
	}{{7, 7, 1}, {7, 8, 2}, {0, 239, 240}, {0, 240, 240}, {1, 4_000_000_000, 240}} {
		steps := spread(c.from, c.to)
		if len(steps) != c.frames || steps[0] != c.from || steps[len(steps)-1] != c.to || !slices.IsSorted(steps) ||
			len(slices.Compact(steps)) != c.frames {
			t.Errorf("%d to %d: %v", c.from, c.to, steps)
		}
	}
}

// TestTextNamesNoFlags provokes errors of the readers that name a flag.
func TestTextNamesNoFlags(t *testing.T) {
	for text, want := range map[string]string{
		"1211\n1112\n2111\n1121\n": "a board of two symbols, or 4 placements",
		"0 1 0 0\n0 0 0 1\n":       "is a row of a 0/1 matrix",
		"1 2 2 4 3 1 4 3":          "or 4 squares (row, column)",
		"7 1 5 8 6 3 7 2 4":        "or of order 8 after a number of its own",
		"?.\n.?":                   "nor an empty (. _ - 0) nor a forbidden square (# x *)",
		"8 1\n3 4\n":               "its rows and columns may count from 0 or from 1",
	} {
		_, err := format.ReadBoard(text, format.Reading{Base: format.AnyBase})
		if strings.ContainsAny(want, "#") || strings.HasPrefix(want, "its") {
			_, _, err = format.ReadProblem(strings.NewReader(text), format.Reading{Base: format.AnyBase})
		}
		if err == nil || !strings.Contains(err.Error(), "--") {
			t.Errorf("%q: %v names no flag", text, err)
		} else if got := textOf(err); strings.Contains(got, "--") || !strings.HasSuffix(got, want) {
			t.Errorf("%q: %s; want %s", text, got, want)
		}
	}
}
