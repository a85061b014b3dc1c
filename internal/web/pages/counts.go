//go:build !js

package pages

import (
	"context"

	"queens/count"
	"queens/count/methods"
	"queens/count/plan"
)

func countsView(_ context.Context, q Query) (View, error) {
	n := q.number("n", 16, 0, plan.MaxOrder)
	return View{
		Command: "queens runs", Exports: []Export{{Name: "JSON", Link: "/api/v1/runs"}},
		Preview: "/api/v1/plots/growth.png",
		Data: struct {
			Order, MaxOrder       int
			Ofs, Methods, Kernels []string
		}{n, plan.MaxOrder, count.Quantities(), methods.Names(), methods.Kernels()},
	}, nil
}
