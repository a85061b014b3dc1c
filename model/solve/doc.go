// Package solve gives the models of package model to solvers, built in or on this
// machine, and reads and checks their answers.
//
//	m, err := model.New(queens.Problem{Order: 8}, model.Options{})
//	...
//	s, err := solve.Lookup("cadical")
//	...
//	answer, err := solve.Run(ctx, s, m, solve.Options{})
//	p, err := answer.Perm, err // nil if there is no solution
//
// The table Solvers says which languages each of them reads. Whichever found it, an
// answer is a solution only if Verify, which asks queens.Check, says so; a solver
// that answers with something else is an error. That there is no solution is
// taken on trust.
//
// Other programs get the text as a file in a temporary directory, run under the
// context, and may print at most MaxOutput bytes.
package solve
