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
	Summary: "Algorithms compared fairly: run one after the other, then played again side by side",
	Files:   files, View: view,
}

type shown struct {
	page.Choice
	Order int
	Runs  int
}

const usual = "wirth,rohl-permutation,rohl-list,bitmask"

// A race is of this order, and of so many runs, unless the address says otherwise: smaller boards take microseconds.
const (
	usualOrder = 11
	usualRuns  = 3
)

const maxRacers = 6

func view(_ context.Context, q page.Query) (page.View, error) {
	var s shown
	var err error
	if s.Order, err = q.Int("n", usualOrder, 1, page.MaxOrder); err != nil {
		return page.View{}, err
	}
	if s.Runs, err = q.Int("runs", usualRuns, 1, 5); err != nil {
		return page.View{}, err
	}
	if s.Choice, err = q.Algorithms(usual, maxRacers); err != nil {
		return page.View{}, err
	}
	return page.View{Command: fmt.Sprintf("queens race %d %s --runs %d", s.Order, s.Names(), s.Runs), Preview: s.Preview(s.Order), Heading: fmt.Sprintf("Race of order %d: %s", s.Order, s.Names()), Data: s}, nil
}
