// Package draw makes pictures of boards: SVG, PNG, PDF, text, and moving GIF. Besides single
// boards it draws the eight images of a placement, its signature as triangles, lists of
// solutions, graphs of orbits, and charts of numbers.
//
// A picture begins as a plain value. Its method Picture checks it and lays it out, and a [Format]
// writes it. The same value gives the same bytes:
//
//	picture, err := draw.Board{Order: 8, Queens: p.Squares(), Layers: []string{"attacks"}}.Picture()
//	...
//	format, err := draw.FindFormat("svg")
//	...
//	err = format.Encode(w, picture)
//
// Lengths are pixels from the top left corner. A pixel is one unit of an SVG and one point of a
// PDF. Colour is never the only difference: shape, dash or place differs as well. Package format
// writes boards as data.
package draw

import (
	"bufio"
	"cmp"
	_ "embed" // themes.json
	"fmt"
	"image/color"
	"image/png"
	"io"
	"math"
	"regexp"
	"slices"
	"strconv"
	"strings"
	"sync"

	"codeberg.org/go-fonts/liberation/liberationsansregular"
	"golang.org/x/image/font"
	"golang.org/x/image/font/opentype"

	"queens"
	"queens/internal/errs"
	"queens/internal/named"
)

// Limits of what is drawn.
const (
	MaxAtlasOrder = 13     // largest order whose graph is drawn: 9233 orbits
	MaxBoardOrder = 10_000 // of a board
	MaxHeatOrder  = 400    // of a board with heat
	MaxTextOrder  = 1000   // of a board that Text writes
	MaxSheet      = 400    // pictures on a sheet
	NamedOrbits   = 100    // orbits with numbers, a list and moves: those of order 10
)

// Format is one way to write a picture.
type Format struct {
	Name      string // stable identifier, and extension of file names: "svg"
	MediaType string // for HTTP: "image/svg+xml"
	Binary    bool   // not to be shown on a terminal

	encode func(w io.Writer, p *Picture) error
}

// formats holds every format, sorted by name. A new format is a line here.
var formats = append(pages(),
	Format{"png", "image/png", true, func(w io.Writer, p *Picture) error { return png.Encode(w, pixels(p)) }},
	Format{"svg", "image/svg+xml", false, encodeSVG})

// Formats returns every format of pictures, sorted by name.
func Formats() []Format { return slices.Clone(formats) }

// FindFormat returns the format of a name or file extension: svg, SVG or .svg.
func FindFormat(name string) (Format, error) {
	name = strings.ToLower(strings.TrimPrefix(name, "."))
	return named.Find("format", name, formats, func(f Format) string { return f.Name })
}

// Encode writes a picture. The same picture gives the same bytes.
func (f Format) Encode(w io.Writer, p *Picture) error {
	out := bufio.NewWriter(w)
	if err := cmp.Or(f.encode(out, p), out.Flush()); err != nil {
		return errs.Errorf("write %s: %w", f.Name, err)
	}
	return nil
}

// Picture is something that can be written in every [Format].
type Picture struct {
	Title  string // describes the picture for readers who cannot see it
	Width  int    // pixels
	Height int    // pixels

	theme theme
	draw  func(*pen)
}

func lay(name, title string, width, height float64, draw func(*pen)) (*Picture, error) {
	theme, err := named.Find("theme", cmp.Or(name, themes[0].Name), themes, themeName)
	if err != nil {
		return nil, err
	}
	return &Picture{title, int(math.Ceil(width)), int(math.Ceil(height)), theme, draw}, nil
}

func (p *Picture) paint(c canvas) {
	pen := &pen{canvas: c, theme: p.theme}
	pen.fill(p.theme.Paper, new(shape).rectangle(point{}, float64(p.Width), float64(p.Height)))
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

// canvas is what a [Format] draws on. No shape is empty.
type canvas interface {
	fill(clr color.NRGBA, s shape)
	stroke(clr color.NRGBA, width float64, dashes []float64, s shape)
	// text writes a line, aligned and turned at a point of its baseline.
	text(clr color.NRGBA, at point, text string, l lettering)
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

func transparent(c color.Color, opacity uint8) color.NRGBA {
	clr := opaque(c)
	clr.A = opacity
	return clr
}

func (p *pen) fill(c color.Color, s shape) {
	if len(s) > 0 {
		p.canvas.fill(opaque(c), p.placed(s))
	}
}

func (p *pen) stroke(c color.Color, width float64, s shape, dashes ...float64) {
	if len(s) > 0 {
		p.canvas.stroke(opaque(c), width, dashes, p.placed(s))
	}
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
		l.color = p.theme.Ink
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

// hue is a colour as pages write it, "#0072b2".
type hue string

// RGBA makes it a color.Color.
func (h hue) RGBA() (r, g, b, a uint32) {
	x, err := strconv.ParseUint(string(h[1:]), 16, 24)
	if err != nil {
		panic(fmt.Sprintf("draw: %v", err)) // it is in the program
	}
	return color.RGBA{uint8(x >> 16), uint8(x >> 8), uint8(x), 0xff}.RGBA()
}

// theme is a set of colours. Those with a meaning differ in lightness for every kind of colour
// vision: the palette of Okabe and Ito, with a contrast of at least 3 to the paper.
type theme struct {
	Name     string
	Paper    hue // behind everything
	Ink      hue // texts
	Faint    hue // texts and lines of second rank
	Light    hue // squares
	Dark     hue // squares
	Flat     hue // squares of boards too large to tell them apart
	Rim      hue // around the board, and lines across large ones
	Queen    hue
	Halo     hue // around queens on heat
	Attack   hue // lines of attack
	Conflict hue // attacking pairs
	Free     hue // squares that are not attacked
	Accent   hue // what is picked out
	Cold     hue // heat: nothing
	Warm     hue // heat: half of the most
	Hot      hue // heat: the most
	Series   [4]hue
	Regions  [14]hue // grounds of regions, whose borders show them without colours; more regions share them
}

//go:embed themes.json
var themeTable []byte

// themes holds all themes, the default first.
var themes = named.JSON[[]theme](themeTable)

// Themes returns the names of all themes, the default first.
func Themes() []string { return named.Names(themes, themeName) }

func themeName(t theme) string { return t.Name }

// mix returns the colour that lies a share 0..1 of the way from one to another.
func mix(from, to color.Color, share float64) color.RGBA {
	a, b := opaque(from), opaque(to)
	between := func(x, y uint8) uint8 { return uint8(float64(x) + share*(float64(y)-float64(x)) + 0.5) }
	return color.RGBA{R: between(a.R, b.R), G: between(a.G, b.G), B: between(a.B, b.B), A: 0xff}
}
