//go:build !js

package draw

import (
	"image/color"
	"io"
	"math"
	"time"

	"codeberg.org/go-fonts/liberation/liberationsansregular"
	"codeberg.org/go-pdf/fpdf"
)

func pages() []Format {
	return []Format{{"pdf", "application/pdf", true, func(w io.Writer, p *Picture) error {
		return EncodePages(w, []*Picture{p})
	}}}
}

// EncodePages writes pictures of the size of the first, at least one, as the pages of a PDF. The
// same pictures give the same bytes: the file has a fixed date.
func EncodePages(w io.Writer, pages []*Picture) error {
	size := fpdf.SizeType{Wd: float64(pages[0].Width), Ht: float64(pages[0].Height)}
	c := paper{fpdf.NewCustom(&fpdf.InitType{UnitStr: "pt", Size: size})}
	date := time.Date(2000, 1, 1, 0, 0, 0, 0, time.UTC)
	c.SetCreationDate(date)
	c.SetModificationDate(date)
	c.SetCatalogSort(true)
	c.SetAutoPageBreak(false, 0)
	c.AddUTF8FontFromBytes("sans", "", liberationsansregular.TTF)
	for _, p := range pages {
		c.AddPage()
		p.paint(c)
	}
	return c.Output(w)
}

// paper is a canvas of the pages of a PDF.
type paper struct{ *fpdf.Fpdf }

func (c paper) fill(clr color.NRGBA, s shape) {
	c.SetFillColor(int(clr.R), int(clr.G), int(clr.B))
	c.draw(clr, s, "F")
}

func (c paper) stroke(clr color.NRGBA, width float64, dashes []float64, s shape) {
	c.SetDrawColor(int(clr.R), int(clr.G), int(clr.B))
	c.SetLineWidth(width)
	c.SetDashPattern(dashes, 0)
	c.draw(clr, s, "D")
}

func (c paper) draw(clr color.NRGBA, s shape, how string) {
	c.SetAlpha(float64(clr.A)/0xff, "Normal")
	s.trace(c)
	c.DrawPath(how)
}

// CubicTo is the curve as shapes are traced.
func (c paper) CubicTo(x0, y0, x1, y1, x, y float64) { c.CurveBezierCubicTo(x0, y0, x1, y1, x, y) }

func (c paper) text(clr color.NRGBA, at point, text string, l lettering) {
	c.SetAlpha(float64(clr.A)/0xff, "Normal")
	c.SetFont("sans", "", l.size)
	c.SetTextColor(int(clr.R), int(clr.G), int(clr.B))
	if l.bold { // thickens the outlines
		c.SetDrawColor(int(clr.R), int(clr.G), int(clr.B))
		c.SetLineWidth(l.size * boldness)
		c.SetDashPattern(nil, 0)
		c.SetTextRenderingMode(2)
		defer c.SetTextRenderingMode(0)
	}
	if l.turn != 0 {
		c.TransformBegin()
		defer c.TransformEnd()
		c.TransformRotate(-l.turn*180/math.Pi, at.x, at.y)
	}
	c.Text(at.x-float64(l.align)*l.width(text), at.y, text)
}
