package placements

import (
	"iter"
	"math/bits"
)

// Greedy yields the rows, from 0, of queens on a board without end in both
// directions: the queen of each column in turn, from 0, stands in the first row
// that no earlier queen attacks. The sequence never ends and is a permutation of all
// rows.
//
// The queen of column c costs about c/64 steps or few; space grows with the largest row.
// Source: OEIS A065188, which counts from 1.
func Greedy() iter.Seq[int] {
	return func(yield func(int) bool) {
		var rows, rising growing
		var above, below growing // falling diagonals: row-col from 0 on, and col-row from 0 on
		least := 0               // no row below is free
		for col := 0; ; col++ {
			for rows.has(least) {
				least++
			}
			row := least
			for {
				// Rows row to row+63 at once, bit i for row+i. Above the main diagonal of the
				// column, row < col, the distance col-row falls as rows rise: its bits are read
				// backwards, and those beyond row col come from the other set.
				taken := rows.from(row) | rising.from(row+col)
				if row >= col {
					taken |= above.from(row - col)
				} else {
					taken |= bits.Reverse64(below.from(col - row - 63))
					if k := col - row; k < 64 {
						taken |= above.from(0) << k
					}
				}
				if taken != ^uint64(0) {
					row += bits.TrailingZeros64(^taken)
					break
				}
				row += 64
			}
			rows.add(row)
			rising.add(row + col)
			if row >= col {
				above.add(row - col)
			} else {
				below.add(col - row)
			}
			if !yield(row) {
				return
			}
		}
	}
}

// growing is a set of natural numbers as bits.
type growing []uint64

func (g growing) has(x int) bool { return g.from(x)&1 == 1 }

// from returns the members x to x+63 as bits 0 to 63; x may be negative.
func (g growing) from(x int) uint64 {
	if x < 0 {
		return g.from(0) << -x // nothing is left for x of -64 and below
	}
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
