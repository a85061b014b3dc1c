package api

import (
	"context"
	"fmt"
	"net/http"
	"slices"

	"github.com/danielgtaylor/huma/v2"

	"queens"
	"queens/find/algorithms"
	"queens/find/solver"
	"queens/internal/answer"
	"queens/known"
)

func addTables(a *API) {
	add(a, operation{
		id: "tables", schema: "queens.tables/1", path: Prefix + "/tables", tag: "tables", example: "/api/v1/tables",
		summary: "The series of known values",
	}, func(context.Context, *struct{}) (*Tables, error) { return &Tables{known.Search("")}, nil })
	add(a, operation{
		id: "table", schema: "queens.table/1", path: Prefix + "/tables/{name}", tag: "tables",
		example: "/api/v1/tables/solutions",
		summary: "One series of known values, with source and status", errors: []int{http.StatusNotFound},
	}, table)
}

// Tables lists series without their values.
type Tables struct {
	Series []known.Table `json:"series"`
}

func table(_ context.Context, in *struct {
	Name string `path:"name" maxLength:"64" example:"solutions"`
},
) (*known.Table, error) {
	s, ok := known.Find(in.Name)
	if !ok {
		return nil, huma.Error404NotFound("no series \"" + in.Name + "\"; /api/v1/tables lists them")
	}
	t := s.Table(s.Values())
	return &t, nil
}

func addAlgorithms(a *API) {
	add(a, operation{
		id: "algorithms", path: Prefix + "/algorithms", tag: "algorithms", example: "/api/v1/algorithms",
		summary: "The algorithms of the catalogue: what they find, how they work, their pseudocode",
		text:    "With an order, each algorithm that does not support it says why, and the nearest it does.",
	}, func(_ context.Context, in *struct {
		Order int `query:"n" minimum:"1" maximum:"1000" doc:"the order of a board"`
	},
	) (*answer.Algorithms, error) {
		r := answer.NewAlgorithms(algorithms.All(), schemes())
		if in.Order == 0 {
			return r, nil
		}
		for i := range r.Algorithms {
			a := &r.Algorithms[i]
			if a.Refusal = Refusal(a.Name, in.Order); a.Refusal != "" {
				a.Nearest = NearestOrders(a.Name, in.Order, 2)
			}
		}
		return r, nil
	})
}

const maxTaken = 1000

// Refusal returns why the algorithm of a name does not take an order, or "".
func Refusal(name string, n int) string {
	alg, err := algorithms.Find(name)
	if err != nil || n < 1 || n > maxTaken {
		return fmt.Sprintf("want 1 to %d", maxTaken)
	}
	if alg.Accepts(solver.Call{Problem: queens.Problem{Order: n}}) == nil {
		return ""
	}
	least, most := ends(alg)
	if n < least || n > most || alg.Refuses == nil {
		return fmt.Sprintf("want %d to %d", least, most)
	}
	return alg.Refuses(n)
}

func ends(alg *solver.Algorithm) (least, most int) {
	if alg.MaxOrder > 0 {
		return max(1, alg.MinOrder), min(alg.MaxOrder, maxTaken)
	}
	return max(1, alg.MinOrder), maxTaken
}

// NearestOrders returns up to k orders, ascending, that an algorithm takes, those
// nearest to n.
func NearestOrders(name string, n, k int) (list []int) {
	for away := 0; away <= maxTaken && len(list) < k; away++ {
		for _, m := range slices.Compact([]int{n - away, n + away}) {
			if len(list) < k && Refusal(name, m) == "" {
				list = append(list, m)
			}
		}
	}
	slices.Sort(list)
	return list
}

// TakenOrders says which orders an algorithm takes: "orders 5 to 1000, for example not 6:
// works only for n with no factor 2 or 3".
func TakenOrders(name string) string {
	alg, err := algorithms.Find(name)
	if err != nil {
		return "no orders"
	}
	least, most := ends(alg)
	text := fmt.Sprintf("orders %d to %d", least, most)
	const none, looked = "no solution exists", 30
	refused := 0
	for n := least; n <= min(most, least+looked); n++ {
		switch why := Refusal(name, n); {
		case why == none:
			refused++
		case why != "":
			return fmt.Sprintf("%s, for example not %d: %s", text, n, why)
		}
	}
	if refused > 0 {
		text += " except 2 and 3, which have no solution"
	}
	return text
}

func addHealth(a *API) {
	add(a, operation{
		id: "health", schema: "queens.health/1", path: "/healthz", tag: "server", example: "/healthz",
		summary: "Check that the server answers",
	}, func(context.Context, *struct{}) (*Health, error) { return &Health{"ok"}, nil })
}

// Health is a sign of life.
type Health struct {
	Status string `json:"status" enum:"ok"`
}
