package matrix

import (
	"math"
	"math/bits"
	"sync/atomic"

	"queens/internal/parity"
)

// Counter counts the units of one class. It keeps lists and scratch memory from
// unit to unit, and is used by one goroutine at a time.
type Counter struct {
	class  *parity.Class
	kernel Kernel
	stop   *atomic.Bool
	stride int // of rows of matrices, in cells
	sides  [2]side
	jobs   []job
	opened []row // by row and column of an item
	tables []row

	// Tests make these smaller.
	batch  int // items of a job
	limit  int // largest cell of a narrow matrix
	narrow int // product of the lengths of two lists up to which a whole matrix is narrow
}

// side is what counts the pairs of one colour.
type side struct {
	cut   uint64 // diagonals by which lists are cut
	items shelf[items]
	lanes shelf[lanes]
	cells []uint16
	wide  []uint32 // where 16 bits do not do
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

// New returns a counter of the class that uses the named kernel, or the fastest
// one usable on this processor for "auto" and "". memory bounds the bytes of the lists
// that are kept for later units.
//
// It fails for a kernel that is unknown or not usable on this processor.
func New(kernel string, c *parity.Class, memory int64) (*Counter, error) {
	k, err := find(kernel)
	if err != nil {
		return nil, err
	}
	const lanesOfCells = 32 // rows begin at multiples of 64 bytes
	n := &Counter{class: c, kernel: k, stop: new(atomic.Bool), batch: maxTests, limit: math.MaxUint16, narrow: math.MaxUint16}
	n.stride = (len(c.OddSets) + blockSlots + lanesOfCells - 1) / lanesOfCells * lanesOfCells
	others := c.Even - c.Queens
	n.side(white, memory,
		newLister(c, parity.EvenEven, c.Rows, c.Queens, false), newLister(c, parity.OddOdd, c.OddSets, c.Queens-c.Order%2, false))
	n.side(black, memory,
		newLister(c, parity.OddEven, c.Rows, others, true), newLister(c, parity.EvenOdd, c.OddSets, others, true))
	tables := (max(c.Queens, others) + 1) / 2
	n.tables = aligned[row](max(1, tables*c.Even*c.Even))
	n.opened = aligned[row](max(c.Queens, others) * c.Even)
	return n, nil
}

// side prepares a colour.
func (n *Counter) side(colour int, memory int64, of, with *lister) {
	s := &n.sides[colour]
	s.cut = of.cut(cuts)
	plain := n.kernel.test == nil
	s.items = newShelf(of, memory/4, func(rows uint32) (*items, int64) {
		it := of.newItems(rows, s.cut, 2*n.stride, n.batch, plain)
		return it, it.bytes()
	})
	s.lanes = newShelf(with, memory/4, func(rows uint32) (*lanes, int64) {
		la := with.newLanes(rows, s.cut, plain)
		return la, la.bytes()
	})
	s.cells = aligned[uint16](len(n.class.Rows) * n.stride)
}

// Kernel returns the name of the kernel the counter uses.
func (n *Counter) Kernel() string { return n.kernel.Name }

// StopOn makes counts end early once the flag is set. What Count returned while
// the flag is not set is whole.
func (n *Counter) StopOn(flag *atomic.Bool) { n.stop = flag }

// Count counts a unit of the class.
func (n *Counter) Count(u parity.Unit) (r Result) {
	c := n.class
	evens, odds := uint32(1)<<c.Even-1, uint32(1)<<c.Odd-1
	even, odd := c.EvenSets[u.Even].Lines, c.OddSets[u.Odd].Lines
	rows := [2][2]uint32{white: {even, odd}, black: {odds &^ odd, evens &^ even}}
	reach := c.Reach(u)

	wide := n.kernel.test == nil
	var its [2]*items
	var las [2]*lanes
	for colour := range n.sides {
		s := &n.sides[colour]
		its[colour], las[colour] = s.items.get(rows[colour][0]), s.lanes.get(rows[colour][1])
		r.Items[colour], r.Lanes[colour] = its[colour].length(), las[colour].length()
		wide = wide || its[colour].longest*las[colour].longest > n.narrow
	}
	for colour := range n.sides {
		p := product{n, &n.sides[colour], its[colour], las[colour], reach, rows[colour][0], 0}
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
	if wide {
		n.multiplyWide(reach, &r)
	} else {
		n.multiply(reach, &r)
	}
	return r
}

// multiply adds up the products of equal cells of both matrices. A row's is below
// 2^14 columns * 2^32.
func (n *Counter) multiply(reach parity.Reach, r *Result) {
	for i, row := range n.class.Rows[:reach.Rows] {
		a, b := n.sides[white].cells[i*n.stride:], n.sides[black].cells[i*n.stride:]
		sum, pairsA, pairsB := n.kernel.multiply(a[:reach.Columns], b[:reach.Columns])
		r.Pairs[white] += pairsA
		r.Pairs[black] += pairsB
		if i < reach.RowsBelow {
			sum *= 2
			for j := reach.ColumnsBelow; j < reach.Columns; j++ {
				sum -= uint64(a[j]) * uint64(b[j])
			}
		}
		r.add(0, sum*uint64(row.Weight))
	}
}

// add adds to the solutions.
func (r *Result) add(high, low uint64) {
	var carry uint64
	r.Low, carry = bits.Add64(r.Low, low, 0)
	r.High, carry = bits.Add64(r.High, high, carry)
	if carry != 0 {
		panic("matrix: more than 2^128 solutions")
	}
}

// multiplyWide is multiply for wide matrices.
func (n *Counter) multiplyWide(reach parity.Reach, r *Result) {
	for i, row := range n.class.Rows[:reach.Rows] {
		a, b := n.sides[white].wide[i*n.stride:], n.sides[black].wide[i*n.stride:]
		for j := range reach.Columns {
			r.Pairs[white] += uint64(a[j])
			r.Pairs[black] += uint64(b[j])
			times := uint64(row.Weight)
			if i < reach.RowsBelow && j < reach.ColumnsBelow {
				times *= 2
			}
			r.add(bits.Mul64(uint64(a[j])*uint64(b[j]), times))
		}
	}
}
