// Package huge is the page of boards of up to a million queens.
package huge

import (
	"context"
	"embed"
	"fmt"

	"queens/find/huge"
	"queens/internal/web/api"
	"queens/internal/web/page"
)

//go:embed page.html script.js style.css
var files embed.FS

// Page shows boards of up to a million queens.
var Page = page.Page{
	Name: "huge", Title: "Huge", Place: "Huge",
	Summary: "Solutions for up to a million queens, each a dot",
	Files:   files, View: view,
}

type shown struct {
	Order, MaxOrder, Seed int
	Method                string
	Windows               bool // the search has two, and a seam between them
	TwoWindows            int  // order from which on it does

	SeamX, SeamY, SeamSpan int // the part of the board with the lens, in columns and rows from 0
}

func view(_ context.Context, q page.Query) (page.View, error) {
	s := shown{MaxOrder: api.MaxHuge, TwoWindows: huge.TwoWindows}
	s.Order = q.Int("n", 100_000, 4, api.MaxHuge)
	s.Seed = q.Int("seed", 1, 0, 1<<31-1)
	s.Method = q.Word("method", "greedy", "greedy", "construct")
	s.Windows = s.Order >= huge.TwoWindows
	s.SeamSpan = s.Order / 4
	s.SeamX, s.SeamY = s.Order/2-s.SeamSpan*3/4, s.Order/2-s.SeamSpan/2
	command := fmt.Sprintf("queens solve %d --method %s", s.Order, s.Method)
	if s.Method == "greedy" {
		command += fmt.Sprintf(" --seed %d", s.Seed)
	}
	preview := fmt.Sprintf("/api/v1/huge/picture?n=%d&method=%s&seed=%d", s.Order, s.Method, s.Seed)
	return page.View{Command: command + " --stats", Preview: preview, Heading: fmt.Sprintf("A solution for %d queens",
		s.Order), Data: s}, nil
}
