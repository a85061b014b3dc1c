// Package numbers is the page of known values.
package numbers

import (
	"context"
	"embed"
	"fmt"

	"queens"
	"queens/internal/figures"
	"queens/internal/web/page"
	"queens/known"
	"queens/symmetry"
)

//go:embed page.html style.css
var files embed.FS

// Page shows tables of known values.
var Page = page.Page{
	Name: "numbers", Title: "Tables", Place: "Numbers", Old: []string{"/tables"},
	Summary: "Known values, with their sources and how reliable they are",
	Files:   files, View: view,
}

type burnside struct {
	Order  int
	Fixed  [symmetry.Count]queens.Total // by number of the operation
	Sum    queens.Total
	Orbits queens.Total
}

type shown struct {
	All      []known.Series
	Series   known.Series
	Values   []known.Value
	More     int // values that are not shown
	Burnside []burnside
	Records  []known.Record
	Plots    []figures.Plot
	Plot     figures.Plot // shown large
}

const maxValues = 400

func view(_ context.Context, q page.Query) (page.View, error) {
	name := q.Get("name")
	if name == "" {
		name = "solutions"
	}
	s, ok := known.Find(name)
	if !ok {
		return page.View{}, fmt.Errorf("name: no series %q: %w", name, queens.ErrFormat)
	}
	v := shown{All: known.All(), Series: s, Values: s.Values(), Records: known.Records(), Plots: figures.Plots()}
	plot := q.Get("plot")
	if plot == "" {
		plot = "growth"
	}
	var err error
	if v.Plot, err = figures.FindPlot(plot); err != nil {
		return page.View{}, err
	}
	if len(v.Values) > maxValues {
		v.More = len(v.Values) - maxValues
		v.Values = v.Values[:maxValues]
	}
	for n := 1; ; n++ {
		all, ok := known.Solutions(n)
		half, ok2 := known.S180(n)
		quarter, ok3 := known.S90(n)
		if !ok || !ok2 || !ok3 {
			break
		}
		fixed := symmetry.FixedPoints(n, all, half, quarter)
		line := burnside{Order: n, Sum: fixed.Sum()}
		for _, s := range symmetry.All() {
			line.Fixed[s.OperationNo()-1] = fixed[s]
		}
		line.Orbits, _ = fixed.Orbits()
		v.Burnside = append(v.Burnside, line)
	}
	exports := []page.Export{{Name: "Series as JSON", Link: "/api/v1/tables/" + s.Name}}
	exports = append(exports, page.Exports("Plot as ", "/api/v1/plots/"+v.Plot.Name, v.Plot.Name, "svg",
		"png", "pdf", "json")...)
	return page.View{Command: "queens table " + s.Name, Exports: exports, Data: v}, nil
}
