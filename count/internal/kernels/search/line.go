package search

type line struct {
	rising, falling uint8  // shifts that move the diagonals of the row's first square to bit 0
	open            uint64 // columns that are not blocked in this row
}

func newLine(t *Task, r int) line {
	return line{rising: uint8(r), falling: uint8(t.Order - 1 - r), open: allColumns(t.Order) &^ t.Blocked[r]}
}

// free returns the free columns of the row. &63 promises the compiler small shift counts, which
// saves a comparison.
func (l *line) free(b state) uint64 {
	return l.open &^ (b.columns | b.rising>>(l.rising&63) | b.falling>>(l.falling&63))
}

// with returns b with a queen in this row; queen is a free column.
func (l *line) with(b state, queen uint64) state {
	return state{b.columns | queen, b.rising | queen<<(l.rising&63), b.falling | queen<<(l.falling&63)}
}
