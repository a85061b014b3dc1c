package draw

import (
	"bufio"
	"fmt"
	"image/png"
	"io"
	"slices"
	"strings"

	"queens/internal/named"
)

// Format describes one way to write a picture. The zero value is not valid.
type Format struct {
	Name      string // stable identifier: "svg"
	Summary   string // one sentence, no final period
	Ext       string // of file names, with its dot: ".svg"
	MediaType string // for HTTP: "image/svg+xml"
	Binary    bool   // not to be shown on a terminal

	encode func(w io.Writer, p *Picture) error
}

// formats holds every format, sorted by name. A new format is a line here.
var formats = append(pages(), []Format{
	{
		Name: "png", Summary: "Pixels, for where vectors are not understood", Ext: ".png", MediaType: "image/png",
		Binary: true, encode: encodePNG,
	},
	{
		Name: "svg", Summary: "Vectors with a title for screen readers, without style sheet or script", Ext: ".svg",
		MediaType: "image/svg+xml", encode: encodeSVG,
	},
}...)

// Formats returns every format of pictures, sorted by name.
func Formats() []Format { return slices.Clone(formats) }

// FindFormat returns the format of a name or file extension: svg, SVG or .svg.
//
// Errors: queens.ErrFormat if not found, with all names.
func FindFormat(name string) (Format, error) {
	name = strings.ToLower(strings.TrimPrefix(name, "."))
	return named.Find("draw: format", name, formats, func(f Format) string { return f.Name })
}

// Encode writes a picture. The same picture gives the same bytes. Errors are those
// of w.
func (f Format) Encode(w io.Writer, p *Picture) error {
	out := bufio.NewWriter(w)
	if err := f.encode(out, p); err != nil {
		return fmt.Errorf("draw: write %s: %w", f.Name, err)
	}
	if err := out.Flush(); err != nil {
		return fmt.Errorf("draw: write %s: %w", f.Name, err)
	}
	return nil
}

// pixelsPerInch makes a pixel the vg unit, a point.
const pixelsPerInch = 72

func encodePNG(w io.Writer, p *Picture) error {
	return png.Encode(w, pixels(p))
}

func encodeSVG(w io.Writer, p *Picture) error {
	c := newSVGCanvas(p.Height)
	p.paint(c)
	return c.write(w, p)
}
