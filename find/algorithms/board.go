package algorithms

import (
	"slices"

	"queens"
	"queens/find/solver"
)

// board is a regular board filled with queens that do not attack each other. It reports to the
// Meter.
type board struct {
	*solver.Meter
	p             queens.Perm // by column: row of the queen, or solver.Whole
	rows          []bool      // with a queen
	rising, falls []bool      // by Square.SumDiag and DiffDiag
	forbidden     []bool      // by row * n + column; may be nil
}

// onBoard makes an Algorithm.Run from a search on an empty board.
func onBoard(search func(*board, solver.Call)) solver.Run {
	return solver.Metered(func(m *solver.Meter, c solver.Call) { search(newBoard(m, c.Problem.Order), c) })
}

func newBoard(m *solver.Meter, n int) *board {
	return &board{
		Meter: m, p: slices.Repeat(queens.Perm{solver.Whole}, n),
		rows: make([]bool, n), rising: make([]bool, 2*n), falls: make([]bool, 2*n),
	}
}

// attacked reports whether a queen attacks a square in an empty column.
func (b *board) attacked(col, row int) bool {
	sq := queens.Square{Row: row, Col: col}
	return b.rows[row] || b.rising[sq.SumDiag()] || b.falls[sq.DiffDiag(len(b.p))]
}

// setForbidden forbids squares, or allows them again.
func (b *board) setForbidden(forbidden bool, squares ...queens.Square) {
	n := len(b.p)
	if b.forbidden == nil {
		b.forbidden = make([]bool, n*n)
	}
	for _, sq := range squares {
		b.forbidden[sq.Row*n+sq.Col] = forbidden
	}
}

// safe counts a test of a square and reports whether it is neither forbidden nor attacked.
func (b *board) safe(line uint8, col, row int) bool {
	b.Test(line, col, row)
	if b.forbidden != nil && b.forbidden[row*len(b.p)+col] {
		b.Prune(line, col, row)
		return false
	}
	if b.attacked(col, row) {
		b.Conflict(line, col, row)
		return false
	}
	return true
}

func (b *board) put(line uint8, col, row int) {
	b.mark(col, row, true)
	b.p[col] = row
	b.Place(line, col, row)
}

// take removes the queen of a column.
func (b *board) take(line uint8, col int) {
	row := b.p[col]
	b.mark(col, row, false)
	b.p[col] = solver.Whole
	b.Remove(line, col, row)
}

func (b *board) mark(col, row int, queen bool) {
	sq := queens.Square{Row: row, Col: col}
	b.rows[row], b.rising[sq.SumDiag()], b.falls[sq.DiffDiag(len(b.p))] = queen, queen, queen
}

// filling has the options of [board.fill].
type filling struct {
	test, place, remove uint8       // lines of the pseudocode
	firstRows           int         // rows tried in column 0; 0 means all
	columns             bool        // test each column once, not each square
	full                func() bool // called for each full board; returns whether to continue
}

// fill fills the empty columns from col in all ways, in lexicographic order. It returns false if
// full stopped it or the run is over.
func (b *board) fill(f *filling, col int) bool {
	rows := len(b.p)
	for col < rows && b.p[col] != solver.Whole {
		col++
	}
	if col == rows {
		return f.full()
	}
	if col == 0 && f.firstRows > 0 {
		rows = f.firstRows
	}
	if f.columns {
		b.Test(f.test, col, solver.Whole)
	}
	for row := range rows {
		if f.columns && b.attacked(col, row) || !f.columns && !b.safe(f.test, col, row) {
			continue
		}
		b.put(f.place, col, row)
		if b.Stopped() || !b.fill(f, col+1) {
			return false
		}
		b.take(f.remove, col)
	}
	return true
}

// attackedBy reports whether the queens of the first columns, given by their rows, attack the
// square of the next column in a row.
func attackedBy[R ~uint8 | ~int](rows []R, row int) bool {
	for col, other := range rows {
		if away := row - int(other); away == 0 || away == len(rows)-col || away == col-len(rows) {
			return true
		}
	}
	return false
}
