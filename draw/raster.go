package draw

import (
	"context"
	"fmt"
	"image"
	"image/color"
	"image/gif"
	"io"
	"iter"
	"math"
	"time"

	"git.sr.ht/~sbinet/gg"
	"golang.org/x/image/draw"

	"queens"
)

// raster is a canvas of pixels.
type raster struct{ *gg.Context }

func pixels(p *Picture) *image.RGBA {
	c := raster{gg.NewContext(p.Width, p.Height)}
	c.SetLineCapButt()
	p.paint(c)
	return c.Image().(*image.RGBA)
}

func (c raster) stroke(clr color.NRGBA, width float64, dashes []float64, s shape) {
	c.SetLineWidth(width)
	c.SetDash(dashes...)
	c.draw(clr, s, c.Stroke)
}

func (c raster) fill(clr color.NRGBA, s shape) { c.draw(clr, s, c.Fill) }

// partLength is the number of segments from which on a shape is cut.
const partLength = 200

// draw draws a shape whole, or cut between subpaths where that looks the same and is faster: the
// time of turning a path into pixels grows with the square of the lines that cross one row of them.
// The graph of order 12 took 8 s in one piece.
func (c raster) draw(clr color.NRGBA, s shape, finish func()) {
	c.SetColor(clr)
	length := 0
	for _, part := range s {
		if clr.A == 0xff && part.kind == moveTo && length >= partLength {
			finish()
			length = 0
		}
		length++
		switch part.kind {
		case moveTo:
			c.MoveTo(part.at.x, part.at.y)
		case lineTo:
			c.LineTo(part.at.x, part.at.y)
		case circle: // counterclockwise
			c.NewSubPath()
			c.DrawArc(part.at.x, part.at.y, part.radius, 0, -2*math.Pi)
			c.ClosePath()
		case closePath:
			c.ClosePath()
		}
	}
	finish()
}

func (c raster) text(clr color.NRGBA, at point, text string, l lettering) {
	c.SetColor(clr)
	c.SetFontFace(l.face())
	c.Push()
	defer c.Pop()
	c.RotateAbout(l.turn, at.x, at.y)
	shifts := []float64{0}
	if l.bold {
		shifts = []float64{-l.size * boldness / 2, l.size * boldness / 2}
	}
	for _, shift := range shifts {
		c.DrawStringAnchored(text, at.x+shift, at.y, float64(l.align), 0)
	}
}

func (c raster) image(at point, width, height float64, img *image.Paletted) {
	scaleX, scaleY := width/float64(img.Rect.Dx()), height/float64(img.Rect.Dy())
	if scaleX >= 1 {
		c.SetInterpolator(draw.NearestNeighbor)
	}
	c.Push()
	defer c.Pop()
	c.Translate(at.x, at.y)
	c.Scale(scaleX, scaleY)
	c.DrawImage(img, 0, 0)
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
