package model

import (
	"fmt"
	"slices"

	"queens"
)

func writeClique(p *printer, m *Model) error {
	if err := m.graphFits("clq"); err != nil {
		return err
	}
	p.comment("c ", m, "edges join squares that do not attack each other: "+itoa(m.Order())+" queens are a clique of "+
		itoa(m.Order()))
	m.writeGraph(p, false)
	return nil
}

func writeColouring(p *printer, m *Model) error {
	if len(m.problem.Given) > 0 || m.options.Symmetry {
		return fmt.Errorf("model: col is a colouring of the whole board: given queens and symmetry breaking have no "+
			"meaning there: %w", queens.ErrFormat)
	}
	if err := m.graphFits("col"); err != nil {
		return err
	}
	p.comment("c ", m, "edges join squares that attack each other; a colour is a set of queens without attacks")
	m.writeGraph(p, true)
	return nil
}

// MaxGraphOrder is the largest order of graphs and quadratic forms. There clq has 31,000 million
// edges.
const MaxGraphOrder = 500

func (m *Model) graphFits(format string) error {
	if m.Order() > MaxGraphOrder {
		return fmt.Errorf("model: %s of order %d: want 1 to %d, larger graphs have too many edges: %w", format,
			m.Order(), MaxGraphOrder, queens.ErrOrder)
	}
	return nil
}

func (m *Model) writeGraph(p *printer, attacking bool) {
	vertices := slices.Collect(m.Allowed())
	neighbours := m.conflicts(vertices)
	edges := 0
	for i := range vertices {
		edges += len(neighbours(i))
	}
	if !attacking {
		edges = len(vertices)*(len(vertices)-1)/2 - edges
		neighbours = complement(neighbours)
	}
	if n := m.Order(); len(vertices) == n*n {
		p.text("c vertex (row-1)*", itoa(n), " + column is a square, all counted from 1\n")
	} else {
		for i, sq := range vertices {
			p.text("c vertex ", itoa(i+1), ": ", sq.String(), "\n")
		}
	}
	p.text("p edge ", itoa(len(vertices)), " ", itoa(edges), "\n")
	for i := range vertices {
		if p.failed() {
			return
		}
		for _, j := range neighbours(i) {
			p.text("e ")
			p.number(j + 1)
			p.byte(' ')
			p.number(i + 1)
			p.byte('\n')
		}
	}
}

func complement(neighbours func(i int) []int) func(i int) []int {
	var others []int // reused
	return func(i int) []int {
		others = others[:0]
		taken := neighbours(i)
		for j := range i {
			if len(taken) > 0 && taken[0] == j {
				taken = taken[1:]
			} else {
				others = append(others, j)
			}
		}
		return others
	}
}

// conflicts returns a function that returns the vertices before one that may not hold a
// queen together with it, in ascending order: they share a line or a group that breaks
// symmetry. The slice is reused. Time O(n) a vertex.
func (m *Model) conflicts(vertices []queens.Square) func(i int) []int {
	n := m.Order()
	vertex := slices.Repeat([]int{-1}, n*n+1) // of each variable
	for i, sq := range vertices {
		vertex[m.Variable(sq)] = i
	}
	groups := make(map[queens.Square][]int) // of m.breaking
	for no, g := range m.breaking {
		for _, sq := range g.Squares {
			groups[sq] = append(groups[sq], no)
		}
	}
	var found []int // reused
	return func(i int) []int {
		sq := vertices[i]
		found = found[:0]
		add := func(row, col int) {
			if 0 <= col && col < n {
				found = append(found, vertex[row*n+col+1])
			}
		}
		for row := range sq.Row {
			left, right := sq.Col-(sq.Row-row), sq.Col+(sq.Row-row)
			if m.problem.Topology == queens.Modular {
				left, right = (left+n)%n, right%n
			}
			add(row, min(left, right))
			add(row, sq.Col)
			add(row, max(left, right))
		}
		for col := range sq.Col {
			add(sq.Row, col)
		}
		for _, no := range groups[sq] {
			for _, other := range m.breaking[no].Squares {
				add(other.Row, other.Col)
			}
		}
		if torus := m.problem.Topology == queens.Modular; torus || len(groups[sq]) > 0 {
			slices.Sort(found)
			found = slices.Compact(found)
		}
		return slices.DeleteFunc(found, func(j int) bool { return j < 0 || j >= i })
	}
}
