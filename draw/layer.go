package draw

import (
	"fmt"
	"math"
	"slices"
	"strconv"
	"strings"
	"text/tabwriter"

	"queens"
	"queens/internal/errs"
	"queens/internal/named"
	"queens/symmetry"
)

// Layer is something that can be drawn on a board.
type Layer struct {
	Name    string // stable identifier: "attacks"
	Summary string // one sentence, no final period
	InText  bool   // Board.Text shows it

	draw func(l *boardLayout, p *pen) // draws below the queens, if not nil
}

// layers holds every layer, sorted by name. A new layer is a line here.
var layers = []Layer{
	{"attacks", "The lines along which queens attack", false, (*boardLayout).drawAttacks},
	{"chess", "Files a, b, c and ranks, which count from the bottom", true, (*boardLayout).drawChess},
	{
		"complement", "Lines between squares that do not attack each other, to order 12", false,
		func(l *boardLayout, p *pen) { l.drawEdges(p, false) },
	},
	{"conflicts", "Dashed lines between queens that attack each other, and rings around them", true, nil},
	{"coordinates", "Numbers of rows and columns, row 1 on top", true, (*boardLayout).drawCoordinates},
	{"free", "A dot on each square that no queen attacks: the remaining domains", true, (*boardLayout).drawFree},
	{"ghost", "The board nine times, as on the torus, all but the middle one faded", false, nil},
	{
		"graph", "Lines between squares that attack each other, to order 12", false,
		func(l *boardLayout, p *pen) { l.drawEdges(p, true) },
	},
	{
		"letters", "Letters of Naur's method: the middle column and its images", false,
		(*boardLayout).drawLetters,
	},
	{
		"separation", "Corners where cutting the torus leaves no attacks, to order 100",
		false, (*boardLayout).drawSeparation,
	},
	{
		"tiles", "Borders of tiles, whose side is the largest divisor of the order up to its root", false,
		(*boardLayout).drawTiles,
	},
}

// Layers returns every layer, sorted by name.
func Layers() []Layer { return slices.Clone(layers) }

// maxLayerOrder has the largest orders of layers that take long at larger ones.
var maxLayerOrder = map[string]int{"complement": 12, "graph": 12, "separation": 100}

func findLayers(names []string, n int) ([]Layer, error) {
	for _, name := range names {
		_, err := named.Find("layer", name, layers, func(l Layer) string { return l.Name })
		if most := maxLayerOrder[name]; err == nil && most > 0 && n > most {
			err = errs.Errorf("layer %q: order %d: want 1 to %d: %w", name, n, most, queens.ErrOrder)
		}
		if err != nil {
			return nil, err
		}
	}
	return slices.DeleteFunc(Layers(), func(l Layer) bool { return !slices.Contains(names, l.Name) }), nil
}

type direction struct{ row, col float64 }

var directions = [...]direction{queens.Row: {0, 1}, queens.Col: {1, 0}, queens.Rising: {-1, 1}, queens.Falling: {1, 1}}

// drawAttacks draws the lines of each queen. On the torus a diagonal has two more parts.
func (l *boardLayout) drawAttacks(p *pen) {
	var lines shape
	low, side := l.corner(), l.length()
	for _, sq := range l.Queens {
		for _, d := range directions {
			for _, shift := range []float64{0, side, -side} {
				if shift != 0 && (l.Topology == queens.Regular || d.row == 0 || d.col == 0) {
					continue
				}
				at := l.middle(sq).plus(shift, 0)
				l.segment(&lines, at.plus(-3*side*d.col, -3*side*d.row), at.plus(3*side*d.col, 3*side*d.row), low,
					low.plus(side, side))
			}
		}
	}
	p.stroke(p.theme.Attack, max(.6, min(1.6, l.side*.03)), lines)
}

// segment adds the part of a line in a rectangle, if there is one (Liang and Barsky's clipping).
func (l *boardLayout) segment(lines *shape, from, to, low, high point) {
	begin, end := 0.0, 1.0
	for _, side := range [...]struct{ move, room float64 }{
		{from.x - to.x, from.x - low.x},
		{to.x - from.x, high.x - from.x},
		{from.y - to.y, from.y - low.y},
		{to.y - from.y, high.y - from.y},
	} {
		switch {
		case side.move == 0 && side.room < 0:
			return
		case side.move < 0:
			begin = max(begin, side.room/side.move)
		case side.move > 0:
			end = min(end, side.room/side.move)
		}
	}
	if begin >= end {
		return
	}
	dx, dy := to.x-from.x, to.y-from.y
	lines.polyline(from.plus(begin*dx, begin*dy), from.plus(end*dx, end*dy))
}

// drawLines draws lines of attack that end at a distance from the middle of the second square. It
// rings each first square, and each second one whose ring has room.
func (l *boardLayout) drawLines(p *pen, list []queens.Attack, distance float64) {
	var lines, rings shape
	ringed := map[queens.Square]bool{}
	for _, a := range list {
		l.conflict(&lines, a, distance)
		for i, sq := range []queens.Square{a.A, a.B} {
			if !ringed[sq] && (i == 0 || distance > 0) {
				ringed[sq] = true
				rings.circle(l.middle(sq), l.ring())
			}
		}
	}
	width := max(1.5, l.side*.06)
	p.stroke(p.theme.Conflict, width, lines, 3*width, 2*width)
	p.stroke(p.theme.Conflict, width, rings)
}

func (l *boardLayout) ring() float64 { return max(.46*l.side, 4) }

// conflict adds the line between two squares, from the ring of one to a distance from the other. On
// the torus it may come back at the opposite border; with ghosts the whole of it is seen.
func (l *boardLayout) conflict(lines *shape, a queens.Attack, distance float64) {
	from, to := l.middle(a.A), l.middle(a.B)
	shift := l.nearest(a)
	dx, dy := to.x+shift.x-from.x, to.y+shift.y-from.y
	far := math.Hypot(dx, dy)
	begin, end := min(.5, l.ring()/far), min(.5, distance/far)
	from, to = from.plus(begin*dx, begin*dy), to.plus(-end*dx, -end*dy)
	low, side := l.corner(), l.length()
	if l.tiles > 1 {
		low, side = point{l.left, l.top}, l.all()
	}
	l.segment(lines, from, to.plus(shift.x, shift.y), low, low.plus(side, side))
	if shift != (point{}) {
		l.segment(lines, from.plus(-shift.x, -shift.y), to, low, low.plus(side, side))
	}
}

// nearest returns the least shift by whole boards that puts the second queen of a pair on one
// straight line with the first.
func (l *boardLayout) nearest(a queens.Attack) point {
	if l.Topology == queens.Regular {
		return point{}
	}
	n, d := l.Order, directions[a.Line]
	best, found := queens.Square{}, math.Inf(1)
	for _, i := range [...]int{0, -1, 1} {
		for _, j := range [...]int{0, -1, 1} {
			down, along := a.B.Row+i*n-a.A.Row, a.B.Col+j*n-a.A.Col
			onLine := float64(down)*d.col == float64(along)*d.row
			if far := math.Hypot(float64(down), float64(along)); onLine && far < found {
				best, found = queens.Square{Row: i, Col: j}, far
			}
		}
	}
	return point{float64(best.Col) * l.length(), float64(best.Row) * l.length()}
}

// drawFree draws a dot on each free square; where squares are small, a line along each run of them.
func (l *boardLayout) drawFree(p *pen) {
	var marks shape
	width := max(.8, l.side*.5)
	free := l.free()
	for r := range l.Order {
		run := 0 // free squares before this one
		for c := range l.Order + 1 {
			m := l.middle(queens.Square{Row: r, Col: c})
			switch isFree := c < l.Order && free(queens.Square{Row: r, Col: c}); {
			case isFree && l.Order <= crowned:
				marks.circle(m, l.side*.12)
			case isFree:
				run++
			case run > 0:
				marks.polyline(m.plus(-float64(run)*l.side-width/2, 0), m.plus(-l.side+width/2, 0))
				run = 0
			}
		}
	}
	if l.Order > crowned {
		p.stroke(p.theme.Free, width, marks)
		return
	}
	p.fill(p.theme.Free, marks)
}

func (l *boardLayout) free() func(queens.Square) bool {
	lined := queensOnLines(l.Order, l.Queens, l.Topology)
	blocked := make(map[queens.Square]bool, len(l.Blocked))
	for _, sq := range l.Blocked {
		blocked[sq] = true
	}
	return func(sq queens.Square) bool { return lined(sq) == 0 && !blocked[sq] }
}

func (l *boardLayout) drawCoordinates(p *pen) {
	l.drawLabels(p, number, l.top-l.gutter/2-boardRim/2, number, l.gutter/2)
}

func (l *boardLayout) drawChess(p *pen) {
	x := l.gutter / 2
	if l.has("coordinates") { // which takes the left
		x = l.left + l.all() + boardRim + l.gutter/2
	}
	l.drawLabels(p, l.file, l.top+l.all()+boardRim+l.gutter/2, l.rank, x)
}

func number(i int) string { return strconv.Itoa(i + 1) }

func (l *boardLayout) rank(row int) string { return strconv.Itoa(l.Order - row) }

func (l *boardLayout) file(col int) string {
	return strings.TrimRight(queens.Square{Row: l.Order - 1, Col: col}.Name(l.Order), "0123456789")
}

func (l *boardLayout) drawLabels(p *pen, column func(int) string, y float64, row func(int) string, x float64) {
	look := lettering{size: min(l.gutter*.62, max(8, l.side*.5)), align: center, color: p.theme.Faint}
	room := max(look.width(column(l.Order-1))+4, look.size*1.2)
	every := int(max(1, step(room/l.side, 1))) // squares from label to label, so that they do not touch
	c := l.corner()
	for i := range l.Order {
		if i%every != 0 && (every%5 != 0 || (i+1)%every != 0) || every%5 == 0 && i%every == 0 && i > 0 {
			continue
		}
		d := (float64(i) + .5) * l.side
		p.text(point{c.x + d, y}, column(i), look)
		p.text(point{x, c.y + d}, row(i), look)
	}
}

func (l *boardLayout) drawEdges(p *pen, attacking bool) {
	var vertices, edges, chosen shape
	n := l.Order
	for i := range n * n {
		a := queens.Square{Row: i / n, Col: i % n}
		from := l.middle(a)
		vertices.circle(from, max(2, l.side*.07))
		for k := range i {
			b := queens.Square{Row: k / n, Col: k % n}
			if shared := queens.AttackingPairs([]queens.Square{a, b}, n, l.Topology) > 0; shared != attacking {
				continue
			}
			list := &edges
			if slices.Contains(l.Queens, a) && slices.Contains(l.Queens, b) {
				list = &chosen
			}
			list.polyline(from, l.middle(b))
		}
	}
	p.stroke(p.theme.Attack, max(.6, l.side*.012), edges)
	p.stroke(p.theme.Conflict, max(1.5, l.side*.05), chosen)
	p.fill(p.theme.Queen, vertices)
}

// drawSeparation rings the separation points of nqueens.de: corners of squares such that no queen
// attacks another if the torus is cut open along the lines through the corner.
func (l *boardLayout) drawSeparation(p *pen) {
	var rings shape
	n := l.Order
	shifted := make([]queens.Square, len(l.Queens))
	for i := range n * n {
		for k, sq := range l.Queens {
			shifted[k] = queens.Square{Row: (sq.Row + n - i/n) % n, Col: (sq.Col + n - i%n) % n}
		}
		if queens.AttackingPairs(shifted, n, queens.Regular) > 0 {
			continue
		}
		for row := i / n; row <= n; row += n {
			for col := i % n; col <= n; col += n {
				rings.circle(l.corner().plus(float64(col)*l.side, float64(row)*l.side), l.side*.16)
			}
		}
	}
	p.stroke(p.theme.Conflict, max(1.5, l.side*.05), rings)
}

// drawLetters writes the letters of [naur1972]: A, B, C, ... are the squares of the upper half of
// the middle column, from the top, and what symmetries make of each.
func (l *boardLayout) drawLetters(p *pen) {
	if l.side < 10 {
		return
	}
	look := lettering{size: l.side * .5, align: center, color: p.theme.Faint}
	written := map[queens.Square]bool{}
	for row := range min((l.Order+1)/2, 26) {
		for _, s := range symmetry.All() {
			sq := s.Square(queens.Square{Row: row, Col: (l.Order - 1) / 2}, l.Order)
			if !written[sq] {
				written[sq] = true
				p.text(l.middle(sq), string(rune('A'+row)), look)
			}
		}
	}
}

func (l *boardLayout) drawTiles(p *pen) {
	tile := 1
	for d := 2; d*d <= l.Order; d++ {
		if l.Order%d == 0 {
			tile = d
		}
	}
	var lines shape
	for i := tile; tile > 1 && i < l.Order; i += tile {
		lines.across(l.corner(), l.length(), float64(i)*l.side)
	}
	p.stroke(p.theme.Rim, max(1.5, l.side*.12), lines)
}

// The marks of a board as text.
const (
	emptyMark   = "."
	queenMark   = "Q"
	attackMark  = "!" // a queen that another one attacks, with the layer "conflicts"
	blockedMark = "x"
	freeMark    = "+" // with the layer "free"
)

// Text returns the board as lines of marks, one for each square; with heat the numbers of squares
// without a queen. It shows the layers that are InText.
//
// Errors: those of Picture, and queens.ErrOrder above MaxTextOrder.
func (b Board) Text() (string, error) {
	if b.Order > MaxTextOrder {
		return "", errs.Errorf("board of order %d as text: want at most %d: %w", b.Order, MaxTextOrder, queens.ErrOrder)
	}
	l, err := b.layout()
	if err != nil {
		return "", err
	}
	coordinates, chess := l.has("coordinates"), l.has("chess")
	table := l.marks()
	head, foot := []string{""}, []string{""}
	for i, row := range table {
		head, foot = append(head, number(i)), append(foot, l.file(i))
		if chess && coordinates {
			row = append(row, l.rank(i))
		} else if chess {
			row = slices.Insert(row, 0, l.rank(i))
		}
		if coordinates {
			row = slices.Insert(row, 0, number(i))
		}
		table[i] = row
	}
	if coordinates {
		table = slices.Insert(table, 0, head)
	}
	if chess {
		table = append(table, foot)
	}
	var text strings.Builder
	out := tabwriter.NewWriter(&text, 0, 0, 1, ' ', tabwriter.AlignRight)
	for _, row := range table {
		fmt.Fprintln(out, strings.Join(row, "\t")+"\t")
	}
	_ = out.Flush()                                                     // a strings.Builder takes everything
	return strings.ReplaceAll("\n"+text.String(), "\n ", "\n")[1:], nil // no gap before the first column
}

func (l *boardLayout) marks() [][]string {
	table, free, shown := make([][]string, l.Order), l.free(), l.has("free")
	for r := range table {
		table[r] = make([]string, l.Order)
		for c := range table[r] {
			switch {
			case l.Heat != nil:
				table[r][c] = heatText(l.Heat.Values[r][c])
			case shown && free(queens.Square{Row: r, Col: c}):
				table[r][c] = freeMark
			default:
				table[r][c] = emptyMark
			}
		}
	}
	set := func(sq queens.Square, mark string) { table[sq.Row][sq.Col] = mark }
	for _, sq := range l.Blocked {
		set(sq, blockedMark)
	}
	for _, sq := range l.Queens {
		set(sq, queenMark)
	}
	if l.has("conflicts") {
		for _, a := range queens.AttackList(l.Queens, l.Order, l.Topology) {
			set(a.A, attackMark)
			set(a.B, attackMark)
		}
	}
	return table
}
