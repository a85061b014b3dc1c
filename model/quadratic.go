package model

import "slices"

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
