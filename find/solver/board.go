package solver

import (
	"slices"

	"queens"
)

// Board is a regular board filled with queens that do not attack each other. It reports to the
// Meter.
type Board struct {
	*Meter
	P             queens.Perm // by column: row of the queen, or Whole
	rows          []bool      // with a queen
	rising, falls []bool      // by Square.SumDiag and DiffDiag
	forbidden     []bool      // by row * n + column; may be nil
}

// NewBoard returns the empty board of order n.
func NewBoard(m *Meter, n int) *Board {
	return &Board{
		Meter: m, P: slices.Repeat(queens.Perm{Whole}, n),
		rows: make([]bool, n), rising: make([]bool, 2*n), falls: make([]bool, 2*n),
	}
}

// Attacked reports whether a queen attacks a square in an empty column.
func (b *Board) Attacked(col, row int) bool {
	sq := queens.Square{Row: row, Col: col}
	return b.rows[row] || b.rising[sq.SumDiag()] || b.falls[sq.DiffDiag(len(b.P))]
}

// SetForbidden forbids squares, or allows them again.
func (b *Board) SetForbidden(forbidden bool, squares ...queens.Square) {
	n := len(b.P)
	if b.forbidden == nil {
		b.forbidden = make([]bool, n*n)
	}
	for _, sq := range squares {
		b.forbidden[sq.Row*n+sq.Col] = forbidden
	}
}

// Safe counts a test of a square and reports whether it is neither forbidden nor attacked.
func (b *Board) Safe(line uint8, col, row int) bool {
	b.Test(line, col, row)
	if b.forbidden != nil && b.forbidden[row*len(b.P)+col] {
		b.Prune(line, col, row)
		return false
	}
	if b.Attacked(col, row) {
		b.Conflict(line, col, row)
		return false
	}
	return true
}

// Put places a queen.
func (b *Board) Put(line uint8, col, row int) {
	b.mark(col, row, true)
	b.P[col] = row
	b.Place(line, col, row)
}

// Take removes the queen of a column.
func (b *Board) Take(line uint8, col int) {
	row := b.P[col]
	b.mark(col, row, false)
	b.P[col] = Whole
	b.Remove(line, col, row)
}

func (b *Board) mark(col, row int, queen bool) {
	sq := queens.Square{Row: row, Col: col}
	b.rows[row], b.rising[sq.SumDiag()], b.falls[sq.DiffDiag(len(b.P))] = queen, queen, queen
}

// Empty removes all queens for a new start.
func (b *Board) Empty(line uint8) {
	clear(b.rows)
	clear(b.rising)
	clear(b.falls)
	for col := range b.P {
		b.P[col] = Whole
	}
	b.Clear(line)
}

// AttackedBy reports whether the queens of the first columns, given by their rows, attack the
// square of the next column in a row.
func AttackedBy[R ~uint8 | ~int](rows []R, row int) bool {
	for col, other := range rows {
		if away := row - int(other); away == 0 || away == len(rows)-col || away == col-len(rows) {
			return true
		}
	}
	return false
}

// Fill has the options of [Board.Fill].
type Fill struct {
	Test, Place, Remove uint8       // lines of the pseudocode
	FirstRows           int         // rows tried in column 0; 0 means all
	Columns             bool        // test each column once, not each square
	Full                func() bool // called for each full board; returns whether to continue
}

// Fill fills the empty columns from col in all ways, in lexicographic order. It returns false if
// Full stopped it or the run is over.
func (b *Board) Fill(f *Fill, col int) bool {
	rows := len(b.P)
	for col < rows && b.P[col] != Whole {
		col++
	}
	if col == rows {
		return f.Full()
	}
	if col == 0 && f.FirstRows > 0 {
		rows = f.FirstRows
	}
	if f.Columns {
		b.Test(f.Test, col, Whole)
	}
	for row := range rows {
		if f.Columns && b.Attacked(col, row) || !f.Columns && !b.Safe(f.Test, col, row) {
			continue
		}
		b.Put(f.Place, col, row)
		if b.Stopped() || !b.Fill(f, col+1) {
			return false
		}
		b.Take(f.Remove, col)
	}
	return true
}
