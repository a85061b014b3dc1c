package api

import (
	"bytes"
	"context"
	"fmt"
	"strconv"
	"strings"

	"queens"
	"queens/find/enumerate"
	"queens/math/orbit"
	"queens/show/draw"
)

// addTrajectories registers the graph of orbits.
func addTrajectories(a *API) {
	addRaw(a, operation{
		id: "trajectory", heavy: true, path: Prefix + "/trajectory/{file}", tag: "lists", example: "/api/v1/trajectory/9.json?forest=true",
		media:   "application/json, image/svg+xml, image/png, application/pdf, text/vnd.graphviz",
		summary: "The graph of the orbits of an order, and what the published search finds of it",
		text:    "The file is an order and a format: 9.json, 9.dot, 9.svg, .png or .pdf. Rings are the layers of the search; orbits that it never reaches are there as well.",
	}, trajectory)
}

// MaxTrajectory is the largest order of a graph that is sent; MaxDrawnTrajectory of
// one that is drawn.
const (
	MaxTrajectory      = 12
	MaxDrawnTrajectory = 11
)

// trajectoryRequest says which graph.
type trajectoryRequest struct {
	File   string `path:"file" maxLength:"12" example:"9.svg"`
	Moves  int    `query:"moves" minimum:"1" maximum:"2" default:"1" doc:"queens that move at once"`
	Forest bool   `query:"forest" doc:"only a shortest generating forest, not every move"`
	Theme  string `query:"theme" enum:"light,dark" default:"light"`
}

// reaches keeps the graphs that were asked for: there are two for each order. One
// is made at a time, by who holds turn.
var reaches = struct {
	turn chan struct{}
	made map[[2]int]*orbit.Reach // guarded by turn
}{make(chan struct{}, 1), map[[2]int]*orbit.Reach{}}

// ReachOf returns the search of an order, 1 to MaxTrajectory.
//
// Errors: those of orbit.NewAtlas; that of ctx, while another one is made.
func ReachOf(ctx context.Context, n, moves int) (*orbit.Reach, error) {
	if n < 1 || n > MaxTrajectory || moves == 2 && n > MaxTrajectory-1 {
		return nil, fmt.Errorf("order %d: want 1 to %d, one less for moves of two queens; the command line goes further: %w", n, MaxTrajectory, queens.ErrOrder)
	}
	select {
	case reaches.turn <- struct{}{}:
		defer func() { <-reaches.turn }()
	case <-ctx.Done():
		return nil, ctx.Err()
	}
	key := [2]int{n, moves}
	if r := reaches.made[key]; r != nil {
		return r, nil
	}
	seq, err := enumerate.Solutions(n, enumerate.Options{Fundamental: true})
	if err != nil {
		return nil, err
	}
	atlas, err := orbit.NewAtlas(ctx, n, seq, orbit.Options{Moves: moves, Workers: 1, MemoryMiB: 128})
	if err != nil {
		return nil, err
	}
	reaches.made[key] = atlas.Reach()
	return reaches.made[key], nil
}

func trajectory(ctx context.Context, in *trajectoryRequest) (*raw, error) {
	text, ext, _ := strings.Cut(in.File, ".")
	n, err := strconv.Atoi(text)
	if err != nil || ext == "" {
		return nil, fmt.Errorf("%q: want an order, a dot and a format, like 9.svg: %w", in.File, queens.ErrFormat)
	}
	reach, err := ReachOf(ctx, n, in.Moves)
	if err != nil {
		return nil, err
	}
	graph := reach.Graph(orbit.GraphOptions{Forest: in.Forest, Labels: n <= 9 && in.Moves == 1})
	switch ext {
	case "json":
		return jsonGraph(graph, reach)
	case "dot":
		var out bytes.Buffer
		err := graph.WriteDOT(&out)
		return &raw{Type: "text/vnd.graphviz; charset=utf-8", Body: out.Bytes()}, err
	}
	if n > MaxDrawnTrajectory {
		return nil, fmt.Errorf("order %d: a graph is drawn here to order %d: %w", n, MaxDrawnTrajectory, queens.ErrOrder)
	}
	return picture(ext, draw.Atlas{Graph: graph, Forest: in.Forest, Theme: in.Theme}.Picture)
}
