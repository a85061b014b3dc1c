package search

import (
	"math/rand/v2"

	"queens"
	"queens/find/solver"
)

// board is a placement under construction, for algorithms that place only queens that
// no queen attacks.
type board struct {
	*solver.Meter
	p       queens.Perm // rows of the queens of the columns placed
	rows    []bool      // that hold a queen
	rising  []bool      // by Square.SumDiag
	falling []bool      // by Square.DiffDiag
}

func newBoard(m *solver.Meter, n int) *board {
	return &board{Meter: m, p: make(queens.Perm, n), rows: make([]bool, n), rising: make([]bool,
		2*n), falling: make([]bool, 2*n)}
}

func (b *board) attacked(col, row int) bool {
	sq := queens.Square{Row: row, Col: col}
	return b.rows[row] || b.rising[sq.SumDiag()] || b.falling[sq.DiffDiag(len(b.p))]
}

// test is attacked, counted and reported.
func (b *board) test(line uint8, col, row int) bool {
	b.Test(line, col, row)
	if b.attacked(col, row) {
		b.Conflict(line, col, row)
		return true
	}
	return false
}

func (b *board) put(line uint8, col, row int) {
	b.mark(col, row, true)
	b.p[col] = row
	b.Place(line, col, row)
}

func (b *board) take(line uint8, col int) {
	b.mark(col, b.p[col], false)
	b.Remove(line, col, b.p[col])
}

func (b *board) mark(col, row int, queen bool) {
	sq := queens.Square{Row: row, Col: col}
	b.rows[row], b.rising[sq.SumDiag()], b.falling[sq.DiffDiag(len(b.p))] = queen, queen, queen
}

func (b *board) empty(line uint8) {
	clear(b.rows)
	clear(b.rising)
	clear(b.falling)
	b.Clear(line)
}

func newRandom(c solver.Call) *rand.Rand {
	return rand.New(rand.NewPCG(c.Seed, uint64(c.Problem.Order)))
}

func refuseNone(n int) string {
	if n == 2 || n == 3 {
		return "no solution exists"
	}
	return ""
}
