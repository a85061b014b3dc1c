package enumerate

import (
	"fmt"
	"iter"

	"queens"
)

// Backtrack yields all solutions of order n in lexicographic order, found by the
// textbook search: columns from the left, rows from the top, one step back where
// no row is free. The yielded slice is the caller's. n is 0..MaxOrder.
//
// It is the slow twin of Solutions: about a tenth of its speed, and nothing in it
// to get wrong. Errors: queens.ErrOrder for n out of range.
func Backtrack(n int) (iter.Seq[queens.Perm], error) {
	if n < 0 || n > MaxOrder {
		return nil, fmt.Errorf("enumerate: backtrack order %d: want 0 to %d: %w", n, MaxOrder, queens.ErrOrder)
	}
	return func(yield func(queens.Perm) bool) {
		b := backtracker{
			p:       make(queens.Perm, n),
			rows:    make([]bool, n),
			rising:  make([]bool, 2*n),
			falling: make([]bool, 2*n),
			yield:   yield,
		}
		b.place(0)
	}, nil
}

// backtracker is a board with queens in its first columns.
type backtracker struct {
	p               queens.Perm
	rows            []bool // by row: taken
	rising, falling []bool // by diagonal: taken
	yield           func(queens.Perm) bool
}

// place fills the columns from col on in all ways and reports whether to go on.
func (b *backtracker) place(col int) bool {
	n := len(b.p)
	if col == n {
		return b.yield(b.p.Clone())
	}
	for row := range n {
		sq := queens.Square{Row: row, Col: col}
		sum, diff := sq.SumDiag(), sq.DiffDiag(n)
		if b.rows[row] || b.rising[sum] || b.falling[diff] {
			continue
		}
		b.p[col] = row
		b.rows[row], b.rising[sum], b.falling[diff] = true, true, true
		ok := b.place(col + 1)
		b.rows[row], b.rising[sum], b.falling[diff] = false, false, false
		if !ok {
			return false
		}
	}
	return true
}
