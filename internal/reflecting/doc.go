// Package reflecting counts the solutions of the problem of reflecting queens: the
// permutations p of 1 to n for which the 2n numbers p(x)+x and p(x)-x are all
// different. Besides attacking as usual, queens then do not attack each other along a
// diagonal that a mirror beside the first column, on the line x = 0, throws back.
//
// The sum and the difference of a square have the same parity, so squares are white or
// black, as in package parity, and queens of different colours share rows and columns
// only. The count is a sum of products over the same sets of lines as there:
//
//	R(n) = sum over A, A', B, B' of W(A, A'; B, B') K(A, A'; B, B')
//
// A and A' are the even and odd columns of white queens, B and B' their even and odd rows.
// W is the number of white pairs of placements without a common number, and K
// that of black ones, on the other lines. docs/paper has proofs.
//
// [Class.Tile] counts fast; [Plain] searches whole boards, [PlainProduct] is the
// theorem by brute force, and [Class.Search] searches the boards of a unit.
package reflecting
