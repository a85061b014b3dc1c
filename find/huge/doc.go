// Package huge handles placements of millions of queens and more: it finds random ones,
// reads, writes, verifies and describes them without ever holding more than a few bytes
// for a queen.
//
// A Placement yields the rows of its queens column by column, in blocks. Those of
// package construct come out of a formula and take no memory:
//
//	p, _ := construct.Find("hoffman-loessi-moore")
//	board, _ := p.First(1_000_000_000)
//	err := huge.WriteBinary(ctx, w, huge.Placement{Order: board.Order, Rows: board.Blocks()})
//
// Greedy finds a random solution in 4.8 bytes a queen. Verifier decides whether what is
// streamed through it is a solution, in O(n) bits.
//
// Rows and columns count from 0. Nothing here converts to queens.Perm, which takes
// eight bytes a queen.
package huge
