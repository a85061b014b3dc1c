//go:build !js

package draw

import (
	"io"
	"math"
	"sync"
	"time"

	"codeberg.org/go-fonts/liberation/liberationsansbold"
	"codeberg.org/go-pdf/fpdf"
	"gonum.org/v1/plot/vg"
	"gonum.org/v1/plot/vg/vgpdf"
)

func boldFont() []byte { return liberationsansbold.TTF }

// pages returns the formats of paper; a browser prints by itself.
func pages() []Format {
	return []Format{{
		Name: "pdf", Summary: "A page of exactly the size of the picture", Ext: ".pdf", MediaType: "application/pdf",
		Binary: true, encode: encodePDF,
	}}
}

// steadyPDF makes PDF files independent of the clock and of the order of maps: it changes global
// settings of the writer.
var steadyPDF = sync.OnceFunc(func() {
	date := time.Date(2000, 1, 1, 0, 0, 0, 0, time.UTC)
	fpdf.SetDefaultCreationDate(date)
	fpdf.SetDefaultModificationDate(date)
	fpdf.SetDefaultCatalogSort(true)
})

func encodePDF(w io.Writer, p *Picture) error { return EncodePages(w, []*Picture{p}) }

// EncodePages writes pictures of the size of the first, at least one, as the pages of a PDF.
func EncodePages(w io.Writer, pages []*Picture) error {
	steadyPDF()
	c := vgpdf.New(vg.Length(pages[0].Width), vg.Length(pages[0].Height))
	for i, p := range pages {
		if i > 0 {
			c.NextPage()
		}
		p.paint(curved{c})
	}
	_, err := c.WriteTo(w)
	return err
}

// curved is a page of vgpdf with curves instead of arcs: vgpdf makes each arc a path of its own,
// which ends the one that it is in.
type curved struct{ *vgpdf.Canvas }

func (c curved) Fill(p vg.Path) { c.Canvas.Fill(curves(p)) }

func (c curved) Stroke(p vg.Path) { c.Canvas.Stroke(curves(p)) }

// curves replaces each arc, a whole circle, by four Bezier curves, within 0.03 % of its radius.
func curves(p vg.Path) (q vg.Path) {
	const quarter = math.Pi / 2
	control := 4.0 / 3 * math.Tan(quarter/4)
	for _, arc := range p {
		if arc.Type != vg.ArcComp {
			q = append(q, arc)
			continue
		}
		at := func(angle, ahead float64) vg.Point {
			sin, cos := math.Sincos(angle)
			return arc.Pos.Add(vg.Point{X: vg.Length(cos - ahead*sin), Y: vg.Length(sin + ahead*cos)}.Scale(arc.Radius))
		}
		q.Line(at(0, 0))
		for _, from := range []float64{0, quarter, 2 * quarter, 3 * quarter} {
			q.CubeTo(at(from, control), at(from+quarter, -control), at(from+quarter, 0))
		}
	}
	return q
}
