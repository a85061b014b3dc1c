package matrix

import (
	"math/bits"
	"slices"
	"sync/atomic"

	"queens/count/rowset"
	"queens/internal/bitmath"
	"queens/internal/kernel/pairs"
	"queens/internal/kernel/scratch"
	"queens/internal/kernel/table"
	"queens/internal/parity"
)

// Counter counts units of an order. It owns scratch memory and belongs to one goroutine at a time.
type Counter struct {
	source *Source
	stop   *atomic.Bool
	cells  [2][]uint32 // matrices, white and black
	pairs  *pairs.Counter
	keys   [2][]uint64 // lists for package pairs, which may reorder them
}

// Colours.
const (
	white = iota
	black
)

// Result is the result of a unit. All methods agree on everything except Tests.
type Result = rowset.Result

// AddProduct adds x times y to the solutions of a result.
func AddProduct(r *Result, x, y uint64) {
	sum := bitmath.Sum{High: r.High, Low: r.Low}
	sum.AddProduct(x, y)
	r.High, r.Low = sum.High, sum.Low
}

// New returns a counter with lists from source. Counters may share it.
func New(source *Source) (*Counter, error) {
	joiner, err := pairs.New(table.Auto)
	if err != nil {
		return nil, err
	}
	n := &Counter{source: source, pairs: joiner}
	n.StopOn(new(atomic.Bool))
	return n, nil
}

// Pairs returns the sums of the cells in reach, white and black, as Count does. It makes new lists,
// without labels, and counts with package pairs.
func (n *Counter) Pairs(queens int, u parity.Unit) (found [2]uint64) {
	c := n.source.class(queens)
	reach := c.Reach(u)
	rows, others := c.RowsOf(u)
	for colour, s := range c.sides {
		n.keys[0] = s.of.whole(n.keys[0][:0], rows[colour], reach.Rows)
		n.keys[1] = s.with.whole(n.keys[1][:0], others[colour], reach.Columns)
		found[colour], _ = n.pairs.Count(n.keys[0], n.keys[1])
	}
	return found
}

// StopOn ends counts early once the flag is set. Their results are then invalid.
func (n *Counter) StopOn(flag *atomic.Bool) {
	n.stop = flag
	n.pairs.StopOn(flag)
}

// Count counts a unit of the class with the given number of queens on even rows and columns.
func (n *Counter) Count(queens int, u parity.Unit) (r Result) {
	c := n.source.class(queens)
	reach := c.Reach(u)
	rows, others := c.RowsOf(u)
	for colour, s := range c.sides {
		items, lanes := s.items.Get(rows[colour]), s.lanes.Get(others[colour])
		r.Items[colour], r.Lanes[colour] = items.length(), lanes.length
		cells := scratch.Zeros(&n.cells[colour], reach.Rows*c.stride)
		for i := range lanes.groups {
			g := &lanes.groups[i]
			if g.columns[0] >= reach.Columns || n.stop.Load() {
				break
			}
			for label := range reach.Rows {
				keys := items.of(label)
				g.add(cells[label*c.stride:], keys)
				r.Tests += uint64(len(keys))
			}
		}
	}
	n.multiply(c, reach, &r)
	return r
}

func (n *Counter) multiply(c *class, reach parity.Reach, r *Result) {
	for i, row := range c.Rows[:reach.Rows] {
		a, b := n.cells[white][i*c.stride:], n.cells[black][i*c.stride:]
		for j := range reach.Columns {
			r.Pairs[white] += uint64(a[j])
			r.Pairs[black] += uint64(b[j])
			times := uint64(row.Weight)
			if i < reach.RowsBelow && j < reach.ColumnsBelow {
				times *= 2
			}
			AddProduct(r, uint64(a[j])*uint64(b[j]), times)
		}
	}
}

// items is one list of placements of a unit, ordered by label.
type items struct {
	keys   []uint64
	starts []int // start of each label, and the end
}

func (it *items) of(label int) []uint64 { return it.keys[it.starts[label]:it.starts[label+1]] }

func (it *items) length() uint64 { return uint64(len(it.keys)) }

func (it *items) Bytes() int64 { return int64(8 * (cap(it.keys) + cap(it.starts))) }

// The shape of a group.
const (
	slotLanes  = 8
	groupSlots = 8
	maxTests   = 31 // items whose counts, at most 8 each, fit in a byte
)

// A group has up to 64 lanes.
type group struct {
	used    [64]uint64 // lanes that use each diagonal of a key
	valid   uint64
	columns [groupSlots]int // label of each slot
}

type lanes struct {
	groups []group
	length uint64
}

func (l *lanes) Bytes() int64 { return int64(8 * (64 + 1 + groupSlots) * cap(l.groups)) }

func (l *lister) newLanes(rows uint32) *lanes {
	it := l.newItems(rows)
	la, slot := &lanes{length: it.length()}, groupSlots // next slot of the last group
	for label := range l.labels {
		for keys := range slices.Chunk(it.of(label), slotLanes) {
			if slot == groupSlots {
				la.groups, slot = append(la.groups, group{}), 0
			}
			g := &la.groups[len(la.groups)-1]
			g.columns[slot] = label
			for i, key := range keys {
				lane := uint64(1) << (slot*slotLanes + i)
				g.valid |= lane
				for ; key != 0; key &= key - 1 {
					g.used[bits.TrailingZeros64(key)] |= lane
				}
			}
			slot++
		}
	}
	la.groups = slices.Clip(la.groups)
	return la
}

// add adds, for each lane, the number of compatible items to the cell of its label in row.
func (g *group) add(row []uint32, items []uint64) {
	for some := range slices.Chunk(items, maxTests) {
		counts := uint64(0)
		for _, key := range some {
			left := g.valid
			for ; key != 0; key &= key - 1 {
				left &^= g.used[bits.TrailingZeros64(key)]
			}
			counts += byteCounts(left)
		}
		for slot, column := range g.columns {
			before := row[column]
			if row[column] += uint32(counts >> (8 * slot) & 0xff); row[column] < before {
				panic("matrix: a cell exceeds 32 bits")
			}
		}
	}
}

// byteCounts returns the number of bits in each byte.
func byteCounts(x uint64) uint64 {
	const m1, m2, m4 = 0x5555_5555_5555_5555, 0x3333_3333_3333_3333, 0x0f0f_0f0f_0f0f_0f0f
	x -= x >> 1 & m1
	x = x&m2 + x>>2&m2
	return (x + x>>4) & m4
}
