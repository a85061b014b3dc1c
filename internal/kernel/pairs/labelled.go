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

// Sum returns the sum of the cells with indices (x>>LabelShift)*stride + y>>LabelShift over all
// pairs (x, y), x from rows and y from columns, that have no common bit below LabelShift, and the
// number of these pairs. The sum must be below 2^64, and all indices below 2^31. Kernels may read,
// never use, two bytes after a cell, so at least one cell follows the last one needed. Like Count
// it may reorder both lists, which need [Slack].
func (c *Counter) Sum(rows, columns []uint64, cells []uint16, stride int) (sum, pairs uint64, stats Stats) {
	add := sumPortable
	if c.wide.sum != nil {
		add = c.wide.sum
	}
	pairs, stats = c.Find(rows, columns, stride, func(index []uint32) { sum += add(cells, index) })
	return sum, pairs, stats
}

// Find calls take with the indices of the cells that Sum would add up, some at a time, in any
// order.
func (c *Counter) Find(rows, columns []uint64, stride int, take func(index []uint32)) (pairs uint64, stats Stats) {
	c.stats = Stats{}
	if c.tally == nil {
		c.tally = new(tally)
	}
	t := c.tally
	t.stride, t.take, t.waiting, t.pairs = uint32(stride), take, 0, 0
	if j := &c.wide; j.or == nil {
		c.stats.Direct = uint64(len(rows)) * uint64(len(columns))
		t.turn(false)
		for _, x := range rows {
			if c.stop.Load() {
				break
			}
			for some := range slices.Chunk(columns, tallyItems*blockLanes) {
				directHitsPortable(t, []uint64{x}, some)
				t.flush()
			}
		}
	} else {
		usual := j.costs
		j.tally, j.costs = t, j.labelled
		j.join(rows, columns, j.or(rows)&j.or(columns)&keyBits, false)
		t.flush()
		j.tally, j.costs = nil, usual
	}
	return t.pairs, c.stats
}

// Sizes of a tally: indices of cells that wait, and items that are looked at in one go.
const (
	tallyWait  = 1 << 13
	tallyItems = 256
)

// tally collects the indices of cells of pairs of labelled keys. They wait, since kernels read many
// at once.
type tally struct {
	stride             uint32
	itemStep, laneStep uint32 // cells from one label to the next
	take               func(index []uint32)
	pairs              uint64
	waiting            int
	index              [tallyWait + tallyItems*blockLanes + 16]uint32

	lanes [blockLanes]uint32 // of the labels of the lanes of a block
	items [tallyItems]uint32 // of the items
	// 16 lanes that have a pair each, with 32 times the item's number plus that of the word
	words, tags [tallyItems*32 + 64]uint16
	gathered    [tallyItems]uint64  // open bits of items, for kernels that move them ahead
	rows        [tallyItems + 1]row // lanes left by items, for kernels that look at these in Go
}

func (t *tally) turn(swapped bool) {
	t.itemStep, t.laneStep = t.stride, 1
	if swapped {
		t.itemStep, t.laneStep = t.laneStep, t.itemStep
	}
}

func (t *tally) flush() {
	t.take(t.index[:t.waiting])
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

func sumPortable(cells []uint16, index []uint32) (sum uint64) {
	for _, i := range index {
		sum += uint64(cells[i])
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
