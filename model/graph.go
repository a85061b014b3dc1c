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

// conflicts returns a function that returns the vertices before one that may not hold a queen
// together with it, in ascending order: they share a group. The slice is reused.
func (s statement) conflicts(vertices []queens.Square) func(i int) []int {
	vertex := slices.Repeat([]int{-1}, s.Size()+1) // of each variable
	for i, sq := range vertices {
		vertex[s.Variable(sq)] = i
	}
	groups, of := slices.Collect(s.Groups()), s.groupsOf()
	var found []int // reused
	return func(i int) []int {
		found = found[:0]
		for _, no := range of[s.Variable(vertices[i])] {
			for _, sq := range groups[no].Squares {
				if j := vertex[s.Variable(sq)]; 0 <= j && j < i {
					found = append(found, j)
				}
			}
		}
		slices.Sort(found)
		return slices.Compact(found)
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
