package parity

// Plain returns Q(n) by the theorem alone, without any symmetry: for every set of
// rows and of columns the pairs of placements that share no diagonal. n is at
// least [MinOrder]; time grows 30-fold with every second order, 14 takes seconds.
func Plain(n int) (solutions uint64) {
	first, last := n%2, (n+1)/2
	for a := first; a <= last; a++ {
		c := New(n, a)
		for _, even := range c.EvenSets {
			for _, odd := range c.OddSets {
				for _, columns := range c.EvenSets {
					for _, oddColumns := range c.OddSets {
						white, black := c.Pairs(even.Lines, odd.Lines, columns.Lines, oddColumns.Lines)
						solutions += white * black
					}
				}
			}
		}
	}
	return solutions
}

// Pairs returns, for row sets A and A' and column sets B and B', the number of
// white pairs of placements that share no diagonal, and of black ones.
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
