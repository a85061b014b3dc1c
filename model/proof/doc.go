// Package proof writes down why a problem has no solution, so that others can check it.
//
// A formula states the problem as package model writes it, in clauses or linear
// constraints. A [Writer] takes the lemmas of a search and writes a proof that the formula
// has no solution:
//
//	m, err := proof.Model(p, nil)
//	w := proof.New(file, proof.VeriPB, m)
//	answer, err := complete.One(ctx, p, complete.Options{Proof: w})
//	...
//	err = w.End()
//
// DRAT is the format that SAT solvers write and drat-trim checks: a list of clauses, each
// implied by those before it through unit propagation. LRAT is the same with hints. VeriPB uses
// linear constraints and can count. An argument such as "these rows have too few columns", or
// the theorem about modular boards, takes a few lines there and has no short proof in clauses.
//
// "The only completion" is a proof for the problem and the clause that denies that
// completion; "the first solution" one for the board and the clauses of [Before].
// Sources: [wetzler2014], [gocht2022], [polya1918], [hall1935].
package proof
