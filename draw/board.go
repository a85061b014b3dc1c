package draw

import (
	"cmp"
	"fmt"
	"image/color"
	"math"
	"slices"
	"strings"

	"queens"
)

// The sizes of a picture of a board, in pixels.
const (
	MinBoardSize = 64
	MaxBoardSize = 4096
)

// Board is a board to be drawn. The zero value of each field but Order is sensible:
// an empty regular board without layers in the light theme.
//
// Queens may be fewer than the order, and may attack each other. Squares count from
// 0, row 0 is on top. Up to order 24 squares are chequered and queens are crowns.
// Above 24 the chequer fades, since it would flicker. Above 40 the board has one tone
// and queens are dots, larger than their squares where those are too small to see.
type Board struct {
	Order    int             `json:"order"`              // 1 to MaxBoardOrder
	Topology queens.Topology `json:"topology,omitempty"` // whether diagonals continue at the opposite border
	Queens   []queens.Square `json:"queens,omitempty"`
	Blocked  []queens.Square `json:"blocked,omitempty"` // squares that take no queen, drawn with a cross
	Marked   []queens.Square `json:"marked,omitempty"`  // squares with a red frame
	// for each row the letters of its regions, A to N, which are coloured and bordered; up to order
	// 14
	Regions []string `json:"regions,omitempty"`
	Layers  []string `json:"layers,omitempty"`  // names of [Layers], in any order
	Heat    *Heat    `json:"heat,omitempty"`    // a number for each square, shown as its colour
	Theme   string   `json:"theme,omitempty"`   // one of [Themes]
	Caption string   `json:"caption,omitempty"` // lines of text below the board; they make the picture higher
	// most pixels of a side, without the scale of heat; 0 means one that suits the order
	Size int `json:"size,omitempty"`
}

// Orders from which on boards are drawn differently.
const (
	fullChequer  = 24  // largest with squares in two distinct tones
	crowned      = 40  // largest with crowns for queens
	roundDots    = 150 // largest with round dots for queens
	numberedHeat = 16  // largest with numbers on heat
)

// Picture checks the board and lays it out.
//
// Time O(queens + blocked squares), with the layer "free" or heat O(order²). Errors:
// queens.ErrOrder for an order out of range, queens.ErrFormat for anything else that
// cannot be drawn, saying what.
func (b Board) Picture() (*Picture, error) {
	l, err := b.layout()
	if err != nil {
		return nil, err
	}
	width, height := l.extent()
	return &Picture{
		Title: b.describe(), Width: int(math.Ceil(width)), Height: int(math.Ceil(height)),
		theme: l.theme, draw: l.draw,
	}, nil
}

// validate reports the first thing that cannot be drawn.
func (b Board) validate() error {
	if b.Order < 1 || b.Order > MaxBoardOrder {
		return fmt.Errorf("draw: board of order %d: want 1 to %d: %w", b.Order, MaxBoardOrder, queens.ErrOrder)
	}
	if b.Size != 0 && (b.Size < MinBoardSize || b.Size > MaxBoardSize) {
		return fmt.Errorf("draw: board of %d pixels: want %d to %d: %w", b.Size, MinBoardSize, MaxBoardSize,
			queens.ErrFormat)
	}
	seen := make(map[queens.Square]string, len(b.Queens)+len(b.Blocked))
	for _, list := range []struct {
		what    string
		squares []queens.Square
	}{{"queen", b.Queens}, {"blocked square", b.Blocked}} {
		for _, sq := range list.squares {
			if !sq.On(b.Order) {
				return fmt.Errorf("draw: %s at %v is outside a board of order %d: %w", list.what, sq, b.Order,
					queens.ErrFormat)
			}
			if other := seen[sq]; other != "" {
				return fmt.Errorf("draw: %s at %v: it already has a %s: %w", list.what, sq, other, queens.ErrFormat)
			}
			seen[sq] = list.what
		}
	}
	for _, sq := range b.Marked {
		if !sq.On(b.Order) {
			return fmt.Errorf("draw: mark at %v is outside a board of order %d: %w", sq, b.Order, queens.ErrFormat)
		}
	}
	if err := b.validateRegions(); err != nil {
		return err
	}
	return b.Heat.validate(b.Order)
}

func (b Board) layout() (*boardLayout, error) {
	if err := b.validate(); err != nil {
		return nil, err
	}
	theme, err := findTheme(b.Theme)
	if err != nil {
		return nil, err
	}
	chosen, err := findLayers(b.Layers)
	if err != nil {
		return nil, err
	}
	l := &boardLayout{Board: b, theme: theme, layers: chosen, tiles: 1}
	if err := l.checkGraph(); err != nil {
		return nil, err
	}
	if l.has("ghost") {
		l.tiles = 3
	}
	size := cmp.Or(float64(b.Size), defaultSize(b.Order*l.tiles))
	gutters := 0.0
	for _, name := range []string{"coordinates", "chess"} {
		if l.has(name) {
			l.gutter = max(14, math.Round(size/24))
			gutters++
		}
	}
	if b.Heat != nil {
		l.legend = legendWidth
	}
	l.right = max(0, gutters-1) * l.gutter
	l.side = (size - gutters*l.gutter - 2*boardRim) / float64(l.tiles*b.Order)
	if l.side >= 1 {
		l.side = math.Floor(l.side) // whole pixels: sharp borders of squares
	}
	l.left, l.top = l.gutter+boardRim, boardRim
	if l.has("coordinates") {
		l.top += l.gutter
	}
	return l, nil
}

func defaultSize(n int) float64 {
	switch {
	case n <= 16:
		return 480
	case n <= crowned:
		return 640
	case n <= roundDots:
		return 800
	default:
		return 1024
	}
}

const (
	boardRim    = 2  // pixels around the squares
	legendWidth = 88 // pixels beside the board for the scale of heat
)

type boardLayout struct {
	Board
	theme  theme
	layers []Layer
	tiles  int     // boards in a row: 3 with ghosts
	side   float64 // pixels of a square
	left   float64 // of the squares
	top    float64
	gutter float64 // pixels for coordinates
	right  float64 // pixels for coordinates on the right
	legend float64 // pixels for the scale of heat
}

func (l *boardLayout) has(layer string) bool {
	return slices.ContainsFunc(l.layers, func(x Layer) bool { return x.Name == layer })
}

func (l *boardLayout) length() float64 { return l.side * float64(l.Order) }

func (l *boardLayout) extent() (width, height float64) {
	all := l.length() * float64(l.tiles)
	width = l.left + all + boardRim + l.right + l.legend
	height = l.top + all + boardRim
	if l.has("chess") {
		height += l.gutter
	}
	if l.Caption != "" {
		height += l.captionSize() * (.3 + 1.4*float64(1+strings.Count(l.Caption, "\n")))
	}
	return width, height
}

func (l *boardLayout) captionSize() float64 { return max(12, l.length()*float64(l.tiles)/28) }

// corner returns the top left corner of the board itself, which with ghosts is the
// one in the middle.
func (l *boardLayout) corner() point {
	inner := l.length() * float64(l.tiles/2)
	return point{l.left + inner, l.top + inner}
}

func (l *boardLayout) ghosts() (corners []point) {
	for i := range l.tiles * l.tiles {
		at := point{l.left + float64(i%l.tiles)*l.length(), l.top + float64(i/l.tiles)*l.length()}
		if at != l.corner() {
			corners = append(corners, at)
		}
	}
	return corners
}

func (l *boardLayout) middle(sq queens.Square) point {
	c := l.corner()
	return point{c.x + (float64(sq.Col)+.5)*l.side, c.y + (float64(sq.Row)+.5)*l.side}
}

func (l *boardLayout) draw(p *pen) {
	ghosts := l.ghosts()
	all := l.length() * float64(l.tiles)
	p.fill(l.theme.rim, rectangle(l.left-boardRim, l.top-boardRim, all+2*boardRim, all+2*boardRim))
	for _, at := range ghosts {
		l.drawGround(p, at, ghostShare)
	}
	l.drawGround(p, l.corner(), 0)
	l.drawRegions(p)
	l.drawBlocked(p)
	l.drawMarked(p)
	for _, layer := range l.layers {
		if layer.under != nil {
			layer.under(l, p)
		}
	}
	for _, at := range ghosts {
		l.drawQueens(p, at, mix(l.theme.queen, l.theme.flat, .6))
	}
	l.drawHalos(p)
	l.drawQueens(p, l.corner(), l.theme.queen)
	for _, layer := range l.layers {
		if layer.over != nil {
			layer.over(l, p)
		}
	}
	if l.Heat != nil {
		l.Heat.drawLegend(l, p)
	}
	if l.Caption != "" {
		width, height := l.extent()
		lines := strings.Split(l.Caption, "\n")
		for i, line := range lines {
			look := lettering{size: l.captionSize(), color: l.theme.faint}
			if room := width - l.left - boardRim; look.width(line) > room {
				look.size *= room / look.width(line)
			}
			p.text(l.left, height-l.captionSize()*(.85+1.4*float64(len(lines)-1-i)), line, look)
		}
	}
}

// ghostShare is how far the squares of ghosts fade into the paper.
const ghostShare = .55

// drawGround draws the squares of one board at its top left corner, faded into the
// paper by a share.
func (l *boardLayout) drawGround(p *pen, at point, faded float64) {
	tone := func(i int) float64 { return float64(i) * l.side }
	n := l.Order
	if l.Heat != nil {
		l.Heat.draw(l, p, at, faded)
		return
	}
	contrast := min(1, max(0, float64(crowned+1-n)/(crowned+1-fullChequer)))
	bright, dark := mix(l.theme.flat, l.theme.light, contrast), mix(l.theme.flat, l.theme.dark, contrast)
	p.fill(mix(bright, l.theme.paper, faded), rectangle(at.x, at.y, l.length(), l.length()))
	if contrast == 0 {
		p.stroke(mix(mix(l.theme.flat, l.theme.rim, .35), l.theme.paper, faded), 1, l.ruler(at))
		return
	}
	var squares shape
	for r := range n {
		for c := (r + 1) % 2; c < n; c += 2 {
			squares.rectangle(at.x+tone(c), at.y+tone(r), l.side, l.side)
		}
	}
	p.fill(mix(dark, l.theme.paper, faded), squares)
}

// ruler returns lines across a board of one tone, to count by: every 10, 100 or
// 1000 squares, so that there are at most 50.
func (l *boardLayout) ruler(at point) (lines shape) {
	step := 10
	for l.Order/step > 25 {
		step *= 10
	}
	for i := step; i < l.Order; i += step {
		d := math.Round(float64(i)*l.side) + .5
		lines.move(at.x+d, at.y)
		lines.line(at.x+d, at.y+l.length())
		lines.move(at.x, at.y+d)
		lines.line(at.x+l.length(), at.y+d)
	}
	return lines
}

func (l *boardLayout) drawBlocked(p *pen) {
	var crosses shape
	reach := l.side * .28
	for _, sq := range l.Blocked {
		m := l.middle(sq)
		crosses.move(m.x-reach, m.y-reach)
		crosses.line(m.x+reach, m.y+reach)
		crosses.move(m.x-reach, m.y+reach)
		crosses.line(m.x+reach, m.y-reach)
	}
	p.stroke(l.theme.faint, max(1, l.side*.07), crosses)
}

func (l *boardLayout) drawMarked(p *pen) {
	width := max(1.5, l.side*.06)
	for _, sq := range l.Marked {
		m := l.middle(sq)
		side := l.side - width
		frame := rectangle(m.x-side/2, m.y-side/2, side, side)
		frame.line(m.x-side/2, m.y-side/2)
		p.stroke(l.theme.conflict, width, frame)
	}
}

func (l *boardLayout) drawQueens(p *pen, at point, ink color.Color) {
	var marks shape
	for _, sq := range l.Queens {
		x, y := at.x+float64(sq.Col)*l.side, at.y+float64(sq.Row)*l.side
		switch mid := l.side / 2; {
		case l.Order <= crowned && l.side >= 8:
			marks.queen(x, y, l.side)
		case l.Order <= roundDots:
			marks.circle(x+mid, y+mid, l.dot()/2)
		default: // a short stroke as wide as it is long
			marks.move(x+mid-l.dot()/2, y+mid)
			marks.line(x+mid+l.dot()/2, y+mid)
		}
	}
	if l.Order > roundDots {
		p.stroke(ink, l.dot(), marks)
		return
	}
	p.fill(ink, marks)
}

func (l *boardLayout) dot() float64 { return max(.8*l.side, 2.2) }

func (l *boardLayout) drawHalos(p *pen) {
	if l.Heat == nil || l.Order > roundDots {
		return
	}
	var plates shape
	for _, sq := range l.Queens {
		m := l.middle(sq)
		plates.circle(m.x, m.y, l.side*.44)
	}
	p.fill(l.theme.halo, plates)
}

// describedQueens is the largest number of queens that the title names.
const describedQueens = 20

// describe returns what is to be seen in words: what screen readers say.
func (b Board) describe() string {
	var text strings.Builder
	fmt.Fprintf(&text, "%d by %d board", b.Order, b.Order)
	if b.Topology == queens.Modular {
		text.WriteString(" on the torus")
	}
	switch k := len(b.Queens); {
	case k == 0:
		text.WriteString(" without queens")
	case k == 1:
		fmt.Fprintf(&text, " with a queen at %s", b.Queens[0].Name(b.Order))
	case k <= describedQueens:
		names := make([]string, k)
		for i, sq := range b.Queens {
			names[i] = sq.Name(b.Order)
		}
		fmt.Fprintf(&text, " with queens at %s", strings.Join(names, " "))
	default:
		fmt.Fprintf(&text, " with %d queens", k)
	}
	if k := len(b.Blocked); k > 0 {
		fmt.Fprintf(&text, ", %d blocked", k)
	}
	if k := len(b.Regions); k > 0 {
		fmt.Fprintf(&text, ", %d regions", k)
	}
	if k := queens.AttackingPairs(b.Queens, b.Order, b.Topology); k > 0 {
		fmt.Fprintf(&text, ", attacking pairs: %d", k)
	}
	if b.Heat != nil && b.Heat.Title != "" {
		fmt.Fprintf(&text, "; colours: %s", b.Heat.Title)
	}
	return text.String()
}

func attacks(b Board) []queens.Attack {
	sorted := slices.SortedFunc(slices.Values(b.Queens),
		func(a, b queens.Square) int { return cmp.Or(cmp.Compare(a.Col, b.Col), cmp.Compare(a.Row, b.Row)) })
	return slices.Collect(queens.Attacks(sorted, b.Order, b.Topology))
}
