// Package dense prepares units of a parity class for devices, and adds up what they count. It knows
// nothing about graphics cards. See docs/parity-classes.md and docs/device.md.
//
// A unit has a white and a black matrix. Its cell for labels B and B' is the number of pairs
// without a common diagonal, of a placement with label B from one list, the items, and one with
// label B' from another, the lanes. A device fills both matrices and multiplies equal cells.
package dense

import (
	"math"
	"math/bits"
	"slices"
	"sync/atomic"

	"queens/count/internal/kernels/shelf"
	"queens/count/internal/parity"
	"queens/count/internal/parity/ladder"
	"queens/count/unit"
)

// Source makes and caches the lists of an order. Several goroutines may share it.
type Source struct {
	ahead func(c *parity.Class, queens int) int // number of queens of a prefix of items; prefixOf except in tests
	lists *shelf.Store
	class func(queens int) *class
}

type class struct {
	*parity.Class
	sides [2]side
}

type side struct {
	parity.Side     // X of the items, Y of the lanes
	ahead       int // queens of a prefix
	items       *shelf.Shelf[uint32, *List]
	lanes       *shelf.Shelf[uint32, *List]
}

// NewSource returns a source for an order of any board, [parity.MinOrder] to [parity.MaxOrder],
// that caches lists in store. Lists in use come on top.
func NewSource(of parity.Maker, store *shelf.Store) *Source {
	s := &Source{lists: store, ahead: prefixOf}
	s.class = shelf.All(func(queens int) *class { return s.newClass(of(queens)) })
	return s
}

// Class returns a class of the order.
func (s *Source) Class(queens int) *parity.Class { return s.class(queens).Class }

func (s *Source) newClass(of *parity.Class) *class {
	c := &class{Class: of}
	for colour, own := range of.Sides() {
		queens := own.X.Queens
		ahead := min(s.ahead(of, queens), queens)
		c.sides[colour] = side{
			Side: own, ahead: ahead,
			items: shelf.New(s.lists, func(rows uint32) *List { return newItems(&own.X, rows, ahead) }),
			lanes: shelf.New(s.lists, func(rows uint32) *List { return newLanes(&own.Y, rows) }),
		}
	}
	return c
}

// Device counts the pairs of units outside the processor. It belongs to one goroutine at a time.
type Device interface {
	// Local returns the bytes available for the tables of a block. Any goroutine may call it.
	Local() int
	// Count fills the white and the black matrix with numbers of pairs, multiplies equal cells and
	// sums each row. It returns the number of items tested with blocks, too.
	Count(white, black *Dense, columnsBelow int) (sums []RowSums, tests uint64, err error)
}

// RowSums has sums of one row: of the low and the high 32 bits of products in the columns below the
// bound, of those in the others, and of its cells in both matrices.
type RowSums struct{ Below, BelowHigh, Above, AboveHigh, White, Black uint64 }

// Shape of a block, which devices make: a word has the 32 lanes of a slot, a row the words of all
// slots.
const (
	DeviceSlots = 32
	deviceLanes = 32
	diagonals   = 32 // of either direction

	// Rows of a block: the lanes that use each rising and each falling diagonal; the lanes in use;
	// the column of each slot; and a row that begins with the number of the prefix and of slots.
	DeviceBlock  = (2*diagonals + 3) * DeviceSlots // words of a block
	DeviceRow    = 4 * DeviceSlots                 // bytes of a row of tables
	DeviceQueens = 9                               // most queens of an item
	tableQueens  = 8                               // most in tables: a record has rows of four
)

// List is one list of a unit in the format for devices.
//
//	items  0: two words for each item: the rows of its tables, 16 bits each, times 8;
//	       1: jobs, four words: the first item, the number of items, the row of the matrix, 0;
//	       2: the first job of each prefix, and the end;
//	       3: two words for each prefix: its diagonals.
//	lanes  0: keys, two words each, ordered by label;
//	       1: the first key of each label, and the end.
type List struct {
	Words [4][]uint32

	length  uint64
	longest int // most placements of one label
}

// Bytes estimates the size of the list.
func (l *List) Bytes() (n int64) {
	for _, words := range l.Words {
		n += int64(4 * cap(words))
	}
	return n
}

// Dense tells a device how to fill a matrix: the cell in row B, column B' is the number of pairs of
// an item with label B and a lane with label B' that share no diagonal. Items with equal first
// queens have a prefix; the lanes that it leaves are tested with their other queens.
type Dense struct {
	Items, Lanes  *List
	Queens        int            // of an item, without its prefix
	Squares       parity.Quarter // of the items
	Lines         uint32         // rows of these queens
	Stride        int            // cells of a row of the matrix
	Rows, Columns int            // required
}

// Prefixes returns the number of prefixes of items.
func (d *Dense) Prefixes() int { return len(d.Items.Words[3]) / 2 }

// TableRows returns the number of rows of all tables of a block.
func (d *Dense) TableRows() int { return tableRows(d.Queens, d.Squares.Columns) }

func tableRows(queens, columns int) int { return max(1, queens/2*columns*columns+queens%2*columns) }

// prefixOf returns the number of queens of a prefix: at most three, while more than three slots of
// a label are left. Each queen leaves about a third of the lanes.
func prefixOf(c *parity.Class, queens int) (ahead int) {
	const enough, most = 3 * deviceLanes, 3
	for list := c.UsualList(queens) >> 8; list >= enough && ahead < min(most, queens); list /= 3 {
		ahead++
	}
	return max(ahead, queens-tableQueens)
}

// deviceRecord returns the rows of tables that an item tests, from the columns of its last queens.
func deviceRecord(l *parity.Labelled, columns uint64, queens int) (record uint64) {
	for i := range queens {
		offset := columns >> (4 * i) & 15
		if i%2 == 0 && i+1 < queens {
			offset *= uint64(l.Columns)
		}
		if i%2 == 0 {
			offset += uint64(i / 2 * l.Columns * l.Columns)
		}
		record += 8 * offset << (i / 2 * 16)
	}
	return record
}

// split returns the rows of a prefix and the others.
func split(rows uint32, ahead int) (first, others uint32) {
	for others = rows; ahead > 0; ahead-- {
		others &= others - 1
	}
	return rows &^ others, others
}

// newItems lists items by prefix. A job has those of one label.
func newItems(l *parity.Labelled, rows uint32, ahead int) *List {
	list, lengths := new(List), make([]int, l.Labels)
	prefix, records := uint64(0), make([][]uint64, l.Labels)
	first, _ := split(rows, ahead)
	finish := func() {
		for label, of := range records {
			if len(of) > 0 {
				list.Words[1] = append(list.Words[1], uint32(len(list.Words[0])/2), uint32(len(of)), uint32(label), 0)
				list.Words[0] = appendHalves(list.Words[0], of...)
				lengths[label] += len(of)
				records[label] = of[:0]
			}
		}
		list.Words[2] = append(list.Words[2], uint32(len(list.Words[1])/4))
	}
	l.Each(rows, 1<<l.Squares()-1, func(label int, _, columns uint64) {
		if begins := columns & (1<<(4*ahead) - 1); list.length == 0 || begins != prefix {
			finish() // the prefix before; at first this is the start
			prefix = begins
			key := uint64(0)
			for left := first; left != 0; left &= left - 1 {
				key |= l.Key(bits.TrailingZeros32(left), int(begins&15))
				begins >>= 4
			}
			list.Words[3] = appendHalves(list.Words[3], key)
		}
		records[label] = append(records[label], deviceRecord(l, columns>>(4*ahead), l.Queens-ahead))
		list.length++
	})
	finish()
	list.longest = slices.Max(append(lengths, 0))
	return list
}

func newLanes(l *parity.Labelled, rows uint32) *List {
	keys, list := make([][]uint64, l.Labels), &List{}
	l.Each(rows, l.First(), func(label int, key, _ uint64) { keys[label] = append(keys[label], key) })
	for _, of := range keys {
		list.Words[1] = append(list.Words[1], uint32(list.length))
		list.Words[0] = appendHalves(list.Words[0], of...)
		list.length += uint64(len(of))
		list.longest = max(list.longest, len(of))
	}
	list.Words[1] = append(list.Words[1], uint32(list.length))
	return list
}

func appendHalves(to []uint32, words ...uint64) []uint32 {
	for _, word := range words {
		to = append(to, uint32(word), uint32(word>>32))
	}
	return to
}

// Suits reports whether devices can count units of a class: items have at most [DeviceQueens]
// queens. With more, cells may exceed 32 bits, and such units are few.
func Suits(c *parity.Class) bool { return max(c.Queens, c.Even-c.Queens) <= DeviceQueens }

// Prepared is a unit with its lists.
type Prepared struct {
	class *class
	unit  parity.Unit
	dense [2]*Dense
	here  bool // the processor counts it
}

// Prepare makes the lists of a unit of the class with the given number of queens on even rows and
// columns, unless the processor is to count it: if the class does not suit the device, if the
// device lacks memory for tables, or if a cell could exceed 32 bits.
func (s *Source) Prepare(d Device, queens int, u parity.Unit) *Prepared {
	c := s.class(queens)
	p := &Prepared{class: c, unit: u, here: !Suits(c.Class)}
	reach := c.Reach(u)
	rows, others := c.RowsOf(u)
	for colour, s := range c.sides {
		left := s.X.Queens - s.ahead
		if p.here || tableRows(left, s.X.Columns)*DeviceRow > d.Local() {
			p.here = true
			break
		}
		f := &Dense{
			Items: s.items.Get(rows[colour]), Lanes: s.lanes.Get(others[colour]), Queens: left,
			Squares: s.X.Quarter, Stride: len(c.Columns), Rows: reach.Rows, Columns: reach.Columns,
		}
		_, f.Lines = split(rows[colour], s.ahead)
		p.here = uint64(f.Items.longest)*uint64(f.Lanes.longest) > math.MaxUint32
		p.dense[colour] = f
	}
	return p
}

// Count counts the unit. The result is invalid once stop is set. Errors: those of the device.
func (p *Prepared) Count(d Device, stop *atomic.Bool) (r unit.Result, err error) {
	c := p.class
	if p.here {
		return ladder.Labels(c.Class, p.unit, stop), nil
	}
	if stop.Load() {
		return r, nil
	}
	reach := c.Reach(p.unit)
	sums, tests, err := d.Count(p.dense[parity.White], p.dense[parity.Black], reach.ColumnsBelow)
	if err != nil {
		return unit.Result{}, err
	}
	for colour, f := range p.dense {
		r.Items[colour], r.Lanes[colour] = f.Items.length, f.Lanes.length
	}
	r.Tests = tests
	for i, s := range sums {
		r.Pairs[parity.White] += s.White
		r.Pairs[parity.Black] += s.Black
		weight := uint64(c.Rows[i].Weight)
		addProducts(&r, s.Above, s.AboveHigh, weight)
		if i < reach.RowsBelow {
			weight *= 2
		}
		addProducts(&r, s.Below, s.BelowHigh, weight)
	}
	return r, nil
}

// addProducts adds a sum of products, given as sums of low and high 32 bits, times a weight of at
// most 32 bits.
func addProducts(r *unit.Result, low, high, weight uint64) {
	r.AddProduct(low, weight)
	r.AddProduct(high, weight<<32)
}
