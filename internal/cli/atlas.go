package cli

import (
	"context"
	"io"
	"runtime/debug"
	"slices"

	"github.com/spf13/cobra"

	"queens"
	"queens/draw"
	"queens/internal/answer"
	"queens/internal/answer/printer"
	"queens/internal/cli/kit"
	"queens/known"
	"queens/list"
	"queens/math/orbit"
)

type atlasOptions struct {
	Moves   int
	method  string
	show    string
	picture pictureOptions
	Workers int
	Memory  int64
}

// What --show shows. In DOT and in pictures the summary is the graph.
const (
	showSummary   = "summary"
	showGraph     = "graph"
	showForest    = "forest"
	showPublished = "published"
	showReadings  = "readings"
)

func (o atlasOptions) forest() bool { return o.show == showForest || o.show == showPublished }

// atlasDOT is a format of an atlas besides text, JSON and pictures.
const atlasDOT = "dot"

func newAtlas(a *app) *cobra.Command {
	o := atlasOptions{show: showSummary}
	cmd := a.Command("math atlas", &o, kit.ForOrder(0, orbit.MaxAtlasOrder, func(cmd *cobra.Command, order int) error {
		var r printer.Answer
		err := o.validate(cmd, order)
		switch {
		case err != nil:
		case o.method != "":
			r, err = searchOrbits(cmd.Context(), order, o)
		case o.show == showReadings:
			r, err = compareReadings(cmd.Context(), order)
		default:
			return a.atlas(cmd.Context(), order, o)
		}
		if err != nil {
			return err
		}
		return o.picture.Print(a.App, r)
	}), "most", orbit.MaxAtlasOrder, "most-searched", orbit.MaxSearchOrder,
		"most-drawn", draw.MaxAtlasOrder)
	kit.Flag(cmd, "method", &o.method, "breadth", "depth")
	kit.Flag(cmd, "show", &o.show, showSummary, showGraph, showForest, showPublished, showReadings)
	a.addPicture(cmd, &o.picture, pictureText, "json", atlasDOT)
	return cmd
}

func (o atlasOptions) validate(cmd *cobra.Command, order int) error {
	given := func(name string) bool { return cmd.Flags().Changed(name) }
	drawn := o.picture.Format == atlasDOT || o.picture.IsPicture()
	switch {
	case o.method != "" && o.show != showSummary:
		return kit.Usagef("--method and --show: want one of them")
	case o.show == showPublished && (order != 8 || o.Moves != 1 || !drawn):
		return kit.Usagef("--show published: want order 8, one queen that moves, and --format dot or a picture")
	case given("memory") && o.Memory < 1<<20:
		return kit.Usagef("--memory %d bytes: want at least 1M", o.Memory)
	case (o.method != "" || o.show == showReadings) && (given("moves") || given("memory") || drawn):
		return kit.Usagef("--method and --show readings cannot be combined with --moves, --memory, dot or pictures")
	case o.picture.IsPicture() && order > draw.MaxAtlasOrder:
		return kit.Usagef("a picture of order %d: want at most order %d; dot and --json --show graph "+
			"have no limit",
			order, draw.MaxAtlasOrder)
	case (o.show == showGraph || o.show == showForest) && o.picture.Format == pictureText:
		return kit.Usagef("--show %s: want --json, --format dot or a picture", o.show)
	}
	return nil
}

// tightAtlas is the least order for which memory is looked after.
const tightAtlas = 15

func (a *app) atlas(ctx context.Context, order int, o atlasOptions) error {
	if order >= tightAtlas {
		// Few and large blocks without pointers: collecting them early costs
		// nothing, and late would take twice the memory.
		defer debug.SetGCPercent(debug.SetGCPercent(20))
	}
	if o.Moves == 2 && order == orbit.MaxAtlasOrder {
		a.Note("order %d takes minutes and gigabytes of memory; Ctrl-C stops", order)
	}
	options := orbit.Options{Moves: o.Moves, Workers: o.Workers, MemoryMiB: int(o.Memory >> 20)}
	options.Progress = func(order, done, parts int) {
		if parts == 0 {
			a.Status.Say("order %d: listing orbits", order)
			return
		}
		a.Status.Say("order %d: sorting part %d of %d of the patterns", order, done+1, parts)
	}
	atlas, err := orbit.SearchAtlas(ctx, order, options,
		!o.picture.IsPicture() && o.picture.Format != atlasDOT)
	if err != nil {
		return err
	}
	graph := func() orbit.Graph {
		return atlas.Reach.Graph(orbit.GraphOptions{
			Forest: o.forest(), Published: o.show == showPublished,
			// Large pictures have no room for moves, which take long to find.
			Labels: !o.picture.IsPicture() || atlas.Len() <= draw.NamedOrbits,
		})
	}
	if o.picture.Format == atlasDOT {
		return o.picture.WriteTo(a.App, func(w io.Writer) error { return graph().WriteDOT(w) })
	}
	report := answer.NewAtlas(atlas)
	if a.JSON && o.show != showSummary {
		g := graph()
		report.Graph = &g
	}
	return o.picture.Answer(a.App, answer.Show("queens.atlas/1", report), func() (*draw.Picture, error) {
		return draw.Atlas{Graph: graph(), Forest: o.forest(), Theme: o.picture.Theme}.Picture()
	})
}

type readingsAnswer struct {
	Order    int             `json:"order"`
	Readings []readingAnswer `json:"readings"`
}

type readingAnswer struct {
	orbit.Reading
	orbit.Collision
}

func compareReadings(ctx context.Context, order int) (printer.Answer, error) {
	list, err := list.Solutions(order, list.Options{Fundamental: true})
	if err != nil {
		return printer.Answer{}, err
	}
	var fundamental []queens.Perm
	for p := range list {
		if err := ctx.Err(); err != nil {
			return printer.Answer{}, err
		}
		fundamental = append(fundamental, p)
	}
	r := &readingsAnswer{Order: order}
	for _, reading := range orbit.Readings() {
		if err := ctx.Err(); err != nil {
			return printer.Answer{}, err
		}
		r.Readings = append(r.Readings, readingAnswer{reading, reading.Collide(slices.Values(fundamental))})
	}
	return texts.Show("queens.readings/1", r), nil
}

type searchAnswer struct {
	Order    int    `json:"order"`
	Strategy string `json:"strategy"`
	Orbits   int    `json:"orbits,string"`
	orbit.SearchReport
	Discoveries []discovery `json:"discoveries"`
}

type discovery struct {
	orbit.Discovery
	Orbit int `json:"orbit"` // in the order of least members
}

func searchOrbits(ctx context.Context, order int, o atlasOptions) (r printer.Answer, err error) {
	if order < 5 || order > orbit.MaxSearchOrder {
		return r, kit.Usagef("--method %s: order %d: want 5 to %d; order 4 has nothing to insert a queen into "+
			"(queens help errata Z15)", o.method, order, orbit.MaxSearchOrder)
	}
	atlas, err := orbit.NewAtlas(ctx, order, orbit.Options{Workers: o.Workers})
	if err != nil {
		return r, err
	}
	found := searchAnswer{Order: order, Strategy: o.method, Orbits: atlas.Len(), Discoveries: []discovery{}}
	found.SearchReport, err = orbit.Search(ctx, order, o.method == "depth", func(d orbit.Discovery) bool {
		i, _ := atlas.Find(d.Result)
		found.Discoveries = append(found.Discoveries, discovery{d, i + 1})
		return true
	})
	return texts.Show("queens.search/1", &found), err
}

// backtracking returns the queens that plain backtracking places, or nil.
func backtracking(order int) *queens.Total {
	profile, _ := known.Find("backtrack-profile")
	placed := profile.Row(order)
	if len(placed) == 0 {
		return nil
	}
	var sum queens.Total
	for _, v := range placed[1:] {
		sum = sum.Plus(v.Value)
	}
	return &sum
}
