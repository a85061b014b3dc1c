// Package huge is the page of boards of up to a million queens.
package huge

import (
	"context"
	"embed"
	"fmt"

	"queens/internal/web/api"
	"queens/internal/web/page"
)

//go:embed page.html script.js style.css
var files embed.FS

// Page shows boards of up to a million queens.
var Page = page.Page{
	Name: "huge", Title: "Huge", Group: "Explore",
	Summary: "Solutions of up to a million queens, every queen a dot",
	Files:   files, View: view,
}

// shown is what the template shows.
type shown struct {
	Order, MaxOrder, Seed int
	Method                string
}

func view(_ context.Context, q page.Query) (page.View, error) {
	s := shown{MaxOrder: api.MaxHuge}
	var err error
	if s.Order, err = q.Int("n", 100_000, 4, api.MaxHuge); err != nil {
		return page.View{}, err
	}
	if s.Seed, err = q.Int("seed", 1, 0, 1<<31-1); err != nil {
		return page.View{}, err
	}
	if s.Method, err = q.Word("method", "greedy", "greedy", "construct"); err != nil {
		return page.View{}, err
	}
	command := fmt.Sprintf("queens solve %d --method %s", s.Order, s.Method)
	if s.Method == "greedy" {
		command += fmt.Sprintf(" --seed %d", s.Seed)
	}
	return page.View{Command: command + " --stats", Data: s}, nil
}
