package cli

import (
	"context"
	"fmt"
	"io"
	"runtime/debug"
	"slices"
	"strings"

	"github.com/spf13/cobra"

	"queens"
	"queens/cmd/internal/answer"
	"queens/cmd/internal/answer/printer"
	"queens/cmd/internal/cli/command"
	"queens/draw"
	"queens/internal/errs"
	"queens/internal/named"
	"queens/known"
	"queens/list"
	"queens/math/orbit"
	"queens/math/torus"
)

type torusOptions struct {
	of          string
	equivalence string
	Show        string
	List        bool
	picture     pictureOptions
}

const everything = "all"

func newTorus(a *app) *cobra.Command {
	var o torusOptions
	sets := named.Names(torus.Bases(), func(b torus.Base) string {
		return fmt.Sprintf("  %-15s %s, to order %d", b, b.Summary(), b.MaxOrder())
	})
	cmd := a.Command("math torus", &o, command.ForOrder(1, torus.MaxOrbits, func(cmd *cobra.Command, n int) error {
		switch {
		case o.Show == "tree":
			return a.torusTree(cmd.Context(), n, o)
		case o.List:
			return a.torusRepresentatives(cmd.Context(), n, o)
		case o.Show == "necklaces":
			list, err := torus.Necklaces(cmd.Context(), n)
			return a.Answer(texts.Show("queens.torus/1", torusAnswer{Order: n, Necklaces: list}), err)
		case o.Show == "conflicts":
			return a.Answer(countTorusConflicts(cmd.Context(), n))
		default:
			return a.torusClasses(cmd.Context(), n, o)
		}
	}), "sets", strings.Join(sets, "\n"))
	command.Flag(cmd, "of", &o.of, append([]string{everything},
		named.Names(torus.Bases(), func(b torus.Base) string { return string(b) })...)...)
	command.Flag(cmd, "equivalence", &o.equivalence, append([]string{everything},
		named.Names(torus.Equivalences(), torus.Equivalence.String)...)...)
	a.addPicture(cmd, &o.picture, pictureText)
	return cmd
}

func (a *app) torusClasses(ctx context.Context, n int, o torusOptions) error {
	r := torusAnswer{Order: n}
	for _, b := range torus.Bases() {
		if o.of != string(b) && (o.of != everything || n < 1 || n > b.MaxOrder()) {
			continue
		}
		list := torus.Equivalences()
		if o.equivalence != everything {
			list = slices.DeleteFunc(list, func(e torus.Equivalence) bool { return e.String() != o.equivalence })
		}
		a.Status.Say("order %d: %v", n, b)
		all, err := torus.Count(ctx, n, b, list...)
		if err != nil {
			return err
		}
		for i, e := range list {
			c := torusClass{Set: b, Equivalence: e, Classes: all[i]}
			name := torusSeries[b][e]
			known, err := answer.Compare(queens.NewTotal(uint64(c.Number)),
				fmt.Sprintf("order %d: %v up to %v", n, b, e), name, n)
			if err != nil {
				return err
			}
			if known {
				c.Known = name
			}
			r.Classes = append(r.Classes, c)
		}
	}
	if r.Classes == nil {
		return errs.Errorf("order %d: want 1 to %d, or --of regular --equivalence congruence: %w",
			n, torus.Toroidal.MaxOrder(), queens.ErrOrder)
	}
	return a.Print(texts.Show("queens.torus/1", r))
}

func (a *app) torusRepresentatives(ctx context.Context, n int, o torusOptions) error {
	e, err := named.Find("equivalence", o.equivalence, torus.Equivalences(), torus.Equivalence.String)
	if err != nil {
		return err
	}
	list, err := torus.Classify(ctx, n, torus.Base(o.of), e, e)
	if err != nil {
		return err
	}
	for _, c := range list {
		if err := a.Print(answer.ShowSolution(c.First, "", "")); err != nil {
			return err
		}
	}
	return nil
}

func (a *app) torusTree(ctx context.Context, n int, o torusOptions) error {
	b := torus.Regular
	switch {
	case o.of != everything:
		b = torus.Base(o.of)
	case n%2 > 0 && n%3 > 0:
		b = torus.Toroidal
	}
	list, err := torus.Classify(ctx, n, b, torus.Board, torus.Affine)
	if err != nil {
		return err
	}
	tree := torus.Tree{Order: n, Set: b, Classes: list}
	if len(tree.Classes) == 0 {
		return command.None(n, string(b)+" solution")
	}
	return o.picture.Answer(a.App, texts.Show("queens.torus-tree/1", tree),
		draw.Tree{Tree: tree, Theme: o.picture.Theme}.Picture)
}

var torusSeries = map[torus.Base]map[torus.Equivalence]string{
	torus.Regular: {
		torus.None: "solutions", torus.Board: "fundamental", torus.Congruence: "torus-congruence",
		torus.Similarity: "torus-similarity",
	},
	torus.Toroidal: {
		torus.None: "toroidal", torus.Congruence: "toroidal-classes", torus.Similarity: "toroidal-similarity-classes",
	},
}

type torusClass struct {
	Set         torus.Base        `json:"set"`
	Equivalence torus.Equivalence `json:"equivalence"`
	torus.Classes
	Known string `json:"known,omitempty"` // series that the number was found equal to
}

type torusAnswer struct {
	Order     int              `json:"order"`
	Classes   []torusClass     `json:"classes,omitempty"`
	Conflicts []torus.Table    `json:"conflicts,omitempty"` // solutions by their conflicts on the torus
	Necklaces []torus.Necklace `json:"necklaces,omitempty"` // what diagonals of the torus look like
}

func countTorusConflicts(ctx context.Context, n int) (printer.Answer, error) {
	tables, err := torus.Tables(ctx, n)
	if err != nil {
		return printer.Answer{}, err
	}
	for _, t := range tables {
		for k, count := range t.Counts {
			what := fmt.Sprintf("order %d: solutions with %d", n, k)
			if _, err := answer.Compare(count, what, t.Name, n, k); err != nil {
				return printer.Answer{}, err
			}
		}
	}
	r := torusAnswer{Order: n, Conflicts: tables}
	text := func(s printer.Style) string { return texts.Right().Text(s, "conflicts", r) }
	return printer.Show("queens.torus/1", r, text), nil
}

// Longest returns the largest number of counts of a table.
func (r torusAnswer) Longest() (most int) {
	for _, t := range r.Conflicts {
		most = max(most, len(t.Counts))
	}
	return most
}

type atlasOptions struct {
	Moves   int
	Method  string
	Show    string
	picture pictureOptions
	Workers int
	Memory  int64
}

func (o atlasOptions) forest() bool { return o.Show == "forest" || o.Show == "published" }

func newAtlas(a *app) *cobra.Command {
	var o atlasOptions
	run := func(cmd *cobra.Command, order int) (err error) {
		var r printer.Answer
		drawn := o.picture.Format == "dot" || o.picture.IsPicture()
		switch {
		case o.Show == "published" && (order != 8 || o.Moves != 1 || !drawn):
			return command.Usagef("--show published: want order 8, one queen that moves, and --format dot or a picture")
		case cmd.Flags().Changed("memory") && o.Memory < 1<<20:
			return command.Usagef("--memory %d bytes: want at least 1M", o.Memory)
		case o.picture.IsPicture() && order > draw.MaxAtlasOrder:
			return command.Usagef("a picture of order %d: want at most order %d; dot and --json --show graph have "+
				"no limit", order, draw.MaxAtlasOrder)
		case o.Method != "":
			r, err = searchOrbits(cmd.Context(), order, o)
		case o.Show == "readings":
			r, err = compareReadings(cmd.Context(), order)
		default:
			return a.atlas(cmd.Context(), order, o)
		}
		if err != nil {
			return err
		}
		return o.picture.Print(a.App, r)
	}
	cmd := a.Command("math atlas", &o, command.ForOrder(0, orbit.MaxAtlasOrder, run),
		"most", orbit.MaxAtlasOrder, "most-searched", orbit.MaxSearchOrder,
		"most-drawn", draw.MaxAtlasOrder)
	a.addPicture(cmd, &o.picture, pictureText, "json", "dot")
	return cmd
}

// tightAtlas is the least order for which memory is looked after.
const tightAtlas = 15

func (a *app) atlas(ctx context.Context, order int, o atlasOptions) error {
	if order >= tightAtlas {
		// Few and large blocks without pointers: collecting them early costs
		// nothing, and late would take twice the memory.
		defer debug.SetGCPercent(debug.SetGCPercent(20))
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
		!o.picture.IsPicture() && o.picture.Format != "dot")
	if err != nil {
		return err
	}
	graph := func() orbit.Graph {
		return atlas.Reach.Graph(orbit.GraphOptions{
			Forest: o.forest(), Published: o.Show == "published",
			// Large pictures have no room for moves, which take long to find.
			Labels: !o.picture.IsPicture() || atlas.Len() <= draw.NamedOrbits,
		})
	}
	if o.picture.Format == "dot" {
		return o.picture.WriteTo(a.App, func(w io.Writer) error { return graph().WriteDOT(w) })
	}
	report := answer.NewAtlas(atlas)
	if a.JSON && o.Show != "summary" {
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
		return r, command.Usagef("--method %s: order %d: want 5 to %d; order 4 has nothing to insert a queen into "+
			"(queens help errata Z15)", o.Method, order, orbit.MaxSearchOrder)
	}
	atlas, err := orbit.NewAtlas(ctx, order, orbit.Options{Workers: o.Workers})
	if err != nil {
		return r, err
	}
	found := searchAnswer{Order: order, Strategy: o.Method, Orbits: atlas.Len(), Discoveries: []discovery{}}
	found.SearchReport, err = orbit.Search(ctx, order, o.Method == "depth", func(d orbit.Discovery) bool {
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
