package draw

import (
	"fmt"
	"image/color"
	"iter"
	"math"
	"sync"

	"codeberg.org/go-fonts/liberation/liberationsansregular"
	stdfont "golang.org/x/image/font"
	"golang.org/x/image/font/opentype"
	"gonum.org/v1/plot/font"
	"gonum.org/v1/plot/vg"
)

// Picture is something that can be written in every [Format].
type Picture struct {
	Title  string // describes the picture for readers who cannot see it
	Width  int    // pixels
	Height int    // pixels

	theme theme
	draw  func(*pen)
}

func (p *Picture) paint(c vg.Canvas) {
	pen := &pen{canvas: c, height: float64(p.Height), theme: p.theme}
	pen.fill(p.theme.paper, rectangle(0, 0, float64(p.Width), float64(p.Height)))
	p.draw(pen)
}

type point struct{ x, y float64 }

// pen draws on a canvas, y downwards.
type pen struct {
	canvas vg.Canvas
	height float64
	origin point // of what is drawn
	theme  theme
}

func (p *pen) at(pt point) vg.Point {
	return vg.Point{X: vg.Length(p.origin.x + pt.x), Y: vg.Length(p.height - p.origin.y - pt.y)}
}

type shape []segment

type segment struct {
	kind   int // one of the constants of vg
	to     point
	radius float64 // of a full circle around to
}

func (s *shape) move(x, y float64) { *s = append(*s, segment{kind: vg.MoveComp, to: point{x, y}}) }
func (s *shape) line(x, y float64) { *s = append(*s, segment{kind: vg.LineComp, to: point{x, y}}) }
func (s *shape) end()              { *s = append(*s, segment{kind: vg.CloseComp}) }

func (s *shape) circle(x, y, radius float64) {
	s.move(x+radius, y)
	*s = append(*s, segment{kind: vg.ArcComp, to: point{x, y}, radius: radius})
	s.end()
}

func (s *shape) rectangle(x, y, width, height float64) {
	s.move(x, y)
	s.line(x+width, y)
	s.line(x+width, y+height)
	s.line(x, y+height)
	s.end()
}

func rectangle(x, y, width, height float64) (s shape) {
	s.rectangle(x, y, width, height)
	return s
}

func (p *pen) path(s shape) vg.Path {
	path := make(vg.Path, 0, len(s))
	for _, part := range s {
		switch part.kind {
		case vg.MoveComp:
			path.Move(p.at(part.to))
		case vg.LineComp:
			path.Line(p.at(part.to))
		case vg.ArcComp:
			path.Arc(p.at(part.to), vg.Length(part.radius), 0, 2*math.Pi)
		case vg.CloseComp:
			path.Close()
		}
	}
	return path
}

func (p *pen) fill(c color.Color, s shape) {
	p.canvas.SetColor(c)
	for part := range p.parts(c, s) {
		p.canvas.Fill(p.path(part))
	}
}

func (p *pen) stroke(c color.Color, width float64, s shape, dashes ...float64) {
	p.canvas.SetColor(c)
	p.canvas.SetLineWidth(vg.Length(width))
	pattern := make([]vg.Length, len(dashes))
	for i, d := range dashes {
		pattern[i] = vg.Length(d)
	}
	p.canvas.SetLineDash(pattern, 0)
	for part := range p.parts(c, s) {
		p.canvas.Stroke(p.path(part))
	}
}

// partLength is the number of segments from which on a shape is cut for pixels.
const partLength = 200

// parts yields the shape whole, or cut between subpaths where that looks the same
// and is faster: the time of turning a path into pixels grows with the square of
// the lines that cross one row of them. The graph of order 12 took 8 s in one piece.
func (p *pen) parts(c color.Color, s shape) iter.Seq[shape] {
	return func(yield func(shape) bool) {
		_, pixels := p.canvas.(*raster)
		_, _, _, alpha := c.RGBA()
		start := 0
		for i, part := range s {
			if cut := pixels && alpha == 0xffff && part.kind == vg.MoveComp && i-start >= partLength; cut {
				if !yield(s[start:i]) {
					return
				}
				start = i
			}
		}
		if start < len(s) {
			yield(s[start:])
		}
	}
}

type align float64

// The ways to align: the share of the width of the text that lies left of its place.
const (
	left   align = 0
	center align = 0.5
	right  align = 1
)

// lettering is how a text looks.
type lettering struct {
	size  float64
	bold  bool
	align align
	color color.Color // nil means that of the theme
}

func (p *pen) text(x, y float64, text string, l lettering) {
	face := l.face()
	if l.color == nil {
		l.color = p.theme.ink
	}
	p.canvas.SetColor(l.color)
	x -= float64(l.align) * face.Width(text).Points()
	p.canvas.FillString(face, p.at(point{x, y + capHeight*l.size/2}), text)
}

func (p *pen) uptext(x, y float64, text string, l lettering) {
	if text == "" {
		return
	}
	p.along(point{x, y}, point{x, y - 1}, 0, text, l)
}

// along writes a text in the middle of the way between two points, at a distance to
// the left of it, reading from the first to the second.
func (p *pen) along(from, to point, distance float64, text string, l lettering) {
	p.canvas.Push()
	p.canvas.Translate(p.at(point{(from.x + to.x) / 2, (from.y + to.y) / 2}))
	p.canvas.Rotate(-math.Atan2(to.y-from.y, to.x-from.x))
	turned := &pen{canvas: p.canvas, theme: p.theme}
	turned.text(0, -distance, text, l)
	p.canvas.Pop()
}

// capHeight is the height of capital letters and digits of the font, in its size.
const capHeight = 0.72

func (l lettering) width(text string) float64 {
	face := l.face()
	return face.Width(text).Points()
}

// boldFace is the name under which the bold font is drawn. It has the weight in the
// name alone: vgpdf looks for a font of bold weight under a name it did not give it.
const boldFace font.Typeface = "LiberationBold"

func (l lettering) face() font.Face {
	f := font.Font{Typeface: "Liberation", Variant: "Sans"}
	if !l.bold {
		return fonts().Lookup(f, vg.Length(l.size))
	}
	f.Weight = stdfont.WeightBold
	face := fonts().Lookup(f, vg.Length(l.size))
	face.Font.Typeface, face.Font.Weight = boldFace, stdfont.WeightNormal
	return face
}

var fonts = sync.OnceValue(func() *font.Cache {
	var collection font.Collection
	for weight, file := range map[stdfont.Weight][]byte{
		stdfont.WeightNormal: liberationsansregular.TTF,
		stdfont.WeightBold:   boldFont(),
	} {
		face, err := opentype.Parse(file)
		if err != nil {
			panic(fmt.Sprintf("draw: the font of weight %d: %v", weight, err)) // it is in the program
		}
		collection = append(collection, font.Face{Font: font.Font{
			Typeface: "Liberation", Variant: "Sans",
			Weight: weight,
		}, Face: face})
	}
	return font.NewCache(collection)
})
