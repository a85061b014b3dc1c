// Package solve gives the models of package model to solvers, built in or on this
// machine, and reads and checks their answers.
//
//	m, err := model.New(queens.Problem{Order: 8}, model.Options{})
//	...
//	s, err := solve.Find("cadical")
//	...
//	answer, err := solve.Run(ctx, s, m, solve.Options{})
//	p, err := answer.Perm, err // nil if there is no solution
//
// The table Solvers lists the languages that each solver reads. Every solution is checked with
// queens.Check before it is returned, and a wrong one is an error. "No solution" is trusted,
// unless [Doubt] finds a solution.
//
// Other programs get the text as a file in a temporary directory, run under the
// context, and may print at most MaxOutput bytes.
package solve
