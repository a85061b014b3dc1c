// Package construct makes solutions by rule: closed forms, walks, polygons, magic squares, and
// products of smaller solutions.
//
// A Pattern says for which orders its rule works. It gives each solution as a sequence of Runs,
// stretches of columns whose rows are an arithmetic progression. A solution of order 10^9 is a few
// runs and takes no memory until its rows are read:
//
//	p, _ := construct.Find("hoffman-loessi-moore")
//	board, err := p.First(1_000_000_000)
//	for rows := range board.Blocks() {
//		// rows of the next columns
//	}
//
// Algorithms has the same rules as values of package solver. A pattern that searches says so.
package construct
