package construct

import (
	"fmt"
	"iter"
)

// The uniform step method writes the numbers 1, 2, 3, ... into a square: one step of
// this many rows and columns from number to number, modulo n, and another one from each
// block of n numbers to the next.
// The steps are the knight moves (1, 2) within a block and (2, 1) between blocks.
const jumpRows = 2

// magicBoards yields the squares of each block of n consecutive numbers, then those of
// each class of numbers equal modulo n.
//
// In block y, number x is in column 2x+y and row x+2y, so the row of column c is
// (c-y)/2 + 2y; in class x the row of column c is x + 2(c-2x) = 2c - 3x, all modulo n.
func magicBoards(n int) iter.Seq[Board] {
	half := (n + 1) / 2 % n // the inverse of 2 modulo n
	return func(yield func(Board) bool) {
		for y := range n {
			first := (jumpRows*y + n*half - y*half%n) % n
			note := fmt.Sprintf("numbers %d to %d", y*n+1, (y+1)*n)
			if !yield(Board{n, note, cyclic(first, half, n, n)}) {
				return
			}
		}
		for x := range n {
			if n == 1 {
				return // the same board again
			}
			note := fmt.Sprintf("numbers %d, %d, ..., %d", x+1, x+1+n, x+1+n*(n-1))
			if !yield(Board{n, note, cyclic((3*n-3*x)%n, 2%n, n, n)}) {
				return
			}
		}
	}
}
