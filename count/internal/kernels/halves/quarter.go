package halves

import "math/bits"

func newSearch(s shape) *search {
	q := &search{shape: s}
	for a := range q.words[:s.m] {
		for b := range q.words[a][:s.m] {
			q.words[a][b] = s.word(a, b)
		}
	}
	return q
}

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

// rowRanks numbers the sets of rows, or columns, of a quarter: those of each size in ascending
// order.
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
