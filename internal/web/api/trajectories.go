package api

import (
	"bytes"
	"context"
	"fmt"
	"iter"
	"strconv"
	"strings"

	"queens"
	"queens/draw"
	"queens/internal/answer"
	"queens/internal/answer/printer"
	"queens/list"
	"queens/math/orbit"
)

func addTrajectories(a *API) {
	addRaw(a, operation{
		id: "trajectory", heavy: true, path: Prefix + "/trajectory/{file}", tag: "lists",
		example: "/api/v1/trajectory/9.json?forest=true",
		media:   "application/json, image/svg+xml, image/png, application/pdf, text/vnd.graphviz",
		summary: "The graph of the orbits of an order, and what the published search finds",
		text: "The file is an order and a format: 9.json, 9.dot, 9.svg, .png or .pdf. Rings are the layers of " +
			"the search; orbits that it never reaches are included.",
	}, trajectory)
}

// MaxTrajectory is the largest order of a graph that is sent; MaxDrawnTrajectory of
// one that is drawn.
const (
	MaxTrajectory      = 12
	MaxDrawnTrajectory = 11
)

type trajectoryRequest struct {
	File   string `path:"file" maxLength:"12" example:"9.svg"`
	Moves  int    `query:"moves" minimum:"1" maximum:"2" default:"1" doc:"queens moved at once"`
	Forest bool   `query:"forest" doc:"only a shortest generating forest, not every move"`
	Theme  string `query:"theme" enum:"light,dark" default:"light"`
}

// Atlas is the graph of the orbits of an order, with the search in it and the search of
// the order before on its own, nil where there is none.
type Atlas struct {
	*orbit.Atlas
	Reach, Chain *orbit.Reach
}

// atlases keeps the graphs that were asked for: there are two for each order. One
// is made at a time, by who holds turn.
var atlases = struct {
	turn chan struct{}
	made map[[2]int]*Atlas // guarded by turn
}{make(chan struct{}, 1), map[[2]int]*Atlas{}}

// AtlasOf returns the graph of an order, 1 to MaxTrajectory.
func AtlasOf(ctx context.Context, n, moves int) (*Atlas, error) {
	if n < 1 || n > MaxTrajectory || moves == 2 && n > MaxTrajectory-1 {
		return nil, fmt.Errorf("order %d: want 1 to %d, one less if two queens move; the command line goes further: %w",
			n, MaxTrajectory, queens.ErrOrder)
	}
	select {
	case atlases.turn <- struct{}{}:
		defer func() { <-atlases.turn }()
	case <-ctx.Done():
		return nil, ctx.Err()
	}
	key := [2]int{n, moves}
	if a := atlases.made[key]; a != nil {
		return a, nil
	}
	a, err := newAtlas(ctx, n, orbit.Options{Moves: moves, Workers: 1, MemoryMiB: 128})
	if err == nil {
		atlases.made[key] = a
	}
	return a, err
}

func newAtlas(ctx context.Context, n int, o orbit.Options) (a *Atlas, err error) {
	fundamental := func(n int) (iter.Seq[queens.Perm], error) {
		return list.Solutions(n, list.Options{Fundamental: true})
	}
	a = new(Atlas)
	if n >= answer.FirstChained {
		if a.Chain, err = orbit.Chain(ctx, n-1, fundamental, o); err != nil {
			return nil, err
		}
	}
	all, err := fundamental(n)
	if err != nil {
		return nil, err
	}
	if a.Atlas, err = orbit.NewAtlas(ctx, n, all, o); err != nil {
		return nil, err
	}
	a.Reach = a.Atlas.Reach()
	return a, nil
}

func trajectory(ctx context.Context, in *trajectoryRequest) (*raw, error) {
	text, ext, _ := strings.Cut(in.File, ".")
	n, err := strconv.Atoi(text)
	if err != nil || ext == "" {
		return nil, fmt.Errorf("%q: want an order, a dot and a format, like 9.svg: %w", in.File, queens.ErrFormat)
	}
	atlas, err := AtlasOf(ctx, n, in.Moves)
	if err != nil {
		return nil, err
	}
	graph := atlas.Reach.Graph(orbit.GraphOptions{Forest: in.Forest, Labels: ext == "json" || n <= 9 && in.Moves == 1})
	switch ext {
	case "json":
		report := answer.NewAtlas(atlas.Atlas, atlas.Reach, atlas.Chain)
		report.AddGraph(graph, in.Forest)
		var out bytes.Buffer
		err := printer.WriteJSON(&out, report)
		return &raw{Type: "application/json", Cache: "private, max-age=600", Body: out.Bytes()}, err
	case "dot":
		var out bytes.Buffer
		err := graph.WriteDOT(&out)
		return &raw{Type: "text/vnd.graphviz; charset=utf-8", Body: out.Bytes()}, err
	}
	if n > MaxDrawnTrajectory {
		return nil, fmt.Errorf("order %d: the server draws graphs up to order %d: %w", n,
			MaxDrawnTrajectory, queens.ErrOrder)
	}
	drawn := draw.Atlas{Graph: graph, Forest: in.Forest, Theme: in.Theme}
	return picture(ext, drawn.Picture)
}
