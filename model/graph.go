package model

import (
	"fmt"
	"iter"
	"slices"

	"queens"
)

// writeClique writes the graph whose vertices are the squares that may hold a
// queen and whose edges join two that may hold one each.
func writeClique(p *printer, m *Model) error {
	if err := m.graphFits("clq", MaxCliqueOrder); err != nil {
		return err
	}
	p.comment("c ", m, "edges join squares that do not attack each other: "+itoa(m.Order())+" queens are a clique of "+itoa(m.Order()))
	vertices := slices.Collect(m.Allowed())
	m.writeGraph(p, vertices, m.compatible(vertices))
	return nil
}

// writeColouring writes the graph of attacks.
func writeColouring(p *printer, m *Model) error {
	if len(m.problem.Given) > 0 || m.options.Symmetry {
		return fmt.Errorf("model: col is a colouring of the whole board: given queens and symmetry breaking have no meaning in it: %w", queens.ErrFormat)
	}
	if err := m.graphFits("col", MaxColouringOrder); err != nil {
		return err
	}
	p.comment("c ", m, "edges join squares that attack each other; a colour is a set of queens without attacks")
	vertices := slices.Collect(m.Allowed())
	m.writeGraph(p, vertices, m.attackers(vertices))
	return nil
}

// Largest orders of graphs: clq has 48 million edges there, col 208 million.
const (
	MaxCliqueOrder    = 100
	MaxColouringOrder = 500
)

// graphFits refuses orders whose graphs nobody could read.
func (m *Model) graphFits(format string, most int) error {
	if m.Order() > most {
		return fmt.Errorf("model: %s of order %d: want 1 to %d, beyond that graphs have too many edges: %w", format, m.Order(), most, queens.ErrOrder)
	}
	return nil
}

// writeGraph writes the edges between squares: the vertices that neighbours yields for
// each vertex, smaller ones in ascending order.
func (m *Model) writeGraph(p *printer, vertices []queens.Square, neighbours func(i int) iter.Seq[int]) {
	if n := m.Order(); len(vertices) == n*n {
		p.text("c vertex (row-1)*", itoa(n), " + column is a square, all counted from 1\n")
	} else {
		for i, sq := range vertices {
			p.text("c vertex ", itoa(i+1), ": ", sq.String(), "\n")
		}
	}
	edges := 0
	for i := range vertices {
		for range neighbours(i) {
			edges++
		}
	}
	p.text("p edge ", itoa(len(vertices)), " ", itoa(edges), "\n")
	for i := range vertices {
		if p.failed() {
			return
		}
		for j := range neighbours(i) {
			p.text("e ")
			p.number(j + 1)
			p.byte(' ')
			p.number(i + 1)
			p.byte('\n')
		}
	}
}

// attackers returns a function that yields the vertices before one that attack it. Time
// O(n) a vertex.
func (m *Model) attackers(vertices []queens.Square) func(i int) iter.Seq[int] {
	n := m.Order()
	vertex := slices.Repeat([]int{-1}, n*n)
	for i, sq := range vertices {
		vertex[sq.Row*n+sq.Col] = i
	}
	return func(i int) iter.Seq[int] {
		sq := vertices[i]
		return func(yield func(int) bool) {
			for row := range sq.Row + 1 {
				d := sq.Row - row
				cols := []int{sq.Col - d, sq.Col, sq.Col + d}
				if m.problem.Topology == queens.Modular {
					cols[0], cols[2] = (cols[0]+n)%n, cols[2]%n
				}
				if d == 0 { // its own row
					cols = cols[:0]
					for col := range sq.Col {
						cols = append(cols, col)
					}
				}
				slices.Sort(cols)
				for _, col := range slices.Compact(cols) {
					if col < 0 || col >= n || vertex[row*n+col] < 0 {
						continue
					}
					if !yield(vertex[row*n+col]) {
						return
					}
				}
			}
		}
	}
}

// compatible returns a function that yields the vertices before one that may hold a
// queen together with it. Time O(n^2) a vertex.
func (m *Model) compatible(vertices []queens.Square) func(i int) iter.Seq[int] {
	apart := m.apart(vertices)
	return func(i int) iter.Seq[int] {
		return func(yield func(int) bool) {
			for j := range i {
				if !apart(j, i) && !yield(j) {
					return
				}
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
