//go:build !js

// Package counts is the page that starts counts and shows those in progress and
// finished.
package counts

import (
	"context"
	"embed"

	"queens/count"
	"queens/count/plan"
	"queens/internal/web/page"
)

//go:embed page.html script.js
var files embed.FS

// Page starts and shows counts.
var Page = page.Page{
	Name: "counts", Title: "Counts", Place: "Numbers", Live: true, Old: []string{"/counts"},
	Summary: "Exact counts, started here or on the command line; they continue when the page is closed, and when " +
		"the server starts again",
	Files: files, View: view,
}

type shown struct {
	Order    int
	MaxOrder int
	Ofs      []string
	Methods  []string
	Kernels  []string
}

func view(_ context.Context, q page.Query) (page.View, error) {
	n := q.Int("n", 16, 0, plan.MaxOrder)
	return page.View{Command: "queens runs", Exports: []page.Export{
		{Name: "JSON", Link: "/api/v1/runs"},
	}, Preview: "/api/v1/plots/growth.png", Data: shown{
		n, plan.MaxOrder, count.Quantities(), count.Schemes(), count.Kernels(),
	}}, nil
}
