// Package watch is the page that shows an algorithm step by step.
package watch

import (
	"context"
	"embed"
	"fmt"

	"queens"
	"queens/internal/web/api"
	"queens/internal/web/page"
)

//go:embed page.html script.js
var files embed.FS

// Page shows an algorithm step by step.
var Page = page.Page{
	Name: "watch", Title: "Watch",
	Summary: "An algorithm step by step, forwards and backwards",
	Files:   files, View: view,
}

// shown is what the template shows.
type shown struct {
	Algorithms []api.Algorithm
	Chosen     api.Algorithm
	Order      int
	Least      int // orders that the algorithm accepts
	Most       int
	Seed       int
	Step       int
}

func view(_ context.Context, q page.Query) (page.View, error) {
	var s shown
	name := q.Get("algorithm")
	if name == "" {
		name = "wirth"
	}
	for _, a := range api.ListAlgorithms() {
		if a.Traced {
			s.Algorithms = append(s.Algorithms, a)
			if a.Name == name {
				s.Chosen = a
			}
		}
	}
	var err error
	switch {
	case s.Chosen.Name == "":
		return page.View{}, fmt.Errorf("algorithm: %q is none that can be watched: %w", name, queens.ErrFormat)
	default:
		s.Least, s.Most = max(1, s.Chosen.MinOrder), page.MaxOrder
		if last := s.Chosen.MaxOrder; last > 0 {
			s.Most = min(s.Most, last)
		}
		s.Order, err = q.Int("n", 8, s.Least, s.Most)
	}
	if err != nil {
		return page.View{}, err
	}
	if s.Seed, err = q.Int("seed", 1, 0, 1<<31-1); err != nil {
		return page.View{}, err
	}
	if s.Step, err = q.Int("step", 0, 0, 1<<31-1); err != nil {
		return page.View{}, err
	}
	return page.View{Command: fmt.Sprintf("queens watch %d --algorithm %s", s.Order, s.Chosen.Name), Data: s}, nil
}
