package search

import "queens/count/internal/kernels/table"

// masks is the portable kernel for every task: a recursion over sets of columns. Boards that cannot
// be completed are dropped early. Diagonals have absolute indices, so rows can be filled in any
// order.
var masks = Kernel{
	Entry:   table.Entry{Name: "masks"},
	Accepts: func(*Task) bool { return true },
	Count: func(t *Task) Result {
		s := maskSearch{all: allColumns(t.Order), rows: make([]line, len(t.Rows))}
		for i, r := range t.Rows {
			s.rows[i] = newLine(t, r)
		}
		solutions := s.fill(0, state{t.Columns, t.Rising, t.Falling})
		return Result{Solutions: solutions, Nodes: s.nodes}
	},
}

type state struct{ columns, rising, falling uint64 }

// pruneRows is the number of open rows up to which a board is tested for dead rows and columns.
// With more, nearly every row has a free square and the test costs more than it saves. 5 to 8 rows
// were tried, see docs/laboratory.md.
const pruneRows = 7

type maskSearch struct {
	all   uint64
	rows  []line
	nodes uint64
}

func (s *maskSearch) fill(i int, b state) uint64 {
	s.nodes++
	if i == len(s.rows) {
		return 1
	}
	if len(s.rows)-i <= pruneRows && s.dead(i, b) {
		return 0
	}
	row := &s.rows[i]
	var solutions uint64
	for free := row.free(b); free != 0; free = withoutLowest(free) {
		solutions += s.fill(i+1, row.with(b, lowest(free)))
	}
	return solutions
}

// dead reports whether an open row has no free square, or a free column has no row.
func (s *maskSearch) dead(i int, b state) bool {
	var union uint64
	for j := i; j < len(s.rows); j++ {
		free := s.rows[j].free(b)
		if free == 0 {
			return true
		}
		union |= free
	}
	return union != s.all&^b.columns
}

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
