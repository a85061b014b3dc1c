// Package proof writes down why a problem has no solution, so that others can check it.
//
// A formula states the problem as package model writes it, in linear constraints. A [Writer] takes
// the lemmas of a search and writes a proof that the formula has no solution:
//
//	m, err := model.New(p, model.Options{Nogoods: nogoods})
//	w := proof.New(file, m)
//	answer, err := complete.One(ctx, p, complete.Options{Proof: w})
//	...
//	err = w.End()
//
// The proof is one of VeriPB: linear constraints, each implied by those before it through unit
// propagation, or as a sum of them. Linear constraints can count, so an argument such as "these
// rows have too few columns", or the theorem about modular boards, takes a few lines.
//
// "The only completion" is a proof for the problem and the clause that denies that
// completion; "the first solution" one for the board and the clauses of [Before].
// Sources: [gocht2022], [polya1918], [hall1935].
package proof
