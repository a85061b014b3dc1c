// Package compare is the page that compares algorithms.
package compare

import (
	"context"
	"embed"
	"fmt"

	"queens/internal/web/page"
)

//go:embed page.html script.js style.css
var files embed.FS

// Page compares algorithms.
var Page = page.Page{
	Name: "compare", Title: "Race", Place: "Compare", Old: []string{"/race"},
	Summary: "A fair comparison of algorithms: run one after another, then replayed side by side",
	Files:   files, View: view,
}

type shown struct {
	page.Choice
	Order int
	Runs  int
}

const usual = "wirth,rohl-permutation,rohl-list,bitmask"

// A race is of this order, and of so many runs, unless the address says otherwise: smaller boards
// take microseconds.
const (
	usualOrder = 11
	usualRuns  = 3
)

const maxRacers = 6

func view(_ context.Context, q page.Query) (page.View, error) {
	var s shown
	s.Order = q.Int("n", usualOrder, 1, page.MaxOrder)
	s.Runs = q.Int("runs", usualRuns, 1, 5)
	s.Choice = q.Algorithms(usual, maxRacers)
	return page.View{
		Command: fmt.Sprintf("queens race %d %s --runs %d", s.Order, s.Names(),
			s.Runs), Preview: s.Preview(s.Order), Heading: fmt.Sprintf("Race of order %d: %s", s.Order, s.Names()),
		Data: s,
	}, nil
}
