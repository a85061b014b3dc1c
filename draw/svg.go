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
	"strings"

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
	if len(s) == 0 {
		return
	}
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
	if len(s) > 0 {
		c.write("<path%s", svgColor("fill", clr))
		c.path(s)
	}
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

func (c *svgCanvas) image(at point, width, height float64, img *image.Paletted) {
	var data bytes.Buffer
	_ = png.Encode(&data, img) // a buffer takes every byte
	c.write(`<image x="%s" y="%s" width="%s" height="%s" preserveAspectRatio="none" image-rendering="pixelated"`+
		` href="data:image/png;base64,%s"/>`+"\n", svgNumber(at.x), svgNumber(at.y), svgNumber(width),
		svgNumber(height), base64.StdEncoding.EncodeToString(data.Bytes()))
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
