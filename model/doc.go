// Package model states the n-queens problem in the languages of other solvers.
//
// A queens.Problem becomes a Model: a 0-1 variable for each square, true if the square holds a
// queen, and groups of squares. In each group exactly one or at most one variable is true.
// Every entry of the table Formats writes that down: as clauses, linear constraints, a graph,
// sets to be covered, or a program:
//
//	m, err := model.New(queens.Problem{Order: 8}, model.Options{})
//	...
//	cnf, err := model.FindFormat("cnf")
//	...
//	err = cnf.Write(os.Stdout, m)
//
// Square (row, col), both from 0, is variable row*n + col + 1 wherever variables
// are numbers. Writers stream: they hold at most a statement in memory.
//
// The table Definitions has mathematical definitions of the problem. Each entry is code that
// decides whether a set of squares is a solution, and tests compare all entries.
//
// Package model/solve runs solvers and reads their answers.
package model
