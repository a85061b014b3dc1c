// Package home is the page where one arrives: the problem in a sentence, and a board
// on which a search plays by itself.
package home

import (
	"context"
	"embed"
	"fmt"

	"queens"
	"queens/find/algorithms"
	"queens/internal/web/page"
	"queens/known"
)

//go:embed page.html script.js style.css
var files embed.FS

// Page is the home page.
var Page = page.Page{
	Name: page.Home, Title: "The n-queens problem",
	Summary: "Place n queens on a board of n by n squares so that no two attack each other: no two in one row, one column or one diagonal",
	Files:   files, View: view,
}

// order is that of the board.
const order = 8

// shown is what the template shows.
type shown struct {
	Order             int
	First             queens.Perm  // solution of the order
	Solutions, Orbits queens.Total // of the order
	Largest           known.Value  // of the greatest order whose solutions are counted
	Traced            int          // algorithms that can be watched
}

func view(context.Context, page.Query) (page.View, error) {
	s := shown{Order: order}
	s.First, _ = known.LexicographicallyFirst(order)
	s.Solutions, _ = known.Solutions(order)
	s.Orbits, _ = known.Fundamental(order)
	series, _ := known.Find("solutions")
	values := series.Values()
	s.Largest = values[len(values)-1]
	for _, a := range algorithms.All() {
		if a.Traced {
			s.Traced++
		}
	}
	return page.View{Command: fmt.Sprintf("queens watch %d --algorithm wirth", order), Data: s}, nil
}
