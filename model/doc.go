// Package model states the n-queens problem in the languages of other solvers.
//
// A queens.Problem becomes a Model: one 0-1 variable for each square, true if a
// queen stands there, and groups of squares of which exactly one or at most one
// is true. Every format of the table Formats is a way to write that down, as
// clauses, linear constraints, a graph, sets to be covered, or a program:
//
//	m, err := model.New(queens.Problem{Order: 8}, model.Options{})
//	...
//	cnf, err := model.LookupFormat("cnf")
//	...
//	err = cnf.Write(os.Stdout, m)
//
// Square (row, col), both from 0, is variable row*n + col + 1 wherever variables
// are numbers. Writers stream: they never hold a text in memory.
//
// The table Definitions holds the problem as mathematics states it, each entry as
// code that decides for a set of squares; tests compare them.
//
// Running solvers and reading their answers is package model/solve's.
package model
