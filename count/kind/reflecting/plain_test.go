package reflecting

import (
	"math/bits"

	"queens/internal/parity"
)

// byDefinition returns R(n) by a search that follows the definition. Time grows fivefold
// with every order, 12 takes a tenth of a second.
func byDefinition(n int) uint64 {
	return plain(n, 1, make([]bool, n+1), make([]bool, 4*n+1))
}

// plain puts queens on the columns from x on. taken has the rows, used the numbers plus n.
func plain(n, x int, taken, used []bool) (solutions uint64) {
	if x > n {
		return 1
	}
	for y := 1; y <= n; y++ {
		sum, difference := n+y+x, n+y-x
		if taken[y] || used[sum] || used[difference] {
			continue
		}
		taken[y], used[sum], used[difference] = true, true, true
		solutions += plain(n, x+1, taken, used)
		taken[y], used[sum], used[difference] = false, false, false
	}
	return solutions
}

// byTheorem returns R(n) by the theorem alone, without symmetry: for all sets of lines
// the white pairs of placements times the black ones.
func byTheorem(n int) (solutions uint64) {
	for a := n % 2; a <= (n+1)/2; a++ {
		c := newClass(parity.New(n, a))
		for _, even := range c.EvenSets {
			for _, odd := range c.OddSets {
				for _, rows := range c.EvenSets {
					for _, oddRows := range c.OddSets {
						white, black := c.plainPairs(even.Lines, odd.Lines, rows.Lines, oddRows.Lines)
						solutions += white * black
					}
				}
			}
		}
	}
	return solutions
}

// plainPairs returns W and K.
func (c *class) plainPairs(even, odd, rows, oddRows uint32) (white, black uint64) {
	evens, odds := uint32(1)<<c.Even-1, uint32(1)<<c.Odd-1
	pairs := func(x, y parity.Kind, columnsX, rowsX, columnsY, rowsY uint32) (fit uint64) {
		ys := c.quarter(y).placements(columnsY, rowsY)
		for _, p := range c.quarter(x).placements(columnsX, rowsX) {
			for _, q := range ys {
				if p&q == 0 {
					fit++
				}
			}
		}
		return fit
	}
	white = pairs(parity.EvenEven, parity.OddOdd, even, rows, odd, oddRows)
	if white > 0 {
		black = pairs(parity.OddEven, parity.EvenOdd, odds&^odd, evens&^rows, evens&^even, odds&^oddRows)
	}
	return white, black
}

// placements returns the keys of all placements with one queen in each of the given columns and
// rows, equally many.
func (q quarter) placements(columns, rows uint32) (keys []uint64) {
	if columns == 0 {
		return []uint64{0}
	}
	column := bits.TrailingZeros32(columns)
	for left := rows; left != 0; left &= left - 1 {
		row := bits.TrailingZeros32(left)
		queen := q.key(column, row)
		for _, key := range q.placements(columns&(columns-1), rows&^(1<<row)) {
			if key&queen == 0 {
				keys = append(keys, key|queen)
			}
		}
	}
	return keys
}
