// Package complete completes partial boards, with given queens, blocked squares and excluded
// diagonals, on the regular board or the torus. It finds one completion, all, or their number. If
// none exists, it proves that and gives a reason.
//
//	p := queens.Problem{Order: 8, Given: []queens.Square{{Row: 0, Col: 3}}}
//	answer, err := complete.One(ctx, p, complete.Options{})
//
// The search is depth first. It branches on the row or column with the fewest free squares,
// weighted by earlier failures, in random order with restarts (bits.go, for orders above 64
// dfs.go). Other methods help:
//
//   - Matchings of lines come first. If the free squares of some rows lie on too few columns or
//     diagonals, no search is needed (hall.go).
//   - After a short search, a linear program bounds the number of queens. Its dual is a proof
//     (linear.go).
//   - If few diagonals of a kind are usable, a second search alternates with the first. It also
//     fills diagonals that cannot stay empty (diagonal.go).
//   - If more than 2000 queens are missing, a random board is repaired first. That proves nothing
//     (repair.go).
//
// queens.Problem.Check checks every solution. "No completion" rests on a complete search, a
// matching, integer weights of lines, or a theorem.
//
// [Generate] makes instances of hard families. Sources: [gent2017] for families and hardness,
// [polya1918] for the torus, [hall1935] for matchings.
package complete
