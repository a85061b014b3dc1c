package placements

import (
	"iter"
	"math/bits"
)

// board is a board filled row by row, where rows may stay empty. Bit c of columns
// stands for column c, bit r+c of rising and bit c-r+n-1 of falling for the
// diagonals of the square at row r, column c.
type board struct {
	n, row, queens           int
	columns, rising, falling uint64
	empty                    uint64 // rows above row without a queen
}

func (b *board) free(row int) uint64 {
	all := uint64(1)<<b.n - 1
	return all &^ (b.columns | b.rising>>row | b.falling>>(b.n-1-row))
}

func (b *board) with(col int) board {
	next := *b
	next.columns |= 1 << col
	next.rising |= 1 << (b.row + col)
	next.falling |= 1 << (col - b.row + b.n - 1)
	next.row++
	next.queens++
	return next
}

func (b *board) without() board {
	next := *b
	next.empty |= 1 << b.row
	next.row++
	return next
}

// children yields the boards with a queen in each free column of the next row, then with none.
func (b *board) children() iter.Seq[board] {
	return func(yield func(board) bool) {
		for free := b.free(b.row); free != 0; free &= free - 1 {
			if !yield(b.with(bits.TrailingZeros64(free))) {
				return
			}
		}
		yield(b.without())
	}
}

// isMaximal reports whether every square of a row without a queen is attacked. All rows are done.
func (b *board) isMaximal() bool {
	for rows := b.empty; rows != 0; rows &= rows - 1 {
		if b.free(bits.TrailingZeros64(rows)) != 0 {
			return false
		}
	}
	return true
}

// extend counts the sets that begin as b does.
func (t tallies) extend(b board) {
	if b.row == b.n {
		t.note(b.queens, b.isMaximal())
		return
	}
	for next := range b.children() {
		t.extend(next)
	}
}
