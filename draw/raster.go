package draw

import (
	"context"
	"fmt"
	"image"
	"image/color"
	"image/gif"
	"io"
	"iter"
	"time"

	"git.sr.ht/~sbinet/gg"
	"gonum.org/v1/plot/font"
	"gonum.org/v1/plot/vg"

	"queens"
)

// raster is a vg.Canvas of pixels, a pixel for each point. It draws what vgimg draws, without the
// formats, fonts and formulas that the program in the browser would have from vgimg.
type raster struct {
	*gg.Context
	width vg.Length // of lines
}

func pixels(p *Picture) *image.RGBA {
	c := &raster{Context: gg.NewContext(p.Width, p.Height)}
	c.SetLineCapButt()
	c.InvertY()
	vg.Initialize(c)
	p.paint(c)
	return c.Image().(*image.RGBA)
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
	face := f.FontFace(72) // pixels per inch: a pixel is a point
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

// EncodeGIF writes pictures as an endless animation, each shown for delay, smaller ones with a
// margin at the right and below. The first 256 colours are exact, later ones are the nearest of
// them.
//
// Errors: queens.ErrFormat for no picture; that of the context.
func EncodeGIF(ctx context.Context, w io.Writer, pictures []*Picture, delay time.Duration) error {
	if len(pictures) == 0 {
		return fmt.Errorf("draw: write gif: no picture: %w", queens.ErrFormat)
	}
	width, height := 0, 0
	for _, p := range pictures {
		width, height = max(width, p.Width), max(height, p.Height)
	}
	out := new(gif.GIF)
	colors := paletteOf{index: map[color.RGBA]uint8{}}
	for _, p := range pictures {
		if err := ctx.Err(); err != nil {
			return err
		}
		frame := *p
		frame.Width, frame.Height = width, height
		out.Image = append(out.Image, colors.convert(pixels(&frame)))
		out.Delay = append(out.Delay, int(delay/(10*time.Millisecond)))
	}
	for _, frame := range out.Image {
		frame.Palette = colors.list
	}
	out.Config = image.Config{ColorModel: colors.list, Width: width, Height: height}
	if err := gif.EncodeAll(w, out); err != nil {
		return fmt.Errorf("draw: write gif: %w", err)
	}
	return nil
}

type paletteOf struct {
	list  color.Palette
	index map[color.RGBA]uint8
}

func (c *paletteOf) convert(in *image.RGBA) *image.Paletted {
	out := image.NewPaletted(in.Rect, nil)
	var last color.RGBA // neighbours are mostly of one colour
	var lastIndex uint8
	for at := range out.Pix {
		p := in.Pix[4*at : 4*at+4]
		clr := color.RGBA{p[0], p[1], p[2], p[3]}
		if at == 0 || clr != last {
			last, lastIndex = clr, c.number(clr)
		}
		out.Pix[at] = lastIndex
	}
	return out
}

func (c *paletteOf) number(clr color.RGBA) uint8 {
	i, ok := c.index[clr]
	if !ok {
		if len(c.list) < 256 {
			c.list = append(c.list, clr)
		}
		i = uint8(c.list.Index(clr))
		c.index[clr] = i
	}
	return i
}

// Dots returns a picture of a placement of order n, too large for squares, in size times size
// pixels: white where no queen stands, the darker the more queens share a pixel. rows yields the
// rows of the queens, from 0, from column 0 on in blocks of any size.
func Dots(n, size int, rows iter.Seq[[]uint32]) image.Image {
	counts, most, column := make([]int, size*size), 1, 0
	cell := func(i int) (first, end int) { return i * size / n, max((i+1)*size/n, i*size/n+1) }
	for block := range rows {
		for _, row := range block {
			x0, x1 := cell(column)
			y0, y1 := cell(int(row))
			for y := y0; y < y1; y++ {
				for x := x0; x < x1; x++ {
					counts[y*size+x]++
					most = max(most, counts[y*size+x])
				}
			}
			column++
		}
	}
	dots := image.NewGray(image.Rect(0, 0, size, size))
	for i, k := range counts {
		dots.SetGray(i%size, i/size, color.Gray{uint8(255 - 255*k/most)})
	}
	return dots
}
