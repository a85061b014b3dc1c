package model

import (
	"strings"

	"queens"
)

// writeDLX writes the model as an exact cover problem. Rows and columns come from the middle
// outwards, which is the order in which a program that breaks ties by position does best.
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
	items, of := m.items()
	for _, item := range items[2*n:] {
		p.text(" ", item.name)
	}
	p.byte('\n')
	for sq := range m.Allowed() {
		for i, no := range of[m.Variable(sq)] {
			p.text(pick(i > 0, " ", ""), items[no].name)
		}
		p.byte('\n')
	}
	return nil
}

type item struct {
	name    string
	exactly bool
}

func (m *Model) items() (items []item, of [][]int32) {
	of = make([][]int32, m.Order()*m.Order()+1)
	for g := range m.Groups() {
		for _, sq := range g.Squares {
			of[m.Variable(sq)] = append(of[m.Variable(sq)], int32(len(items)))
		}
		items = append(items, item{itemName(g, len(items)+1), g.Exactly})
	}
	return items, of
}

// itemName is a name of at most eight characters, which is all that Knuth's
// programs read, and fixed MPS has room for: rows and columns are rN and cN, diagonals upN and
// downN, group no of all others is sN.
func itemName(g Group, no int) string {
	for line, short := range [...]string{
		queens.Row: "r", queens.Col: "c", queens.Rising: "up",
		queens.Falling: "down",
	} {
		if index, ok := strings.CutPrefix(g.Name, groupNames[line]+"_"); ok {
			return short + index
		}
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
