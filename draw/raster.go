package draw

import (
	"context"
	"image"
	"image/color"
	"image/gif"
	"io"
	"iter"
	"time"

	"git.sr.ht/~sbinet/gg"
	"golang.org/x/image/draw"

	"queens"
	"queens/internal/errs"
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
	start := 0
	for i, part := range s {
		if clr.A == 0xff && part.kind == moveTo && i-start >= partLength {
			s[start:i].trace(c)
			finish()
			start = i
		}
	}
	s[start:].trace(c)
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
		return errs.Errorf("write gif: no picture: %w", queens.ErrFormat)
	}
	width, height := 0, 0
	for _, p := range pictures {
		width, height = max(width, p.Width), max(height, p.Height)
	}
	var colors color.Palette
	index := map[[4]byte]uint8{}
	out := new(gif.GIF)
	for _, p := range pictures {
		if err := ctx.Err(); err != nil {
			return err
		}
		frame := *p
		frame.Width, frame.Height = width, height
		picture := pixels(&frame)
		paletted := image.NewPaletted(picture.Rect, nil)
		last, number := [4]byte{}, uint8(0) // no pixel is transparent
		for i := range paletted.Pix {
			if pixel := [4]byte(picture.Pix[4*i:]); pixel != last { // neighbours are mostly of one colour
				known, ok := index[pixel]
				if !ok {
					clr := color.RGBA{pixel[0], pixel[1], pixel[2], pixel[3]}
					if len(colors) < 256 {
						colors = append(colors, clr)
					}
					known = uint8(colors.Index(clr))
					index[pixel] = known
				}
				last, number = pixel, known
			}
			paletted.Pix[i] = number
		}
		out.Image, out.Delay = append(out.Image, paletted), append(out.Delay, int(delay/(10*time.Millisecond)))
	}
	for _, frame := range out.Image {
		frame.Palette = colors
	}
	out.Config = image.Config{ColorModel: colors, Width: width, Height: height}
	if err := gif.EncodeAll(w, out); err != nil {
		return errs.Errorf("write gif: %w", err)
	}
	return nil
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
