// Package watch is the page that shows an algorithm step by step.
package watch

import (
	"context"
	"embed"
	"fmt"

	"queens"
	"queens/find/algorithms"
	"queens/find/solver"
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
	Groups  []group
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

type group struct {
	Title      string
	Algorithms []answer.Algorithm
}

const usualOrder = 8

func view(_ context.Context, q page.Query) (page.View, error) {
	var s shown
	name := q.Get("algorithm")
	if name == "" {
		name = "wirth"
	}
	list := answer.NewAlgorithms(algorithms.All(), nil).Algorithms
	for _, f := range solver.AllFinds() {
		g := group{Title: f.Heading()}
		for _, a := range list {
			if !a.Traced || a.Finds != f {
				continue
			}
			g.Algorithms = append(g.Algorithms, a)
			if a.Name == name {
				s.Chosen = a
			}
		}
		s.Groups = append(s.Groups, g)
	}
	if s.Chosen.Name == "" {
		return page.View{}, fmt.Errorf("algorithm: %q is none that can be watched: %w", name, queens.ErrFormat)
	}
	var err error
	if s.Order, err = q.Int("n", 0, 1, page.MaxOrder); err != nil {
		return page.View{}, err
	}
	if s.Seed, err = q.Int("seed", 1, 0, 1<<31-1); err != nil {
		return page.View{}, err
	}
	if s.Step, err = q.Int("step", 0, 0, 1<<31-1); err != nil {
		return page.View{}, err
	}
	s.Before, s.After = s.Step-1, s.Step+1
	near, err := q.Int("near", usualOrder, 1, page.MaxOrder)
	if err != nil {
		return page.View{}, err
	}
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
		v.Preview = fmt.Sprintf("/api/v1/trace/animation?algorithm=%s&n=%d&seed=%d&from=%d&to=%[4]d&layers=coordinates&size=512", s.Chosen.Name, s.Order, s.Seed, s.Step)
	}
	return v, nil
}
