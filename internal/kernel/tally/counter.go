package tally

import (
	"math"
	"math/bits"
	"slices"
	"sync/atomic"

	"queens/internal/kernel/table"
	"queens/internal/turns"
)

const (
	vector  = 8       // options at a time
	nodes   = 32      // of a batch
	mark    = 1 << 63 // a bit of every node
	refused = mark    // an option that no node fits
)

// Counter tallies boards. It keeps its scratch memory from board to board and is used
// by one goroutine at a time.
type Counter struct {
	kernel Kernel
	stop   *atomic.Bool
	board  *turns.Board
	rows   [][]uint64 // of the board, filled up to whole vectors
	levels [][]uint64 // nodes of each level
	found  uint64

	counted, weighed lines // of boards tallied and added up

	// What takes placements: words one by one, or whole lists, or nodes that lack the last row if it is not nil.
	take    func(word uint64)
	add     func(list []uint64)
	last    func(list []uint64)
	cells   []uint32
	pending uint64 // placements in cells, below 2^32
	table   []uint64
}

// New returns a counter that uses the named kernel, or the fastest one usable on this
// processor for "auto" and "". It fails for a kernel that is unknown or not usable.
func New(kernel string) (*Counter, error) {
	k, err := table.Find("tally", All(), kernel)
	if err != nil {
		return nil, err
	}
	return &Counter{kernel: k, stop: new(atomic.Bool)}, nil
}

// Kernel returns the name of the kernel the counter uses.
func (c *Counter) Kernel() string { return c.kernel.Name }

// StopOn makes tallies end early once the flag is set. What is tallied while the flag
// is not set is whole.
func (c *Counter) StopOn(flag *atomic.Bool) { c.stop = flag }

// Tally adds the placements of a board to the cells of a table and returns how many
// there are.
func (c *Counter) Tally(b *turns.Board, table []uint64) uint64 {
	c.start(b)
	c.table = table
	if len(c.cells) <= len(table) {
		c.cells = make([]uint32, len(table)+1)
	}
	if l := &c.counted; c.kernel.count != nil && l.set(b) {
		clear(l.numbers)
		c.last = func(list []uint64) { c.found += c.kernel.count(list, l) }
		c.place(b)
		l.addTo(c.cells)
		for _, x := range c.cells {
			c.pending += uint64(x)
		}
		if c.pending == c.found { // otherwise there were 2^16 of something
			c.flush()
			return c.found
		}
		clear(c.cells)
		c.pending = 0
		c.start(b)
	}
	c.add = c.count
	c.take = func(word uint64) { table[b.Cell(word)]++ }
	c.place(b)
	c.flush()
	return c.found
}

// Sum adds up the weights of the cells of all placements of a board, in 128 bits, and returns how many placements there are.
func (c *Counter) Sum(b *turns.Board, weights []uint64) (high, low, found uint64) {
	c.start(b)
	more := func(x uint64) {
		var carry uint64
		low, carry = bits.Add64(low, x, 0)
		high += carry
	}
	if l := &c.weighed; c.kernel.weigh != nil && slices.Max(weights) <= small && l.set(b) {
		l.weigh(weights)
		c.last = func(list []uint64) {
			found, sum := c.kernel.weigh(list, l)
			c.found += found
			more(sum)
		}
	}
	c.take = func(word uint64) { more(weights[b.Cell(word)]) }
	c.place(b)
	return high, low, c.found
}

// List calls take with the word of every placement of a board.
func (c *Counter) List(b *turns.Board, take func(word uint64)) uint64 {
	c.start(b)
	c.take = take
	c.place(b)
	return c.found
}

// start forgets what takes placements.
func (c *Counter) start(b *turns.Board) {
	c.board, c.found = b, 0
	c.last = nil
	c.add = func(list []uint64) {
		c.found += uint64(len(list))
		for _, word := range list {
			c.take(word &^ mark)
		}
	}
}

// place visits every placement.
func (c *Counter) place(b *turns.Board) {
	if c.kernel.extend == nil {
		c.placeOne(0, 0)
		return
	}
	c.rows = c.rows[:0]
	for level, options := range b.Rows {
		row := slices.Clone(options)
		for len(row)%vector > 0 {
			row = append(row, refused)
		}
		c.rows = append(c.rows, row)
		if len(c.levels) == level {
			c.levels = append(c.levels, nil)
		}
		if room := nodes*len(row) + vector; len(c.levels[level]) < room {
			c.levels[level] = make([]uint64, room)
		}
	}
	c.descend(0, []uint64{mark})
}

// descend extends nodes of a level to placements.
func (c *Counter) descend(level int, list []uint64) {
	if level > 0 && level == c.board.After {
		list = c.within(list)
	}
	switch {
	case len(list) == 0:
		return
	case level == len(c.rows):
		c.add(list)
		return
	case level == len(c.rows)-1 && c.last != nil:
		c.last(list)
		return
	}
	for len(list) > 0 && !c.stop.Load() {
		batch := list[:min(nodes, len(list))]
		list = list[len(batch):]
		to := c.levels[level]
		c.descend(level+1, to[:c.kernel.extend(to, batch, c.rows[level])])
	}
}

// within keeps the nodes whose field lies between the bounds.
func (c *Counter) within(list []uint64) []uint64 {
	return slices.DeleteFunc(list, func(word uint64) bool { return !c.board.Within(word) })
}

// count takes placements into the cells.
func (c *Counter) count(list []uint64) {
	c.found += uint64(len(list))
	if c.pending += uint64(len(list)); c.pending > math.MaxUint32 {
		c.pending -= uint64(len(list))
		c.flush()
		c.pending = uint64(len(list))
	}
	low, high, split, cells := c.board.Low, c.board.High, c.board.Split, c.cells
	for _, word := range list {
		cells[low[word&uint64(len(low)-1)]+high[word>>split&uint64(len(high)-1)]]++
	}
}

// flush moves the cells, none of which exceeds pending, to the table.
func (c *Counter) flush() {
	if c.pending == 0 {
		return
	}
	for i, x := range c.cells[:len(c.table)] {
		c.table[i] += uint64(x)
	}
	clear(c.cells[:len(c.table)])
	c.pending = 0
}

// placeOne is the reference: it takes the options of a level one by one.
func (c *Counter) placeOne(level int, word uint64) {
	if level > 0 && level == c.board.After && !c.board.Within(word) {
		return
	}
	if level == len(c.board.Rows) {
		c.found++
		c.take(word)
		return
	}
	for _, option := range c.board.Rows[level] {
		if word&option == 0 && !c.stop.Load() {
			c.placeOne(level+1, word|option)
		}
	}
}
