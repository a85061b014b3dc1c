package pairs

import (
	"math/bits"
	"slices"
)

// LabelShift is the first bit of the label of a labelled key: 52 bits for the set, 12 for
// the label.
const LabelShift = 52

// MaxLabels is the number of labels there may be.
const MaxLabels = 1 << (64 - LabelShift)

// keyBits are the bits of a labelled key that are not its label.
const keyBits = 1<<LabelShift - 1

// Cells is a matrix with a number for each label of one list and each of another.
// One of Narrow and Wide is used. Kernels may read, never use, two bytes behind a narrow cell: at
// least one cell follows the last one needed.
type Cells struct {
	Narrow []uint16
	Wide   []uint32
	Stride int // cells from one row to the next; all cells have indices below 2^31
}

// Sum returns the sum of cells (x>>LabelShift, y>>LabelShift) over all pairs (x, y), x from rows
// and y from columns, that have no common bit below LabelShift, in 128 bits, and the number of
// these pairs. Like Count it may reorder both lists, which need [Slack].
func (c *Counter) Sum(rows, columns []uint64, cells Cells) (high, low, pairs uint64, stats Stats) {
	return c.sum(rows, columns, cells, c.wide.sum)
}

// Find calls take with the indices of the cells that Sum would add up, some at a time, in any order. It
// does not read cells.
func (c *Counter) Find(rows, columns []uint64, cells Cells, take func(index []uint32)) (pairs uint64, stats Stats) {
	_, _, pairs, stats = c.sum(rows, columns, cells, func(_ Cells, index []uint32) uint64 {
		take(index)
		return 0
	})
	return pairs, stats
}

func (c *Counter) sum(rows, columns []uint64, cells Cells, sum func(Cells, []uint32) uint64) (high, low, pairs uint64, stats Stats) {
	c.stats = Stats{}
	if c.tally == nil {
		c.tally = newTally()
	}
	c.tally.begin(cells)
	if j := &c.wide; j.or == nil {
		if sum == nil {
			sum = sumPortable
		}
		c.stats.Direct = uint64(len(rows)) * uint64(len(columns))
		c.tally.turn(false)
		for _, x := range rows {
			if c.stop.Load() {
				break
			}
			for some := range slices.Chunk(columns, tallyItems*blockLanes) {
				directHitsPortable(c.tally, []uint64{x}, some)
				c.tally.flush(sum)
			}
		}
	} else {
		usual, usualSum := j.costs, j.lists.sum
		j.tally, j.costs, j.lists.sum = c.tally, j.labelled, sum
		j.tally.divide(rows, columns, c.strips)
		j.join(rows, columns, j.or(rows)&j.or(columns)&keyBits, false)
		j.flushStrips()
		j.tally, j.costs, j.lists.sum = nil, usual, usualSum
	}
	t := c.tally
	return t.high, t.low, t.pairs, c.stats
}

// Sizes of a tally: indices of cells that wait, and items that are looked at in one go.
const (
	tallyWait  = 1 << 13
	tallyItems = 256
)

// tally adds up cells of pairs of labelled keys. Indices of cells wait, since kernels read
// many at once.
type tally struct {
	cells              Cells
	itemStep, laneStep uint32 // cells from one label to the next
	wait
	high, low, pairs uint64

	strips     []wait // of cells of a large matrix, by rows; none of a small one
	stripShift int    // first bit of a key that tells the strip
	stripWait  int    // indices of a strip that wait, at most
	unsorted   []uint64

	lanes [blockLanes]uint32 // of the labels of the lanes of a block
	items [tallyItems]uint32 // of the items
	// 16 lanes that have a pair each, with 32 times the item's number plus that of the word
	words, tags [tallyItems*32 + 64]uint16
	gathered    [tallyItems]uint64  // open bits of items, for kernels that move them ahead
	rows        [tallyItems + 1]row // lanes left by items, for kernels that look at these in Go
}

func newTally() *tally {
	t := new(tally)
	t.grow(tallyWait)
	return t
}

func (t *tally) begin(cells Cells) {
	t.cells, t.waiting, t.high, t.low, t.pairs = cells, 0, 0, 0, 0
}

func (t *tally) turn(swapped bool) {
	t.itemStep, t.laneStep = uint32(t.cells.Stride), 1
	if swapped {
		t.itemStep, t.laneStep = t.laneStep, t.itemStep
	}
}

func (t *tally) flush(sum func(cells Cells, index []uint32) uint64) {
	var carry uint64
	t.low, carry = bits.Add64(t.low, sum(t.cells, t.index[:t.waiting]), 0)
	t.high += carry
	t.pairs += uint64(t.waiting)
	t.waiting = 0
}

// all notes the pairs of an item, whose index is given, with all lanes of r.
func (t *tally) all(item uint32, r *row) {
	for w, x := range r {
		for ; x != 0; x &= x - 1 {
			t.index[t.waiting] = item + t.lanes[64*w+bits.TrailingZeros64(x)]
			t.waiting++
		}
	}
}

// sumPortable returns the sum of cells.
func sumPortable(cells Cells, index []uint32) (sum uint64) {
	if cells.Narrow != nil {
		for _, i := range index {
			sum += uint64(cells.Narrow[i])
		}
		return sum
	}
	for _, i := range index {
		sum += uint64(cells.Wide[i])
	}
	return sum
}

func preparePortable(s *block, lanes []uint64, open uint64, t *tally) {
	s.setTables(gatherPlanes(s, lanes), open)
	indexPortable(t.lanes[:], lanes, t.laneStep)
}

func hitsPortable(s *block, items []uint64, open uint64, t *tally) {
	g := newGather(open)
	widths, chunks := s.width, min(s.chunks, maxChunks)
	for _, item := range items {
		x := g.farther(g.near(item))
		r := s.tables[0][x&(1<<(widths[0]&63)-1)&(1<<maxWidth-1)]
		x >>= widths[0] & 63
		left := uint64(1)
		for c := 1; c < chunks && left != 0; c++ {
			width := widths[c] & 63
			y := &s.tables[c][x&(1<<width-1)&(1<<maxWidth-1)]
			x >>= width
			r[0], r[1], r[2], r[3], r[4], r[5], r[6], r[7] = r[0]&y[0], r[1]&y[1], r[2]&y[2], r[3]&y[3], r[4]&y[4],
				r[5]&y[5], r[6]&y[6], r[7]&y[7]
			left = r[0] | r[1] | r[2] | r[3] | r[4] | r[5] | r[6] | r[7]
		}
		if left != 0 {
			t.all(uint32(item>>LabelShift)*t.itemStep, &r)
		}
	}
}

func indexPortable(to []uint32, keys []uint64, step uint32) {
	for i, key := range keys {
		to[i] = uint32(key>>LabelShift) * step
	}
}

// directHitsPortable notes the pairs of few items with lanes: at most blockLanes*tallyItems.
func directHitsPortable(t *tally, items, lanes []uint64) {
	for _, x := range items {
		item := uint32(x>>LabelShift) * t.itemStep
		for _, y := range lanes {
			t.index[t.waiting] = item + uint32(y>>LabelShift)*t.laneStep
			if x&y&keyBits == 0 {
				t.waiting++
			}
		}
	}
}
