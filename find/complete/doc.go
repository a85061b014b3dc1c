// Package complete completes partial boards: some queens are given, squares blocked,
// diagonals excluded, on the regular board or the torus. It finds one completion, all,
// their number, or whether there is just one; where there is none it proves that and
// gives a reason.
//
//	p := queens.Problem{Order: 8, Given: []queens.Square{{Row: 0, Col: 3}}}
//	answer, err := complete.One(ctx, p, complete.Options{})
//
// The search goes depth first, always into the row or column with the fewest free squares for its
// failures so far, in random order with restarts (bits.go, for orders above 64 dfs.go). Before it,
// the rows and columns are matched to lines of each other kind: rows whose free squares lie on too
// few columns or diagonals leave nothing to search (hall.go). After a short search a linear program
// says how many queens fit, and its dual is a proof that the rest do not (linear.go). If few
// diagonals of a kind are usable, a second search takes turns with the first. It also fills the
// diagonals that cannot stay empty (diagonal.go). Where more than 2000 queens are missing a random
// board is repaired first (repair.go), in space that grows with the order; that never proves
// anything. A solution is checked by queens.Problem.Check before anybody sees it; "there is none"
// is said only after a search that left nothing out, such a set of lines, weights of lines, which
// are checked in whole numbers, or a theorem.
//
// The package also makes instances of three families known to be hard, [Generate].
// Sources: [gent2017] for families and hardness, [polya1918] for the
// torus, [hall1935] for matchings.
package complete
