package symmetric

import (
	"math"
	"slices"
	"sync/atomic"

	"queens/count/internal/kernels/shelf"
	"queens/count/internal/kernels/table"
	"queens/count/internal/symmetric"
	"queens/internal/bitmath"
)

const (
	vector  = 8       // options at a time
	nodes   = 32      // of a batch
	many    = 1 << 20 // of a batch shared by several boards
	mark    = 1 << 63 // a bit of every node
	refused = mark    // an option that is compatible with no node
)

// Counter tallies boards. It owns scratch memory and belongs to one goroutine at a time.
type Counter struct {
	kernel  Kernel
	stop    *atomic.Bool
	parts   []part
	layouts []*layout
	levels  [][]uint64 // nodes made from those of each level
	kept    [][]uint64 // nodes of each level that are not dropped

	cells   []uint32
	pending uint64 // placements in cells, below 2^32
	table   []uint64
	tables  [][]uint64
}

// part is a board that is searched together with others: the rows that they begin with are filled
// once.
type part struct {
	index  int
	board  *symmetric.Board
	rows   [][]uint64 // of the board, padded to whole vectors
	common int        // number of first rows shared with the part before
	found  uint64
	lines  lines

	// Consumers of placements: of words, or of nodes. If last is not nil, it takes nodes without
	// the last row.
	take func(words []uint64)
	add  func(list []uint64)
	last func(list []uint64)
}

// New returns a counter that uses the named kernel, or the fastest usable one for "auto" and "".
func New(kernel string) *Counter {
	return &Counter{kernel: table.Find(All(), kernel), stop: new(atomic.Bool)}
}

// Kernel returns the name of the kernel the counter uses.
func (c *Counter) Kernel() string { return c.kernel.Name }

// StopOn ends tallies early once the flag is set. Tallies that end before that are complete.
func (c *Counter) StopOn(flag *atomic.Bool) { c.stop = flag }

// Sum is a sum over Found placements.
type Sum struct {
	bitmath.Sum
	Found uint64
}

// Tally adds the placements of each board to the cells of its table and returns their numbers.
// Boards have the same number of rows and drop nodes after the same row. Rows that they begin with
// are searched once.
func (c *Counter) Tally(boards []*symmetric.Board, tables [][]uint64) []uint64 {
	found := make([]uint64, len(boards))
	whole := make([]bool, len(boards))
	if c.kernel.count != nil && c.start(boards) {
		for i := range c.parts {
			p := &c.parts[i]
			clear(p.lines.numbers)
			p.last = func(list []uint64) { p.found += c.kernel.count(list, &p.lines) }
		}
		c.place()
		for i := range c.parts {
			p := &c.parts[i]
			c.open(tables[p.index])
			p.lines.addTo(c.cells)
			for _, x := range c.cells {
				c.pending += uint64(x)
			}
			if whole[p.index] = c.pending == p.found; !whole[p.index] { // a number reached 2^16
				clear(c.cells)
				c.pending = 0
			}
			c.flush()
			found[p.index] = p.found
		}
	}
	for i, b := range boards {
		if whole[i] {
			continue
		}
		p := c.alone(b)
		c.open(tables[i])
		p.add = func(list []uint64) { c.count(p, list) }
		p.take = func(words []uint64) {
			for _, word := range words {
				tables[i][b.Cell(word)]++
			}
		}
		c.place()
		c.flush()
		found[i] = p.found
	}
	return found
}

// Add returns the sums, over the placements of each board, of the weights of their cells. Boards
// are as in Tally.
func (c *Counter) Add(boards []*symmetric.Board, weights [][]uint64) []Sum {
	sums := make([]Sum, len(boards))
	if c.kernel.weigh != nil && !slices.ContainsFunc(weights, func(w []uint64) bool { return slices.Max(w) > small }) &&
		c.start(boards) {
		for i := range c.parts {
			p := &c.parts[i]
			p.lines.weigh(weights[p.index])
			p.last = func(list []uint64) {
				found, sum := c.kernel.weigh(list, &p.lines)
				sums[p.index].Found += found
				sums[p.index].AddProduct(sum, 1)
			}
		}
		c.place()
		return sums
	}
	for i, b := range boards {
		sums[i].Found = c.List(b, func(words []uint64) {
			for _, word := range words {
				sums[i].AddProduct(weights[i][b.Cell(word)], 1)
			}
		})
	}
	return sums
}

// List calls take with lists of all placements of a board.
func (c *Counter) List(b *symmetric.Board, take func(words []uint64)) uint64 {
	p := c.alone(b)
	p.take = take
	c.place()
	return p.found
}

// padded appends options, and what makes them whole vectors.
func padded(row, options []uint64) []uint64 {
	row = append(row, options...)
	for len(row)%vector > 0 {
		row = append(row, refused)
	}
	return row
}

func (c *Counter) alone(b *symmetric.Board) *part {
	c.parts = slices.Grow(c.parts[:0], 1)[:1]
	p := &c.parts[0]
	p.set(0, b)
	return p
}

// start makes the boards parts, in the order of their rows, and reports whether lines can handle
// their last rows.
func (c *Counter) start(boards []*symmetric.Board) bool {
	c.parts = slices.Grow(c.parts[:0], len(boards))[:len(boards)]
	order := slices.Clone(boards)
	slices.SortFunc(order, func(a, b *symmetric.Board) int {
		return slices.CompareFunc(a.Rows, b.Rows, slices.Compare)
	})
	for i, b := range order {
		p := &c.parts[i]
		p.set(slices.Index(boards, b), b)
		if !c.line(&p.lines, b) {
			return false
		}
		for i > 0 && p.common < len(b.Rows) && slices.Equal(b.Rows[p.common], order[i-1].Rows[p.common]) {
			p.common++
		}
	}
	return true
}

func (p *part) set(index int, b *symmetric.Board) {
	*p = part{index: index, board: b, rows: p.rows[:0], lines: p.lines}
	for _, options := range b.Rows {
		p.rows = append(p.rows, padded(nil, options))
	}
	p.add = func(list []uint64) {
		p.found += uint64(len(list))
		for i := range list {
			list[i] &^= mark
		}
		p.take(list)
	}
}

func (c *Counter) place() {
	if c.kernel.extend == nil {
		c.placeOne(&c.parts[0], 0, 0)
		return
	}
	c.descend(0, []uint64{mark}, c.parts, 0, math.MaxUint64)
}

// descend extends nodes of a level, whose field is in least to most, to placements of parts that
// begin with the same rows.
func (c *Counter) descend(level int, list []uint64, parts []part, least, most uint64) {
	b := parts[0].board
	if from, to := between(parts); b.After > 0 && level >= b.After && (from > least || to < most) {
		least, most = from, to
		list = c.within(level, list, b.Field, from, to)
	}
	switch {
	case len(list) == 0:
		return
	case level == len(b.Rows):
		parts[0].add(list)
		return
	case level == len(b.Rows)-1 && parts[0].last != nil:
		c.finish(list, parts, least, most)
		return
	}
	size := nodes
	if len(parts) > 1 {
		size = max(nodes, many>>(len(b.Rows)-level))
	}
	for len(list) > 0 && !c.stop.Load() {
		batch := list[:min(size, len(list))]
		list = list[len(batch):]
		for first, next := 0, 0; first < len(parts); first = next {
			next = first + 1
			for next < len(parts) && parts[next].common > level {
				next++
			}
			c.descend(level+1, c.extend(level, batch, parts[first].rows[level]), parts[first:next], least, most)
		}
	}
}

func (c *Counter) extend(level int, batch, row []uint64) []uint64 {
	list := shelf.At(&c.levels, level)
	*list = (*list)[:0]
	for some := range slices.Chunk(batch, nodes) {
		*list = slices.Grow(*list, len(some)*len(row)+vector)
		n := len(*list)
		*list = (*list)[:n+c.kernel.extend((*list)[n:cap(*list)], some, row)]
	}
	return *list
}

func (c *Counter) finish(list []uint64, parts []part, least, most uint64) {
	level := len(parts[0].board.Rows)
	for i := range parts {
		p, rest := &parts[i], list
		if from, to := between(parts[i : i+1]); level > p.board.After && p.board.After > 0 &&
			(from > least || to < most) {
			rest = c.within(level, list, p.board.Field, from, to)
		}
		for batch := range slices.Chunk(rest, 1<<15) {
			if !c.stop.Load() {
				p.last(batch)
			}
		}
	}
}

func between(parts []part) (least, most uint64) {
	if parts[0].board.Field == 0 {
		return 0, math.MaxUint64
	}
	least = math.MaxUint64
	for i := range parts {
		least, most = min(least, parts[i].board.Least), max(most, parts[i].board.Most)
	}
	return least, most
}

func (c *Counter) within(level int, list []uint64, field, least, most uint64) []uint64 {
	kept := shelf.Room(shelf.At(&c.kept, level), len(list))
	n := 0
	for _, word := range list {
		kept[n] = word
		if x := word & field; least <= x && x <= most {
			n++
		}
	}
	return kept[:n]
}

func (c *Counter) open(table []uint64) {
	c.table = table
	if len(c.cells) <= len(table) {
		c.cells = make([]uint32, len(table)+1)
	}
}

func (c *Counter) count(p *part, list []uint64) {
	p.found += uint64(len(list))
	if c.pending += uint64(len(list)); c.pending > math.MaxUint32 {
		c.pending -= uint64(len(list))
		c.flush()
		c.pending = uint64(len(list))
	}
	b := p.board
	low, high, split, cells := b.Low, b.High, b.Split, c.cells
	for _, word := range list {
		cells[low[word&uint64(len(low)-1)]+high[word>>split&uint64(len(high)-1)]]++
	}
}

// flush adds the cells, none of which exceeds pending, to the table.
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

// placeOne is the reference: it tries the options of a level one by one.
func (c *Counter) placeOne(p *part, level int, word uint64) {
	b := p.board
	if level > 0 && level == b.After && !b.Within(word) {
		return
	}
	if level == len(b.Rows) {
		p.found++
		p.take([]uint64{word})
		return
	}
	for _, option := range b.Rows[level] {
		if word&option == 0 && !c.stop.Load() {
			c.placeOne(p, level+1, word|option)
		}
	}
}

// Solutions are those of a unit, without its weight, and the placements of either part of the
// queens.
type Solutions struct {
	Sum   bitmath.Sum
	Found [2]uint64
}

// Halves counts units of half turns whose boards begin with the same rows, see [symmetric.Half]'s
// Alike. backwards fills the rows in the opposite order. times, unless nil, returns how often each
// cell of a unit's table counts, instead of [symmetric.Product].
func (c *Counter) Halves(h *symmetric.Half, units []symmetric.Unit, backwards bool,
	times func(u symmetric.Unit, t *symmetric.Table) []uint64,
) []Solutions {
	products, list := make([]symmetric.Product, len(units)), make([]Solutions, len(units))
	var boards [2][]*symmetric.Board
	for i, u := range units {
		p := &products[i]
		*p = h.Product(u.Lines)
		for colour, b := range [2]*symmetric.Board{&p.White, &p.Black} {
			if times != nil {
				b.Field = 0 // drop nothing
			}
			if backwards {
				slices.Reverse(b.Rows[:b.After])
				slices.Reverse(b.Rows[b.After:])
			}
			boards[colour] = append(boards[colour], b)
		}
	}
	few := symmetric.White
	if len(products[0].Black.Rows) < len(products[0].White.Rows) {
		few = symmetric.Black
	}
	var tables [][]uint64
	for i, b := range boards[few] {
		tables = append(tables, c.Table(i, b.Cells))
	}
	for i, found := range c.Tally(boards[few], tables) {
		list[i].Found[few] = found
		if times != nil {
			for j, factor := range times(units[i], &products[i].White.Table) {
				tables[i][j] *= factor
			}
			continue
		}
		for j := range products[i].Below {
			tables[i][j] *= 2
		}
		clear(tables[i][products[i].Reach:])
	}
	for i, sum := range c.Add(boards[1-few], tables) {
		list[i].Found[1-few] = sum.Found
		list[i].Sum = sum.Times(products[i].Factor)
	}
	return list
}

// Table returns a table of zeros in the memory of table number.
func (c *Counter) Table(number, cells int) []uint64 {
	return shelf.Zeros(shelf.At(&c.tables, number), cells)
}
