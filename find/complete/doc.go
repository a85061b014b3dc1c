// Package complete completes partial boards: some queens are given, squares blocked, diagonals
// excluded, on the regular board or the torus. It finds one completion, all of them, or their
// number. If there is none, it proves that and gives a reason.
//
//	p := queens.Problem{Order: 8, Given: []queens.Square{{Row: 0, Col: 3}}}
//	answer, err := complete.One(ctx, p, complete.Options{})
//
// The search is depth first. It branches on the row or column with the fewest free squares,
// weighted by earlier failures, in random order with restarts (bits.go, for orders above 64
// dfs.go). Other methods help:
//
//   - Matchings of lines come first. Rows whose free squares lie on too few columns or diagonals
//     leave nothing to search (hall.go).
//   - After a short search, a linear program bounds the number of queens. Its dual is a proof
//     (linear.go).
//   - If few diagonals of a kind are usable, a second search takes turns with the first. It also
//     fills diagonals that cannot stay empty (diagonal.go).
//   - If more than 2000 queens are missing, a random board is repaired first. That proves nothing
//     (repair.go).
//
// Every solution is checked by queens.Problem.Check. "No completion" rests on a complete search, a
// matching, weights of lines checked in whole numbers, or a theorem.
//
// [Generate] makes instances of families known to be hard. Sources: [gent2017] for families and
// hardness, [polya1918] for the torus, [hall1935] for matchings.
package complete
