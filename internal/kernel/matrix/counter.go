package matrix

import (
	"math"
	"math/bits"
	"slices"
	"sync/atomic"

	"queens/internal/kernel/pairs"
	"queens/internal/kernel/table"
	"queens/internal/parity"
)

// Counter counts units of an order. It owns scratch memory, which it keeps from
// unit to unit, and is used by one goroutine at a time.
type Counter struct {
	source *Source
	kernel Kernel
	stop   *atomic.Bool
	cells  [2][]uint16 // matrices, white and black
	wide   [2][]uint32 // where 16 bits do not do
	jobs   []job
	pairs  *pairs.Counter
	keys   [2][]uint64 // lists for package pairs, which may reorder them
	opened []row       // by row and column of an item
	tables []row

	// Tests make these smaller.
	limit  int    // largest cell of a narrow matrix
	narrow int    // what cells of a whole narrow matrix are known not to exceed
	most   uint16 // cell of a narrow matrix that says that it may be more, where kernels saturate
	sparse func(k *Kernel, c *class) int
}

// Colours.
const (
	white = iota
	black
)

// Result is what counting a unit gives. All but Tests is the same for every kernel.
type Result struct {
	High, Low    uint64    // solutions, 128 bits, without the weight of the unit
	Pairs        [2]uint64 // sums of the cells that the unit needs, white and black
	Items, Lanes [2]uint64 // lengths of the lists, white and black
	Tests        uint64    // items tested with blocks, or pairs compared
}

// New returns a counter that uses the named kernel, or the fastest one usable on
// this processor for "auto" and "". Lists come from the source, which counters may share.
//
// It fails for a kernel that is unknown or not usable on this processor.
func New(kernel string, source *Source) (*Counter, error) {
	k, err := table.Find("matrix", All(), kernel)
	if err != nil {
		return nil, err
	}
	joiner, err := pairs.New(k.Name)
	if err != nil { // another set of instructions
		if joiner, err = pairs.New(table.Auto); err != nil {
			return nil, err
		}
	}
	n := &Counter{
		source: source, kernel: k, pairs: joiner, limit: math.MaxUint16, narrow: math.MaxUint16,
		most: math.MaxUint16, sparse: (*Kernel).sparse,
	}
	n.StopOn(new(atomic.Bool))
	return n, nil
}

// Kernel returns the name of the kernel the counter uses.
func (n *Counter) Kernel() string { return n.kernel.Name }

// OtherMethod makes the counter test blocks where it would split lists, and split lists where it
// would test blocks.
func (n *Counter) OtherMethod() { n.sparse = (*Kernel).otherwise }

// Pairs returns the sums of the cells that a unit needs, white and black, as Count does, but counts
// them from lists made anew, of whole keys without labels, by package pairs.
func (n *Counter) Pairs(queens int, u parity.Unit) (found [2]uint64) {
	c := n.source.class(queens)
	reach := c.Reach(u)
	rows, others := c.rowsOf(u)
	for colour, s := range c.sides {
		n.keys[0] = s.of.whole(n.keys[0][:0], rows[colour], reach.Rows)
		n.keys[1] = s.with.whole(n.keys[1][:0], others[colour], reach.Columns)
		found[colour], _ = n.pairs.Count(n.keys[0], n.keys[1])
	}
	return found
}

// StopOn makes counts end early once the flag is set. What Count returned while
// the flag is not set is whole.
func (n *Counter) StopOn(flag *atomic.Bool) {
	n.stop = flag
	n.pairs.StopOn(flag)
}

// unit is what is to be done for a unit.
type unit struct {
	*class
	rows   [2]uint32 // of the items, white and black
	sparse int       // colour whose pairs are found by splitting lists, -1 if none is
	items  [2]*items // of the others
	lanes  [2]*lanes
	packed [2][2]*packed // of that colour: rows and columns
	reach  parity.Reach
}

// none is no colour.
const none = -1

// rowsOf returns the rows of the items and of the lanes of a unit, white and black.
func (c *class) rowsOf(u parity.Unit) (items, lanes [2]uint32) {
	evens, odds := uint32(1)<<c.Class.Even-1, uint32(1)<<c.Class.Odd-1
	even, odd := c.EvenSets[u.Even].Lines, c.OddSets[u.Odd].Lines
	return [2]uint32{white: even, black: odds &^ odd}, [2]uint32{white: odd, black: evens &^ even}
}

// unit makes the lists of a unit, or finds them.
func (n *Counter) unit(queens int, u parity.Unit) *unit {
	c := n.source.class(queens)
	rows, others := c.rowsOf(u)
	x := unit{class: c, rows: rows, sparse: n.sparse(&n.kernel, c), reach: c.Reach(u)}
	for colour, s := range c.sides {
		if colour == x.sparse {
			x.packed[colour] = [2]*packed{s.rows.Get(x.rows[colour]), s.columns.Get(others[colour])}
			continue
		}
		x.items[colour], x.lanes[colour] = s.items.Get(x.rows[colour]), s.lanes.Get(others[colour])
	}
	return &x
}

// Prepare makes the lists of a unit, for measurements without them.
func (n *Counter) Prepare(queens int, u parity.Unit) { n.unit(queens, u) }

// Count counts a unit of the class with so many queens on even rows and columns.
func (n *Counter) Count(queens int, u parity.Unit) (r Result) {
	x := n.unit(queens, u)
	large := false
	for colour := range x.sides {
		if colour == x.sparse {
			r.Items[colour], r.Lanes[colour] = x.packed[colour][0].length(), x.packed[colour][1].length()
			continue
		}
		it, la := x.items[colour], x.lanes[colour]
		r.Items[colour], r.Lanes[colour] = it.length(), la.length()
		large = large || it.longest*la.longest > n.narrow
	}
	wide := n.kernel.test == nil || large && !n.kernel.saturates
	n.fill(x, wide, &r)
	if large && !wide && n.full(x) {
		wide = true
		n.fill(x, wide, &r)
	}
	switch {
	case x.sparse != none:
		n.sum(x, x.sparse, n.weigh(x, black-x.sparse, wide, &r), &r)
	case wide:
		n.multiplyWide(x, &r)
	default:
		n.multiply(x, &r)
	}
	return r
}

func (n *Counter) fill(x *unit, wide bool, r *Result) {
	n.grow(x.class, wide)
	for colour := range x.sides {
		if colour == x.sparse {
			continue
		}
		p := product{n, x, colour, 0}
		switch {
		case n.kernel.test == nil:
			p.compare()
		case wide:
			p.fillWide()
		default:
			p.fill()
		}
		r.Tests += p.tests
	}
}

// full reports whether a cell of a narrow matrix may not have held all of its pairs.
func (n *Counter) full(x *unit) bool {
	for colour := range x.sides {
		for i := range x.reach.Rows {
			row := n.cells[colour][i*x.stride:][:x.reach.Columns]
			if colour != x.sparse && len(row) > 0 && slices.Max(row) >= n.most {
				return true
			}
		}
	}
	return false
}

func (n *Counter) grow(c *class, wide bool) {
	for colour := range n.cells {
		n.growNarrow(colour, c)
		if wide {
			n.growWide(colour, c)
		}
	}
	queens := max(c.Queens, c.Class.Even-c.Queens)
	tables := max(1, (queens+1)/2*c.Class.Even*c.Class.Even)
	if len(n.tables) < tables {
		n.tables = Aligned[row](tables)
	}
	if len(n.opened) < queens*c.Class.Even {
		n.opened = Aligned[row](queens * c.Class.Even)
	}
}

func (n *Counter) growNarrow(colour int, c *class) {
	if cells := len(c.Rows) * c.stride; len(n.cells[colour]) < cells {
		n.cells[colour] = Aligned[uint16](cells)
	}
}

func (n *Counter) growWide(colour int, c *class) {
	if cells := len(c.Rows) * c.stride; len(n.wide[colour]) < cells {
		n.wide[colour] = make([]uint32, cells)
	}
}

// multiply adds up the products of equal cells of both matrices. A row's is below
// 2^14 columns * 2^32.
func (n *Counter) multiply(u *unit, r *Result) {
	for i, row := range u.Rows[:u.reach.Rows] {
		a, b := n.cells[white][i*u.stride:], n.cells[black][i*u.stride:]
		sum, pairsA, pairsB := n.kernel.multiply(a[:u.reach.Columns], b[:u.reach.Columns])
		r.Pairs[white] += pairsA
		r.Pairs[black] += pairsB
		if i < u.reach.RowsBelow {
			sum *= 2
			for j := u.reach.ColumnsBelow; j < u.reach.Columns; j++ {
				sum -= uint64(a[j]) * uint64(b[j])
			}
		}
		r.add(0, sum*uint64(row.Weight))
	}
}

func (r *Result) add(high, low uint64) {
	var carry uint64
	r.Low, carry = bits.Add64(r.Low, low, 0)
	r.High, carry = bits.Add64(r.High, high, carry)
	if carry != 0 {
		panic("matrix: more than 2^128 solutions")
	}
}

func (n *Counter) multiplyWide(u *unit, r *Result) {
	for i, row := range u.Rows[:u.reach.Rows] {
		a, b := n.wide[white][i*u.stride:], n.wide[black][i*u.stride:]
		for j := range u.reach.Columns {
			r.Pairs[white] += uint64(a[j])
			r.Pairs[black] += uint64(b[j])
			times := uint64(row.Weight)
			if i < u.reach.RowsBelow && j < u.reach.ColumnsBelow {
				times *= 2
			}
			r.add(bits.Mul64(uint64(a[j])*uint64(b[j]), times))
		}
	}
}
