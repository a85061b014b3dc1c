package ladder

import (
	"math/bits"
	"slices"
	"sync/atomic"

	"queens/count/internal/parity"
	"queens/count/unit"
	"queens/internal/bitmath"
)

// Step 3: labels.
//
// Step 2 compares pairs one by one, but only their number for each label matters. So the placements
// y of one label become the lanes of a word, a bit each. The mask of a square has the lanes that a
// queen there does not attack. The lanes compatible with a placement x are the AND of the masks of
// its squares, and a count of bits is their number.
//
// The placements x of a unit form a trie with a level for each row: a node is a queen, on a path of
// queens in the rows before. It keeps the lanes of its parent that its mask has. Where no lane
// remains, the nodes below are skipped. Placements with the same first queens share these tests.
//
// Both matrices are made and multiplied column by column, so they take no memory.

// Labels returns the result of a unit, without its weight. Tests are the words made: masks, and
// lanes at nodes. It has the lists of y and the tries of x in memory. The result is invalid once
// stop is set.
func Labels(c *parity.Class, u parity.Unit, stop *atomic.Bool) (r unit.Result) {
	var tries [2]*trie
	var y [2][][]uint64
	var cells [2][]uint64 // of a column
	rows, others := c.RowsOf(u)
	reach := c.Reach(u)
	for colour, of := range c.Sides() {
		tries[colour] = newTrie(&of.X)
		tries[colour].grow(node{}, rows[colour], 0, 0, goal{reach: reach.Rows, items: &r.Items[colour]})
		y[colour] = keysOf(&of.Y, others[colour], of.Y.First())
		r.Lanes[colour] = length(y[colour])
		cells[colour] = make([]uint64, reach.Rows)
	}
	for j := 0; j < reach.Columns && !stop.Load(); j++ {
		for colour, t := range tries {
			clear(cells[colour])
			r.Tests += t.count(cells[colour], y[colour][j])
		}
		for i := range reach.Rows {
			add(&r, c, reach, i, j, [2]uint64{cells[parity.White][i], cells[parity.Black][i]})
		}
	}
	return r
}

// trie is placements x, as nodes in preorder: each is followed by those below it. The first one is
// the empty board.
type trie struct {
	of    *parity.Labelled
	rows  uint32 // with queens
	nodes []node
	masks []uint64 // by square; before them, the mask of the empty board
	lanes []uint64 // of the nodes on a path
}

// node has 16 bytes: tries of large orders outgrow caches.
type node struct {
	depth int32 // queens
	mask  int32 // of the last one
	cell  int32 // of the placement that ends here, or -1
	next  int32 // the first node that is not below
}

// goal is where the pairs of a unit are counted: in the cells from first on, one for each label
// below reach.
type goal struct {
	first, reach int
	items        *uint64 // placements with any label
}

func newTrie(of *parity.Labelled) *trie {
	return &trie{of: of, masks: make([]uint64, 1+of.Rows*of.Squares()), lanes: make([]uint64, of.Rows+1)}
}

// grow adds a node and, below it, the placements with queens on the given rows. columns and key are
// those of the queens of the node.
func (t *trie) grow(n node, rows, columns uint32, key uint64, to goal) {
	if rows == 0 {
		t.end(n, columns, to)
		return
	}
	at, row := t.begin(n), bits.TrailingZeros32(rows)
	for square := range bitmath.Members(t.of.Free(row, columns, key)) {
		t.grow(t.below(n, row, square), rows&(rows-1), columns|1<<t.of.Column(square), key|t.of.Key(row, square), to)
	}
	t.finish(at)
}

func (t *trie) begin(n node) (at int) {
	n.cell = -1
	t.nodes = append(t.nodes, n)
	return len(t.nodes) - 1
}

func (t *trie) below(n node, row, square int) node {
	t.rows |= 1 << row
	return node{depth: n.depth + 1, mask: int32(1 + row*t.of.Squares() + square)}
}

// finish ends a node, and removes it if there is none below.
func (t *trie) finish(at int) {
	if t.nodes[at].next = int32(len(t.nodes)); len(t.nodes) == at+1 {
		t.nodes = t.nodes[:at]
	}
}

// end adds the last node of a placement.
func (t *trie) end(n node, columns uint32, to goal) {
	label := int(t.of.Label[columns])
	if label >= 0 {
		*to.items++
	}
	if label >= 0 && label < to.reach {
		n.cell, n.next = int32(to.first+label), int32(len(t.nodes)+1)
		t.nodes = append(t.nodes, n)
	}
}

// count adds the numbers of pairs with these keys to the cells, and returns the number of tests.
func (t *trie) count(cells, keys []uint64) (tests uint64) {
	for some := range slices.Chunk(keys, 64) {
		tests += t.mask(some)
		for i := 0; i < len(t.nodes); tests++ {
			n := &t.nodes[i]
			lanes := t.masks[n.mask]
			if n.depth > 0 {
				lanes &= t.lanes[n.depth-1]
			}
			t.lanes[n.depth] = lanes
			if n.cell >= 0 {
				cells[n.cell] += uint64(bits.OnesCount64(lanes))
			}
			if i++; lanes == 0 {
				i = int(n.next)
			}
		}
	}
	return tests
}

// mask sets the masks for at most 64 keys, and returns their number.
func (t *trie) mask(keys []uint64) (tests uint64) {
	var using [64]uint64 // lanes on each diagonal
	for lane, key := range keys {
		for diagonal := range bitmath.Members(key) {
			using[diagonal] |= 1 << lane
		}
	}
	all := ^uint64(0) >> (64 - len(keys))
	t.masks[0] = all
	for row := range bitmath.Members(t.rows) {
		for square := range t.of.Squares() {
			mask := all
			for diagonal := range bitmath.Members(t.of.Key(row, square)) {
				mask &^= using[diagonal]
			}
			t.masks[1+row*t.of.Squares()+square] = mask
			tests++
		}
	}
	return tests
}
