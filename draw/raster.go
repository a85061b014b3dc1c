package draw

import (
	"image"

	"git.sr.ht/~sbinet/gg"
	"gonum.org/v1/plot/font"
	"gonum.org/v1/plot/vg"
)

// raster is a vg.Canvas of pixels, a pixel for each point. It draws what vgimg draws, without the
// formats, fonts and formulas that the program in the browser would have from vgimg.
type raster struct {
	*gg.Context
	width vg.Length // of lines
}

func newRaster(width, height int) *raster {
	c := &raster{Context: gg.NewContext(width, height)}
	c.SetLineCapButt()
	c.InvertY()
	vg.Initialize(c)
	return c
}

func (c *raster) SetLineWidth(width vg.Length) {
	c.width = width
	c.Context.SetLineWidth(float64(width))
}

func (c *raster) SetLineDash(pattern []vg.Length, offset vg.Length) {
	dashes := make([]float64, len(pattern))
	for i, d := range pattern {
		dashes[i] = float64(d)
	}
	c.SetDashOffset(float64(offset))
	c.SetDash(dashes...)
}

func (c *raster) Translate(by vg.Point) { c.Context.Translate(float64(by.X), float64(by.Y)) }

func (c *raster) Stroke(p vg.Path) {
	if c.width > 0 {
		c.outline(p)
		c.Context.Stroke()
	}
}

func (c *raster) Fill(p vg.Path) {
	c.outline(p)
	c.Context.Fill()
}

func (c *raster) outline(p vg.Path) {
	for _, part := range p {
		x, y := float64(part.Pos.X), float64(part.Pos.Y)
		switch part.Type {
		case vg.MoveComp:
			c.MoveTo(x, y)
		case vg.LineComp:
			c.LineTo(x, y)
		case vg.ArcComp:
			c.DrawArc(x, y, float64(part.Radius), part.Start, part.Start+part.Angle)
		case vg.CloseComp:
			c.ClosePath()
		default:
			panic("draw: a path with a curve")
		}
	}
}

func (c *raster) FillString(f font.Face, at vg.Point, text string) {
	face := f.FontFace(pixelsPerInch)
	defer face.Close()
	c.Push()
	defer c.Pop()
	c.SetFontFace(face)
	c.InvertY()
	c.DrawString(text, float64(at.X), float64(c.Height())-float64(at.Y))
}

func (c *raster) DrawImage(rect vg.Rectangle, img image.Image) {
	size := rect.Size()
	c.Push()
	defer c.Pop()
	c.Scale(1, -1)
	c.Context.Translate(float64(rect.Min.X), -float64(rect.Min.Y+size.Y))
	c.Scale(float64(size.X)/float64(img.Bounds().Dx()), float64(size.Y)/float64(img.Bounds().Dy()))
	c.Context.DrawImage(img, 0, 0)
}
