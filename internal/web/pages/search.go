package pages

import (
	"context"
	"fmt"
	"math"
	"strings"

	"queens"
	"queens/draw"
	"queens/internal/web/api"
	"queens/math/orbit"
)

func searchView(ctx context.Context, q Query) (View, error) {
	const maxListed = 60
	n, moves := q.number("n", 9, 1, api.MaxTrajectory), q.number("moves", 1, 1, 2)
	forest := q.Get("forest") == "true"
	atlas, err := api.AtlasOf(ctx, n, moves)
	if err != nil {
		return View{}, err
	}
	graph := atlas.Reach.Graph(orbit.GraphOptions{Forest: true})
	var lost []string // never reached
	for _, node := range graph.Nodes {
		if node.Layer == orbit.Unreached {
			lost = append(lost, node.Orbit.String())
		}
	}
	formats := []string{"dot", "json"}
	drawn := n <= api.MaxDrawnTrajectory && len(graph.Nodes) > 0
	var circles *rings
	if drawn {
		formats = []string{"svg", "png", "pdf", "dot", "json"}
		if circles, err = newRings(atlas.Reach.Graph(orbit.GraphOptions{Forest: forest})); err != nil {
			return View{}, err
		}
	}
	command := fmt.Sprintf("queens math atlas %d", n)
	if moves == 2 {
		command += " --moves 2"
	}
	link := fmt.Sprintf("/api/v1/trajectory/%d?moves=%d", n, moves)
	if forest {
		link += "&forest=true"
	}
	return View{
		Command: command, Exports: exports("", link, fmt.Sprintf("trajectory-%d", n), formats...),
		Data: data{
			"Order": n, "MaxOrder": api.MaxTrajectory, "Moves": moves, "Forest": forest, "Graph": graph,
			"Reach": atlas.Reach, "Lost": lost[:min(maxListed, len(lost))], "LostCount": len(lost),
			"Drawn": drawn, "Map": circles,
		},
	}, nil
}

// rings is the graph as paths of SVG.
type rings struct {
	View          string // the part of the plane that has the orbits
	Forest, Other string // edges
	Squares       string // the dark squares of a board
	Order         int
	Nodes         []node
}

type node struct {
	No     int // from 1
	Orbit  string
	Kind   string // inserted, moved, missing
	X, Y   float64
	Scale  float64 // of a board whose squares have side 1; 0: a mark
	Queens string  // path of the board
	Mark   string  // path
}

func newRings(g orbit.Graph) (*rings, error) {
	const leastBoard, mostBoard = 18, 88 // sides
	inner := 0.6
	if len(g.Nodes) <= 12 {
		inner = .4
	}
	places, err := draw.Atlas{Graph: g, Inner: inner}.Places()
	if err != nil {
		return nil, err
	}
	board := mostBoard / .9
	low, high := places[0], places[0]
	for i, p := range places {
		for _, q := range places[:i] {
			board = min(board, max(math.Abs(p.X-q.X), math.Abs(p.Y-q.Y)))
		}
		low.X, low.Y, high.X, high.Y = min(low.X, p.X), min(low.Y, p.Y), max(high.X, p.X), max(high.Y, p.Y)
	}
	board *= .9
	margin := max(board/2, 12) + 6
	r := &rings{Order: g.Order, View: fmt.Sprintf("%.0f %.0f %.0f %.0f", low.X-margin, low.Y-margin,
		high.X-low.X+2*margin, high.Y-low.Y+2*margin)}
	var forest, other strings.Builder
	for _, e := range g.Edges {
		lines := &other
		if e.Forest {
			lines = &forest
		}
		from, to := places[e.From], places[e.To]
		fmt.Fprintf(lines, "M%.0f %.0fL%.0f %.0f", from.X, from.Y, to.X, to.Y)
	}
	r.Forest, r.Other = forest.String(), other.String()
	for row := range g.Order {
		for col := (row + 1) % 2; col < g.Order; col += 2 {
			r.Squares += fmt.Sprintf("M%d %dh1v1h-1z", col, row)
		}
	}
	for i, orb := range g.Nodes {
		p := places[i]
		n := node{No: i + 1, Orbit: orb.Orbit.String(), Kind: "moved", X: p.X, Y: p.Y}
		switch orb.Layer {
		case orbit.Unreached:
			n.Kind = "missing"
		case 0:
			n.Kind = "inserted"
		}
		if board >= leastBoard {
			n.Scale, n.Queens = board/float64(g.Order), dotsPath(orb.Orbit)
			n.X, n.Y = p.X-board/2, p.Y-board/2
		} else {
			n.Mark = fmt.Sprintf("M%.1f 0a%.1[1]f %.1[1]f 0 1 0 %.1[2]f 0a%.1[3]f %.1[3]f 0 1 0 %.1[4]f 0", -p.Radius,
				2*p.Radius, p.Radius, -2*p.Radius)
		}
		r.Nodes = append(r.Nodes, n)
	}
	return r, nil
}

func dotsPath(p queens.Perm) string {
	var b strings.Builder
	for col, row := range p {
		fmt.Fprintf(&b, "M%d.1 %d.5a.4.4 0 1 0 .8 0a.4.4 0 1 0-.8 0", col, row)
	}
	return b.String()
}
