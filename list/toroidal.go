package list

import "math/bits"

// toroidalLeft is the number of columns after the prefixes of a toroidal finder.
const toroidalLeft = 14

// toroidal finds the solutions of the modular board, which are solutions of the
// regular one.
type toroidal struct {
	columns
	found []uint8
}

func newToroidal(n int) *toroidal {
	return &toroidal{columns: columns{n: n, prefix: min(n, max(1, n-toroidalLeft)), round: true}}
}

func (t *toroidal) nodes() uint64 { return t.put }

func (t *toroidal) find(found []uint8, prefix []uint8) []uint8 {
	b := board{rows: allRows(t.n)}
	for col, row := range prefix {
		t.rows[col] = row
		b = t.next(b, 1<<row)
	}
	t.found = found
	t.place(b, len(prefix), t.n, nil, nil, func() bool {
		t.found = append(t.found, t.rows[:t.n]...)
		return true
	})
	return t.found
}

// columns fills a board column by column. If diagonals run round, the rows that are attacked
// along them turn from column to column.
type columns struct {
	n      int
	prefix int // columns of a prefix
	round  bool
	rows   [32]uint8
	put    uint64 // queens
}

func (t *columns) prefixes(after []uint8, w *watch, yield func([]uint8) bool) {
	t.place(board{rows: allRows(t.n)}, 0, t.prefix, after, w, func() bool { return yield(t.rows[:t.prefix]) })
}

func (t *columns) next(b board, queen uint32) board {
	if !t.round {
		return b.next(queen)
	}
	b.rows &^= queen
	b.rising |= queen
	b.falling |= queen
	b.rising = b.rising>>1 | b.rising&1<<(t.n-1)
	b.falling = b.falling<<1&allRows(t.n) | b.falling>>(t.n-1)
	return b
}

// place fills the columns from col to end in all ways, as symmetric.place does.
func (t *columns) place(b board, col, end int, after []uint8, w *watch, leaf func() bool) bool {
	if col == end {
		return leaf()
	}
	free := b.rows &^ (b.rising | b.falling)
	if after != nil {
		free &^= allRows(int(after[col]))
	}
	for ; free != 0; free &= free - 1 {
		row := bits.TrailingZeros32(free)
		t.rows[col] = uint8(row)
		t.put++
		if w != nil && !w.placed(t.rows[:col+1]) {
			return false
		}
		tight := after
		if after != nil && row != int(after[col]) {
			tight = nil
		}
		if !t.place(t.next(b, 1<<row), col+1, end, tight, w, leaf) {
			return false
		}
	}
	return true
}
