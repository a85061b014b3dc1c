package model

import (
	"slices"

	"queens"
)

// MaxGraphOrder is the largest order of graphs and quadratic forms. There clq has 31,000 million
// edges.
const MaxGraphOrder = 500

// Edges counts the pairs of vertices that attack each other, or those that do not.
func (s statement) Edges(attacking bool) (edges int) {
	vertices := s.Allowed()
	neighbours := s.conflicts(vertices)
	for i := range vertices {
		edges += len(neighbours(i))
	}
	if !attacking {
		edges = len(vertices)*(len(vertices)-1)/2 - edges
	}
	return edges
}

// WriteEdges writes those pairs.
func (s statement) WriteEdges(attacking bool) string {
	vertices := s.Allowed()
	neighbours := s.conflicts(vertices)
	if !attacking {
		neighbours = complement(neighbours)
	}
	for i := range vertices {
		if s.failed() {
			break
		}
		for _, j := range neighbours(i) {
			s.text("e ")
			s.numbers(j+1, i+1)
		}
	}
	return ""
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

// A quadratic form of 0-1 variables has its least value, -2n, exactly at the solutions: it is the
// sum over rows and columns of (1 - queens)^2, and 2 for each other pair of queens that attack each
// other, less 2n. A queen weighs -1 for its row and -1 for its column, a pair of attacking queens
// 2. With Options.Most a queen weighs -1 alone: a set of k queens in conflict loses at least one
// for each pair, so the least value is minus the largest number of queens.
type quadratic struct {
	Least    int   // value of a solution
	Edges    int   // pairs of queens in conflict
	Factors  []int // of vertices
	Fields   []int // and of spins s = 2x - 1 in twice the form, less Constant; pairs have the coupling 1
	Constant int
}

// Quadratic returns the form.
func (s statement) Quadratic() (q quadratic) {
	vertices, weight := s.Allowed(), -2
	if s.Most() {
		weight = -1
	}
	q.Least = -2 * s.Order()
	q.Factors = slices.Repeat([]int{weight}, len(vertices))
	q.Fields = slices.Clone(q.Factors)
	conflicts := s.conflicts(vertices)
	for j := range vertices {
		for _, i := range conflicts(j) {
			q.Fields[i]++
			q.Fields[j]++
			q.Edges++
		}
	}
	q.Constant = weight*len(vertices) + q.Edges
	return q
}

// WriteForm writes a line for each vertex, with its factor, and for each pair in conflict.
func (s statement) WriteForm(factors []int, pair int) string {
	vertices := s.Allowed()
	variable := func(i int) int { return s.Variable(vertices[i]) - 1 }
	for i, factor := range factors {
		s.numbers(variable(i), variable(i), factor)
	}
	conflicts := s.conflicts(vertices)
	for j := range vertices {
		if s.failed() {
			break
		}
		for _, i := range conflicts(j) {
			s.numbers(variable(i), variable(j), pair)
		}
	}
	return ""
}
