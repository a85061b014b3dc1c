package api

import (
	"context"

	"queens/find/algorithms"
	"queens/internal/answer"
)

func addAlgorithms(a *API) {
	add(a, operation{
		id: "algorithms", path: Prefix + "/algorithms", tag: "algorithms", example: "/api/v1/algorithms",
		summary: "The algorithms of the catalogue: what they find, how they work, their pseudocode",
		text:    "With an order, each that does not take it says why, and which ones near it does.",
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
