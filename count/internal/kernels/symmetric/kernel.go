// Package symmetric counts placements by the columns they use. A board has rows, each with some
// options, which are bitmasks. A placement takes one option of every row, and no two of them share
// a bit. The result is a table with the number of placements for each set of columns.
//
//	word    columns from bit 0, then whatever else two queens may not share
//	cell    of a table: the sum of two numbers that a board has for the low and for
//	        the high columns of a placement
//	batch   dozens of nodes of one row are extended together: every node is tested
//	        with every option of the next row, without a branch on the result.
//	line    the last row is not searched: each set of columns before it has a line of
//	        numbers, one for each option. The numbers of the options that a node
//	        leaves free are added up, or increased by 1.
//	list    of words for each set of columns. Where words are needed, not their numbers,
//	        a set's list is made from those of the sets without one of its columns:
//	        all words of one list are tested with one option.
//
// The package knows bitmasks, not queens: count/internal/symmetric has the theorems.
package symmetric

import (
	"math/bits"
	"slices"

	"queens/count/internal/kernels/table"
	"queens/count/internal/symmetric"
)

// Kernel is one way to extend nodes. All kernels return the same tables.
type Kernel struct {
	table.Entry

	// extend writes node | option for every node and option that share no bit, in the order of the
	// nodes, and returns their number. It checks nothing: to has room for all pairs plus vector
	// words, and the number of options is a multiple of vector. Nil for the reference.
	extend func(to, nodes, options []uint64) int

	// weigh adds up the numbers, below 2^15, of the options of the last row that share no bit with
	// their node. count adds 1 to each of these numbers. Both return how many these are. There are
	// 1 to 32768 nodes. Nil if the last row is extended like the others.
	weigh func(nodes []uint64, l *lines) (found, sum uint64)
	count func(nodes []uint64, l *lines) (found uint64)
}

// All returns every kernel of this build, the reference first and the fastest last.
func All() []Kernel { return append([]Kernel{generic, portable}, archKernels...) }

var generic = Kernel{Entry: table.Entry{Name: "generic"}}

var portable = Kernel{
	Entry:  table.Entry{Name: "portable"},
	extend: extendPortable,
}

func extendPortable(to, nodes, options []uint64) (n int) {
	for _, node := range nodes {
		for _, option := range options {
			to[n] = node | option
			n += int((node&option - 1) >> 63) // 1 if they share no bit; mark is the highest bit that they may share
		}
	}
	return n
}

// lines has a line of numbers, one for each option of the last row, for each set of columns of the
// rows before it.
type lines struct {
	*layout
	pick    [64]uint8 // bits of options: the first of each, then second and third ones
	numbers []uint16
}

// layout is shared by lines of the same columns.
type layout struct {
	low, high []uint32 // a node's line starts at the sum of one of each, as in symmetric.Table
	split     uint64
	cells     []uint32 // of the placements of each number; an extra one for columns that are taken

	table, before *uint32  // made from these and
	columns       []uint64 // the columns of the options
}

const (
	picked  = 21        // options whose three bits fit in 63 bits
	slack   = 32        // numbers read after the start of a line
	small   = 1<<15 - 1 // most that is added up; 15 bits
	layouts = 16        // cached
)

// line prepares lines for a board, with arbitrary numbers, and reports whether they can handle its
// last row.
func (c *Counter) line(l *lines, b *symmetric.Board) bool {
	if len(b.Rows) == 0 || b.Before.Cells == 0 || b.After == len(b.Rows) && b.Field != 0 {
		return false
	}
	options := b.Rows[len(b.Rows)-1]
	if len(options) == 0 || len(options) > picked {
		return false
	}
	columns := slices.Clone(options)
	for i, option := range options {
		if bits.OnesCount64(option) != 3 {
			return false
		}
		columns[i] &= uint64(len(b.Before.Low)*len(b.Before.High) - 1)
		for j := range 3 {
			l.pick[i+j*picked] = uint8(bits.TrailingZeros64(option))
			option &= option - 1
		}
	}
	i := slices.IndexFunc(c.layouts, func(l *layout) bool {
		return l.table == &b.Low[0] && l.before == &b.Before.Low[0] && slices.Equal(l.columns, columns)
	})
	if i < 0 {
		i = len(c.layouts)
		c.layouts = append(c.layouts, newLayout(b, columns))
	}
	l.layout = c.layouts[i]
	if len(c.layouts) > layouts {
		c.layouts = slices.Delete(c.layouts, 0, 1)
	}
	l.numbers = slices.Grow(l.numbers[:0], len(l.cells)+slack)[:len(l.cells)]
	return true
}

func newLayout(b *symmetric.Board, columns []uint64) *layout {
	l := &layout{split: uint64(b.Before.Split), table: &b.Low[0], before: &b.Before.Low[0], columns: columns}
	for _, x := range b.Before.Low {
		l.low = append(l.low, x*uint32(len(columns)))
	}
	for _, x := range b.Before.High {
		l.high = append(l.high, x*uint32(len(columns)))
	}
	for _, set := range b.Before.Sets {
		for _, column := range columns {
			cell := uint32(b.Cells)
			if column&uint64(set) == 0 {
				cell = b.Cell(uint64(set) | column)
			}
			l.cells = append(l.cells, cell)
		}
	}
	return l
}

// weigh sets the numbers to the weights of their cells, which have at most 15 bits.
func (l *lines) weigh(weights []uint64) {
	short := make([]uint16, len(weights)+1)
	for i, x := range weights {
		short[i] = uint16(x)
	}
	for i, cell := range l.cells {
		l.numbers[i] = short[cell]
	}
}

// addTo adds the numbers to their cells. cells has an extra one at the end.
func (l *lines) addTo(cells []uint32) {
	for i, cell := range l.cells {
		cells[cell] += uint32(l.numbers[i])
	}
}
