package solver

import (
	"slices"

	"queens"
)

// Board is a regular board that an algorithm fills with queens that do not attack each other. Its
// steps go to the Meter.
type Board struct {
	*Meter
	P             queens.Perm // row of the queen of each column, or Whole
	rows          []bool      // that hold a queen
	rising, falls []bool      // by Square.SumDiag and DiffDiag
}

// NewBoard returns the empty board of order n.
func NewBoard(m *Meter, n int) *Board {
	return &Board{
		Meter: m, P: slices.Repeat(queens.Perm{Whole}, n),
		rows: make([]bool, n), rising: make([]bool, 2*n), falls: make([]bool, 2*n),
	}
}

// Attacked reports whether a queen attacks a square of a column without one.
func (b *Board) Attacked(col, row int) bool {
	sq := queens.Square{Row: row, Col: col}
	return b.rows[row] || b.rising[sq.SumDiag()] || b.falls[sq.DiffDiag(len(b.P))]
}

// Safe counts a test of a square and reports whether no queen attacks it.
func (b *Board) Safe(line uint8, col, row int) bool {
	b.Test(line, col, row)
	if b.Attacked(col, row) {
		b.Conflict(line, col, row)
		return false
	}
	return true
}

// Put puts a queen on a square.
func (b *Board) Put(line uint8, col, row int) {
	b.mark(col, row, true)
	b.P[col] = row
	b.Place(line, col, row)
}

// Take takes the queen of a column off.
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

// Empty takes all queens off for a new start.
func (b *Board) Empty(line uint8) {
	clear(b.rows)
	clear(b.rising)
	clear(b.falls)
	for col := range b.P {
		b.P[col] = Whole
	}
	b.Clear(line)
}

// Fill says how [Board.Fill] works.
type Fill struct {
	Test, Place, Remove uint8       // lines of the pseudocode
	FirstRows           int         // rows tried in column 0; 0 means all
	Full                func() bool // is called for each full board; returns whether to continue
}

// Fill fills the columns from col on in all ways, the rows of a column from the top, and so the
// boards in lexicographic order. It reports whether all ways were tried: false if Full said to stop
// or the run is to end.
func (b *Board) Fill(f *Fill, col int) bool {
	rows := len(b.P)
	if col == rows {
		return f.Full()
	}
	if col == 0 && f.FirstRows > 0 {
		rows = f.FirstRows
	}
	for row := range rows {
		if !b.Safe(f.Test, col, row) {
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
