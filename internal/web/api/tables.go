package api

import (
	"context"
	"net/http"

	"github.com/danielgtaylor/huma/v2"

	"queens/internal/answer/counted"
	"queens/known"
)

// addTables registers the known values.
func addTables(a *API) {
	add(a, operation{
		id: "tables", path: Prefix + "/tables", tag: "tables", example: "/api/v1/tables",
		summary: "The series of known values",
	}, func(context.Context, *struct{}) (*counted.Tables, error) { return counted.NewTables(""), nil })
	add(a, operation{
		id: "table", path: Prefix + "/tables/{name}", tag: "tables", example: "/api/v1/tables/solutions",
		summary: "One series of known values, with source and status", errors: []int{http.StatusNotFound},
	}, table)
}

func table(_ context.Context, in *struct {
	Name string `path:"name" maxLength:"64" example:"solutions"`
},
) (*counted.Table, error) {
	s, ok := known.Find(in.Name)
	if !ok {
		return nil, huma.Error404NotFound("no series \"" + in.Name + "\"; /api/v1/tables lists them")
	}
	return counted.NewTable(s, s.Values()), nil
}
