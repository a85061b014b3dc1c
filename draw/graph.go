package draw

import (
	"fmt"
	"image/color"
	"math"
	"strconv"
	"strings"

	"queens"
	"queens/internal/errs"
	"queens/internal/named"
	"queens/math/orbit"
	"queens/math/torus"
)

// Atlas is the graph of orbits with the progress of the orbit search. Orbits are on rings: in the
// middle, as squares, those that inserting a queen finds; on each ring further out, as discs, those
// that one move more finds; on the outermost, as hollow grey diamonds, those that are not found.
// Thick lines are a shortest generating forest, thin ones the other moves.
//
// Small graphs have numbers, a list of the orbits and, where the graph has them, the
// moves of the forest.
type Atlas struct {
	orbit.Graph
	Forest bool    // leave out the moves that the forest does not need
	Theme  string  // one of [Themes]
	Inner  float64 // radius of the innermost ring, from 0 to 1 for the outermost; 0 chooses one
}

// The measures of a picture of an atlas, in pixels.
const (
	atlasSize   = 900
	atlasHead   = 64 // for the texts above
	atlasFoot   = 34 // for the legend
	atlasMargin = 28
	listWidth   = 190 // of a column of the list of orbits
	listLine    = 17
)

// roomyOrbits is the largest number with rings far enough apart for every move.
const roomyOrbits = 50

type atlasLayout struct {
	Atlas
	size    float64
	centre  point
	rings   []float64 // radii by layer; one more for orbits that are not found
	places  []point   // by orbit
	node    float64   // radius of an orbit that is found
	missing float64   // radius of one that is not
	columns int       // of the list
}

// Picture lays the graph out.
//
// Errors: queens.ErrOrder for more than MaxAtlasOrder or no orbits, queens.ErrFormat for an unknown
// theme.
func (a Atlas) Picture() (*Picture, error) {
	l, err := a.layout()
	if err != nil {
		return nil, err
	}
	width := l.size + float64(l.columns)*listWidth
	return lay(a.Theme, a.describe(), width, atlasHead+l.size+atlasFoot, l.draw)
}

// Place is where an orbit is in the picture of an Atlas.
type Place struct {
	X, Y   float64 // pixels from the top left corner of a square with the rings
	Radius float64
}

// Places returns where the orbits of the graph are, in their order. Errors: queens.ErrOrder as
// Picture has it.
func (a Atlas) Places() (list []Place, err error) {
	l, err := a.layout()
	if err != nil {
		return nil, err
	}
	for i, at := range l.places {
		radius := l.node
		if a.Nodes[i].Layer == orbit.Unreached {
			radius = l.missing
		}
		list = append(list, Place{at.x, at.y - atlasHead, radius})
	}
	return list, nil
}

func (a Atlas) layout() (*atlasLayout, error) {
	k := len(a.Nodes)
	if k == 0 || a.Order > MaxAtlasOrder {
		return nil, errs.Errorf("atlas of order %d, which has %d orbits: want at least 1 and order %d at most: %w",
			a.Order, k, MaxAtlasOrder, queens.ErrOrder)
	}
	l := &atlasLayout{Atlas: a, size: atlasSize}
	if k > 1000 {
		l.size = 1400
	}
	if k <= NamedOrbits {
		l.columns = (k + l.listed() - 1) / l.listed()
	}
	l.arrange()
	return l, nil
}

func (l *atlasLayout) listed() int { return int(l.size) / listLine }

func (a Atlas) describe() string {
	what := "Graph"
	if a.Forest {
		what = "Shortest generating forest"
	}
	if a.Published {
		what = "Published trajectory, corrected,"
	}
	k := len(a.Nodes)
	inserted, found := a.Inserted, a.Found
	return fmt.Sprintf("%s of the orbits of order %d: %d found of %d, %d by insertion and %d by moves; not found: %d",
		what, a.Order, found, k, inserted, found-inserted, k-found)
}

// arrange puts leaves of the forest at equal angles, parents in the middle of their children.
func (l *atlasLayout) arrange() {
	l.centre = point{l.size / 2, atlasHead + l.size/2}
	children := map[int][]int{}
	var roots, missing []int
	for i, node := range l.Nodes {
		switch node.Layer {
		case orbit.Unreached:
			missing = append(missing, i)
		case 0:
			roots = append(roots, i)
		default:
			children[node.Parent] = append(children[node.Parent], i)
		}
	}
	outer := l.size/2 - atlasMargin
	count := len(l.Layers) + min(1, len(missing))
	inner := outer * .42
	if len(l.Nodes) <= roomyOrbits {
		inner = outer * min(.62, 1.1/float64(count))
	}
	if l.Inner > 0 {
		inner = outer * min(1, l.Inner)
	}
	for i := range count {
		l.rings = append(l.rings, inner+float64(i)/float64(max(1, count-1))*(outer-inner))
	}
	leaves := 0
	angles := make([]float64, len(l.Nodes)) // in leaves, until their number is known
	var visit func(i int)
	visit = func(i int) {
		if len(children[i]) == 0 {
			angles[i] = float64(leaves)
			leaves++
			return
		}
		sum := 0.0
		for _, child := range children[i] {
			visit(child)
			sum += angles[child]
		}
		angles[i] = sum / float64(len(children[i]))
	}
	for _, root := range roots {
		visit(root)
	}
	l.places = make([]point, len(l.Nodes))
	for i, node := range l.Nodes {
		if node.Layer != orbit.Unreached {
			l.places[i] = l.on(node.Layer, angles[i]/float64(leaves))
		}
	}
	for k, i := range missing {
		l.places[i] = l.on(count-1, (float64(k)+.5)/float64(len(missing)))
	}
	l.node = min(11, max(.9, 2*math.Pi*l.rings[0]/float64(max(1, leaves))*.4))
	l.missing = min(11, max(.9, 2*math.Pi*outer/float64(max(1, len(missing)))*.3))
}

// on returns a place on a ring at a share of the whole turn, from the top clockwise.
func (l *atlasLayout) on(ring int, turn float64) point {
	sin, cos := math.Sincos(2 * math.Pi * turn)
	return point{l.centre.x + l.rings[ring]*sin, l.centre.y - l.rings[ring]*cos}
}

func (l *atlasLayout) draw(p *pen) {
	var guides shape
	for _, radius := range l.rings {
		guides.circle(l.centre, radius)
	}
	faint := mix(p.theme.Paper, p.theme.Faint, .3)
	p.stroke(faint, .8, guides, 2, 4)
	l.drawEdges(p)
	l.drawNodes(p)
	l.drawTexts(p)
}

func (l *atlasLayout) drawEdges(p *pen) {
	var others, forest shape
	for _, e := range l.Edges {
		lines := &others
		if e.Forest {
			lines = &forest
		}
		lines.polyline(l.places[e.From], l.places[e.To])
	}
	if !l.Forest {
		p.stroke(mix(p.theme.Paper, p.theme.Faint, .55), max(.3, l.node*.09), others)
	}
	p.stroke(p.theme.Accent, max(.6, l.node*.22), forest)
	if len(l.Nodes) <= NamedOrbits {
		l.drawMoves(p)
	}
}

func (l *atlasLayout) drawMoves(p *pen) {
	look := lettering{size: 10, align: center}
	for _, e := range l.Edges {
		from, to := l.places[e.From], l.places[e.To]
		if e.Move == "" || !e.Forest || look.width(e.Move) > math.Hypot(to.x-from.x, to.y-from.y)-2*l.node {
			continue
		}
		if to.x < from.x { // never upside down
			from, to = to, from
		}
		p.along(from, to, 7, e.Move, look)
	}
}

func (l *atlasLayout) drawNodes(p *pen) {
	var inserted, moved, missing shape
	for i, at := range l.places {
		switch l.Nodes[i].Layer {
		case orbit.Unreached:
			missing.diamond(at, l.missing*1.1)
		case 0:
			inserted.rectangle(at.plus(-l.node*.9, -l.node*.9), l.node*1.8, l.node*1.8)
		default:
			moved.circle(at, l.node)
		}
	}
	p.fill(p.theme.Conflict, inserted)
	p.fill(p.theme.Accent, moved)
	p.fill(p.theme.Paper, missing)
	p.stroke(p.theme.Faint, max(.6, l.missing*.16), missing)
	if len(l.Nodes) > NamedOrbits {
		return
	}
	for i, at := range l.places {
		look := lettering{size: l.node * 1.05, bold: true, align: center, color: p.theme.Paper}
		if l.Nodes[i].Layer == orbit.Unreached {
			look.color = p.theme.Faint
		}
		p.text(at, number(i), look)
	}
}

func (s *shape) diamond(at point, radius float64) shape {
	return s.polygon(at.plus(0, -radius), at.plus(-radius, 0), at.plus(0, radius), at.plus(radius, 0))
}

func (l *atlasLayout) drawTexts(p *pen) {
	k := len(l.Nodes)
	inserted, found := l.Inserted, l.Found
	head := fmt.Sprintf("Order %d: the search finds %d of %d orbits", l.Order, found, k)
	p.text(point{atlasMargin, 24}, head, lettering{size: 19, bold: true})
	moves := named.Names(l.Layers[min(1, len(l.Layers)):], strconv.Itoa)
	text := fmt.Sprintf("%d by inserting a queen", inserted)
	if len(moves) > 0 {
		text += ", then by 1, 2, ... moves " + strings.Join(moves, ", ")
	}
	p.text(point{atlasMargin, 48}, text, lettering{size: 14, color: p.theme.Faint})
	l.drawLegend(p, k-found)
	for i := range k * min(1, l.columns) {
		column, line := float64(i/l.listed()), float64(i%l.listed())
		at := point{l.size + column*listWidth + 24, atlasHead + (line+.5)*listLine}
		p.text(at, number(i), lettering{size: 12, align: right})
		p.text(at.plus(8, 0), l.Nodes[i].Orbit.String(), lettering{size: 12})
	}
}

func (l *atlasLayout) drawLegend(p *pen, missing int) {
	look, at := lettering{size: 13}, point{atlasMargin + 7, atlasHead + l.size + atlasFoot/2 - 4}
	item := func(text string) {
		p.text(at.plus(13, 0), text, look)
		at.x += 20 + look.width(text) + 26
	}
	line := func(c color.Color, width float64, text string) {
		p.stroke(c, width, new(shape).polyline(at.plus(-8, 0), at.plus(8, 0)))
		item(text)
	}
	p.fill(p.theme.Conflict, new(shape).rectangle(at.plus(-6, -6), 12, 12))
	item("inserted")
	p.fill(p.theme.Accent, new(shape).circle(at, 6.5))
	item("found by moves")
	p.stroke(p.theme.Faint, 1.6, new(shape).diamond(at, 7))
	item(fmt.Sprintf("not found: %d", missing))
	forest := "shortest forest"
	if l.Published {
		forest = "published trajectory, corrected"
	}
	line(p.theme.Accent, 2.4, forest)
	if !l.Forest {
		line(p.theme.Faint, 1, "other moves")
	}
}

// Tree is classes within classes, from affine ones on the left to congruent ones, with boards, on
// the right.
type Tree struct {
	torus.Tree
	Theme string // one of [Themes]
}

// The measures of a tree, in pixels.
const (
	treeMargin = 16
	treeHead   = 40
	treeLevel  = 190 // from a class to its parts
	treeLabel  = 156 // from a class to its board
	treeBoard  = 120 // side of a board
	treeLine   = treeBoard + 20
	treeWidth  = 2*treeMargin + 2*treeLevel + treeLabel + treeBoard
)

// congruent returns the number of classes under congruence in one of them or of a coarser one.
func congruent(classes ...*torus.Class) (sum int) {
	for _, c := range classes {
		if c.Equivalence == torus.Congruence {
			sum++
		} else {
			sum += congruent(c.Parts...)
		}
	}
	return sum
}

// Picture lays the tree out.
//
// Errors: queens.ErrFormat for a tree without classes or with more than [MaxSheet] boards, or an
// unknown theme.
func (t Tree) Picture() (*Picture, error) {
	boards := congruent(t.Classes...)
	if boards == 0 || boards > MaxSheet {
		return nil, errs.Errorf("a tree of %d boards: want 1 to %d: %w", boards, MaxSheet, queens.ErrFormat)
	}
	return lay(t.Theme, t.Title(), treeWidth, float64(treeHead+boards*treeLine+treeMargin), func(p *pen) {
		p.text(point{treeMargin, treeHead / 2}, t.Title(), lettering{size: 15, bold: true})
		p.drawClasses(t.Classes, treeMargin, treeHead)
	})
}

// drawClasses draws classes and their parts below top; it returns the heights of their lines.
func (p *pen) drawClasses(classes []*torus.Class, left, top float64) (lines []float64) {
	for i, c := range classes {
		height := float64(congruent(c)) * treeLine
		y, right := top+height/2, left+treeLevel
		p.text(point{left, y - 8}, c.Name(i), lettering{size: 13, bold: true})
		for k, note := range strings.Split(c.Note(), ", ") {
			p.text(point{left, y + 10 + 15*float64(k)}, note, lettering{size: 11, color: p.theme.Faint})
		}
		if n := float64(len(c.First)); c.Equivalence == torus.Congruence {
			side := n * math.Floor(treeBoard/n)
			p.drawSmall(c.Centred(), queens.Modular, point{left + treeLabel, y - side/2}, side)
		} else {
			for _, at := range p.drawClasses(c.Parts, right, top) {
				line := new(shape).polyline(point{right - 60, y}, point{right - 36, at}, point{right - 6, at})
				p.stroke(p.theme.Faint, 1.2, line)
			}
		}
		lines, top = append(lines, y), top+height
	}
	return lines
}
