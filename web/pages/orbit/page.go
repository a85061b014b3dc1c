// Package orbit is the page about one solution: its images, its signature, and
// what Inc and Mov make of it.
package orbit

import (
	"context"
	"embed"
	"fmt"

	"queens"
	"queens/sym"
	"queens/web/api"
	"queens/web/page"
)

//go:embed page.html script.js style.css
var files embed.FS

// Page shows an orbit.
var Page = page.Page{
	Name: "orbit", Title: "Orbit",
	Summary: "The eight images of a solution; queens inserted and moved by hand",
	Files:   files, View: view,
}

// products is the table of the eight operations: row first, column second.
type products [sym.Count][sym.Count]int

// shown is what the template shows.
type shown struct {
	Orbit    *api.Orbit
	Products products
	Numbers  []int // 1 to 8
}

func view(_ context.Context, q page.Query) (page.View, error) {
	p, err := q.Perm("perm", "15863724")
	if err != nil {
		return page.View{}, err
	}
	seen := make([]bool, len(p))
	for _, r := range p {
		if seen[r] {
			return page.View{}, fmt.Errorf("perm: two queens stand in row %d; an orbit needs one queen in every row: %w", r+1, queens.ErrFormat)
		}
		seen[r] = true
	}
	s := shown{Orbit: api.OrbitOf(p), Products: table()}
	for i := range sym.Count {
		s.Numbers = append(s.Numbers, i+1)
	}
	return page.View{Command: "queens orbit " + p.String(), Data: s}, nil
}

// table returns the products of the operations, each by its number from 1.
func table() (t products) {
	for _, a := range sym.All() {
		for _, b := range sym.All() {
			t[a.OperationNo()-1][b.OperationNo()-1] = a.Then(b).OperationNo()
		}
	}
	return t
}
