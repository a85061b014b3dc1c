package place

import "iter"

// Greedy yields the rows, from 0, of queens on a board without end in both
// directions: the queen of each column in turn, from 0, stands in the first row
// that no earlier queen attacks. The sequence never ends and is a permutation of all
// rows.
//
// A queen costs a step for each row it passes over; space grows with the largest
// row. Source: OEIS A065188, which counts from 1.
func Greedy() iter.Seq[int] {
	return func(yield func(int) bool) {
		var rows, rising, falling growing
		least := 0 // no row below is free
		for col := 0; ; col++ {
			for rows.has(least) {
				least++
			}
			row := least
			for rows.has(row) || rising.has(row+col) || falling.has(zigzag(row-col)) {
				row++
			}
			rows.add(row)
			rising.add(row + col)
			falling.add(zigzag(row - col))
			if !yield(row) {
				return
			}
		}
	}
}

// zigzag maps the integers to the natural numbers: 0, -1, 1, -2, 2 to 0, 1, 2, 3, 4.
func zigzag(x int) int {
	if x < 0 {
		return -2*x - 1
	}
	return 2 * x
}

// growing is a set of natural numbers as bits.
type growing []uint64

func (g growing) has(x int) bool { return x/64 < len(g) && g[x/64]>>(x%64)&1 == 1 }

func (g *growing) add(x int) {
	for x/64 >= len(*g) {
		*g = append(*g, 0)
	}
	(*g)[x/64] |= 1 << (x % 64)
}
