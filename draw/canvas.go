package draw

import (
	"bytes"
	"context"
	"fmt"
	"html"
	"image"
	"image/color"
	"image/gif"
	"io"
	"iter"
	"math"
	"slices"
	"strconv"
	"strings"
	"time"

	"git.sr.ht/~sbinet/gg"

	"queens"
	"queens/internal/errs"
	"queens/internal/named"
)

// svgCanvas writes SVG as pages need it: no style attributes, which their content security policy
// drops; a title for screen readers; fonts to fall back to; relative coordinates in hundredths of a
// pixel, which makes a board of order 1000 a third of the size.
type svgCanvas struct{ body []byte }

func encodeSVG(w io.Writer, p *Picture) error {
	c := new(svgCanvas)
	p.paint(c)
	_, err := fmt.Fprintf(w, `<svg xmlns="http://www.w3.org/2000/svg" width="%d" height="%d" viewBox="0 0 %[1]d %[2]d"`+
		` role="img" font-family="%s">
<title>%s</title>
%s</svg>
`, p.Width, p.Height, svgFonts, html.EscapeString(p.Title), c.body)
	return err
}

// svgFonts are tried one after the other; the first three have the widths of the layout.
const svgFonts = "Liberation Sans, Arial, Helvetica, sans-serif"

func (c *svgCanvas) write(format string, args ...any) { c.body = fmt.Appendf(c.body, format, args...) }

// svgColor returns the attributes of a colour; black is that of what is filled.
func svgColor(name string, clr color.NRGBA) (text string) {
	if clr.R != 0 || clr.G != 0 || clr.B != 0 || name != "fill" {
		text = fmt.Sprintf(` %s="#%02x%02x%02x"`, name, clr.R, clr.G, clr.B)
	}
	if clr.A != 0xff {
		text += fmt.Sprintf(` %s-opacity="%.2g"`, name, float64(clr.A)/0xff)
	}
	return text
}

func (c *svgCanvas) stroke(clr color.NRGBA, width float64, dashes []float64, s shape) {
	c.write(`<path fill="none"%s`, svgColor("stroke", clr))
	if width != 1 {
		c.write(` stroke-width="%s"`, svgNumber(width))
	}
	if len(dashes) > 0 {
		c.write(` stroke-dasharray="%s"`, strings.Join(named.Names(dashes, svgNumber), ","))
	}
	c.path(s)
}

func (c *svgCanvas) fill(clr color.NRGBA, s shape) {
	c.write("<path%s", svgColor("fill", clr))
	c.path(s)
}

func (c *svgCanvas) text(clr color.NRGBA, at point, text string, l lettering) {
	x, y := svgNumber(at.x), svgNumber(at.y)
	c.write(`<text x="%s" y="%s"`, x, y)
	if l.turn != 0 {
		c.write(` transform="rotate(%.4g %s %s)"`, l.turn*180/math.Pi, x, y)
	}
	c.write(` font-size="%s"%s`, svgNumber(l.size), map[align]string{
		center: ` text-anchor="middle"`, right: ` text-anchor="end"`,
	}[l.align])
	if l.bold {
		c.write(` font-weight="bold"`)
	}
	c.write("%s>%s</text>\n", svgColor("fill", clr), html.EscapeString(text))
}

// path appends the data of a path and ends its element. Coordinates are relative to the rounded one
// before, so that roundings do not add up.
func (c *svgCanvas) path(s shape) {
	c.write(` d="`)
	var pen, start image.Point // in hundredths of a pixel; start is that of the subpath
	command := func(letter byte, numbers ...int) {
		c.body = append(c.body, letter)
		for i, x := range numbers {
			if i > 0 && x >= 0 {
				c.body = append(c.body, ' ')
			}
			c.body = appendHundredths(c.body, x)
		}
	}
	// move returns the way to a point, and puts the pen there.
	move := func(x, y float64) (dx, dy int) {
		before := pen
		pen = image.Pt(hundredths(x), hundredths(y))
		return pen.X - before.X, pen.Y - before.Y
	}
	for _, part := range s {
		x, y := part.at.x, part.at.y
		switch part.kind {
		case moveTo:
			dx, dy := move(x, y)
			command('m', dx, dy)
			start = pen
		case lineTo:
			switch dx, dy := move(x, y); {
			case dy == 0:
				command('h', dx)
			case dx == 0:
				command('v', dy)
			default:
				command('l', dx, dy)
			}
		case circle: // two halves, from the right end
			dx, dy := move(x+part.radius, y)
			command('m', dx, dy)
			radius := hundredths(part.radius)
			for _, end := range []float64{-part.radius, part.radius} {
				dx, dy := move(x+end, y)
				command('a', radius, radius, 0, 0, 0, dx, dy)
			}
			command('z')
		case closePath:
			command('z')
			pen = start
		}
	}
	c.write("\"/>\n")
}

func svgNumber(x float64) string { return string(appendHundredths(nil, hundredths(x))) }

func hundredths(x float64) int { return int(math.Round(x * 100)) }

// appendHundredths writes x/100 without needless zeros.
func appendHundredths(b []byte, x int) []byte {
	start := len(b)
	b = strconv.AppendFloat(b, float64(x)/100, 'f', -1, 64)
	if zero := bytes.IndexByte(b[start:], '0'); x != 0 && -100 < x && x < 100 { // .5
		b = slices.Delete(b, start+zero, start+zero+1)
	}
	return b
}

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
