package api

import (
	"context"
	"net/http"

	"github.com/danielgtaylor/huma/v2"

	"queens/known"
)

// addTables registers the known values.
func addTables(a *API) {
	add(a, operation{
		id: "tables", path: Prefix + "/tables", tag: "tables", example: "/api/v1/tables",
		summary: "The series of known values",
	}, func(context.Context, *struct{}) (*Tables, error) { return &Tables{"queens.tables/1", known.All()}, nil })
	add(a, operation{
		id: "table", path: Prefix + "/tables/{name}", tag: "tables", example: "/api/v1/tables/solutions",
		summary: "One series of known values, with source and status", errors: []int{http.StatusNotFound},
	}, table)
}

// Tables lists the series.
type Tables struct {
	Schema string         `json:"schema" enum:"queens.tables/1"`
	Series []known.Series `json:"series"`
}

// Table is one series.
type Table struct {
	Schema string        `json:"schema" enum:"queens.table/1"`
	Series known.Series  `json:"series"`
	Values []known.Value `json:"values"`
}

func table(_ context.Context, in *struct {
	Name string `path:"name" maxLength:"64" example:"solutions"`
},
) (*Table, error) {
	s, ok := known.Find(in.Name)
	if !ok {
		return nil, huma.Error404NotFound("no series \"" + in.Name + "\"; /api/v1/tables lists them")
	}
	return &Table{"queens.table/1", s, s.Values()}, nil
}
