package first

import (
	"math/bits"

	"queens"
)

// The two ways a line runs.
const (
	inColumn = iota
	inRow
)

// holes is a partly filled board: the lines without a queen, and their free squares.
// Every square is kept twice, in its column and in its row.
type holes struct {
	open [2]uint64           // columns and rows without a queen
	free [2][MaxOrder]uint64 // of each open column the free rows, of each open row the free columns
}

func newHoles(n int) holes {
	all := uint64(1)<<n - 1
	h := holes{open: [2]uint64{all, all}}
	for line := range n {
		h.free[inColumn][line], h.free[inRow][line] = all, all
	}
	return h
}

// choice is an open line, one of whose free squares must be taken. The least choice is the best:
//
//	bits   field
//	23-16  number of free squares
//	15-7   rank among lines with equally many
//	6      1 for a row
//	5-0    the line
type choice uint32

const (
	countShift = 16
	rankShift  = 7
	rowBit     = 1 << 6
	lineMask   = 1<<6 - 1
)

const noChoice = choice(1<<24 - 1)

func (c choice) line() int { return int(c & lineMask) }

func (c choice) direction() int { return int(c & rowBit >> 6) }

// squares returns the free squares of the line.
func (c choice) squares(h *holes) uint64 { return h.free[c.direction()][c.line()] }

// square returns the first square of a set on the line.
func (c choice) square(set uint64) (row, col int) {
	at := bits.TrailingZeros64(set)
	if c.direction() == inColumn {
		return at, c.line()
	}
	return c.line(), at
}

func (c choice) kind() queens.Line {
	return [...]queens.Line{inColumn: queens.Col, inRow: queens.Row}[c.direction()]
}

// lineOrder breaks ties between lines with equally few free squares: rows come before
// columns, and lines near 2n/3 come first. The beginnings that First refutes fill low
// rows, so the middle of the free rows is there, and queens in the middle attack most.
// Against the last line first, columns before rows, it saves half to two thirds of the
// queens: docs/laboratory.md.
type lineOrder [2][MaxOrder]choice

func newLineOrder(n int) *lineOrder {
	var o lineOrder
	for line := range n {
		rank := max(3*line-2*n, 2*n-3*line) // at most 128
		o[inRow][line] = choice(rank<<rankShift | rowBit | line)
		o[inColumn][line] = choice((rank+2*MaxOrder+1)<<rankShift | line)
	}
	return &o
}

// place makes next the board with one more queen on a free square, and returns the best choice on
// it. alive is false if an open line has no free square left; then best is that line and next is
// not to be used. Time O(open lines).
func (o *lineOrder) place(h, next *holes, row, col int) (best choice, alive bool) {
	next.open = [2]uint64{h.open[inColumn] &^ (1 << col), h.open[inRow] &^ (1 << row)}
	best, alive = attackLines(&h.free[inColumn], &next.free[inColumn], &o[inColumn], next.open[inColumn], col, 1<<row,
		noChoice)
	if !alive {
		return best, false
	}
	return attackLines(&h.free[inRow], &next.free[inRow], &o[inRow], next.open[inRow], row, 1<<col, best)
}

// attackLines takes the squares that a queen attacks from the open lines of one direction; she
// stands in the given line on the square of bit queen. It returns the best of them and best.
func attackLines(free, next *[MaxOrder]uint64, order *[MaxOrder]choice, open uint64, line int, queen uint64,
	best choice,
) (choice, bool) {
	for ; open != 0; open &= open - 1 {
		other := bits.TrailingZeros64(open) & lineMask
		distance := max(other-line, line-other) & lineMask
		left := free[other] &^ (queen | queen<<distance | queen>>distance)
		if left == 0 {
			return order[other], false
		}
		next[other] = left
		best = min(best, choice(bits.OnesCount64(left))<<countShift|order[other])
	}
	return best, true
}
