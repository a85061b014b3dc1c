package draw

import (
	"fmt"
	"image"
	"image/color"
	"math"
	"regexp"
	"slices"
	"strings"
	"sync"

	"codeberg.org/go-fonts/liberation/liberationsansregular"
	"golang.org/x/image/font"
	"golang.org/x/image/font/opentype"

	"queens"
	"queens/internal/errs"
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

func (p *Picture) paint(c canvas) {
	pen := &pen{canvas: c, theme: p.theme}
	pen.fill(p.theme.paper, new(shape).rectangle(point{}, float64(p.Width), float64(p.Height)))
	p.draw(pen)
}

const sheetGap = 12

// Sheet lays pictures of one theme out in rows, in about as many columns.
//
// Errors: queens.ErrFormat for none and for more than [MaxSheet].
func Sheet(pictures []*Picture) (*Picture, error) {
	if len(pictures) == 0 || len(pictures) > MaxSheet {
		return nil, errs.Errorf("a sheet of %d pictures: want 1 to %d: %w", len(pictures), MaxSheet, queens.ErrFormat)
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

// canvas is what a [Format] draws on.
type canvas interface {
	fill(clr color.NRGBA, s shape)
	stroke(clr color.NRGBA, width float64, dashes []float64, s shape)
	// text writes a line, aligned and turned at a point of its baseline.
	text(clr color.NRGBA, at point, text string, l lettering)
	// image keeps pixels sharp squares.
	image(at point, width, height float64, img *image.Paletted)
}

// pen draws on a canvas.
type pen struct {
	canvas canvas
	origin point // of what is drawn
	theme  theme
}

func (p *pen) place(draw func(*pen), x, y float64) {
	draw(&pen{p.canvas, p.origin.plus(x, y), p.theme})
}

// segment is a part of a path: a whole circle around a point, or a step of the pen to it.
type segment struct {
	kind   segmentKind
	at     point
	radius float64 // of a circle
}

type segmentKind uint8

const (
	moveTo segmentKind = iota
	lineTo
	circle
	closePath
)

// shape is a path. Each method adds to the path and returns all of it.
type shape []segment

func (s *shape) polyline(points ...point) shape {
	for i, at := range points {
		*s = append(*s, segment{kind: segmentKind(min(i, 1)), at: at})
	}
	return *s
}

func (s *shape) polygon(corners ...point) shape {
	s.polyline(corners...)
	*s = append(*s, segment{kind: closePath})
	return *s
}

func (s *shape) rectangle(at point, width, height float64) shape {
	return s.polygon(at, at.plus(width, 0), at.plus(width, height), at.plus(0, height))
}

func (s *shape) circle(middle point, radius float64) shape {
	*s = append(*s, segment{circle, middle, radius})
	return *s
}

// trace draws a shape with the steps that libraries for pixels and for pages have in common. A
// circle is four Bezier curves, counterclockwise, within 0.03 % of its radius.
func (s shape) trace(c interface {
	MoveTo(x, y float64)
	LineTo(x, y float64)
	CubicTo(x0, y0, x1, y1, x, y float64)
	ClosePath()
},
) {
	for _, part := range s {
		switch part.kind {
		case moveTo:
			c.MoveTo(part.at.x, part.at.y)
		case lineTo:
			c.LineTo(part.at.x, part.at.y)
		case closePath:
			c.ClosePath()
		case circle:
			r, h := part.radius, part.radius*4/3*(math.Sqrt2-1)
			at := part.at
			c.MoveTo(at.x+r, at.y)
			c.CubicTo(at.x+r, at.y-h, at.x+h, at.y-r, at.x, at.y-r)
			c.CubicTo(at.x-h, at.y-r, at.x-r, at.y-h, at.x-r, at.y)
			c.CubicTo(at.x-r, at.y+h, at.x-h, at.y+r, at.x, at.y+r)
			c.CubicTo(at.x+h, at.y+r, at.x+r, at.y+h, at.x+r, at.y)
			c.ClosePath()
		}
	}
}

func (p *pen) placed(s shape) shape {
	s = slices.Clone(s)
	for i := range s {
		s[i].at = s[i].at.plus(p.origin.x, p.origin.y)
	}
	return s
}

func opaque(c color.Color) color.NRGBA { return color.NRGBAModel.Convert(c).(color.NRGBA) }

func (p *pen) fill(c color.Color, s shape) { p.canvas.fill(opaque(c), p.placed(s)) }

func (p *pen) stroke(c color.Color, width float64, s shape, dashes ...float64) {
	p.canvas.stroke(opaque(c), width, dashes, p.placed(s))
}

func (p *pen) image(at point, width, height float64, img *image.Paletted) {
	p.canvas.image(at.plus(p.origin.x, p.origin.y), width, height, img)
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
	bold  bool // the same letters with thicker outlines
	align align
	color color.Color // nil means that of the theme
	turn  float64     // clockwise
}

// boldness is how much wider the lines of bold letters are, in their size.
const boldness = .04

// text writes a line whose capitals have their middle at a point.
func (p *pen) text(at point, text string, l lettering) { p.above(at, 0, text, l) }

// above writes a line, turned around a point, at a distance above it.
func (p *pen) above(at point, distance float64, text string, l lettering) {
	if l.color == nil {
		l.color = p.theme.ink
	}
	sin, cos := math.Sincos(l.turn)
	down := capHeight*l.size/2 - distance
	p.canvas.text(opaque(l.color), at.plus(p.origin.x-sin*down, p.origin.y+cos*down), text, l)
}

// along writes a text midway between two points, at a distance to the left of the line.
func (p *pen) along(from, to point, distance float64, text string, l lettering) {
	l.turn = math.Atan2(to.y-from.y, to.x-from.x)
	p.above(point{(from.x + to.x) / 2, (from.y + to.y) / 2}, distance, text, l)
}

// capHeight is the height of capital letters and digits of the font, in its size.
const capHeight = 0.72

var sans = sync.OnceValue(func() *opentype.Font {
	parsed, err := opentype.Parse(liberationsansregular.TTF)
	if err != nil {
		panic(fmt.Sprintf("draw: the font: %v", err)) // it is in the program
	}
	return parsed
})

func (l lettering) face() font.Face {
	face, err := opentype.NewFace(sans(), &opentype.FaceOptions{Size: l.size, DPI: 72}) // a pixel is a point
	if err != nil {
		panic(fmt.Sprintf("draw: letters of size %v: %v", l.size, err)) // no option is wrong
	}
	return face
}

func (l lettering) width(text string) float64 {
	return float64(font.MeasureString(l.face(), text)) / 64
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
