// Package compose is the page on which one places queens oneself.
package compose

import (
	"context"
	"embed"
	"fmt"
	"strings"

	"queens"
	"queens/internal/web/page"
)

//go:embed page.html script.js
var files embed.FS

// Page places queens by hand.
var Page = page.Page{
	Name: "compose", Title: "Compose", Group: "Play",
	Summary: "Place queens yourself; conflicts show at once, and the rest can be completed",
	Files:   files, View: view,
}

// MaxOrder is the largest order of a board that is composed by hand.
const MaxOrder = 100

// shown is what the template shows.
type shown struct{ Order, MaxOrder int }

func view(_ context.Context, q page.Query) (page.View, error) {
	n, err := q.Int("n", 8, 1, MaxOrder)
	if err != nil {
		return page.View{}, err
	}
	for _, name := range []string{"queens", "blocked"} {
		for word := range strings.FieldsSeq(strings.ReplaceAll(q.Get(name), ",", " ")) {
			if _, err := queens.ParseSquare(word, n); err != nil {
				return page.View{}, fmt.Errorf("%s: %w", name, err)
			}
		}
	}
	return page.View{Command: fmt.Sprintf("queens complete %d", n), Data: shown{n, MaxOrder}}, nil
}
