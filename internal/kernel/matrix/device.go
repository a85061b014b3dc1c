package matrix

import (
	"math"
	"math/bits"
	"slices"
	"sync/atomic"

	"queens/internal/parity"
)

// Device tests items against lanes outside the processor. It has a white and a black matrix of
// 32-bit cells and belongs to one goroutine at a time.
type Device interface {
	// Local returns the bytes available for the tables of a block.
	Local() int
	// Pairs fills matrix 0 or 1 with numbers of pairs.
	Pairs(colour int, d *Dense) error
	// Cells reads the first cells of a matrix.
	Cells(colour int, to []uint32) error
	// Products multiplies equal cells of the first rows of both matrices and sums each row.
	Products(stride, rows, columns, columnsBelow int) ([]RowSums, error)
}

// RowSums has, for one row, the sum of products in the columns below the bound, the sum in the
// others, and the sum of its cells in both matrices.
type RowSums struct{ Below, Above, White, Black uint64 }

// Shape of a block for devices: a word has the 32 lanes of a slot, a row the words of all slots.
const (
	DeviceSlots = 32
	deviceLanes = 32
	diagonals   = 32 // of either direction

	// Rows of a block: the lanes that use each rising and each falling diagonal; the lanes in use;
	// the column of each slot; and a row that begins with the number of the cell and the first
	// column.
	DeviceValid   = 2 * diagonals
	DeviceColumns = DeviceValid + 1
	DeviceHeader  = DeviceColumns + 1
	DeviceBlock   = (DeviceHeader + 1) * DeviceSlots // words of a block
	DeviceRow     = 4 * DeviceSlots                  // bytes of a row of tables
	DeviceQueens  = 8                                // most queens of an item: a record has the rows of four tables
)

// List is one list of a unit in the format for devices.
//
//	items  0: two words for each item: the rows of its tables, 16 bits each, times 8;
//	       1: jobs, four words: the first item, the number of items, the row of the matrix, 0;
//	       2: the first job of each cell, and the end.
//	lanes  0: blocks.
type List struct {
	ID    uint64 // unique
	Words [3][]uint32

	length  uint64
	longest int      // most placements of one label
	cells   []uint64 // items or blocks of each cell
}

var lists atomic.Uint64

// Bytes estimates the size of the list.
func (l *List) Bytes() (n int64) {
	for _, words := range l.Words {
		n += int64(4 * cap(words))
	}
	return n
}

// Dense tells a device how to fill a matrix: the cell in row B, column B' is the number of pairs of
// an item with label B and a lane with label B' that share no diagonal.
type Dense struct {
	Items, Lanes  *List
	Queens        int            // of an item
	Squares       parity.Quarter // of the items
	Lines         uint32         // rows of the items
	Stride        int            // cells of a row of the matrix
	Rows, Columns int            // required; other columns may be nonzero
}

// Tables returns the number of tables of a block, and the total of their rows.
func (d *Dense) Tables() (tables, rows int) { return deviceTables(d.Queens, d.Squares.Columns) }

func deviceTables(queens, columns int) (tables, rows int) {
	if queens == 0 {
		return 1, 1
	}
	return (queens + 1) / 2, queens/2*columns*columns + queens%2*columns
}

// cutsOf returns the best number of diagonals by which to cut lists: while that leaves 64 lanes,
// two slots, per label, and copies items to few enough cells.
func cutsOf(m, queens int) (number int) {
	const most = 5
	for length := parity.UsualList(m, queens) >> 8; length >= 4*deviceLanes && number < most; length /= 2 {
		number++
	}
	return number
}

// cut returns the given number of diagonals, the most central ones, alternately falling and rising,
// or none on small boards.
func (l *lister) cut(number int) (cut uint64) {
	q := l.quarter
	if q.Rows < 4 {
		return 0
	}
	middle := [2]int{diagonals + q.Diff + (q.Columns-q.Rows)/2, (q.Rows+q.Columns)/2 - 1 + q.Sum}
	for i := range number {
		step := (i/2 + 1) / 2
		if i/2%2 == 1 {
			step = -step
		}
		cut |= 1 << (middle[i%2] + step)
	}
	return cut
}

func patterns(cut uint64) (list []uint64) {
	for p := uint64(0); ; p = (p - cut) & cut {
		list = append(list, p)
		if p == cut {
			return list
		}
	}
}

// deviceRecord returns the rows of tables that an item tests, from the columns of its queens.
func (l *lister) deviceRecord(columns uint64) (record uint64) {
	for i := range l.queens {
		offset := uint64(columns >> (4 * i) & 15)
		if i%2 == 0 && i+1 < l.queens {
			offset *= uint64(l.quarter.Columns)
		}
		if i%2 == 0 {
			offset += uint64(i / 2 * l.quarter.Columns * l.quarter.Columns)
		}
		record += 8 * offset << (i / 2 * 16)
	}
	return record
}

// deviceItems makes a cell for each pattern: the items that use none of its diagonals. A job has
// items of one label.
func (l *lister) deviceItems(rows uint32, cut uint64) *List {
	type item struct{ key, record uint64 }
	items, list := make([][]item, l.labels), &List{ID: lists.Add(1)}
	l.each(rows, func(label int32, key, columns uint64) {
		items[label] = append(items[label], item{key, l.deviceRecord(columns)})
		list.length, list.longest = list.length+1, max(list.longest, len(items[label]))
	})
	job := func() uint32 { return uint32(len(list.Words[1]) / 4) }
	for _, pattern := range patterns(cut) {
		list.Words[2] = append(list.Words[2], job())
		before := len(list.Words[0]) / 2
		for label, of := range items {
			first := len(list.Words[0]) / 2
			for _, it := range of {
				if it.key&pattern == 0 {
					list.Words[0] = append(list.Words[0], uint32(it.record), uint32(it.record>>32))
				}
			}
			if count := len(list.Words[0])/2 - first; count > 0 {
				list.Words[1] = append(list.Words[1], uint32(first), uint32(count), uint32(label), 0)
			}
		}
		list.cells = append(list.cells, uint64(len(list.Words[0])/2-before))
	}
	list.Words[2] = append(list.Words[2], job())
	return list
}

// deviceLanes makes, for each pattern, blocks of the lanes that use exactly its diagonals.
func (l *lister) deviceLanes(rows uint32, cut uint64) *List {
	it := l.newItems(rows)
	list := &List{ID: lists.Add(1), length: it.length()}
	var blocks []uint32
	for number, pattern := range patterns(cut) {
		slot, before := DeviceSlots, len(blocks) // the next slot of the last block
		for label := range l.labels {
			list.longest = max(list.longest, len(it.of(label)))
			chosen := slices.DeleteFunc(slices.Clone(it.of(label)), func(key uint64) bool { return key&cut != pattern })
			for part := range slices.Chunk(chosen, deviceLanes) {
				if slot == DeviceSlots {
					blocks, slot = append(blocks, make([]uint32, DeviceBlock)...), 0
					header := blocks[len(blocks)-DeviceSlots:]
					header[0], header[1] = uint32(number), uint32(label)
				}
				putLanes(blocks[len(blocks)-DeviceBlock:], slot, label, part)
				slot++
			}
		}
		list.cells = append(list.cells, uint64((len(blocks)-before)/DeviceBlock))
	}
	list.Words[0] = slices.Clip(blocks)
	return list
}

func putLanes(block []uint32, slot, column int, keys []uint64) {
	block[DeviceColumns*DeviceSlots+slot] = uint32(column)
	for i, key := range keys {
		block[DeviceValid*DeviceSlots+slot] |= 1 << i
		for ; key != 0; key &= key - 1 {
			block[bits.TrailingZeros64(key)*DeviceSlots+slot] |= 1 << i
		}
	}
}

// Suits reports whether devices can count units of a class: items have at most [DeviceQueens]
// queens.
func Suits(c *parity.Class) bool { return max(c.Queens, c.Even-c.Queens) <= DeviceQueens }

// CountOn is Count with the tests on a device. It counts here if the class does not suit the
// device, or if the device lacks memory for tables or cells.
//
// Errors: those of the device.
func (n *Counter) CountOn(d Device, queens int, u parity.Unit) (r Result, err error) {
	c := n.source.class(queens)
	reach := c.Reach(u)
	rows, others := c.rowsOf(u)
	var dense [2]*Dense
	var most [2]uint64 // largest cells
	for colour, s := range c.sides {
		_, tables := deviceTables(s.of.queens, s.of.quarter.Columns)
		if !Suits(c.Class) || tables*DeviceRow > d.Local() {
			return n.Count(queens, u), nil
		}
		f := &Dense{
			Items: s.deviceItems.Get(rows[colour]), Lanes: s.deviceLanes.Get(others[colour]), Queens: s.of.queens,
			Squares: s.of.quarter, Lines: rows[colour], Stride: c.stride, Rows: reach.Rows, Columns: reach.Columns,
		}
		if most[colour] = uint64(f.Items.longest) * uint64(f.Lanes.longest); most[colour] > math.MaxUint32 {
			return n.Count(queens, u), nil
		}
		dense[colour] = f
	}
	for colour, f := range dense {
		r.Items[colour], r.Lanes[colour] = f.Items.length, f.Lanes.length
		for i, items := range f.Items.cells {
			r.Tests += items * f.Lanes.cells[i]
		}
		if n.stop.Load() {
			return r, nil
		}
		if err := d.Pairs(colour, f); err != nil {
			return Result{}, err
		}
	}
	if fits(most[white], most[black], uint64(reach.Columns)) {
		sums, err := d.Products(c.stride, reach.Rows, reach.Columns, reach.ColumnsBelow)
		if err != nil {
			return Result{}, err
		}
		n.addRows(c, reach, sums, &r)
		return r, nil
	}
	for colour := range dense {
		if err := d.Cells(colour, n.cleared(colour, c, reach)); err != nil {
			return Result{}, err
		}
	}
	n.multiply(c, reach, &r)
	return r, nil
}

// fits reports whether the product of all factors is below 2^64.
func fits(factors ...uint64) bool {
	product := uint64(1)
	for _, x := range factors {
		high, low := bits.Mul64(product, x)
		if product = low; high != 0 {
			return false
		}
	}
	return true
}

func (n *Counter) addRows(c *class, reach parity.Reach, sums []RowSums, r *Result) {
	for i, s := range sums {
		r.Pairs[white] += s.White
		r.Pairs[black] += s.Black
		weight := uint64(c.Rows[i].Weight)
		below := weight
		if i < reach.RowsBelow {
			below *= 2
		}
		r.add(bits.Mul64(s.Below, below))
		r.add(bits.Mul64(s.Above, weight))
	}
}
