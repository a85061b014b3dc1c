package draw

import (
	"bytes"
	"encoding/base64"
	"fmt"
	"html"
	"image"
	"image/color"
	"image/png"
	"io"
	"math"
	"slices"
	"strconv"
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

func (c *svgCanvas) stroke(clr color.NRGBA, width float64, dashes []float64, s shape) {
	if len(s) == 0 {
		return
	}
	c.raw(`<path fill="none"`)
	c.color("stroke", clr)
	if width != 1 {
		c.number("stroke-width", width)
	}
	if len(dashes) > 0 {
		c.raw(` stroke-dasharray="`)
		for i, d := range dashes {
			if i > 0 {
				c.raw(",")
			}
			c.body = appendHundredths(c.body, hundredths(d))
		}
		c.raw(`"`)
	}
	c.path(s)
}

func (c *svgCanvas) fill(clr color.NRGBA, s shape) {
	if len(s) == 0 {
		return
	}
	c.raw("<path")
	c.color("fill", clr)
	c.path(s)
}

func (c *svgCanvas) text(clr color.NRGBA, at point, text string, l lettering) {
	c.raw("<text")
	c.number("x", at.x)
	c.number("y", at.y)
	if l.turn != 0 {
		c.body = fmt.Appendf(c.body, ` transform="rotate(%.4g %s %s)"`, l.turn*180/math.Pi,
			appendHundredths(nil, hundredths(at.x)), appendHundredths(nil, hundredths(at.y)))
	}
	c.number("font-size", l.size)
	switch l.align {
	case center:
		c.raw(` text-anchor="middle"`)
	case right:
		c.raw(` text-anchor="end"`)
	}
	if l.bold {
		c.raw(` font-weight="bold"`)
	}
	c.color("fill", clr)
	c.raw(">" + html.EscapeString(text) + "</text>\n")
}

func (c *svgCanvas) image(at point, width, height float64, img *image.Paletted) {
	var data bytes.Buffer
	_ = png.Encode(&data, img) // a buffer takes every byte
	c.raw("<image")
	c.number("x", at.x)
	c.number("y", at.y)
	c.number("width", width)
	c.number("height", height)
	c.raw(` preserveAspectRatio="none" image-rendering="pixelated" href="data:image/png;base64,`)
	c.body = base64.StdEncoding.AppendEncode(c.body, data.Bytes())
	c.raw("\"/>\n")
}

func (c *svgCanvas) raw(text string) { c.body = append(c.body, text...) }

func (c *svgCanvas) number(name string, x float64) {
	c.raw(" " + name + `="`)
	c.body = appendHundredths(c.body, hundredths(x))
	c.raw(`"`)
}

func (c *svgCanvas) color(name string, clr color.NRGBA) {
	if clr.R != 0 || clr.G != 0 || clr.B != 0 || name != "fill" {
		c.body = fmt.Appendf(c.body, ` %s="#%02x%02x%02x"`, name, clr.R, clr.G, clr.B)
	}
	if clr.A != 0xff {
		c.body = fmt.Appendf(c.body, ` %s-opacity="%.2g"`, name, float64(clr.A)/0xff)
	}
}

// path appends the data of a path and ends its element. Coordinates are relative to the rounded one
// before, so that roundings do not add up.
func (c *svgCanvas) path(s shape) {
	c.raw(` d="`)
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
			c.raw("z")
		case closePath:
			c.raw("z")
			pen = start
		}
	}
	c.raw("\"/>\n")
}

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
