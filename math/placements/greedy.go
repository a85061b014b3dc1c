package placements

import (
	"iter"
	"math/bits"
)

// Greedy yields the rows, from 0, of the first n queens on a board without end in both directions:
// the queen of each column in turn, from 0, stands in the first row that no earlier queen attacks.
// The endless sequence is a permutation of all rows.
//
// The queen of column c costs about c/64 steps or fewer. Source: OEIS A065188, which counts from 1.
func Greedy(n int) iter.Seq[int] {
	return func(yield func(int) bool) {
		var rows, rising, falling growing // falling diagonals by row-column+n
		least := 0                        // no row below is free
		for col := range n {
			for rows.from(least)&1 == 1 {
				least++
			}
			// Rows row to row+63 at once, bit i for row+i.
			attacked := func(row int) uint64 {
				return rows.from(row) | rising.from(row+col) | falling.from(row-col+n)
			}
			row := least
			for attacked(row) == ^uint64(0) {
				row += 64
			}
			row += bits.TrailingZeros64(^attacked(row))
			rows.add(row)
			rising.add(row + col)
			falling.add(row - col + n)
			if !yield(row) {
				return
			}
		}
	}
}

type growing []uint64

// from returns the members x to x+63 as bits 0 to 63.
func (g growing) from(x int) uint64 {
	word, bit := x/64, x%64
	if word >= len(g) {
		return 0
	}
	members := g[word] >> bit
	if word+1 < len(g) {
		members |= g[word+1] << (64 - bit) // nothing for bit 0
	}
	return members
}

func (g *growing) add(x int) {
	for x/64 >= len(*g) {
		*g = append(*g, 0)
	}
	(*g)[x/64] |= 1 << (x % 64)
}
