// Package search is the page about the published orbit search: which orbits it finds, how, and
// which it misses.
package search

import (
	"context"
	"embed"
	"fmt"

	"queens/internal/web/api"
	"queens/internal/web/page"
	"queens/math/orbit"
)

//go:embed page.html script.js style.css
var files embed.FS

// Page shows what the orbit search reaches.
var Page = page.Page{
	Name: "search", Title: "Orbit search", Place: "Solutions", Old: []string{"/trajectory"},
	Summary: "The published orbit search: what it finds, in how many moves, and what it never finds",
	Files:   files, View: view, Expensive: true,
}

type shown struct {
	Order     int
	MaxOrder  int
	Moves     int
	Forest    bool
	Graph     orbit.Graph
	Reach     *orbit.Reach
	Lost      []string // never reached, at most maxListed
	LostCount int
	Drawn     bool
	Map       *rings
}

const maxListed = 60

func view(ctx context.Context, q page.Query) (page.View, error) {
	var s shown
	var err error
	s.MaxOrder = api.MaxTrajectory
	s.Order = q.Int("n", 9, 1, api.MaxTrajectory)
	s.Moves = q.Int("moves", 1, 1, 2)
	s.Forest = q.Get("forest") == "true"
	atlas, err := api.AtlasOf(ctx, s.Order, s.Moves)
	if err != nil {
		return page.View{}, err
	}
	s.Reach, s.Graph = atlas.Reach, atlas.Reach.Graph(orbit.GraphOptions{Forest: true})
	for _, node := range s.Graph.Nodes {
		if node.Layer == orbit.Unreached {
			s.LostCount++
			if len(s.Lost) < maxListed {
				s.Lost = append(s.Lost, node.Orbit.String())
			}
		}
	}
	s.Drawn = s.Order <= api.MaxDrawnTrajectory && len(s.Graph.Nodes) > 0
	if s.Drawn {
		if s.Map, err = newRings(atlas.Reach.Graph(orbit.GraphOptions{Forest: s.Forest})); err != nil {
			return page.View{}, err
		}
	}
	command := fmt.Sprintf("queens math atlas %d", s.Order)
	if s.Moves == 2 {
		command += " --moves 2"
	}
	return page.View{Command: command, Exports: s.exports(), Data: s}, nil
}

func (s *shown) exports() []page.Export {
	query := fmt.Sprintf("?moves=%d", s.Moves)
	if s.Forest {
		query += "&forest=true"
	}
	formats := []string{"dot", "json"}
	if s.Drawn {
		formats = append([]string{"svg", "png", "pdf"}, formats...)
	}
	return page.Exports("", fmt.Sprintf("/api/v1/trajectory/%d%s", s.Order, query),
		fmt.Sprintf("trajectory-%d", s.Order), formats...)
}
