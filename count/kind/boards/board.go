package boards

import (
	"iter"

	"queens"
	"queens/count/kind"
	"queens/internal/bitmath"
)

// Board is a partly filled board in words. A word of columns has bit c for column c. Rising has bit
// r+c for each queen at (r, c), Falling bit c-r+n-1; on the modular board both hold the diagonals
// modulo n.
type Board struct {
	Order    int
	Topology queens.Topology
	Columns  uint64                // columns that hold a queen
	Rising   uint64                // rising diagonals that hold a queen
	Falling  uint64                // falling diagonals that hold a queen
	Blocked  [kind.MaxOrder]uint64 // per row, columns where no queen may stand
	Filled   uint64                // rows that hold a queen
	Rows     []int                 // open rows in the order they are to be filled; shared, not to be modified
}

// Free returns the columns of row r, an open row, where a queen may be placed.
func (b *Board) Free(r int) uint64 {
	n := b.Order
	all := uint64(1)<<n - 1
	if b.Topology == queens.Modular {
		rising := b.Rising | b.Rising<<n    // bit i+n stands for diagonal i, too
		falling := b.Falling | b.Falling<<n // so that both can be shifted into place
		return all &^ (b.Columns | b.Blocked[r] | rising>>r | falling>>((n-r)%n))
	}
	return all &^ (b.Columns | b.Blocked[r] | b.Rising>>r | b.Falling>>(n-1-r))
}

// Place puts a queen on a free square. Rows is left as it is.
func (b *Board) Place(sq queens.Square) {
	n := b.Order
	b.Columns |= 1 << sq.Col
	b.Filled |= 1 << sq.Row
	if b.Topology == queens.Modular {
		b.Rising |= 1 << ((sq.Row + sq.Col) % n)
		b.Falling |= 1 << ((sq.Col - sq.Row + n) % n)
	} else {
		b.Rising |= 1 << sq.SumDiag()
		b.Falling |= 1 << (sq.Col - sq.Row + n - 1)
	}
}

// children yields the boards that follow b by a queen in the first open row, with its column.
func (b *Board) children() iter.Seq2[int, Board] {
	return func(yield func(int, Board) bool) {
		r := b.Rows[0]
		for c := range bitmath.Members(b.Free(r)) {
			if !yield(c, b.with(c)) {
				return
			}
		}
	}
}

func (b *Board) with(c int) Board {
	child := *b
	child.fill(c)
	return child
}

func (b *Board) fill(c int) {
	b.Place(queens.Square{Row: b.Rows[0], Col: c})
	b.Rows = b.Rows[1:]
}
