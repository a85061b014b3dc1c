package model

import (
	"strings"

	"queens"
)

// writeDLX writes the model as an exact cover problem: a line of items, then one
// option a line. Items after the bar are secondary: they may be covered at most
// once. Rows and columns come from the middle outwards, which is the order in
// which a program that breaks ties by position does best. Lines that begin with a
// bar are comments.
func writeDLX(p *printer, m *Model) error {
	p.comment("| ", m, "rN and cN are row and column N, counted from 1",
		"after the bar, items that are covered at most once: upN and downN are the diagonals")
	n := m.Order()
	for i := range n {
		line := itoa(middleOut(i, n) + 1)
		if i > 0 {
			p.byte(' ')
		}
		p.text("r", line, " c", line)
	}
	p.text(" |")
	itemsOf := map[queens.Square][]string{}
	no := 0
	for g := range m.Groups() {
		if g.Exactly {
			continue
		}
		no++
		item := itemName(g, no)
		p.text(" ", item)
		for _, sq := range g.Squares {
			itemsOf[sq] = append(itemsOf[sq], item)
		}
	}
	p.byte('\n')
	for sq := range m.Allowed() {
		p.byte('r')
		p.number(sq.Row + 1)
		p.text(" c")
		p.number(sq.Col + 1)
		for _, name := range itemsOf[sq] {
			p.text(" ", name)
		}
		p.byte('\n')
	}
	return nil
}

// itemName is a name of at most eight characters, which is all that Knuth's
// programs read: diagonals are upN and downN, group no of all others is sN.
func itemName(g Group, no int) string {
	if index, ok := strings.CutPrefix(g.Name, groupNames[queens.Rising]+"_"); ok {
		return "up" + index
	}
	if index, ok := strings.CutPrefix(g.Name, groupNames[queens.Falling]+"_"); ok {
		return "down" + index
	}
	return "s" + itoa(no)
}

// middleOut returns the i-th of 0..n-1 counted from the middle outwards.
func middleOut(i, n int) int {
	if i%2 == 0 {
		return n/2 + i/2
	}
	return n/2 - (i+1)/2
}
