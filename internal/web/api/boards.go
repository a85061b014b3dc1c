package api

import (
	"bytes"
	"context"
	"fmt"
	"strconv"

	"queens"
	"queens/draw"
	"queens/internal/answer"
	"queens/internal/answer/printer"
	"queens/internal/figures"
)

func addBoards(a *API) {
	addRaw(a, operation{
		id: "board", heavy: true, path: Prefix + "/boards/{file}", tag: "pictures",
		example: "/api/v1/boards/15863724.svg?layers=coordinates",
		media:   "image/svg+xml, image/png, application/pdf, text/plain, application/json",
		summary: "A picture of a board",
		text: "The file is a placement and a format: 15863724.svg, .png, .pdf, .txt or .json. queens board " +
			"writes the same bytes.",
	}, board)
	addRaw(a, operation{
		id: "squares", heavy: true, path: Prefix + "/squares/{file}", tag: "pictures",
		example: "/api/v1/squares/12.svg?queens=a1,c2&blocked=l12&layers=conflicts",
		media:   "image/svg+xml, image/png, application/pdf, text/plain, application/json",
		summary: "A picture of queens on any squares",
		text: "The file is an order and a format: 12.svg, .png, .pdf, .txt, or .json, which lists the queens " +
			"that attack each other. Squares have chess names. queens board --order writes the same pictures.",
	}, squares)
}

// Look says how a board is drawn.
type Look struct {
	Layers   []string `query:"layers" maxItems:"12" doc:"what to show besides queens, comma-separated: attacks, conflicts, coordinates, ..."`
	Topology string   `query:"topology" enum:"regular,modular" default:"regular"`
	Theme    string   `query:"theme" enum:"light,dark" default:"light"`
	Caption  string   `query:"caption" maxLength:"120" doc:"a line of text below the board"`
	Size     int      `query:"size" minimum:"0" maximum:"2048" doc:"pixels per side; 0: chosen by order"`
}

type squaresRequest struct {
	File    string `path:"file" maxLength:"20" doc:"an order and the name of a format" example:"12.svg"`
	Queens  string `query:"queens" maxLength:"8000" doc:"squares of queens"`
	Blocked string `query:"blocked" maxLength:"30000" doc:"squares to cross out"`
	Heat    string `query:"heat" enum:"none,attacks" default:"none" doc:"colour the squares by a number"`
	Look
}

func squares(_ context.Context, in *squaresRequest) (*raw, error) {
	name, ext, err := splitFile(in.File, "12.svg")
	if err != nil {
		return nil, err
	}
	order, err := strconv.Atoi(name)
	if err != nil || order < 1 || order > maxRows {
		return nil, fmt.Errorf("%q: want an order from 1 to %d, a dot and a format, like 12.svg: %w", in.File,
			maxRows, queens.ErrFormat)
	}
	p, err := problemOf(order, in.Topology, in.Queens, in.Blocked)
	if err != nil {
		return nil, err
	}
	b, err := in.board(p, in.Heat)
	if err != nil {
		return nil, err
	}
	return drawing{printer.JSON{Schema: "queens.board/1", Value: b.Report()}, b.Text, b.Picture}.in(ext)
}

type boardRequest struct {
	File string `path:"file" maxLength:"6010" doc:"a placement and the name of a format" example:"15863724.svg"`
	Heat string `query:"heat" enum:"none,attacks,solutions" default:"none" doc:"colour the squares by a number"`
	Look
}

// maxDrawn is the largest order with heat, or as a picture of pixels.
const maxDrawn = 400

func board(_ context.Context, in *boardRequest) (*raw, error) {
	name, ext, err := splitFile(in.File, "15863724.svg")
	if err != nil {
		return nil, err
	}
	p, err := parse(name)
	if err != nil {
		return nil, err
	}
	t, err := queens.ParseTopology(in.Topology)
	if err != nil {
		return nil, err
	}
	b, err := in.board(queens.Problem{Order: p.Order(), Topology: t, Given: p.Squares()}, in.Heat)
	if err != nil {
		return nil, err
	}
	return drawing{answer.NewCheck(p, t), b.Text, b.Picture}.in(ext)
}

// board returns the queens and blocked squares of p as they are to be drawn.
func (l Look) board(p queens.Problem, heat string) (draw.Board, error) {
	b := draw.Board{
		Order: p.Order, Topology: p.Topology, Queens: p.Given, Blocked: p.Blocked,
		Layers: l.Layers, Theme: l.Theme, Size: l.Size, Caption: l.Caption,
	}
	var err error
	switch {
	case heat == "none":
	case b.Order > maxDrawn:
		err = fmt.Errorf("order %d: the server draws heat up to order %d; the command line draws more: %w", b.Order,
			maxDrawn, queens.ErrOrder)
	case heat == "attacks":
		b.Heat = draw.AttackHeat(b.Order, b.Queens, b.Topology)
	case heat == "solutions":
		b.Heat, err = figures.SolutionHeat(b.Order)
	}
	return b, err
}

// drawing is an answer that may be JSON, text or a picture.
type drawing struct {
	value   any
	text    func() (string, error)
	picture func() (*draw.Picture, error)
}

// in returns the answer in the format of an extension.
func (d drawing) in(ext string) (*raw, error) {
	var out bytes.Buffer
	switch ext {
	case "json":
		err := printer.WriteJSON(&out, d.value)
		return &raw{Type: "application/json", Body: out.Bytes()}, err
	case "txt":
		text, err := d.text()
		return &raw{Type: "text/plain; charset=utf-8", Body: []byte(text)}, err
	}
	return picture(ext, d.picture)
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
	var out bytes.Buffer
	if err := format.Encode(&out, p); err != nil {
		return nil, err
	}
	return &raw{Type: format.MediaType, Cache: "public, max-age=3600", Body: out.Bytes()}, nil
}
