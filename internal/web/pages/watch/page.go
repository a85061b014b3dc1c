// Package watch is the page that shows an algorithm step by step.
package watch

import (
	"context"
	"embed"
	"fmt"
	"slices"

	"queens"
	"queens/find/algorithms"
	"queens/internal/answer"
	"queens/internal/web/api"
	"queens/internal/web/page"
)

//go:embed page.html script.js
var files embed.FS

// Page shows an algorithm step by step.
var Page = page.Page{
	Name: "watch", Title: "Watch", Place: "Watch",
	Summary: "An algorithm step by step, forwards and backwards",
	Files:   files, View: view, Embeds: true,
}

type shown struct {
	Groups  []page.Group
	Chosen  answer.Algorithm
	Orders  string // that it takes
	Order   int
	Seed    int
	Step    int
	Before  int // the steps next to it
	After   int
	Refusal string // why it does not take the order; then there is nothing to watch
	Nearest []int  // orders that it takes
	Movable bool   // its steps can be a moving picture
}

const usualOrder = 8

func view(_ context.Context, q page.Query) (page.View, error) {
	var s shown
	name := q.Get("algorithm")
	if name == "" {
		name = "wirth"
	}
	list := slices.DeleteFunc(answer.NewAlgorithms(algorithms.All(), nil).Algorithms,
		func(a answer.Algorithm) bool { return !a.Traced })
	i := slices.IndexFunc(list, func(a answer.Algorithm) bool { return a.Name == name })
	if i < 0 {
		return page.View{}, fmt.Errorf("algorithm %q cannot be watched: %w", name, queens.ErrFormat)
	}
	s.Groups, s.Chosen = page.Groups(list), list[i]
	s.Order = q.Int("n", 0, 1, page.MaxOrder)
	s.Seed = q.Int("seed", 1, 0, 1<<31-1)
	s.Step = q.Int("step", 0, 0, 1<<31-1)
	s.Before, s.After = s.Step-1, s.Step+1
	near := q.Int("near", usualOrder, 1, page.MaxOrder)
	if s.Order == 0 { // none is asked for
		s.Order = near
		if list := api.NearestOrders(name, near, 1); len(list) > 0 {
			s.Order = list[0]
		}
	}
	s.Orders = api.TakenOrders(name)
	if s.Refusal = api.Refusal(name, s.Order); s.Refusal != "" {
		s.Nearest = api.NearestOrders(name, s.Order, 3)
	}
	s.Movable = s.Refusal == "" && s.Order <= api.MaxMoving
	v := page.View{Command: fmt.Sprintf("queens watch %d --method %s", s.Order, s.Chosen.Name), Data: s}
	if s.Movable {
		v.Preview = fmt.Sprintf("/api/v1/trace/animation?algorithm=%s&n=%d&seed=%d&from=%d&to=%[4]d"+
			"&layers=coordinates&size=512", s.Chosen.Name, s.Order, s.Seed, s.Step)
	}
	return v, nil
}
