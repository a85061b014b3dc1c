package matrix

import (
	"math"
	"math/bits"
	"slices"
	"sync/atomic"

	"queens/internal/parity"
)

// Device tests items with lanes elsewhere than on the processor. It has a white and
// a black matrix, of 32 bits, and is used by one goroutine at a time.
type Device interface {
	// Local returns the bytes that the tables of a block may take.
	Local() int
	// TestTime returns about how many nanoseconds a test of an item with 512 lanes takes, all told.
	TestTime() float64
	// Pairs sets a matrix, 0 or 1, to the numbers of pairs.
	Pairs(colour int, d *Dense) error
	// Cells reads the first cells of a matrix.
	Cells(colour int, to []uint32) error
	// Products multiplies equal cells of the first rows of both matrices and adds up each row's.
	Products(stride, rows, columns, columnsBelow int) ([]RowSums, error)
}

// RowSums is what Products tells of a row: the sum of products in the columns below the bound and
// in the others, and the sum of its cells in both matrices.
type RowSums struct{ Below, Above, White, Black uint64 }

// Shape of a block for devices: a word has the 32 lanes of a slot, a row the words of
// all slots.
const (
	DeviceSlots = 32
	deviceLanes = 32

	// Rows of a block: a row for each rising and for each falling diagonal, of the lanes that use
	// it; those in use; the column of each slot; and one that begins with the number of the cell
	// and the first column.
	DeviceValid   = 2 * diagonals
	DeviceColumns = DeviceValid + 1
	DeviceHeader  = DeviceColumns + 1
	DeviceBlock   = (DeviceHeader + 1) * DeviceSlots // words of a block
	DeviceRow     = 4 * DeviceSlots                  // bytes of a row of tables
	DeviceQueens  = 8                                // of an item, at most: a record has the rows of four tables
	deviceBatch   = math.MaxUint16                   // items of a job; no label has more than 8!
)

// List is one list of a unit as devices read it.
//
//	items  0: two words for each item: the rows of the tables it is tested by, 16 bits each, times 8;
//	       1: jobs, four words: the first item, the number of items, the row of the matrix, 0;
//	       2: the first job of each cell; one more.
//	lanes  0: blocks.
type List struct {
	ID    uint64 // no other list has it
	Words [3][]uint32

	length  uint64
	longest int      // placements of one label
	cells   []uint64 // items or blocks of each cell
}

// lists numbers them.
var lists atomic.Uint64

// Bytes returns about what the list takes.
func (l *List) Bytes() (n int64) {
	for _, words := range l.Words {
		n += int64(4 * cap(words))
	}
	return n
}

// Dense is what a device has to know to fill a matrix: row B, column B' of it is the number of
// pairs of an item with label B and a lane with label B' that share no diagonal.
type Dense struct {
	Items, Lanes  *List
	Queens        int            // of an item
	Squares       parity.Quarter // of the items
	Lines         uint32         // rows of the items
	Stride        int            // cells of a row of the matrix
	Rows, Columns int            // that are wanted; there may be more than zeros in other columns
}

// Tables returns the number of tables of a block, and of the rows of all of them.
func (d *Dense) Tables() (tables, rows int) { return deviceTables(d.Queens, d.Squares.Columns) }

func deviceTables(queens, columns int) (tables, rows int) {
	if queens == 0 {
		return 1, 1
	}
	return (queens + 1) / 2, queens/2*columns*columns + queens%2*columns
}

func (l *lister) deviceItems(rows uint32, cut uint64) *List {
	it := l.newItems(rows, cut, 1, deviceBatch, l.labels+1)
	list := &List{ID: lists.Add(1), length: it.length(), longest: it.longest}
	items := uint32(0)
	for _, c := range it.cells {
		list.Words[2] = append(list.Words[2], uint32(len(list.Words[1])/4))
		for _, j := range c.jobs {
			list.Words[1] = append(list.Words[1], items+j.first/8, uint32(j.count), uint32(j.row), 0)
		}
		for _, r := range c.records {
			list.Words[0] = append(list.Words[0], uint32(r), uint32(r>>32))
		}
		items += uint32(len(c.records))
		list.cells = append(list.cells, uint64(len(c.records)))
	}
	list.Words[2] = append(list.Words[2], uint32(len(list.Words[1])/4))
	return list
}

func (l *lister) deviceLanes(rows uint32, cut uint64) *List {
	starts, keys, _ := l.list(rows)
	list := &List{ID: lists.Add(1), length: uint64(len(keys))}
	var blocks []uint32
	for number, pattern := range patterns(cut) {
		slot, before := DeviceSlots, len(blocks) // the next slot of the last block
		for label := range l.labels {
			chosen := slices.Clone(keys[starts[label]:starts[label+1]])
			list.longest = max(list.longest, len(chosen))
			chosen = slices.DeleteFunc(chosen, func(key uint64) bool { return key&cut != pattern })
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

// CountOn is Count with the tests made by a device. What does not suit it is counted here: pairs
// that are better found by splitting lists, as Count decides, and units whose tables or cells a
// device has no room for.
//
// It fails if the device does.
func (n *Counter) CountOn(d Device, queens int, u parity.Unit) (r Result, err error) {
	c := n.source.class(queens)
	kernel := n.kernel
	kernel.testTime = d.TestTime()
	sparse := n.sparse(&kernel, c)
	rows, others := c.rowsOf(u)
	x := &unit{class: c, rows: rows, sparse: sparse, reach: c.Reach(u)}
	var dense [2]*Dense
	most := [2]uint64{1, 1} // largest cells
	for colour, s := range c.sides {
		if colour == sparse {
			x.packed[colour] = [2]*packed{s.rows.Get(rows[colour]), s.columns.Get(others[colour])}
			r.Items[colour], r.Lanes[colour] = x.packed[colour][0].length(), x.packed[colour][1].length()
			continue
		}
		if _, rows := deviceTables(s.of.queens, s.of.quarter.Columns); s.of.queens > DeviceQueens ||
			rows*DeviceRow > d.Local() || n.kernel.test == nil {
			return n.Count(queens, u), nil
		}
		f := &Dense{
			Items: s.deviceItems.Get(rows[colour]), Lanes: s.deviceLanes.Get(others[colour]), Queens: s.of.queens,
			Squares: s.of.quarter, Lines: rows[colour], Stride: c.stride, Rows: x.reach.Rows, Columns: x.reach.Columns,
		}
		most[colour] = uint64(f.Items.longest) * uint64(f.Lanes.longest)
		if most[colour] > math.MaxUint32 {
			return n.Count(queens, u), nil
		}
		dense[colour] = f
		r.Items[colour], r.Lanes[colour] = f.Items.length, f.Lanes.length
	}
	for colour, f := range dense {
		if f == nil || n.stop.Load() {
			continue
		}
		for i, items := range f.Items.cells {
			r.Tests += items * f.Lanes.cells[i]
		}
		if err := d.Pairs(colour, f); err != nil {
			return Result{}, err
		}
	}
	switch {
	case n.stop.Load():
		return r, nil
	case sparse != none:
		if err := n.read(d, x, black-sparse); err != nil {
			return Result{}, err
		}
		n.sum(x, sparse, n.weigh(x, black-sparse, true, &r), &r)
	case fits(most[white], most[black], uint64(x.reach.Columns)):
		sums, err := d.Products(x.stride, x.reach.Rows, x.reach.Columns, x.reach.ColumnsBelow)
		if err != nil {
			return Result{}, err
		}
		n.addRows(x, sums, &r)
	default:
		for colour := range dense {
			if err := n.read(d, x, colour); err != nil {
				return Result{}, err
			}
		}
		n.multiplyWide(x, &r)
	}
	return r, nil
}

func (n *Counter) read(d Device, x *unit, colour int) error {
	n.growWide(colour, x.class)
	return d.Cells(colour, n.wide[colour][:x.reach.Rows*x.stride])
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

func (n *Counter) addRows(x *unit, sums []RowSums, r *Result) {
	for i, s := range sums {
		r.Pairs[white] += s.White
		r.Pairs[black] += s.Black
		weight := uint64(x.Rows[i].Weight)
		below := weight
		if i < x.reach.RowsBelow {
			below *= 2
		}
		r.add(bits.Mul64(s.Below, below))
		r.add(bits.Mul64(s.Above, weight))
	}
}
