package draw

import (
	"fmt"
	"slices"

	"queens"
	"queens/symmetry"
)

const maxGraphOrder = 12

func (l *boardLayout) checkGraph() error {
	for _, name := range []string{"complement", "graph"} {
		if l.has(name) && l.Order > maxGraphOrder {
			return fmt.Errorf("draw: layer %q: order %d: want 1 to %d: %w", name, l.Order, maxGraphOrder,
				queens.ErrOrder)
		}
	}
	return nil
}

func (l *boardLayout) drawGraph(p *pen) { l.drawEdges(p, true) }

func (l *boardLayout) drawComplement(p *pen) { l.drawEdges(p, false) }

// drawEdges joins two squares if they attack each other, or if they do not; edges between queens
// stand out.
func (l *boardLayout) drawEdges(p *pen, attacking bool) {
	var vertices, edges, chosen shape
	n := l.Order
	lines := newLineCounts(n, l.Topology)
	for i := range n * n {
		a := queens.Square{Row: i / n, Col: i % n}
		from := l.middle(a)
		vertices.circle(from.x, from.y, max(2, l.side*.07))
		for k := range i {
			b := queens.Square{Row: k / n, Col: k % n}
			shared := false
			for kind, line := range lines.of(a) {
				shared = shared || lines.of(b)[kind] == line
			}
			if shared != attacking {
				continue
			}
			list := &edges
			if slices.Contains(l.Queens, a) && slices.Contains(l.Queens, b) {
				list = &chosen
			}
			to := l.middle(b)
			list.move(from.x, from.y)
			list.line(to.x, to.y)
		}
	}
	p.stroke(l.theme.attack, max(.6, l.side*.012), edges)
	p.stroke(l.theme.conflict, max(1.5, l.side*.05), chosen)
	p.fill(l.theme.queen, vertices)
}

// drawLetters writes the letters of [naur1972]: A, B, C, ... are the squares of the upper half of
// the middle column, from the top, and what symmetries make of each.
func (l *boardLayout) drawLetters(p *pen) {
	if l.side < 10 {
		return
	}
	look := lettering{size: l.side * .5, align: center, color: l.theme.faint}
	written := map[queens.Square]bool{}
	for row := range min((l.Order+1)/2, 26) {
		for _, s := range symmetry.All() {
			sq := s.Square(queens.Square{Row: row, Col: (l.Order - 1) / 2}, l.Order)
			if !written[sq] {
				written[sq] = true
				m := l.middle(sq)
				p.text(m.x, m.y, string(rune('A'+row)), look)
			}
		}
	}
}

// drawTiles draws borders of tiles whose side is the largest divisor of the order up to
// its square root.
func (l *boardLayout) drawTiles(p *pen) {
	tile := 1
	for d := 2; d*d <= l.Order; d++ {
		if l.Order%d == 0 {
			tile = d
		}
	}
	var lines shape
	c := l.corner()
	for i := tile; tile > 1 && i < l.Order; i += tile {
		d := float64(i) * l.side
		lines.move(c.x+d, c.y)
		lines.line(c.x+d, c.y+l.length())
		lines.move(c.x, c.y+d)
		lines.line(c.x+l.length(), c.y+d)
	}
	p.stroke(l.theme.rim, max(1.5, l.side*.12), lines)
}
