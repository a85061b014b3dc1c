package api

import (
	"bytes"
	"context"
	"fmt"
	"strconv"
	"strings"

	"queens/internal/figures"

	"queens"
	"queens/draw"
	"queens/internal/answer"
	"queens/internal/answer/printer"
)

func addBoards(a *API) {
	addRaw(a, operation{
		id: "board", heavy: true, path: Prefix + "/boards/{file}", tag: "pictures", example: "/api/v1/boards/15863724.svg?layers=coordinates",
		media:   "image/svg+xml, image/png, application/pdf, text/plain, application/json",
		summary: "A picture of a board",
		text:    "The file is a placement and a format: 15863724.svg, .png, .pdf, .txt or .json. The bytes are those of the command queens board.",
	}, board)
	addRaw(a, operation{
		id: "squares", heavy: true, path: Prefix + "/squares/{file}", tag: "pictures", example: "/api/v1/squares/12.svg?queens=a1,c2&blocked=l12&layers=conflicts",
		media:   "image/svg+xml, image/png, application/pdf, text/plain, application/json",
		summary: "A picture of queens on any squares",
		text:    "The file is an order and a format: 12.svg, .png, .pdf, .txt, or .json, which lists the queens that attack each other. Squares have their chess names. The bytes of pictures are those of the command queens board --order.",
	}, squares)
}

// Look says how a board is drawn.
type Look struct {
	Layers   []string `query:"layers" maxItems:"12" doc:"what to show besides queens, with commas: attacks, conflicts, coordinates, ..."`
	Topology string   `query:"topology" enum:"regular,modular" default:"regular"`
	Theme    string   `query:"theme" enum:"light,dark" default:"light"`
	Caption  string   `query:"caption" maxLength:"120" doc:"a line of text below the board"`
	Size     int      `query:"size" minimum:"0" maximum:"2048" doc:"pixels of a side; 0: as suits the order"`
}

type squaresRequest struct {
	File    string `path:"file" maxLength:"20" doc:"an order and the name of a format" example:"12.svg"`
	Queens  string `query:"queens" maxLength:"8000" doc:"squares of queens"`
	Blocked string `query:"blocked" maxLength:"30000" doc:"squares to cross out"`
	Heat    string `query:"heat" enum:"none,attacks" default:"none" doc:"colour the squares by a number"`
	Look
}

func squares(_ context.Context, in *squaresRequest) (*raw, error) {
	name, ext, ok := strings.Cut(in.File, ".")
	order, err := strconv.Atoi(name)
	if !ok || err != nil || order < 1 || order > maxRows {
		return nil, fmt.Errorf("%q: want an order from 1 to %d, a dot and a format, like 12.svg: %w", in.File, maxRows, queens.ErrFormat)
	}
	b := draw.Board{Order: order, Layers: in.Layers, Theme: in.Theme, Size: in.Size, Caption: in.Caption}
	if b.Topology, err = queens.ParseTopology(in.Topology); err != nil {
		return nil, err
	}
	if b.Queens, err = squaresOf(in.Queens, order); err != nil {
		return nil, fmt.Errorf("queens: %w", err)
	}
	if b.Blocked, err = squaresOf(in.Blocked, order); err != nil {
		return nil, fmt.Errorf("blocked: %w", err)
	}
	if in.Heat == "attacks" {
		if order > maxDrawn {
			return nil, fmt.Errorf("order %d: heat is drawn here to order %d, the command line draws more: %w", order, maxDrawn, queens.ErrOrder)
		}
		b.Heat = draw.AttackHeat(order, b.Queens, b.Topology)
	}
	switch ext {
	case "json":
		return jsonAnswer("queens.board/1", b.Report())
	case "txt":
		text, err := b.Text()
		return &raw{Type: "text/plain; charset=utf-8", Body: []byte(text)}, err
	}
	return picture(ext, b.Picture)
}

type boardRequest struct {
	File string `path:"file" maxLength:"6010" doc:"a placement and the name of a format" example:"15863724.svg"`
	Heat string `query:"heat" enum:"none,attacks,solutions" default:"none" doc:"colour the squares by a number"`
	Look
}

// maxDrawn is the largest order with heat, or as a picture of pixels.
const maxDrawn = 400

func board(_ context.Context, in *boardRequest) (*raw, error) {
	dot := strings.LastIndexByte(in.File, '.')
	if dot < 0 {
		return nil, fmt.Errorf("%q: want a placement, a dot and a format, like 15863724.svg: %w", in.File, queens.ErrFormat)
	}
	name, ext := in.File[:dot], in.File[dot+1:]
	p, err := parse(name)
	if err != nil {
		return nil, err
	}
	b := draw.Board{Order: p.Order(), Queens: p.Squares(), Layers: in.Layers, Theme: in.Theme, Size: in.Size, Caption: in.Caption}
	if b.Topology, err = queens.ParseTopology(in.Topology); err != nil {
		return nil, err
	}
	if in.Heat != "none" && b.Order > maxDrawn {
		return nil, fmt.Errorf("order %d: heat is drawn here to order %d, the command line draws more: %w", b.Order, maxDrawn, queens.ErrOrder)
	}
	switch in.Heat {
	case "attacks":
		b.Heat = draw.AttackHeat(b.Order, b.Queens, b.Topology)
	case "solutions":
		if b.Heat, err = figures.SolutionHeat(b.Order); err != nil {
			return nil, err
		}
	}
	if ext == "json" {
		return jsonAnswer("", answer.NewCheck(p, b.Topology))
	}
	if ext == "txt" {
		text, err := b.Text()
		return &raw{Type: "text/plain; charset=utf-8", Body: []byte(text)}, err
	}
	return picture(ext, b.Picture)
}

// jsonAnswer returns an answer as JSON where other formats are possible; schema is empty if the answer has it.
func jsonAnswer(schema string, r any) (*raw, error) {
	var out bytes.Buffer
	err := printer.WriteJSON(&out, printer.JSON{Schema: schema, Value: r})
	return &raw{Type: "application/json", Body: out.Bytes()}, err
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
