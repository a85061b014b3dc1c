package halves

import "math/bits"

// search finds the placements of a quarter. It belongs to one goroutine.
type search struct {
	shape
	words [16][16]uint64 // by row and column
	rows  []uint32       // of each placement found, its row set
	found []uint64       // and its word
}

// fill finds the placements with a queen in each of the given columns that are compatible with
// queens in rows and on rising and falling diagonals. word has the diagonals of these queens. Bit
// a+b of rising and bit a-b+m-1 of falling belong to the queen at (a, b).
func (q *search) fill(columns, rows uint32, rising, falling, word uint64) {
	if columns == 0 {
		q.rows = append(q.rows, rows)
		q.found = append(q.found, word)
		return
	}
	b := bits.TrailingZeros32(columns)
	attacked := uint64(rows) | rising>>b | falling>>(q.m-1-b)
	for free := q.all() &^ uint32(attacked); free != 0; free &= free - 1 {
		a := bits.TrailingZeros32(free)
		q.fill(columns&(columns-1), rows|1<<a, rising|1<<(a+b), falling|1<<(a-b+q.m-1), word|q.words[a&15][b&15])
	}
}
