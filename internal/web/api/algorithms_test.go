package api

import (
	"net/http"
	"slices"
	"testing"

	"queens"
	"queens/find/algorithms"
	"queens/find/solver"
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
		near := NearestOrders(alg, 8, 3)
		if len(near) != 3 {
			t.Errorf("%s: near 8 are %v", alg.Name, near)
		}
	}
	for name, want := range map[string][]int{
		"knight-walk": {5, 7, 11}, "brute-force": {7, 8, 9}, "open-star-polygon": {4, 6, 10},
		"composed-solutions": {20, 25, 28},
	} {
		if got := NearestOrders(must.Get(algorithms.Find(name))(t), 8, 3); !slices.Equal(got, want) {
			t.Errorf("%s: near 8 are %v, want %v", name, got, want)
		}
	}
	for name, want := range map[string]string{
		"knight-walk":   "orders 1 to 1000, for example not 4: works only for n with no factor 2 or 3",
		"wirth":         "orders 1 to 32",
		"min-conflicts": "orders 1 to 1000 except 2 and 3, which have no solution",
	} {
		if got := TakenOrders(must.Get(algorithms.Find(name))(t)); got != want {
			t.Errorf("%s takes %s; want %s", name, got, want)
		}
	}
}

// TestEveryOperationIsAdded looks for operations of the table that no program answers; those of
// counts need a server.
func TestEveryOperationIsAdded(t *testing.T) {
	a := NewStill(http.NewServeMux(), false)
	for _, o := range operations() {
		if a.added[o.ID] != (o.Tag != "counts") {
			t.Errorf("%s is added: %t", o.ID, a.added[o.ID])
		}
	}
}
