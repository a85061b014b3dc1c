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
	"math/cmplx"
	"slices"
	"strconv"

	stdfont "golang.org/x/image/font"
	"gonum.org/v1/plot/font"
	"gonum.org/v1/plot/vg"
)

// svgCanvas is a vg.Canvas that writes SVG. It differs from that of vgsvg in what
// pages need: no style attributes, which their content security policy drops; a title
// for screen readers; fonts to fall back to; relative coordinates in hundredths of a
// pixel, which makes a board of order 1000 a third of the size.
type svgCanvas struct {
	body   []byte
	height float64
	stack  []svgState // the last is in force
}

type svgState struct {
	color  color.Color
	width  vg.Length
	dashes []vg.Length

	turn, origin complex128 // a point x+iy of vg is at origin + turn(x+iy) in the picture, y upwards
}

func encodeSVG(w io.Writer, p *Picture) error {
	c := &svgCanvas{height: float64(p.Height), stack: []svgState{{turn: 1}}}
	vg.Initialize(c)
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

func (c *svgCanvas) state() *svgState { return &c.stack[len(c.stack)-1] }

// The methods that follow implement vg.Canvas.

func (c *svgCanvas) SetLineWidth(w vg.Length) { c.state().width = w }

func (c *svgCanvas) SetLineDash(dashes []vg.Length, _ vg.Length) { c.state().dashes = dashes }

func (c *svgCanvas) SetColor(clr color.Color) { c.state().color = clr }

func (c *svgCanvas) Rotate(rad float64) { c.state().turn *= cmplx.Rect(1, rad) }

func (c *svgCanvas) Translate(pt vg.Point) {
	s := c.state()
	s.origin += s.turn * complex(float64(pt.X), float64(pt.Y))
}

func (c *svgCanvas) Scale(_, _ float64) { panic("draw: a scaled picture in SVG") } // nothing asks for one

func (c *svgCanvas) Push() { c.stack = append(c.stack, *c.state()) }

func (c *svgCanvas) Pop() { c.stack = c.stack[:len(c.stack)-1] }

func (c *svgCanvas) Stroke(path vg.Path) {
	s := c.state()
	if s.width <= 0 || len(path) == 0 {
		return
	}
	c.raw(`<path fill="none"`)
	c.color("stroke")
	if s.width != 1 {
		c.number("stroke-width", s.width.Points())
	}
	if len(s.dashes) > 0 {
		c.raw(` stroke-dasharray="`)
		for i, d := range s.dashes {
			if i > 0 {
				c.raw(",")
			}
			c.body = appendHundredths(c.body, hundredths(d.Points()))
		}
		c.raw(`"`)
	}
	c.path(path)
}

func (c *svgCanvas) Fill(path vg.Path) {
	if len(path) == 0 {
		return
	}
	c.raw("<path")
	c.color("fill")
	c.path(path)
}

func (c *svgCanvas) FillString(face font.Face, pt vg.Point, text string) {
	x, y := c.place(pt)
	c.raw("<text")
	c.number("x", x)
	c.number("y", y)
	if turn := c.state().turn; imag(turn) != 0 {
		c.body = fmt.Appendf(c.body, ` transform="rotate(%.4g %s %s)"`, -cmplx.Phase(turn)*180/math.Pi,
			appendHundredths(nil, hundredths(x)), appendHundredths(nil, hundredths(y)))
	}
	c.number("font-size", face.Font.Size.Points())
	if face.Font.Typeface == boldFace || face.Font.Weight >= stdfont.WeightBold {
		c.raw(` font-weight="bold"`)
	}
	c.color("fill")
	c.raw(">" + html.EscapeString(text) + "</text>\n")
}

// DrawImage keeps pixels sharp squares.
func (c *svgCanvas) DrawImage(rect vg.Rectangle, img image.Image) {
	x, y := c.place(vg.Point{X: rect.Min.X, Y: rect.Max.Y})
	var data bytes.Buffer
	if err := png.Encode(&data, img); err != nil {
		panic(fmt.Sprintf("draw: image in SVG: %v", err)) // memory takes every byte; the image is ours
	}
	c.raw("<image")
	c.number("x", x)
	c.number("y", y)
	c.number("width", rect.Size().X.Points())
	c.number("height", rect.Size().Y.Points())
	c.raw(` preserveAspectRatio="none" image-rendering="pixelated" href="data:image/png;base64,`)
	c.body = base64.StdEncoding.AppendEncode(c.body, data.Bytes())
	c.raw("\"/>\n")
}

func (c *svgCanvas) place(pt vg.Point) (x, y float64) {
	s := c.state()
	at := s.origin + s.turn*complex(float64(pt.X), float64(pt.Y))
	return real(at), c.height - imag(at)
}

func (c *svgCanvas) raw(text string) { c.body = append(c.body, text...) }

func (c *svgCanvas) number(name string, x float64) {
	c.raw(" " + name + `="`)
	c.body = appendHundredths(c.body, hundredths(x))
	c.raw(`"`)
}

func (c *svgCanvas) color(name string) {
	clr := color.NRGBAModel.Convert(c.state().color).(color.NRGBA)
	if clr.R != 0 || clr.G != 0 || clr.B != 0 || name != "fill" {
		c.body = fmt.Appendf(c.body, ` %s="#%02x%02x%02x"`, name, clr.R, clr.G, clr.B)
	}
	if clr.A != 0xff {
		c.body = fmt.Appendf(c.body, ` %s-opacity="%.2g"`, name, float64(clr.A)/0xff)
	}
}

// path appends the data of a path and ends its element. Coordinates are relative to the rounded one
// before, so that roundings do not add up. Every arc is a whole circle, also in charts.
func (c *svgCanvas) path(path vg.Path) {
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
	move := func(to vg.Point) (dx, dy int) {
		x, y := c.place(to)
		before := pen
		pen = image.Pt(hundredths(x), hundredths(y))
		return pen.X - before.X, pen.Y - before.Y
	}
	for _, comp := range path {
		switch comp.Type {
		case vg.MoveComp:
			dx, dy := move(comp.Pos)
			command('m', dx, dy)
			start = pen
		case vg.LineComp:
			switch dx, dy := move(comp.Pos); {
			case dy == 0:
				command('h', dx)
			case dx == 0:
				command('v', dy)
			default:
				command('l', dx, dy)
			}
		case vg.ArcComp: // a circle, from its right end: two halves
			radius := hundredths(comp.Radius.Points())
			for _, end := range []vg.Length{-comp.Radius, comp.Radius} {
				dx, dy := move(vg.Point{X: comp.Pos.X + end, Y: comp.Pos.Y})
				command('a', radius, radius, 0, 0, 0, dx, dy)
			}
		case vg.CloseComp:
			c.raw("z")
			pen = start
		default:
			panic("draw: a path with a curve")
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
