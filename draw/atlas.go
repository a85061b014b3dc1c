package draw

import (
	"fmt"
	"math"
	"strconv"
	"strings"

	"queens"
	"queens/math/orbit"
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

func (a Atlas) inserted() int {
	if len(a.Layers) == 0 {
		return 0
	}
	return a.Layers[0]
}

func (a Atlas) found() (sum int) {
	for _, orbits := range a.Layers {
		sum += orbits
	}
	return sum
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

// atlasLayout is an atlas and the place of everything in its picture.
type atlasLayout struct {
	Atlas
	theme   theme
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
// Time O(orbits + edges). Errors: queens.ErrOrder for more than MaxAtlasOrder or no orbits,
// queens.ErrFormat for an unknown theme.
func (a Atlas) Picture() (*Picture, error) {
	k, n := len(a.Nodes), a.Order
	if k == 0 || n > MaxAtlasOrder {
		return nil, fmt.Errorf("draw: atlas of order %d, which has %d orbits: want at least 1 and order %d at most: %w",
			n, k, MaxAtlasOrder, queens.ErrOrder)
	}
	theme, err := findTheme(a.Theme)
	if err != nil {
		return nil, err
	}
	size := a.side()
	l := &atlasLayout{Atlas: a, theme: theme, size: float64(size)}
	l.arrange()
	height := atlasHead + l.size + atlasFoot
	if k <= NamedOrbits {
		perColumn := int(l.size) / listLine
		l.columns = (k + perColumn - 1) / perColumn
	}
	return &Picture{
		Title: a.describe(), Width: size + l.columns*listWidth, Height: int(height),
		theme: theme, draw: l.draw,
	}, nil
}

// Place is where an orbit is in the picture of an Atlas.
type Place struct {
	X, Y   float64 // pixels from the top left corner of a square with the rings
	Radius float64
}

// Places returns where the orbits of the graph are, in their order, and the side of the square that
// holds them. Errors are those of Picture.
func (a Atlas) Places() (list []Place, side int, err error) {
	if _, err := a.Picture(); err != nil {
		return nil, 0, err
	}
	l := &atlasLayout{Atlas: a, size: float64(a.side())}
	l.arrange()
	for i, at := range l.places {
		radius := l.node
		if a.Nodes[i].Layer == orbit.Unreached {
			radius = l.missing
		}
		list = append(list, Place{at.x, at.y - atlasHead, radius})
	}
	return list, int(l.size), nil
}

// side returns the pixels of a side of the graph.
func (a Atlas) side() int {
	if len(a.Nodes) > 1000 {
		return 1400
	}
	return atlasSize
}

func (a Atlas) describe() string {
	what := "Graph"
	if a.Forest {
		what = "Shortest generating forest"
	}
	if a.Published {
		what = "Published trajectory, corrected,"
	}
	k, found := len(a.Nodes), a.found()
	return fmt.Sprintf("%s of the orbits of order %d: %d found of %d, %d by insertion and %d by moves; not found: %d",
		what, a.Order, found, k, a.inserted(), found-a.inserted(), k-found)
}

// forest returns the children of each orbit, the roots, and the orbits that are not
// found.
func (a Atlas) forest() (children map[int][]int, roots, missing []int) {
	children = map[int][]int{}
	for i, node := range a.Nodes {
		switch {
		case node.Layer == orbit.Unreached:
			missing = append(missing, i)
		case node.Layer == 0:
			roots = append(roots, i)
		default:
			children[node.Parent] = append(children[node.Parent], i)
		}
	}
	return children, roots, missing
}

// arrange gives every orbit its place: leaves of the forest at equal angles, every
// parent in the middle of her children.
func (l *atlasLayout) arrange() {
	l.centre = point{l.size / 2, atlasHead + l.size/2}
	outer := l.size/2 - atlasMargin
	children, roots, missing := l.forest()
	count := len(l.Layers)
	if len(missing) > 0 {
		count++
	}
	inner := outer * .42
	if len(l.Nodes) <= roomyOrbits {
		inner = outer * min(.62, 1.1/float64(count))
	}
	if l.Inner > 0 {
		inner = outer * min(1, l.Inner)
	}
	for i := range count {
		share := 0.0
		if count > 1 {
			share = float64(i) / float64(count-1)
		}
		l.rings = append(l.rings, inner+share*(outer-inner))
	}
	l.places = make([]point, len(l.Nodes))
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
	nearest := 2 * math.Pi * l.rings[0] / float64(max(1, leaves))
	for i, node := range l.Nodes {
		if node.Layer != orbit.Unreached {
			l.places[i] = l.on(node.Layer, angles[i]/float64(leaves))
		}
	}
	for k, i := range missing {
		l.places[i] = l.on(count-1, (float64(k)+.5)/float64(len(missing)))
	}
	l.node = min(11, max(.9, nearest*.4))
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
		guides.circle(l.centre.x, l.centre.y, radius)
	}
	faint := mix(l.theme.paper, l.theme.faint, .3)
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
		lines.move(l.places[e.From].x, l.places[e.From].y)
		lines.line(l.places[e.To].x, l.places[e.To].y)
	}
	if !l.Forest {
		p.stroke(mix(l.theme.paper, l.theme.faint, .55), max(.3, l.node*.09), others)
	}
	p.stroke(l.theme.accent, max(.6, l.node*.22), forest)
	if len(l.Nodes) <= NamedOrbits {
		l.drawMoves(p)
	}
}

func (l *atlasLayout) drawMoves(p *pen) {
	look := lettering{size: 10, align: center, color: l.theme.ink}
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
			inserted.rectangle(at.x-l.node*.9, at.y-l.node*.9, l.node*1.8, l.node*1.8)
		default:
			moved.circle(at.x, at.y, l.node)
		}
	}
	p.fill(l.theme.conflict, inserted)
	p.fill(l.theme.accent, moved)
	p.fill(l.theme.paper, missing)
	p.stroke(l.theme.faint, max(.6, l.missing*.16), missing)
	if len(l.Nodes) > NamedOrbits {
		return
	}
	for i, at := range l.places {
		look := lettering{size: l.node * 1.05, bold: true, align: center, color: l.theme.paper}
		if l.Nodes[i].Layer == orbit.Unreached {
			look.color = l.theme.faint
		}
		p.text(at.x, at.y, number(i), look)
	}
}

func (s *shape) diamond(at point, radius float64) {
	s.move(at.x, at.y-radius)
	s.line(at.x-radius, at.y)
	s.line(at.x, at.y+radius)
	s.line(at.x+radius, at.y)
	s.end()
}

func (l *atlasLayout) drawTexts(p *pen) {
	k := len(l.Nodes)
	head := fmt.Sprintf("Order %d: the search finds %d of %d orbits", l.Order, l.found(), k)
	p.text(atlasMargin, 24, head, lettering{size: 19, bold: true})
	var layers []string
	for _, orbits := range l.Layers[min(1, len(l.Layers)):] {
		layers = append(layers, strconv.Itoa(orbits))
	}
	text := fmt.Sprintf("%d by inserting a queen", l.inserted())
	if len(layers) > 0 {
		text += ", then by 1, 2, ... moves " + strings.Join(layers, ", ")
	}
	p.text(atlasMargin, 48, text, lettering{size: 14, color: l.theme.faint})
	l.drawLegend(p)
	perColumn := int(l.size) / listLine
	for i := range k * min(1, l.columns) {
		x := l.size + float64(i/perColumn)*listWidth
		y := atlasHead + (float64(i%perColumn)+.5)*listLine
		look := lettering{size: 12, align: right}
		p.text(x+24, y, number(i), look)
		look.align = left
		p.text(x+32, y, l.Nodes[i].Orbit.String(), look)
	}
}

func (l *atlasLayout) drawLegend(p *pen) {
	y := atlasHead + l.size + atlasFoot/2 - 4
	x := float64(atlasMargin)
	look := lettering{size: 13}
	item := func(text string, mark func(at point)) {
		mark(point{x + 7, y})
		p.text(x+20, y, text, look)
		x += 20 + look.width(text) + 26
	}
	filled := func(add func(s *shape, at point), paint func(s shape)) func(point) {
		return func(at point) {
			var s shape
			add(&s, at)
			paint(s)
		}
	}
	stroke := func(s *shape, at point) {
		s.move(at.x-8, at.y)
		s.line(at.x+8, at.y)
	}
	item("inserted", filled(func(s *shape, at point) { s.rectangle(at.x-6, at.y-6, 12, 12) },
		func(s shape) { p.fill(l.theme.conflict, s) }))
	item("found by moves", filled(func(s *shape, at point) { s.circle(at.x, at.y, 6.5) },
		func(s shape) { p.fill(l.theme.accent, s) }))
	item(fmt.Sprintf("not found: %d", len(l.Nodes)-l.found()),
		filled(func(s *shape, at point) { s.diamond(at, 7) }, func(s shape) { p.stroke(l.theme.faint, 1.6, s) }))
	forest := "shortest forest"
	if l.Published {
		forest = "published trajectory, corrected"
	}
	item(forest, filled(stroke, func(s shape) { p.stroke(l.theme.accent, 2.4, s) }))
	if !l.Forest {
		item("other moves", filled(stroke, func(s shape) { p.stroke(l.theme.faint, 1, s) }))
	}
}
