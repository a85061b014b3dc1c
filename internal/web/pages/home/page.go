// Package home is the start page: a board to play with, and links to everything else.
package home

import (
	"context"
	"embed"
	"fmt"
	"slices"
	"strings"

	"queens"
	"queens/internal/web/page"
	"queens/known"
	"queens/list"
	"queens/symmetry"
)

//go:embed page.html script.js style.css
var files embed.FS

// Page is the home page.
var Page = page.Page{
	Name: page.Home, Title: "Place eight queens.",
	Summary: "No two in the same row, column or diagonal",
	Files:   files, View: view,
}

const order = 8

type shown struct {
	Order             int
	Columns           [order][order]struct{} // of the board, for the template
	Solutions         string                 // all of the order
	Count, Orbits     queens.Total
	Families          [][]string // orbits, as paths of tiles; the first of each is its least
	Largest           known.Value
	SeamOrder, Search int            // of the pictures below the board
	Records           []known.Record // of counting solutions, the last first
}

func view(context.Context, page.Query) (page.View, error) {
	s := shown{Order: order, SeamOrder: 100_000, Search: 9}
	s.Count, _ = known.Solutions(order)
	s.Orbits, _ = known.Fundamental(order)
	series, _ := known.Find("solutions")
	values := series.Values()
	s.Largest = values[len(values)-1]
	solutions, err := list.Solutions(order, list.Options{})
	if err != nil {
		return page.View{}, err
	}
	var texts []string
	for p := range solutions {
		texts = append(texts, p.String())
		if symmetry.Canonical(p).String() != p.String() {
			continue
		}
		family := []string{page.TilePath(p)}
		for _, image := range symmetry.Orbit(p) {
			if !slices.Equal(image, p) {
				family = append(family, page.TilePath(image))
			}
		}
		s.Families = append(s.Families, family)
	}
	s.Solutions = strings.Join(texts, " ")
	for _, r := range known.Records() {
		if r.Series == series.Name {
			s.Records = slices.Insert(s.Records, 0, r)
		}
	}
	return page.View{Command: fmt.Sprintf("queens list %d", order), Data: s}, nil
}
