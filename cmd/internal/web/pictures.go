package web

import (
	"bytes"
	"cmp"
	"context"
	"fmt"
	"image/png"
	"io"
	"path"
	"slices"
	"strconv"
	"strings"

	"queens"
	"queens/cmd/internal/answer"
	"queens/cmd/internal/answer/printer"
	"queens/draw"
	"queens/find/construct"
	"queens/find/huge"
	"queens/format"
	"queens/internal/errs"
	"queens/math/orbit"
	"queens/model"
)

func addPictures(a *API) {
	addFile(a, "board", parseBoard, board)
	addFile(a, "squares", orderTo(maxRows), squares)
	addFile(a, "trajectory", orderTo(maxTrajectory), trajectory)
	addFile(a, "model", orderTo(maxModel), modelText)
	add(a, "plots", func(context.Context, *struct{}) (*data, error) { return &data{"plots": draw.Plots()}, nil })
	addFile(a, "plot", draw.FindPlot, plot)
	addFile(a, "figure", readPermutation, figure)
}

// File is the last part of the path of a file.
type File struct {
	File   string `path:"file" maxLength:"6010" doc:"a name, a dot and a format"`
	ext    string // the format
	schema string // if that is JSON
}

func (f *File) file() *File { return f }

// addFile adds an operation about what parse makes of the name of a file.
func addFile[I, T any, In interface {
	*I
	file() *File
}](a *API, id string, parse func(name string) (T, error), answer func(context.Context, *I, T) (*raw, error)) {
	o, op := a.describe(id)
	example, _, _ := strings.Cut(path.Base(o.Example), "?")
	respond(a, op, func(ctx context.Context, in *I) (*raw, error) {
		f := In(in).file()
		dot := strings.LastIndexByte(f.File, '.')
		if dot < 0 {
			return nil, errs.Errorf("%q: want a name, a dot and a format, like %s: %w", f.File, example,
				queens.ErrFormat)
		}
		f.ext, f.schema = f.File[dot+1:], o.Schema
		of, err := parse(f.File[:dot])
		if err != nil {
			return nil, err
		}
		return answer(ctx, in, of)
	})
}

// orderTo reads an order from 1 to most.
func orderTo(most int) func(name string) (int, error) {
	return func(name string) (int, error) {
		n, err := strconv.Atoi(name)
		if err != nil || n < 1 || n > most {
			err = errs.Errorf("%q: want an order from 1 to %d; the command line has larger ones: %w", name, most,
				queens.ErrFormat)
		}
		return n, err
	}
}

func written(media, cache string, write func(io.Writer) error) (*raw, error) {
	var out bytes.Buffer
	err := write(&out)
	return &raw{Type: media, Cache: cache, Body: out.Bytes()}, err
}

// drawing is an answer that may be JSON, a picture and, unless text is nil, text.
type drawing struct {
	value   any
	text    func() (string, error)
	picture func() (*draw.Picture, error)
}

func (d drawing) in(f File) (*raw, error) {
	switch {
	case f.ext == "json" && d.value != nil:
		return written("application/json", "", func(w io.Writer) error {
			return printer.WriteJSON(w, printer.JSON{Schema: f.schema, Value: d.value})
		})
	case f.ext == "txt" && d.text != nil:
		text, err := d.text()
		return &raw{Type: "text/plain; charset=utf-8", Body: []byte(text)}, err
	}
	return picture(f.ext, d.picture)
}

func picture(ext string, lay func() (*draw.Picture, error)) (*raw, error) {
	format, err := draw.FindFormat(ext)
	if err != nil {
		return nil, err
	}
	p, err := lay()
	if err != nil {
		return nil, err
	}
	return written(format.MediaType, "public, max-age=3600", func(w io.Writer) error { return format.Encode(w, p) })
}

// Look says how a board is drawn.
type Look struct {
	Layers   []string `query:"layers" maxItems:"12" doc:"what to show besides queens, comma-separated: attacks, conflicts, coordinates, ..."`
	Topology string   `query:"topology" enum:"regular,modular" default:"regular"`
	Theme    string   `query:"theme" enum:"light,dark" default:"light"`
	Caption  string   `query:"caption" maxLength:"120" doc:"a line of text below the board"`
	Size     int      `query:"size" minimum:"0" maximum:"2048" doc:"pixels per side; 0: chosen by order"`
}

// board returns the queens and blocked squares of p as they are to be drawn.
func (l Look) board(p queens.Problem, heat string) (b draw.Board, err error) {
	b = draw.Board{
		Order: p.Order, Topology: p.Topology, Queens: p.Given, Blocked: p.Blocked,
		Layers: l.Layers, Theme: l.Theme, Size: l.Size, Caption: l.Caption,
	}
	switch heat {
	case "attacks":
		b.Heat, err = draw.AttackHeat(b.Order, b.Queens, b.Topology)
	case "solutions":
		b.Heat, err = draw.SolutionHeat(b.Order)
	}
	return b, err
}

func squares(_ context.Context, in *struct {
	File
	Queens  string `query:"queens" maxLength:"8000" doc:"squares of queens"`
	Blocked string `query:"blocked" maxLength:"30000" doc:"squares to cross out"`
	Heat    string `query:"heat" enum:"none,attacks" default:"none" doc:"colour the squares by a number"`
	Look
}, order int,
) (*raw, error) {
	p, err := problemOf(order, in.Topology, in.Queens, in.Blocked)
	if err != nil {
		return nil, err
	}
	b, err := in.board(p, in.Heat)
	if err != nil {
		return nil, err
	}
	return drawing{b.Report(), b.Text, b.Picture}.in(in.File)
}

func board(_ context.Context, in *struct {
	File
	Heat string `query:"heat" enum:"none,attacks,solutions" default:"none" doc:"colour the squares by a number"`
	Look
}, of format.Board,
) (*raw, error) {
	topology, _ := queens.ParseTopology(in.Topology) // the enum has its name
	check := answer.NewCheck(of, topology)
	b, err := in.board(queens.Problem{
		Order: check.Order, Topology: check.Topology, Given: check.Rows.Squares(),
	}, in.Heat)
	if err != nil {
		return nil, err
	}
	return drawing{check, b.Text, b.Picture}.in(in.File)
}

func plot(_ context.Context, in *struct {
	File
	Theme string `query:"theme" enum:"light,dark" default:"light"`
}, of draw.Plot,
) (*raw, error) {
	chart := of.Chart()
	if !slices.Contains([]string{"svg", "png", "json"}, in.ext) {
		return nil, errs.Errorf("format %q of a plot: want one of svg, png, json: %w", in.ext, queens.ErrFormat)
	}
	return drawing{chart, nil, func() (*draw.Picture, error) { return chart.Picture(in.Theme) }}.in(in.File)
}

func figure(_ context.Context, in *struct {
	File
	Name  string `path:"name" enum:"orbit,signature,solutions" example:"orbit"`
	Theme string `query:"theme" enum:"light,dark" default:"light"`
}, p queens.Perm,
) (*raw, error) {
	f, _ := draw.FindFigure(in.Name) // the enum has its name
	return picture(in.ext, func() (*draw.Picture, error) { return f.Picture(p, in.Theme) })
}

// maxTrajectory is the largest order of a graph that is sent; maxDrawnTrajectory of
// one that is drawn.
const (
	maxTrajectory      = 12
	maxDrawnTrajectory = 11
)

// atlases keeps the graphs that were asked for: there are two for each order. One
// is made at a time, by who holds turn.
var atlases = struct {
	turn Turns
	made map[[2]int]*orbit.Searched // guarded by turn
}{make(Turns, 1), map[[2]int]*orbit.Searched{}}

// atlasOf returns the graph of an order, 1 to maxTrajectory.
func atlasOf(ctx context.Context, n, moves int) (*orbit.Searched, error) {
	if n < 1 || n > maxTrajectory || moves == 2 && n > maxTrajectory-1 {
		return nil, errs.Errorf("order %d: want 1 to %d, one less if two queens move; the command line goes further: "+
			"%w", n, maxTrajectory, queens.ErrOrder)
	}
	if !atlases.turn.Take(ctx) {
		return nil, ctx.Err()
	}
	defer atlases.turn.Return()
	key := [2]int{n, moves}
	if a := atlases.made[key]; a != nil {
		return a, nil
	}
	a, err := orbit.SearchAtlas(ctx, n, orbit.Options{Moves: moves, Workers: 1, MemoryMiB: 128}, true)
	if err == nil {
		atlases.made[key] = a
	}
	return a, err
}

func trajectory(ctx context.Context, in *struct {
	File
	Moves  int    `query:"moves" minimum:"1" maximum:"2" default:"1" doc:"queens moved at once"`
	Forest bool   `query:"forest" doc:"only a shortest generating forest, not every move"`
	Theme  string `query:"theme" enum:"light,dark" default:"light"`
}, n int,
) (*raw, error) {
	atlas, err := atlasOf(ctx, n, in.Moves)
	if err != nil {
		return nil, err
	}
	labels := in.ext == "json" || n <= 9 && in.Moves == 1
	graph := atlas.Reach.Graph(orbit.GraphOptions{Forest: in.Forest, Labels: labels})
	switch {
	case in.ext == "json":
		report := answer.NewAtlas(atlas)
		report.Graph = &graph
		return drawing{value: report}.in(in.File)
	case in.ext == "dot":
		return written("text/vnd.graphviz; charset=utf-8", "", graph.WriteDOT)
	case n > maxDrawnTrajectory:
		return nil, errs.Errorf("order %d: the server draws graphs up to order %d: %w", n,
			maxDrawnTrajectory, queens.ErrOrder)
	}
	return picture(in.ext, draw.Atlas{Graph: graph, Forest: in.Forest, Theme: in.Theme}.Picture)
}

// maxModel is the largest order: texts grow with the third or fourth power.
const maxModel = 40

// ModelRequest says which model.
type ModelRequest struct {
	File
	Encoding string `query:"encoding" maxLength:"40" doc:"of \"at most one\" in clauses"`
	Topology string `query:"topology" enum:"regular,modular" default:"regular"`
	Queens   string `query:"queens" maxLength:"4000" doc:"squares of given queens"`
	Blocked  string `query:"blocked" maxLength:"8000" doc:"squares without queens"`
}

func modelText(_ context.Context, in *ModelRequest, n int) (*raw, error) {
	body, err := writeModel(n, in.ext, *in)
	return &raw{Type: "text/plain; charset=utf-8", Disposition: fmt.Sprintf("inline; filename=%q",
		fmt.Sprintf("queens-%d.%s", n, in.ext)), Body: body}, err
}

// writeModel returns the problem of an order in a format, with the options of in.
func writeModel(n int, name string, in ModelRequest) ([]byte, error) {
	format, err := model.FindFormat(name)
	if err != nil {
		return nil, err
	}
	p, err := problemOf(n, cmp.Or(in.Topology, "regular"), in.Queens, in.Blocked)
	if err != nil {
		return nil, err
	}
	m, err := model.New(p, model.Options{AtMostOne: in.Encoding})
	if err != nil {
		return nil, err
	}
	var out bytes.Buffer
	err = format.Write(&out, m)
	return out.Bytes(), err
}

func addHuge(a *API) {
	addRaw(a, "huge", hugeFile("application/vnd.queens.placement", huge.WriteBinary))
	add(a, "huge-profile", hugeProfile)
	addRaw(a, "huge-picture", hugeFile("image/png", func(_ context.Context, w io.Writer, p huge.Placement) error {
		return png.Encode(w, draw.Dots(p.Order, hugePixels, p.Rows))
	}))
}

// maxHuge is the largest order of a placement that is sent.
const maxHuge = 1_000_000

// hugeRule is the rule of the method construct, for every order that has a solution.
const hugeRule = "hoffman-loessi-moore"

// HugeRequest says which placement.
type HugeRequest struct {
	Order  int    `query:"n" required:"true" minimum:"1" maximum:"1000000"`
	Method string `query:"method" enum:"greedy,construct" default:"greedy"`
	Seed   int    `query:"seed" minimum:"0" maximum:"2147483647" default:"1"`
}

func (in HugeRequest) placement(ctx context.Context) (huge.Placement, huge.GreedyReport, error) {
	if in.Method == "greedy" {
		rows, report, err := huge.Greedy(ctx, in.Order, uint64(in.Seed), nil)
		return huge.Of(rows), report, err
	}
	rule, _ := construct.Find(hugeRule) // which is in the table
	board, err := rule.First(in.Order)
	if err != nil {
		return huge.Placement{}, huge.GreedyReport{}, err
	}
	return huge.Placement{Order: in.Order, Rows: board.Blocks()}, huge.GreedyReport{}, nil
}

// hugePixels is the width of a picture.
const hugePixels = 512

func hugeFile(media string, write func(context.Context, io.Writer, huge.Placement) error) func(context.Context,
	*HugeRequest,
) (*raw, error) {
	return func(ctx context.Context, in *HugeRequest) (*raw, error) {
		p, _, err := in.placement(ctx)
		if err != nil {
			return nil, err
		}
		return written(media, "private, max-age=600", func(w io.Writer) error { return write(ctx, w, p) })
	}
}

func hugeProfile(ctx context.Context, in *HugeRequest) (*answer.Profile, error) {
	p, report, err := in.placement(ctx)
	if err != nil {
		return nil, err
	}
	verifier := huge.NewVerifier(p.Order)
	for block := range p.Rows {
		if err := cmp.Or(verifier.Add(block), ctx.Err()); err != nil {
			return nil, err
		}
	}
	clash, err := verifier.Close()
	if err != nil {
		return nil, err
	}
	if clash != nil {
		return nil, errs.Errorf("order %d: the method %s found a placement that is not a solution: %w", p.Order,
			in.Method, queens.ErrNotSolution)
	}
	r := &answer.Profile{Order: p.Order, Method: hugeRule, Profile: huge.NewProfile(p)}
	if in.Method == "greedy" {
		r.Method, r.Seed, r.Greedy = "window-greedy", strconv.Itoa(in.Seed), &report
	}
	return r, nil
}
