package join_test

import (
	"iter"
	"math/bits"
)

// halves yields, for every set of n/2 columns of a board of even order n, the two lists of a
// half-board join: the placements of n/2 queens in the top half on these columns, and in the bottom
// half on the others. A key is the set of crossing diagonals.
func halves(n int) iter.Seq2[[]uint64, []uint64] {
	return func(yield func(top, bottom []uint64) bool) {
		for columns := range uint32(1) << n {
			if bits.OnesCount32(columns) != n/2 {
				continue
			}
			top, bottom := half(n, columns)
			if !yield(top, bottom) {
				return
			}
		}
	}
}

func half(n int, columns uint32) (top, bottom []uint64) {
	top = placements(nil, n, 0, n/2, columns, 0, 0, 0)
	bottom = placements(nil, n, n/2, n, (1<<n-1)&^columns, 0, 0, 0)
	return withSlack(top), withSlack(bottom)
}

// placements appends the keys of all placements in rows row to end-1 on the columns left, after
// queens on the given diagonals.
func placements(keys []uint64, n, row, end int, left uint32, rising, falling, key uint64) []uint64 {
	if row == end {
		return append(keys, key)
	}
	for rest := left; rest != 0; rest &= rest - 1 {
		col := bits.TrailingZeros32(rest)
		s, d := uint64(1)<<(row+col), uint64(1)<<(row-col+n-1)
		if rising&s == 0 && falling&d == 0 {
			keys = placements(keys, n, row+1, end, left&^(1<<col), rising|s, falling|d, key|crossing(n, row, col))
		}
	}
	return keys
}

// crossing returns the diagonals through a square that reach both halves of the board. The bottom
// half begins at row t = n/2: rising diagonals row+col from t to t+n-2 are bits 0 to n-2, falling
// ones row-col from t-n+1 to t-1 are bits n-1 to 2n-3.
func crossing(n, row, col int) (key uint64) {
	t := n / 2
	if s := row + col - t; 0 <= s && s <= n-2 {
		key |= 1 << s
	}
	if d := row - col - (t - n + 1); 0 <= d && d <= n-2 {
		key |= 1 << (n - 1 + d)
	}
	return key
}
