package model

import (
	"iter"
	"slices"
)

// MaxGraphOrder is the largest order of graphs and quadratic forms. There clq has 31,000 million
// edges.
const MaxGraphOrder = 500

// Edges counts the pairs of vertices that attack each other, or those that do not.
func (s statement) Edges(attacking bool) (edges int) {
	vertices := len(s.Allowed())
	for _, before := range s.edges(true) {
		edges += len(before)
	}
	if !attacking {
		edges = vertices*(vertices-1)/2 - edges
	}
	return edges
}

// WriteEdges writes those pairs.
func (s statement) WriteEdges(attacking bool) string {
	for j, before := range s.edges(attacking) {
		for _, i := range before {
			s.text("e ")
			s.numbers(i+1, j+1)
		}
	}
	return ""
}

// edges yields each vertex with those before it, in ascending order, that may not hold a queen
// together with it, since they share a group, or with all others. The slice is reused. It ends when
// no one receives what is written.
func (s statement) edges(attacking bool) iter.Seq2[int, []int] {
	vertices, groups, of := s.Allowed(), slices.Collect(s.Groups()), s.groupsOf()
	vertex := slices.Repeat([]int{-1}, s.Size()+1) // of each variable
	for i, sq := range vertices {
		vertex[s.Variable(sq)] = i
	}
	return func(yield func(j int, before []int) bool) {
		var found, others []int
		for j, sq := range vertices {
			found, others = found[:0], others[:0]
			for _, no := range of[s.Variable(sq)] {
				for _, other := range groups[no].Squares {
					if i := vertex[s.Variable(other)]; 0 <= i && i < j {
						found = append(found, i)
					}
				}
			}
			slices.Sort(found)
			found = slices.Compact(found)
			for i, rest := 0, found; !attacking && i < j; i++ {
				if len(rest) > 0 && rest[0] == i {
					rest = rest[1:]
				} else {
					others = append(others, i)
				}
			}
			before := found
			if !attacking {
				before = others
			}
			if s.failed() || !yield(j, before) {
				return
			}
		}
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
	if s.Most {
		weight = -1
	}
	q.Least = -2 * s.Order
	q.Factors = slices.Repeat([]int{weight}, len(vertices))
	q.Fields = slices.Clone(q.Factors)
	for j, before := range s.edges(true) {
		for _, i := range before {
			q.Fields[i]++
		}
		q.Fields[j] += len(before)
		q.Edges += len(before)
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
	for j, before := range s.edges(true) {
		for _, i := range before {
			s.numbers(variable(i), variable(j), pair)
		}
	}
	return ""
}
