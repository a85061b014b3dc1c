package symmetric

import (
	"math/bits"
	"slices"

	"queens/count/internal/symmetric"
)

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
