package api

import (
	"bytes"
	"context"
	"fmt"
	"strings"

	"queens"
	"queens/draw"
)

// addBoards registers pictures of boards.
func addBoards(a *API) {
	addRaw(a, operation{
		id: "board", path: Prefix + "/boards/{file}", tag: "pictures", example: "/api/v1/boards/15863724.svg?layers=coordinates",
		media:   "image/svg+xml",
		summary: "A picture of a board",
		text:    "The file is a placement and a format: 15863724.svg, .png, .pdf, .txt or .json. The bytes are those of the command queens board.",
	}, board)
}

// boardRequest says which board is drawn how.
type boardRequest struct {
	File     string   `path:"file" maxLength:"6010" doc:"a placement and the name of a format" example:"15863724.svg"`
	Layers   []string `query:"layers" maxItems:"12" doc:"what to show besides queens, with commas: attacks, conflicts, coordinates, ..."`
	Heat     string   `query:"heat" enum:"none,attacks,solutions" default:"none" doc:"colour the squares by a number"`
	Topology string   `query:"topology" enum:"regular,modular" default:"regular"`
	Theme    string   `query:"theme" enum:"light,dark" default:"light"`
	Size     int      `query:"size" minimum:"0" maximum:"2048" doc:"pixels of a side; 0: as suits the order"`
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
	b := draw.Board{Order: p.Order(), Queens: p.Squares(), Layers: in.Layers, Theme: in.Theme, Size: in.Size}
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
		if b.Heat, err = draw.SolutionHeat(b.Order); err != nil {
			return nil, err
		}
	}
	if ext == "json" {
		return jsonBoard(p, b.Topology)
	}
	if ext == "txt" {
		text, err := b.Text()
		return &raw{Type: "text/plain; charset=utf-8", Body: []byte(text)}, err
	}
	return picture(ext, b.Picture)
}

// picture writes a picture in the format of an extension.
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
