// Package construct writes solutions down by rule instead of searching for them:
// closed forms, walks, polygons, magic squares, and solutions put together from
// smaller ones.
//
// A rule is a Pattern. It says for which orders it works, and gives each of its
// solutions as a sequence of Runs, stretches of columns whose rows are an arithmetic
// progression. So a solution of order 10^9 is a handful of runs, and takes no memory
// until somebody asks for its rows:
//
//	p, _ := construct.Find("hoffman-loessi-moore")
//	board, err := p.First(1_000_000_000)
//	for rows := range board.Blocks() {
//		// rows of the next columns
//	}
//
// Algorithms is the same table for package solver. Nothing here searches, except
// where a pattern says so.
package construct
