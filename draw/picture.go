package draw

import (
	"fmt"
	"image/color"
	"math"
	"regexp"
	"slices"
	"strings"
	"sync"

	"codeberg.org/go-fonts/liberation/liberationsansregular"
	stdfont "golang.org/x/image/font"
	"golang.org/x/image/font/opentype"
	"gonum.org/v1/plot/font"
	"gonum.org/v1/plot/vg"

	"queens"
)

// Picture is something that can be written in every [Format].
type Picture struct {
	Title  string // describes the picture for readers who cannot see it
	Width  int    // pixels
	Height int    // pixels

	theme theme
	draw  func(*pen)
}

func lay(themeName, title string, width, height float64, draw func(*pen)) (*Picture, error) {
	theme, err := findTheme(themeName)
	if err != nil {
		return nil, err
	}
	return &Picture{title, int(math.Ceil(width)), int(math.Ceil(height)), theme, draw}, nil
}

func (p *Picture) paint(c vg.Canvas) {
	pen := &pen{canvas: c, height: float64(p.Height), theme: p.theme}
	pen.fill(p.theme.paper, new(shape).rectangle(point{}, float64(p.Width), float64(p.Height)))
	p.draw(pen)
}

const sheetGap = 12

// Sheet lays pictures of one theme out in rows, in about as many columns.
//
// Errors: queens.ErrFormat for none and for more than [MaxSheet].
func Sheet(pictures []*Picture) (*Picture, error) {
	if len(pictures) == 0 || len(pictures) > MaxSheet {
		return nil, fmt.Errorf("draw: a sheet of %d pictures: want 1 to %d: %w", len(pictures), MaxSheet,
			queens.ErrFormat)
	}
	width, height := 0, 0
	for _, p := range pictures {
		width, height = max(width, p.Width+sheetGap), max(height, p.Height+sheetGap)
	}
	columns := int(math.Ceil(math.Sqrt(float64(len(pictures)))))
	rows := (len(pictures) + columns - 1) / columns
	return &Picture{
		fmt.Sprintf("%d pictures, the first: %s", len(pictures), pictures[0].Title),
		columns*width + sheetGap, rows*height + sheetGap, pictures[0].theme,
		func(p *pen) {
			for i, picture := range pictures {
				p.place(picture.draw, float64(sheetGap+i%columns*width), float64(sheetGap+i/columns*height))
			}
		},
	}, nil
}

type point struct{ x, y float64 }

func (p point) plus(x, y float64) point { return point{p.x + x, p.y + y} }

// pen draws on a canvas, y downwards.
type pen struct {
	canvas vg.Canvas
	height float64
	origin point // of what is drawn
	theme  theme
}

func (p *pen) place(draw func(*pen), x, y float64) {
	shifted := *p
	shifted.origin = point{x, y}
	draw(&shifted)
}

func (p *pen) at(pt point) vg.Point {
	return vg.Point{X: vg.Length(p.origin.x + pt.x), Y: vg.Length(p.height - p.origin.y - pt.y)}
}

// shape is a path in pixels, y downwards. Each method adds to the path and returns all of it.
type shape vg.Path

func (s *shape) add(kind int, at point) shape {
	*s = append(*s, vg.PathComp{Type: kind, Pos: vg.Point{X: vg.Length(at.x), Y: vg.Length(at.y)}})
	return *s
}

func (s *shape) polyline(first point, others ...point) shape {
	s.add(vg.MoveComp, first)
	for _, at := range others {
		s.add(vg.LineComp, at)
	}
	return *s
}

func (s *shape) polygon(corners ...point) shape {
	s.polyline(corners[0], corners[1:]...)
	return s.add(vg.CloseComp, point{})
}

func (s *shape) rectangle(at point, width, height float64) shape {
	return s.polygon(at, at.plus(width, 0), at.plus(width, height), at.plus(0, height))
}

func (s *shape) circle(middle point, radius float64) shape {
	s.add(vg.MoveComp, middle.plus(radius, 0))
	s.add(vg.ArcComp, middle)
	arc := &(*s)[len(*s)-1]
	arc.Radius, arc.Angle = vg.Length(radius), 2*math.Pi
	return s.add(vg.CloseComp, point{})
}

func (p *pen) path(s shape) vg.Path {
	path := vg.Path(slices.Clone(s))
	for i, part := range path {
		path[i].Pos = p.at(point{float64(part.Pos.X), float64(part.Pos.Y)})
	}
	return path
}

func (p *pen) fill(c color.Color, s shape) {
	p.canvas.SetColor(c)
	for _, part := range p.parts(c, s) {
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
	for _, part := range p.parts(c, s) {
		p.canvas.Stroke(p.path(part))
	}
}

// partLength is the number of segments from which on a shape is cut for pixels.
const partLength = 200

// parts returns the shape whole, or cut between subpaths where that looks the same
// and is faster: the time of turning a path into pixels grows with the square of
// the lines that cross one row of them. The graph of order 12 took 8 s in one piece.
func (p *pen) parts(c color.Color, s shape) (parts []shape) {
	_, pixels := p.canvas.(*raster)
	_, _, _, alpha := c.RGBA()
	start := 0
	for i, part := range s {
		if pixels && alpha == 0xffff && part.Type == vg.MoveComp && i-start >= partLength {
			parts = append(parts, s[start:i])
			start = i
		}
	}
	if start < len(s) {
		parts = append(parts, s[start:])
	}
	return parts
}

type align float64

// The ways to align: the share of the width of the text that lies left of its place.
const (
	left   align = 0
	center align = 0.5
	right  align = 1
)

type lettering struct {
	size  float64
	bold  bool
	align align
	color color.Color // nil means that of the theme
}

func (p *pen) text(at point, text string, l lettering) {
	face := l.face()
	if l.color == nil {
		l.color = p.theme.ink
	}
	p.canvas.SetColor(l.color)
	at = at.plus(-float64(l.align)*face.Width(text).Points(), capHeight*l.size/2)
	p.canvas.FillString(face, p.at(at), text)
}

// along writes a text midway between two points, at a distance to the left of the line.
func (p *pen) along(from, to point, distance float64, text string, l lettering) {
	p.canvas.Push()
	p.canvas.Translate(p.at(point{(from.x + to.x) / 2, (from.y + to.y) / 2}))
	p.canvas.Rotate(-math.Atan2(to.y-from.y, to.x-from.x))
	turned := &pen{canvas: p.canvas, theme: p.theme}
	turned.text(point{0, -distance}, text, l)
	p.canvas.Pop()
}

// capHeight is the height of capital letters and digits of the font, in its size.
const capHeight = 0.72

func (l lettering) width(text string) float64 {
	face := l.face()
	return face.Width(text).Points()
}

// breaks are the places to break a line: after blanks and commas.
var breaks = regexp.MustCompile(`[^ ,]*[ ,]*`)

// wrap breaks the lines of a text so that none is wider than room, unless a word is.
func (l lettering) wrap(text string, room float64) (lines []string) {
	for paragraph := range strings.SplitSeq(text, "\n") {
		line := ""
		for _, word := range breaks.FindAllString(paragraph, -1) {
			if line != "" && l.width(strings.TrimRight(line+word, " ")) > room {
				lines, line = append(lines, strings.TrimRight(line, " ")), ""
			}
			line += word
		}
		lines = append(lines, line)
	}
	return lines
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
		f := font.Font{Typeface: "Liberation", Variant: "Sans", Weight: weight}
		collection = append(collection, font.Face{Font: f, Face: face})
	}
	return font.NewCache(collection)
})
