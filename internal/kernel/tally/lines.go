package tally

import (
	"math/bits"
	"slices"

	"queens/internal/turns"
)

// lines are numbers for the last row of a board: a line for each set of columns of the rows
// before it, in which each option has a number.
type lines struct {
	options   []uint64
	pick      [64]uint8 // the bits of an option: the first of each, then second and third ones
	split     uint64
	low, high []uint32 // a node's line begins at the sum of two, as in turns.Table
	numbers   []uint16

	cells []uint32 // of the placements of each number, one more than there are for a column that is taken
	board turns.Board
}

const (
	picked = 21        // options that 64 bits have place for
	slack  = 32        // numbers that are read behind the beginning of a line
	small  = 1<<15 - 1 // numbers that are added up have 15 bits
)

// set prepares for a board, and reports whether its last row can be taken so. The numbers
// are anything.
func (l *lines) set(b *turns.Board) bool {
	if len(b.Rows) == 0 || b.Before.Cells == 0 || b.After == len(b.Rows) && b.Field != 0 {
		return false
	}
	options := b.Rows[len(b.Rows)-1]
	if len(options) == 0 || len(options) > picked {
		return false
	}
	for i, option := range options {
		if bits.OnesCount64(option) != 3 {
			return false
		}
		for j := range 3 {
			l.pick[i+j*picked] = uint8(bits.TrailingZeros64(option))
			option &= option - 1
		}
	}
	columns := uint64(len(b.Before.Low)*len(b.Before.High) - 1)
	same := len(l.cells) > 0 && len(l.options) == len(options) && &l.board.Low[0] == &b.Low[0] && &l.board.Before.Low[0] == &b.Before.Low[0]
	for i := 0; same && i < len(options); i++ {
		same = (l.options[i]^options[i])&columns == 0
	}
	l.options, l.board = options, *b
	if same {
		return true
	}
	l.split = uint64(b.Before.Split)
	l.low, l.high = l.places(l.low, b.Before.Low), l.places(l.high, b.Before.High)
	l.cells = l.cells[:0]
	for _, set := range b.Before.Sets {
		for _, option := range options {
			cell := uint32(b.Cells)
			if option&uint64(set) == 0 {
				cell = b.Cell(uint64(set) | option)
			}
			l.cells = append(l.cells, cell)
		}
	}
	l.numbers = slices.Grow(l.numbers[:0], len(l.cells)+slack)[:len(l.cells)]
	return true
}

// places returns where lines begin, in the memory of another list.
func (l *lines) places(room, cells []uint32) []uint32 {
	room = room[:0]
	for _, x := range cells {
		room = append(room, x*uint32(len(l.options)))
	}
	return room
}

// weigh sets the numbers to the weights of their cells, all of which have 15 bits.
func (l *lines) weigh(weights []uint64) {
	short := make([]uint16, len(weights)+1)
	for i, x := range weights {
		short[i] = uint16(x)
	}
	for i, cell := range l.cells {
		l.numbers[i] = short[cell]
	}
}

// addTo adds the numbers to their cells, of which there is one more than the board has.
func (l *lines) addTo(cells []uint32) {
	for i, cell := range l.cells {
		cells[cell] += uint32(l.numbers[i])
	}
}
