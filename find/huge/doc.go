// Package huge handles placements of millions of queens: it finds random solutions, reads, writes,
// verifies and describes placements, with a few bytes for each queen.
//
// A Placement yields the rows of its queens column by column, in blocks. Those of package construct
// come from a formula and take no memory:
//
//	p, _ := construct.Find("hoffman-loessi-moore")
//	board, _ := p.First(1_000_000_000)
//	err := huge.WriteBinary(ctx, w, huge.Placement{Order: board.Order, Rows: board.Blocks()})
//
// Greedy finds a random solution in 4.8 bytes a queen. A Verifier decides in O(n) bits whether a
// stream of rows is a solution. Rows and columns count from 0.
package huge
