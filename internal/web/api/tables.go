package api

import (
	"context"
	"net/http"

	"github.com/danielgtaylor/huma/v2"

	"queens/known"
)

func addTables(a *API) {
	add(a, operation{
		id: "tables", schema: "queens.tables/1", path: Prefix + "/tables", tag: "tables", example: "/api/v1/tables",
		summary: "The series of known values",
	}, func(context.Context, *struct{}) (*Tables, error) { return &Tables{known.Search("")}, nil })
	add(a, operation{
		id: "table", schema: "queens.table/1", path: Prefix + "/tables/{name}", tag: "tables", example: "/api/v1/tables/solutions",
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
