package model

import (
	"fmt"
	"slices"

	"queens"
)

// writeClique writes the graph whose vertices are the squares that may hold a
// queen and whose edges join two that may hold one each.
func writeClique(p *printer, m *Model) error {
	if err := m.graphFits("clq"); err != nil {
		return err
	}
	p.comment("c ", m, "edges join squares that do not attack each other: "+itoa(m.Order())+" queens are a clique of "+itoa(m.Order()))
	m.writeGraph(p, false)
	return nil
}

// writeColouring writes the graph of attacks.
func writeColouring(p *printer, m *Model) error {
	if len(m.problem.Given) > 0 || m.options.Symmetry {
		return fmt.Errorf("model: col is a colouring of the whole board: given queens and symmetry breaking have no meaning in it: %w", ErrOption)
	}
	if err := m.graphFits("col"); err != nil {
		return err
	}
	p.comment("c ", m, "edges join squares that attack each other; a colour is a set of queens without attacks")
	m.writeGraph(p, true)
	return nil
}

// MaxGraphOrder is the largest order of a graph: its clq has 48 million edges.
const MaxGraphOrder = 100

// graphFits refuses orders whose graphs nobody could read.
func (m *Model) graphFits(format string) error {
	if m.Order() > MaxGraphOrder {
		return fmt.Errorf("model: %s of order %d: want 1 to %d, beyond that graphs have too many edges: %w", format, m.Order(), MaxGraphOrder, queens.ErrOrder)
	}
	return nil
}

// writeGraph writes the edges between squares that attack each other, or of its
// complement.
func (m *Model) writeGraph(p *printer, attacking bool) {
	vertices := slices.Collect(m.Allowed())
	if n := m.Order(); len(vertices) == n*n {
		p.text("c vertex (row-1)*", itoa(n), " + column is a square, all counted from 1\n")
	} else {
		for i, sq := range vertices {
			p.text("c vertex ", itoa(i+1), ": ", sq.String(), "\n")
		}
	}
	apart := m.apart(vertices)
	edges := 0
	for i := range vertices {
		for j := range i {
			if apart(j, i) == attacking {
				edges++
			}
		}
	}
	p.text("p edge ", itoa(len(vertices)), " ", itoa(edges), "\n")
	for i := range vertices {
		for j := range i {
			if apart(j, i) == attacking {
				p.text("e ")
				p.number(j + 1)
				p.byte(' ')
				p.number(i + 1)
				p.byte('\n')
			}
		}
	}
}

// apart returns a function that tells whether two vertices may not both hold a
// queen: they share a line or a group that breaks symmetry.
func (m *Model) apart(vertices []queens.Square) func(i, j int) bool {
	lines := make([][4]int, len(vertices))
	groups := make([][]int32, len(vertices)) // of m.breaking, ascending
	index := make(map[queens.Square]int, len(vertices))
	for i, sq := range vertices {
		lines[i] = m.lines(sq)
		index[sq] = i
	}
	for no, g := range m.breaking {
		for _, sq := range g.Squares {
			if i, ok := index[sq]; ok {
				groups[i] = append(groups[i], int32(no))
			}
		}
	}
	return func(i, j int) bool {
		for kind, line := range lines[i] {
			if lines[j][kind] == line {
				return true
			}
		}
		if len(groups[i]) == 0 || len(groups[j]) == 0 {
			return false
		}
		return slices.ContainsFunc(groups[i], func(no int32) bool {
			_, found := slices.BinarySearch(groups[j], no)
			return found
		})
	}
}
