// Package draw makes pictures of boards: SVG, PNG, PDF, text, and moving GIF. Besides single
// boards it draws the eight images of a placement, its signature as triangles, lists of
// solutions, graphs of orbits, and charts of numbers.
//
// A picture begins as a plain value, which can come from JSON. Its method Picture checks it and
// lays it out, and a [Format] writes it. The same value gives the same bytes:
//
//	picture, err := draw.Board{Order: 8, Queens: p.Squares(), Layers: []string{"attacks"}}.Picture()
//	...
//	format, err := draw.FindFormat("svg")
//	...
//	err = format.Encode(w, picture)
//
// Lengths are pixels from the top left corner. A pixel is one unit of an SVG and one point of a
// PDF. Colour is never the only difference: shape, dash or place differs as well. Package format
// writes boards as data.
package draw

import (
	"bufio"
	"image/png"
	"io"
	"slices"
	"strings"

	"queens/internal/errs"
	"queens/internal/named"
)

// Limits of what is drawn.
const (
	MaxAtlasOrder = 13     // largest order whose graph is drawn: 9233 orbits
	MaxBoardOrder = 10_000 // of a board
	MaxHeatOrder  = 2048   // of a board with heat
	MaxTextOrder  = 1000   // of a board that Text writes
	MaxSheet      = 400    // pictures on a sheet
	NamedOrbits   = 100    // orbits with numbers, a list and moves: those of order 10
)

// Format is one way to write a picture.
type Format struct {
	Name      string // stable identifier, and extension of file names: "svg"
	Summary   string // one sentence, no final period
	MediaType string // for HTTP: "image/svg+xml"
	Binary    bool   // not to be shown on a terminal

	encode func(w io.Writer, p *Picture) error
}

// formats holds every format, sorted by name. A new format is a line here.
var formats = append(pages(), []Format{
	{
		Name: "png", Summary: "Pixels, for where vectors are not understood", MediaType: "image/png",
		Binary: true, encode: func(w io.Writer, p *Picture) error { return png.Encode(w, pixels(p)) },
	},
	{
		Name: "svg", Summary: "Vectors with a title for screen readers, without style sheet or script",
		MediaType: "image/svg+xml", encode: encodeSVG,
	},
}...)

// Formats returns every format of pictures, sorted by name.
func Formats() []Format { return slices.Clone(formats) }

// FindFormat returns the format of a name or file extension: svg, SVG or .svg.
func FindFormat(name string) (Format, error) {
	name = strings.ToLower(strings.TrimPrefix(name, "."))
	return named.Find("format", name, formats, func(f Format) string { return f.Name })
}

// Encode writes a picture. The same picture gives the same bytes.
func (f Format) Encode(w io.Writer, p *Picture) error {
	out := bufio.NewWriter(w)
	err := f.encode(out, p)
	if err == nil {
		err = out.Flush()
	}
	if err != nil {
		return errs.Errorf("write %s: %w", f.Name, err)
	}
	return nil
}
