package parity

import "math/bits"

// Plain counts the solutions of a board by the theorem alone, without symmetry: for every set of
// rows and of columns, the pairs of placements that share no diagonal. n is the order, at least
// [MinOrder], or the number of lines of half turns. Time grows 30-fold with every second order; 14
// takes seconds.
func (b Board) Plain(n int) (solutions uint64) {
	for a := n % 2; a <= (n+1)/2; a++ {
		c := b.New(n, a)
		evens, odds := subsets(c.Even, a), subsets(c.Odd, a-n%2)
		for _, even := range evens {
			for _, odd := range odds {
				for _, columns := range evens {
					for _, oddColumns := range odds {
						white, black := c.Pairs(even, odd, columns, oddColumns)
						solutions += white * black
					}
				}
			}
		}
	}
	return solutions
}

// subsets returns the k-subsets of m lines.
func subsets(m, k int) (list []uint32) {
	for s := range uint32(1) << m {
		if bits.OnesCount32(s) == k {
			list = append(list, s)
		}
	}
	return list
}

// Pairs returns the number of white pairs of placements that share no diagonal, and of black ones,
// for row sets A and A' and column sets B and B'.
func (c *Class) Pairs(even, odd, columns, oddColumns uint32) (white, black uint64) {
	evens, odds := uint32(1)<<c.Even-1, uint32(1)<<c.Odd-1
	pairs := func(x, y Kind, rowsX, columnsX, rowsY, columnsY uint32) (fit uint64) {
		ys := c.Quarter(y).Placements(rowsY, columnsY)
		for _, p := range c.Quarter(x).Placements(rowsX, columnsX) {
			for _, q := range ys {
				if p&q == 0 {
					fit++
				}
			}
		}
		return fit
	}
	white = pairs(EvenEven, OddOdd, even, columns, odd, oddColumns)
	if white > 0 {
		black = pairs(OddEven, EvenOdd, odds&^odd, evens&^columns, evens&^even, odds&^oddColumns)
	}
	return white, black
}
