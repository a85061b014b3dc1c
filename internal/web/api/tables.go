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
	}, tables)
	add(a, operation{
		id: "table", path: Prefix + "/tables/{name}", tag: "tables", example: "/api/v1/tables/solutions",
		summary: "One series of known values, with source and status", errors: []int{http.StatusNotFound},
	}, table)
}

// Tables lists the series.
type Tables struct {
	Schema string   `json:"schema" enum:"queens.tables/1"`
	Series []Series `json:"series"`
}

// Series describes one series.
type Series struct {
	Name     string   `json:"name"`
	Summary  string   `json:"summary"`
	OEIS     string   `json:"oeis,omitempty"`
	Argument string   `json:"argument,omitempty"` // what n is where it is not the order of the board
	Index    []string `json:"index,omitempty"`    // further arguments besides n
	Counts   string   `json:"counts"`
}

// seriesOf describes a series for programs.
func seriesOf(s known.Series) Series {
	return Series{s.Name, s.Summary, s.OEIS, s.Argument, s.Index, s.Counts}
}

func tables(context.Context, *struct{}) (*Tables, error) {
	out := &Tables{Schema: "queens.tables/1"}
	for _, s := range known.All() {
		out.Series = append(out.Series, seriesOf(s))
	}
	return out, nil
}

// Table is one series.
type Table struct {
	Schema string        `json:"schema" enum:"queens.table/1"`
	Series Series        `json:"series"`
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
	return &Table{"queens.table/1", seriesOf(s), s.Values()}, nil
}
