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
	"strconv"

	stdfont "golang.org/x/image/font"
	"gonum.org/v1/plot/font"
	"gonum.org/v1/plot/vg"
)

// svgCanvas is a vg.Canvas that writes SVG. It differs from the canvas of vgsvg in
// what pages need: presentation attributes instead of style attributes, which a
// content security policy without inline styles would drop; a title for screen
// readers; fonts to fall back to; coordinates relative to the last one and rounded
// to a hundredth of a pixel, which makes a board of order 1000 a third of the size.
type svgCanvas struct {
	body   []byte
	height float64
	stack  []svgState // the last is in force
}

type svgState struct {
	color  color.Color
	width  vg.Length
	dashes []vg.Length
	offset vg.Length

	// The transform from coordinates of vg to those of the picture, y upwards:
	// x' = a x + c y + e, y' = b x + d y + f.
	a, b, c, d, e, f float64
}

func newSVGCanvas(height int) *svgCanvas {
	c := &svgCanvas{height: float64(height), stack: []svgState{{a: 1, d: 1}}}
	vg.Initialize(c)
	return c
}

func (c *svgCanvas) state() *svgState { return &c.stack[len(c.stack)-1] }

// SetLineWidth implements vg.Canvas.
func (c *svgCanvas) SetLineWidth(w vg.Length) { c.state().width = w }

// SetLineDash implements vg.Canvas.
func (c *svgCanvas) SetLineDash(dashes []vg.Length, offset vg.Length) {
	s := c.state()
	s.dashes, s.offset = dashes, offset
}

// SetColor implements vg.Canvas.
func (c *svgCanvas) SetColor(clr color.Color) {
	if clr == nil {
		clr = color.Black
	}
	c.state().color = clr
}

// Rotate implements vg.Canvas.
func (c *svgCanvas) Rotate(rad float64) {
	sin, cos := math.Sincos(rad)
	s := c.state()
	s.a, s.b, s.c, s.d = s.a*cos+s.c*sin, s.b*cos+s.d*sin, s.c*cos-s.a*sin, s.d*cos-s.b*sin
}

// Translate implements vg.Canvas.
func (c *svgCanvas) Translate(pt vg.Point) {
	s := c.state()
	x, y := pt.X.Points(), pt.Y.Points()
	s.e, s.f = s.e+s.a*x+s.c*y, s.f+s.b*x+s.d*y
}

// Scale implements vg.Canvas.
func (c *svgCanvas) Scale(x, y float64) {
	s := c.state()
	s.a, s.b, s.c, s.d = s.a*x, s.b*x, s.c*y, s.d*y
}

// Push implements vg.Canvas.
func (c *svgCanvas) Push() { c.stack = append(c.stack, *c.state()) }

// Pop implements vg.Canvas.
func (c *svgCanvas) Pop() { c.stack = c.stack[:len(c.stack)-1] }

// Stroke implements vg.Canvas.
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
		if s.offset != 0 {
			c.number("stroke-dashoffset", s.offset.Points())
		}
	}
	c.path(path)
}

// Fill implements vg.Canvas.
func (c *svgCanvas) Fill(path vg.Path) {
	if len(path) == 0 {
		return
	}
	c.raw("<path")
	c.color("fill")
	c.path(path)
}

// FillString implements vg.Canvas.
func (c *svgCanvas) FillString(face font.Face, pt vg.Point, text string) {
	s := c.state()
	x, y := c.place(pt)
	c.raw("<text")
	c.number("x", x)
	c.number("y", y)
	if s.b != 0 {
		fmt.Fprintf((*appender)(&c.body), ` transform="rotate(%.4g %s %s)"`, -math.Atan2(s.b, s.a)*180/math.Pi,
			hundredthsText(x), hundredthsText(y))
	}
	c.number("font-size", face.Font.Size.Points())
	if face.Font.Typeface == boldFace || face.Font.Weight >= stdfont.WeightBold {
		c.raw(` font-weight="bold"`)
	}
	if face.Font.Style != stdfont.StyleNormal {
		c.raw(` font-style="italic"`)
	}
	c.color("fill")
	c.raw(">" + html.EscapeString(text) + "</text>\n")
}

// DrawImage implements vg.Canvas. Pixels stay sharp squares.
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
	px, py := pt.X.Points(), pt.Y.Points()
	return s.a*px + s.c*py + s.e, c.height - (s.b*px + s.d*py + s.f)
}

func (c *svgCanvas) raw(text string) { c.body = append(c.body, text...) }

func (c *svgCanvas) number(name string, x float64) {
	c.raw(" " + name + `="`)
	c.body = appendHundredths(c.body, hundredths(x))
	c.raw(`"`)
}

// color appends the attributes of the present colour, for "fill" or "stroke".
func (c *svgCanvas) color(name string) {
	clr := color.NRGBAModel.Convert(c.state().color).(color.NRGBA)
	out := (*appender)(&c.body)
	if clr.R != 0 || clr.G != 0 || clr.B != 0 || name != "fill" {
		fmt.Fprintf(out, ` %s="#%02x%02x%02x"`, name, clr.R, clr.G, clr.B)
	}
	if clr.A != 0xff {
		fmt.Fprintf(out, ` %s-opacity="%.2g"`, name, float64(clr.A)/0xff)
	}
}

// path appends the data of a path and ends its element. Coordinates are relative
// to the rounded one before, so that roundings do not add up.
func (c *svgCanvas) path(path vg.Path) {
	c.raw(` d="`)
	p := svgPath{out: c.body, canvas: c}
	for _, comp := range path {
		p.add(comp)
	}
	c.body = append(p.out, "\"/>\n"...)
}

// svgPath writes the data of one path. Positions are hundredths of a pixel.
type svgPath struct {
	out            []byte
	canvas         *svgCanvas
	x, y           int // where the pen is
	startX, startY int // where the subpath began
}

func (p *svgPath) at(pt vg.Point) (x, y int) {
	fx, fy := p.canvas.place(pt)
	return hundredths(fx), hundredths(fy)
}

func (p *svgPath) add(comp vg.PathComp) {
	switch comp.Type {
	case vg.MoveComp:
		x, y := p.at(comp.Pos)
		p.command('m', x-p.x, y-p.y)
		p.x, p.y, p.startX, p.startY = x, y, x, y
	case vg.LineComp:
		p.line(p.at(comp.Pos))
	case vg.CurveComp:
		p.curve(comp)
	case vg.ArcComp:
		p.arc(comp)
	case vg.CloseComp:
		p.out = append(p.out, 'z')
		p.x, p.y = p.startX, p.startY
	}
}

func (p *svgPath) line(x, y int) {
	switch dx, dy := x-p.x, y-p.y; {
	case dy == 0:
		p.command('h', dx)
	case dx == 0:
		p.command('v', dy)
	default:
		p.command('l', dx, dy)
	}
	p.x, p.y = x, y
}

func (p *svgPath) curve(comp vg.PathComp) {
	var numbers []int
	for _, control := range comp.Control {
		x, y := p.at(control)
		numbers = append(numbers, x-p.x, y-p.y)
	}
	x, y := p.at(comp.Pos)
	letter := byte('q')
	if len(comp.Control) == 2 {
		letter = 'c'
	}
	p.command(letter, append(numbers, x-p.x, y-p.y)...)
	p.x, p.y = x, y
}

// arc writes an arc in pieces of at most half a turn, which leave no doubt about
// which way they go.
func (p *svgPath) arc(comp vg.PathComp) {
	on := func(angle float64) (x, y int) {
		sin, cos := math.Sincos(angle)
		return p.at(vg.Point{X: comp.Pos.X + comp.Radius*vg.Length(cos), Y: comp.Pos.Y + comp.Radius*vg.Length(sin)})
	}
	if x, y := on(comp.Start); x != p.x || y != p.y {
		p.line(x, y)
	}
	pieces := math.Ceil(math.Abs(comp.Angle)/math.Pi - 1e-9)
	s := p.canvas.state()
	radius := hundredths(comp.Radius.Points() * math.Hypot(s.a, s.b))
	sweep := 0 // counterclockwise
	if comp.Angle < 0 {
		sweep = 100
	}
	for k := 1.0; k <= pieces; k++ {
		x, y := on(comp.Start + comp.Angle*k/pieces)
		p.command('a', radius, radius, 0, 0, sweep, x-p.x, y-p.y)
		p.x, p.y = x, y
	}
}

func (p *svgPath) command(letter byte, numbers ...int) {
	p.out = append(p.out, letter)
	for i, x := range numbers {
		if i > 0 && x >= 0 {
			p.out = append(p.out, ' ')
		}
		p.out = appendHundredths(p.out, x)
	}
}

func hundredths(x float64) int { return int(math.Round(x * 100)) }

func hundredthsText(x float64) string { return string(appendHundredths(nil, hundredths(x))) }

// appendHundredths writes x/100 without needless zeros.
func appendHundredths(b []byte, x int) []byte {
	if x < 0 {
		b = append(b, '-')
		x = -x
	}
	if whole := x / 100; whole > 0 || x == 0 {
		b = strconv.AppendInt(b, int64(whole), 10)
	}
	if rest := x % 100; rest != 0 {
		b = append(b, '.', byte('0'+rest/10))
		if rest%10 != 0 {
			b = append(b, byte('0'+rest%10))
		}
	}
	return b
}

type appender []byte

// Write appends p.
func (a *appender) Write(p []byte) (int, error) {
	*a = append(*a, p...)
	return len(p), nil
}

func (c *svgCanvas) write(w io.Writer, p *Picture) error {
	_, err := fmt.Fprintf(w, `<svg xmlns="http://www.w3.org/2000/svg" width="%d" height="%d" viewBox="0 0 %[1]d %[2]d"`+
		` role="img" font-family="%s">
<title>%s</title>
%s</svg>
`, p.Width, p.Height, svgFonts, html.EscapeString(p.Title), c.body)
	return err
}

// svgFonts are tried one after the other; the first one has the widths that texts
// were laid out with, and the next two the same by design.
const svgFonts = "Liberation Sans, Arial, Helvetica, sans-serif"
