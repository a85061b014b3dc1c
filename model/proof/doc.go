// Package proof writes down why a problem has no solution, so that others can check it.
//
// A formula states the problem, as package model writes it, clauses or linear
// constraints; a [Writer] takes the lemmas of a search and writes a proof that the formula
// has no solution:
//
//	m, err := proof.Model(p, nil)
//	w := proof.New(file, proof.VeriPB, m)
//	answer, err := complete.One(ctx, p, complete.Options{Proof: w})
//	...
//	err = w.End()
//
// There are two kinds. DRAT is what SAT solvers write and drat-trim checks; a proof of a
// search is a list of clauses that follow from the formula by unit propagation. VeriPB knows
// linear constraints and can count: that some rows see too few columns, or the theorem
// about modular boards, takes some lines there and is beyond any short list of clauses.
//
// "The only completion" is a proof for the problem and the clause that denies that
// completion; "the first solution" one for the board and the clauses of [Before].
// Sources: [wetzler2014], [gocht2022], [polya1918], [hall1935].
package proof
