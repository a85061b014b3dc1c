package halves

import "math/bits"

// search finds the placements of a quarter. It is used by one goroutine.
type search struct {
	shape
	words [][]uint64 // by row and column
	rows  []uint32   // of each placement found, its row set
	found []uint64   // and its word
}

func newSearch(s shape) *search {
	q := &search{shape: s, words: make([][]uint64, s.m)}
	for a := range s.m {
		for b := range s.m {
			q.words[a] = append(q.words[a], s.word(a, b))
		}
	}
	return q
}

// fill finds the placements with a queen in each of the given columns, beside
// queens in rows, on rising and falling diagonals, that make up word. Bit a+b of
// rising and bit a-b+m-1 of falling belong to the queen at (a, b).
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
		q.fill(columns&(columns-1), rows|1<<a, rising|1<<(a+b), falling|1<<(a-b+q.m-1), word|q.words[a][b])
	}
}

// table returns the placements with the given column set, for the western or the
// eastern quarter. ranks numbers the row sets of each size.
func (q *search) table(columns uint32, eastern bool, ranks *rowRanks) *table {
	q.rows, q.found = q.rows[:0], q.found[:0]
	q.fill(columns, 0, 0, 0, 0)
	t := &table{
		stride: 1,
		starts: make([]uint32, len(ranks.sets[bits.OnesCount32(columns)])+1),

		placements: placements{make([]uint32, len(q.found)), make([]uint64, len(q.found))},
	}
	for _, rows := range q.rows {
		t.starts[ranks.of[rows]+1]++
	}
	for i := range t.starts[1:] {
		t.starts[i+1] += t.starts[i]
	}
	cast := q.west
	if eastern {
		cast = q.east
	}
	next := append([]uint32(nil), t.starts...)
	for i, rows := range q.rows {
		at := &next[ranks.of[rows]]
		t.checks[*at], t.keys[*at] = cast(q.found[i])
		*at++
	}
	return t
}

// rowRanks numbers the sets of rows, or columns, of a quarter: those of each size
// from 0, by increasing value.
type rowRanks struct {
	of   []uint32   // by set
	sets [][]uint32 // by size and rank
}

func newRowRanks(m int) *rowRanks {
	r := &rowRanks{of: make([]uint32, 1<<m), sets: make([][]uint32, m+1)}
	for set := range uint32(1) << m {
		size := bits.OnesCount32(set)
		r.of[set] = uint32(len(r.sets[size]))
		r.sets[size] = append(r.sets[size], set)
	}
	return r
}
