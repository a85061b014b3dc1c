package draw

import (
	"cmp"
	"fmt"
	"image/color"
	"math"
	"slices"
	"strings"

	"queens"
	"queens/internal/errs"
	"queens/internal/named"
)

// The sizes of a picture of a board, in pixels.
const (
	MinBoardSize = 64
	MaxBoardSize = 4096
)

// Board is a board of order 1 to MaxBoardOrder to be drawn. Queens may be fewer than the order, and
// may attack each other. Blocked squares get a cross. Squares count from 0, row 0 is on top. Above
// order 24 the chequer fades, since it would flicker. Above 40 the board has one tone and queens
// are dots, larger than their squares where those are too small to see.
type Board struct {
	Order    int             `json:"order"`
	Topology queens.Topology `json:"topology"`
	Queens   []queens.Square `json:"queens"`
	Blocked  []queens.Square `json:"blocked"`
	Marked   []queens.Square `json:"-"` // squares with a red frame
	// from a queen to a square: a dashed line from the ringed queen to the middle of the square
	Attacks []queens.Attack `json:"-"`
	// for each row the letters of its regions, A to Z, which are coloured, bordered and named in
	// their upper left corners
	Regions []string `json:"-"`
	Layers  []string `json:"-"`              // names of [Layers], in any order
	Heat    *Heat    `json:"heat,omitempty"` // numbers that the squares are coloured by
	Theme   string   `json:"-"`              // one of [Themes]
	Caption string   `json:"-"`              // text below the board, on as many lines as it needs
	// most pixels of a side, without the scale of heat; 0 means one that suits the order
	Size int `json:"-"`
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
// Errors: queens.ErrOrder for an order out of range, queens.ErrFormat for anything else that cannot
// be drawn.
func (b Board) Picture() (*Picture, error) {
	l, err := b.layout()
	if err != nil {
		return nil, err
	}
	width, height := l.extent()
	return lay(b.Theme, b.describe(), width, height, l.draw)
}

func (b Board) validate() error {
	if b.Order < 1 || b.Order > MaxBoardOrder {
		return errs.Errorf("board of order %d: want 1 to %d: %w", b.Order, MaxBoardOrder, queens.ErrOrder)
	}
	if b.Size != 0 && (b.Size < MinBoardSize || b.Size > MaxBoardSize) {
		return errs.Errorf("board of %d pixels: want %d to %d: %w", b.Size, MinBoardSize, MaxBoardSize,
			queens.ErrFormat)
	}
	marks := slices.Clone(b.Marked)
	for _, a := range b.Attacks {
		marks = append(marks, a.A, a.B)
	}
	seen := make(map[queens.Square]string, len(b.Queens)+len(b.Blocked))
	for _, list := range []struct {
		what    string
		squares []queens.Square
	}{{"queen", b.Queens}, {"blocked square", b.Blocked}, {"mark", marks}} {
		for _, sq := range list.squares {
			if !sq.On(b.Order) {
				return errs.Errorf("%s at %v is outside a board of order %d: %w", list.what, sq, b.Order,
					queens.ErrFormat)
			}
			if list.what == "mark" {
				continue
			}
			if other := seen[sq]; other != "" {
				return errs.Errorf("%s at %v: it already has a %s: %w", list.what, sq, other, queens.ErrFormat)
			}
			seen[sq] = list.what
		}
	}
	fits := len(b.Regions) == b.Order || len(b.Regions) == 0
	for _, row := range b.Regions {
		fits = fits && len(row) == b.Order && strings.Trim(row, regionLetters) == ""
	}
	if !fits {
		return errs.Errorf("regions: want %d rows of %d letters from A to Z: %w", b.Order, b.Order, queens.ErrFormat)
	}
	return b.Heat.validate(b.Order)
}

func (b Board) layout() (*boardLayout, error) {
	if err := b.validate(); err != nil {
		return nil, err
	}
	chosen, err := findLayers(b.Layers, b.Order)
	if err != nil {
		return nil, err
	}
	l := &boardLayout{Board: b, layers: chosen, tiles: 1}
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
		l.legend = max(legendWidth, 38+lettering{size: 11}.width(heatText(b.Heat.most()))) // bar and number
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
	legendWidth = 88 // pixels beside the board for the scale of heat, at least
)

type boardLayout struct {
	Board
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

// length returns the side of the board, all that of the boards with ghosts.
func (l *boardLayout) length() float64 { return l.side * float64(l.Order) }
func (l *boardLayout) all() float64    { return l.length() * float64(l.tiles) }

func (l *boardLayout) extent() (width, height float64) {
	width = l.left + l.all() + boardRim + l.right + l.legend
	height = l.top + l.all() + boardRim
	if l.has("chess") {
		height += l.gutter
	}
	if lines := l.captionLines(); len(lines) > 0 {
		height += l.captionSize() * (.3 + 1.4*float64(len(lines)))
	}
	return width, height
}

func (l *boardLayout) captionSize() float64 { return max(12, l.all()/28) }

func (l *boardLayout) captionLines() []string {
	if l.Caption == "" {
		return nil
	}
	return lettering{size: l.captionSize()}.wrap(l.Caption, l.all()+l.right+l.legend)
}

// corner returns the top left corner of the board itself, with ghosts the one in the middle.
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
	return l.corner().plus((float64(sq.Col)+.5)*l.side, (float64(sq.Row)+.5)*l.side)
}

func (l *boardLayout) draw(p *pen) {
	ghosts, side := l.ghosts(), l.all()+2*boardRim
	p.fill(p.theme.Rim, new(shape).rectangle(point{l.left - boardRim, l.top - boardRim}, side, side))
	var veil shape
	for _, at := range ghosts {
		l.drawGround(p, at)
		veil.rectangle(at, l.length(), l.length())
	}
	p.fill(transparent(p.theme.Paper, ghostVeil), veil)
	l.drawGround(p, l.corner())
	l.Heat.drawNumbers(l, p)
	l.drawRegions(p)
	l.drawBlocked(p)
	l.drawMarked(p)
	for _, layer := range l.layers {
		if layer.draw != nil {
			layer.draw(l, p)
		}
	}
	for _, at := range ghosts {
		l.drawQueens(p, at, mix(p.theme.Queen, p.theme.Flat, .6))
	}
	if l.Heat != nil && l.Order <= roundDots {
		p.fill(p.theme.Halo, l.around(l.Queens, func(s *shape, m point) { s.circle(m, l.side*.44) }))
	}
	l.drawQueens(p, l.corner(), p.theme.Queen)
	l.drawLines(p, l.Attacks, 0)
	if l.has("conflicts") {
		l.drawLines(p, queens.AttackList(l.Queens, l.Order, l.Topology), l.ring())
	}
	if l.Heat != nil {
		l.Heat.drawLegend(l, p)
	}
	l.drawCaption(p)
}

func (l *boardLayout) drawCaption(p *pen) {
	_, height := l.extent()
	lines := l.captionLines()
	for i, line := range lines {
		look := lettering{size: l.captionSize(), color: p.theme.Faint}
		look.size *= min(1, (l.all()+l.right+l.legend)/look.width(line)) // a word may be wider than the board
		p.text(point{l.left, height - l.captionSize()*(.85+1.4*float64(len(lines)-1-i))}, line, look)
	}
}

const ghostVeil = 0x8c // opacity

func (l *boardLayout) drawGround(p *pen, at point) {
	n := l.Order
	if l.Heat != nil {
		l.Heat.drawGround(l, p, at)
		return
	}
	contrast := min(1, max(0, float64(crowned+1-n)/(crowned+1-fullChequer)))
	bright, dark := mix(p.theme.Flat, p.theme.Light, contrast), mix(p.theme.Flat, p.theme.Dark, contrast)
	p.fill(bright, new(shape).rectangle(at, l.length(), l.length()))
	if contrast == 0 {
		p.stroke(mix(p.theme.Flat, p.theme.Rim, .35), 1, l.ruler(at))
		return
	}
	var squares shape
	for r := range n {
		for c := (r + 1) % 2; c < n; c += 2 {
			squares.rectangle(at.plus(float64(c)*l.side, float64(r)*l.side), l.side, l.side)
		}
	}
	p.fill(dark, squares)
}

// ruler returns lines across a board of one tone, to count by: every 10, 100 or
// 1000 squares, so that there are at most 50.
func (l *boardLayout) ruler(at point) (lines shape) {
	step := 10
	for l.Order/step > 25 {
		step *= 10
	}
	for i := step; i < l.Order; i += step {
		lines.across(at, l.length(), math.Round(float64(i)*l.side)+.5)
	}
	return lines
}

func (s *shape) across(at point, side, distance float64) {
	s.polyline(at.plus(distance, 0), at.plus(distance, side))
	s.polyline(at.plus(0, distance), at.plus(side, distance))
}

const regionLetters = "ABCDEFGHIJKLMNOPQRSTUVWXYZ"

func (l *boardLayout) drawRegions(p *pen) {
	if len(l.Regions) == 0 {
		return
	}
	var grounds [len(regionLetters)]shape
	var edges [2]shape // thin lines, and borders of regions
	edge := func(a, b byte, from, to point) {
		kind := 0
		if a != b {
			kind = 1
		}
		edges[kind].polyline(from, to)
	}
	corner := l.corner()
	for r, row := range l.Regions {
		for c := range row {
			at := corner.plus(float64(c)*l.side, float64(r)*l.side)
			grounds[row[c]-'A'].rectangle(at, l.side, l.side)
			if c > 0 {
				edge(row[c-1], row[c], at, at.plus(0, l.side))
			}
			if r > 0 {
				edge(l.Regions[r-1][c], row[c], at, at.plus(l.side, 0))
			}
		}
	}
	for i, color := range regionColors(l.Regions, len(p.theme.Regions)) {
		p.fill(p.theme.Regions[color], grounds[i])
	}
	p.stroke(mix(p.theme.Flat, p.theme.Rim, .6), 1, edges[0])
	p.stroke(p.theme.Ink, max(2, l.side*.06), edges[1])
	look := lettering{size: l.side * .3, align: center, color: mix(p.theme.Ink, p.theme.Faint, .5)}
	for r, row := range l.Regions {
		for c := range row {
			isCorner := (c == 0 || row[c-1] != row[c]) && (r == 0 || l.Regions[r-1][c] != row[c])
			if isCorner && look.size > 4 {
				p.text(corner.plus((float64(c)+.18)*l.side, (float64(r)+.2)*l.side), row[c:c+1], look)
			}
		}
	}
}

// regionColors returns a colour for each region: its own, or if there are fewer the next one that
// no region before it has which touches it, be it at a corner.
func regionColors(regions []string, colors int) (chosen [len(regionLetters)]int) {
	var near, have [len(regionLetters)]uint32 // sets of regions: that touch one, that have a colour
	for r, row := range regions {
		for c := range row {
			for _, other := range regions[r:min(r+2, len(regions))] {
				for _, letter := range other[max(c-1, 0):min(c+2, len(row))] {
					near[row[c]-'A'] |= 1 << (letter - 'A')
					near[letter-'A'] |= 1 << (row[c] - 'A')
				}
			}
		}
	}
	for i := range chosen {
		chosen[i] = i % colors
		for range colors {
			if have[chosen[i]]&near[i] == 0 {
				break
			}
			chosen[i] = (chosen[i] + 1) % colors
		}
		have[chosen[i]] |= 1 << i
	}
	return chosen
}

// around returns a shape around the middle of each of the squares.
func (l *boardLayout) around(squares []queens.Square, add func(s *shape, middle point)) (all shape) {
	for _, sq := range squares {
		add(&all, l.middle(sq))
	}
	return all
}

func (l *boardLayout) drawBlocked(p *pen) {
	reach := l.side * .28
	p.stroke(p.theme.Faint, max(1, l.side*.07), l.around(l.Blocked, func(s *shape, m point) {
		s.polyline(m.plus(-reach, -reach), m.plus(reach, reach))
		s.polyline(m.plus(-reach, reach), m.plus(reach, -reach))
	}))
}

func (l *boardLayout) drawMarked(p *pen) {
	width := max(1.5, l.side*.06)
	side := l.side - width
	p.stroke(p.theme.Conflict, width, l.around(l.Marked, func(s *shape, m point) {
		s.rectangle(m.plus(-side/2, -side/2), side, side)
	}))
}

func (l *boardLayout) drawQueens(p *pen, at point, ink color.Color) {
	var marks shape
	for _, sq := range l.Queens {
		corner := at.plus(float64(sq.Col)*l.side, float64(sq.Row)*l.side)
		switch middle := corner.plus(l.side/2, l.side/2); {
		case l.Order <= crowned && l.side >= 8:
			marks.queen(corner, l.side)
		case l.Order <= roundDots:
			marks.circle(middle, l.dot()/2)
		default: // a short stroke as wide as it is long
			marks.polyline(middle.plus(-l.dot()/2, 0), middle.plus(l.dot()/2, 0))
		}
	}
	if l.Order > roundDots {
		p.stroke(ink, l.dot(), marks)
		return
	}
	p.fill(ink, marks)
}

// crown is the outline of a queen in a square of side 1, from its top left corner:
// five spikes on a base. It is drawn counterclockwise, as circles are, so that no
// rule of filling makes holes where the two overlap.
var crown = []point{
	{.87, .33},
	{.70, .53},
	{.67, .23},
	{.58, .50},
	{.50, .19},
	{.42, .50},
	{.33, .23},
	{.30, .53},
	{.13, .33},
	{.25, .72},
	{.23, .85},
	{.77, .85},
	{.75, .72},
}

// pearls are the tips of the spikes, which squares of at least pearled pixels show.
var pearls = []point{{.13, .32}, {.33, .23}, {.50, .19}, {.67, .23}, {.87, .32}}

const (
	pearlRadius = .055
	pearled     = 20
)

func (s *shape) queen(at point, side float64) {
	s.polygon(named.Each(crown, func(pt point) point { return at.plus(side*pt.x, side*pt.y) })...)
	if side < pearled {
		return
	}
	for _, pt := range pearls {
		s.circle(at.plus(side*pt.x, side*pt.y), side*pearlRadius)
	}
}

func (l *boardLayout) dot() float64 { return max(.8*l.side, 2.2) }

func (b Board) describe() string {
	const named = 20 // queens
	text := fmt.Sprintf("%d by %d board", b.Order, b.Order)
	if b.Topology == queens.Modular {
		text += " on the torus"
	}
	switch k := len(b.Queens); {
	case k == 0:
		text += " without queens"
	case k == 1:
		text += " with a queen at " + b.Queens[0].Name(b.Order)
	case k <= named:
		text += " with queens at " + strings.ReplaceAll(queens.SquareNames(b.Queens, b.Order), ",", " ")
	default:
		text += fmt.Sprintf(" with %d queens", k)
	}
	parts := []string{text}
	for _, part := range []struct {
		text string
		k    int
	}{
		{"%d blocked", len(b.Blocked)},
		{"%d regions", len(b.Regions)},
		{"attacking pairs: %d", queens.AttackingPairs(b.Queens, b.Order, b.Topology)},
	} {
		if part.k > 0 {
			parts = append(parts, fmt.Sprintf(part.text, part.k))
		}
	}
	text = strings.Join(parts, ", ")
	if b.Heat != nil && b.Heat.Title != "" {
		text += "; colours: " + b.Heat.Title
	}
	return text
}

// BoardReport is a board in numbers, queens.board/1.
type BoardReport struct {
	Board
	Attacks []queens.Attack `json:"attacks"`        // of the attacking pairs, those of neighbours on a line
	Pairs   int             `json:"attackingPairs"` // pairs of queens on one line, also with queens between them
}

// Report returns the board in numbers.
func (b Board) Report() BoardReport {
	b.Queens, b.Blocked = append([]queens.Square{}, b.Queens...), append([]queens.Square{}, b.Blocked...)
	return BoardReport{
		b, queens.AttackList(b.Queens, b.Order, b.Topology), queens.AttackingPairs(b.Queens, b.Order, b.Topology),
	}
}
