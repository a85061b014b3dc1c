package reflecting

import (
	"iter"
	"math/bits"
	"slices"
	"sync/atomic"

	"queens/internal/kernel/pairs"
	"queens/internal/parity"
)

// result is what counting a tile gives. All but tests is the same however it is counted.
type result struct {
	solutions uint64    // with the weight of the units
	lists     [4]uint64 // placements, by kind of square
	pairs     uint64    // of the colour with more queens, without a common number
	tests     uint64
}

// counter counts tiles of a class. It keeps its memory from tile to tile, and is used by
// one goroutine at a time.
type counter struct {
	class *class
	kinds [4]kindOf // by parity.Kind
	pairs *pairs.Counter
	stop  *atomic.Bool
	// first is the colour whose pairs are found first, and counted by cell: that with more
	// queens, or to count again the other one.
	first int
	lists [4]placements

	keys  [4][]uint64 // of a unit
	cells []uint16    // by labels of both lists of a colour; one more than there are
	found []uint32    // cells of the pairs that were found, if they are few
}

// colours of squares.
const (
	white = iota
	black
)

// of and with are the two kinds of a colour: the label of the first one is a set of even rows.
var of, with = [2]parity.Kind{parity.EvenEven, parity.OddEven}, [2]parity.Kind{parity.OddOdd, parity.EvenOdd}

// kindOf is how placements on one kind of squares are listed.
type kindOf struct {
	quarter
	labels int
	label  []int16 // by set of rows; -1 for one that is left out
}

func newCounter(c *class, joiner *pairs.Counter, other bool) *counter {
	n := &counter{class: c, pairs: joiner, first: c.sparse(), cells: make([]uint16, len(c.rows)*len(c.OddSets)+1)}
	if other {
		n.first = white + black - n.first
	}
	for k := range n.kinds {
		n.kinds[k] = c.kind(parity.Kind(k))
	}
	n.stopOn(new(atomic.Bool))
	return n
}

// stopOn makes counts end early once the flag is set. What they return then is invalid.
func (n *counter) stopOn(flag *atomic.Bool) {
	n.stop = flag
	n.pairs.StopOn(flag)
}

func (c *class) kind(k parity.Kind) kindOf {
	x := kindOf{quarter: c.quarter(k)}
	x.label = slices.Repeat([]int16{-1}, 1<<x.rows)
	labels, complement := c.rows, uint32(0)
	if k == parity.OddOdd || k == parity.EvenOdd {
		labels = c.OddSets
	}
	if k == parity.OddEven || k == parity.EvenOdd {
		complement = 1<<x.rows - 1
	}
	for i, s := range labels {
		x.label[s.Lines^complement] = int16(i)
	}
	x.labels = len(labels)
	return x
}

// columns returns the columns of a kind in the given set of a tile.
func (c *class) columns(k parity.Kind, t Tile, i int) uint32 {
	switch k {
	case parity.EvenEven:
		return c.evens[t.Even+i].Lines
	case parity.OddOdd:
		return c.OddSets[t.Odd+i].Lines
	case parity.OddEven:
		return (1<<c.Odd - 1) &^ c.OddSets[t.Odd+i].Lines
	default:
		return (1<<c.Even - 1) &^ c.evens[t.Even+i].Lines
	}
}

// placements is the list of a kind on a run of column sets. A placement is its numbers and, from
// pairs.LabelShift on, the label of its rows.
type placements struct {
	first, count int // the run
	labels       int
	keys         []uint64 // by set and label
	starts       []int    // of each set and label
	unsorted     []uint64
}

func (l *placements) place(k *kindOf, columns, rows uint32, key uint64) {
	if columns == 0 {
		if label := k.label[rows]; label >= 0 {
			l.unsorted = append(l.unsorted, key|uint64(label)<<pairs.LabelShift)
		}
		return
	}
	column := bits.TrailingZeros32(columns)
	for free := k.free(column, key) &^ rows; free != 0; free &= free - 1 {
		row := bits.TrailingZeros32(free)
		l.place(k, columns&(columns-1), rows|1<<row, key|k.key(column, row))
	}
}

func (n *counter) list(k parity.Kind, t Tile) *placements {
	l := &n.lists[k]
	first, count := t.Even, t.EvenCount
	if k == parity.OddOdd || k == parity.OddEven {
		first, count = t.Odd, t.OddCount
	}
	if l.first == first && l.count == count {
		return l
	}
	l.first, l.count, l.labels, l.keys, l.starts = first, count, n.kinds[k].labels, l.keys[:0], l.starts[:0]
	for i := range count {
		if n.stop.Load() {
			l.count = 0
			break
		}
		l.unsorted = l.unsorted[:0]
		l.place(&n.kinds[k], n.class.columns(k, t, i), 0, 0)
		l.appendSorted()
	}
	l.starts = append(l.starts, len(l.keys))
	return l
}

func (l *placements) appendSorted() {
	from, begin := len(l.starts), len(l.keys)
	l.keys = slices.Grow(l.keys, len(l.unsorted))[:begin+len(l.unsorted)]
	l.starts = append(l.starts, make([]int, l.labels+1)...)
	next := l.starts[from:] // after the label before
	for _, key := range l.unsorted {
		next[label(key)+1]++
	}
	next[0] = begin
	for i := range l.labels {
		next[i+1] += next[i]
	}
	for _, key := range l.unsorted {
		at := &next[label(key)]
		l.keys[*at] = key
		*at++
	}
	copy(next[1:], next[:l.labels])
	next[0] = begin
	l.starts = l.starts[:from+l.labels]
}

func label(key uint64) int { return int(key >> pairs.LabelShift) }

// between returns the placements of a set from one label to another.
func (l *placements) between(set, label, end int) []uint64 {
	return l.keys[l.starts[set*l.labels+label]:l.starts[set*l.labels+end]]
}

func (n *counter) count(t Tile) (r result) {
	for k := range n.lists {
		r.lists[k] = uint64(len(n.list(parity.Kind(k), t).keys))
	}
	for even := range t.EvenCount {
		for odd := range t.OddCount {
			if n.stop.Load() {
				return result{}
			}
			n.take(parity.OddOdd, odd)
			n.take(parity.OddEven, odd)
			if odd == 0 {
				n.take(parity.EvenEven, even)
				n.take(parity.EvenOdd, even)
			}
			solutions, found := n.unit(even, odd, &r.tests)
			r.solutions += solutions * n.class.weight
			r.pairs += found
		}
	}
	return r
}

// take copies the keys of a set: package pairs may reorder them.
func (n *counter) take(k parity.Kind, set int) {
	l := &n.lists[k]
	n.keys[k] = append(slices.Grow(n.keys[k][:0], len(l.keys)+pairs.Slack), l.between(set, 0, l.labels)...)
}

// few is how many cells there are at least for each that is asked for on its own.
const few = 1 << 8

// unit returns the solutions of a unit, without its weight, and the pairs of the colour with more
// queens.
func (n *counter) unit(even, odd int, tests *uint64) (solutions, found uint64) {
	stride := len(n.class.OddSets)
	twice := uint32(n.class.twice * stride)
	n.found = n.found[:0]
	found, stats := n.pairs.Find(n.keys[of[n.first]], n.keys[with[n.first]], stride, func(index []uint32) {
		cells := n.cells
		for _, i := range index {
			weight := uint16(1)
			if i < twice {
				weight = 2
			}
			cell := cells[i] + weight
			if cells[i] = cell; cell < weight {
				panic("reflecting: more pairs of a cell than 16 bits can count")
			}
		}
		if len(n.found)*few < len(cells) {
			n.found = append(n.found, index...)
		}
	})
	*tests += stats.Tests + stats.Direct
	usual := n.first == n.class.sparse()
	switch {
	case usual && found == 0:
	case usual && found*few < uint64(len(n.cells)):
		solutions = n.ask(even, odd, tests)
	default:
		// A unit has fewer solutions than order 27 has, below 2^64.
		var others uint64
		solutions, others, stats = n.pairs.Sum(n.keys[of[1-n.first]], n.keys[with[1-n.first]], n.cells, stride)
		*tests += stats.Tests + stats.Direct
		if !usual {
			found = others
		}
	}
	if len(n.found)*few < len(n.cells) {
		for _, i := range n.found {
			n.cells[i] = 0
		}
	} else {
		clear(n.cells)
	}
	return solutions, found
}

// ask adds up the pairs of the other colour for each pair that was found.
func (n *counter) ask(even, odd int, tests *uint64) (solutions uint64) {
	colour, sets, labels := 1-n.first, [2]int{even, odd}, len(n.class.OddSets)
	if colour == black {
		sets = [2]int{odd, even}
	}
	x, y := &n.lists[of[colour]], &n.lists[with[colour]]
	for _, i := range n.found {
		row, column := int(i)/labels, int(i)%labels
		of, with := x.between(sets[0], row, row+1), y.between(sets[1], column, column+1)
		*tests += uint64(len(of) * len(with))
		solutions += uint64(n.class.rows[row].Weight) * disjoint(of, with)
	}
	return solutions
}

func disjoint(x, y []uint64) (found uint64) {
	const numbers = 1<<pairs.LabelShift - 1
	for _, a := range x {
		for _, b := range y {
			found += (a&b&numbers - 1) >> 63
		}
	}
	return found
}

// maxOrder is the largest order: labels of package pairs, and the work of a count fits 64 bits.
const maxOrder = 27

// class is the solutions of one order with one number of white queens, by the sets of
// lines of package parity, whose lines count from 0. Columns are its rows, and the
// rows here are its columns.
//
// Reflecting the rows, y to n+1-y, makes a number v the number n+1-v, and so a solution another
// one. In even orders it exchanges the colours: a unit and that of the complements have equally
// many solutions. In odd orders it keeps them, and of two sets of even rows that are
// reflections of each other one stands for both, see [parity.Class].
type class struct {
	*parity.Class

	evens  []parity.Set // even columns of white queens, of the units that stand for all
	weight uint64       // units of all classes that each of them stands for
	rows   []parity.Set // Rows, the first ones of them those of weight 2
	twice  int          // how many these are
}

// classes yields the classes whose units make up all solutions of order n, 0 to maxOrder.
func classes(n int) iter.Seq[*class] {
	return func(yield func(*class) bool) {
		for c := range parity.Classes(n) {
			if !yield(newClass(c)) {
				return
			}
		}
	}
}

func newClass(c *parity.Class) *class {
	x := &class{Class: c, evens: c.EvenSets, weight: 1, rows: slices.Clone(c.Rows)}
	slices.SortStableFunc(x.rows, func(a, b parity.Set) int { return int(b.Weight) - int(a.Weight) })
	for x.twice < len(x.rows) && x.rows[x.twice].Weight == 2 {
		x.twice++
	}
	if c.Order%2 == 1 || c.Order == 0 {
		return x
	}
	x.weight = 2
	if 2*c.Queens == c.Even { // of a set and its complement the one with column 0
		x.evens = slices.DeleteFunc(slices.Clone(c.EvenSets), func(s parity.Set) bool { return s.Lines&1 == 0 })
	}
	return x
}

// quarter is the squares of one kind, as a board of its own.
type quarter struct {
	columns, rows   int
	sum, difference int // square (i, j) has the numbers j+i+sum and j-i+difference
}

// quarter returns the squares of a kind. Numbers of either colour count from 0.
func (c *class) quarter(k parity.Kind) quarter {
	origin := c.Order / 2
	switch k {
	case parity.EvenEven: // x = 2i+1, y = 2j+1
		return quarter{c.Even, c.Even, origin + 1, origin}
	case parity.OddOdd: // x = 2i+2, y = 2j+2
		return quarter{c.Odd, c.Odd, origin + 2, origin}
	case parity.OddEven: // x = 2i+2, y = 2j+1
		return quarter{c.Odd, c.Even, origin + 1, origin - 1}
	default: // x = 2i+1, y = 2j+2
		return quarter{c.Even, c.Odd, origin + 1, origin}
	}
}

func (q quarter) free(column int, key uint64) uint32 {
	return (1<<q.rows - 1) &^ uint32(key>>(column+q.sum)|key>>(q.difference-column))
}

func (q quarter) key(column, row int) uint64 {
	return 1<<(row+column+q.sum) | 1<<(row-column+q.difference)
}

// queens returns the numbers of queens on the two kinds of squares of each colour.
func (c *class) queens() [2][2]int {
	return [2][2]int{white: {c.Queens, c.Queens - c.Order%2}, black: {c.Even - c.Queens, c.Even - c.Queens}}
}

// sparse returns the colour with more queens, black if both have equally many: few of its pairs
// fit.
func (c *class) sparse() int {
	if 2*(c.Even-c.Queens) >= 2*c.Queens-c.Order%2 {
		return black
	}
	return white
}

// usualNumbers returns the number of equally common numbers that those of a colour are worth.
func (c *class) usualNumbers() int { return max(1, 5*c.Order/4) }

// usual returns about how many placements of that many queens a set of columns has: the next
// queen has a row that is left, and neither of its numbers is one of those before.
func (c *class) usual(queens int) uint64 {
	placements, m := uint64(1), c.usualNumbers()
	for i := range queens {
		left := uint64(max(0, m-2*i))
		placements = placements * uint64(c.Even-i) * left * left / uint64(m*m)
	}
	return placements
}

// usualPairs returns about how many pairs of the sparse colour a unit has.
func (c *class) usualPairs() uint64 {
	queens := c.queens()[c.sparse()]
	pairs, m := c.usual(queens[0])*c.usual(queens[1]), c.usualNumbers()
	for i := range 2 * queens[0] {
		pairs = pairs * uint64(max(0, m-2*queens[1]-i)) / uint64(max(1, m-i))
	}
	return pairs
}

// work returns the estimated work of a unit: a pair of the sparse colour takes 2 ns, a placement
// 8 ns, and a board state is 4 ns.
func (c *class) work() uint64 {
	work := 1 + c.usualPairs()/2
	for _, colour := range c.queens() {
		work += 2 * (c.usual(colour[0]) + c.usual(colour[1]))
	}
	return work
}

// search returns the solutions of a unit, without its weight, by a search of the whole
// board: the unit says which squares of a column have a queen's colour. The column with the
// fewest free squares comes first. A search that stops returns nothing of use.
func (c *class) search(u parity.Unit, stop *atomic.Bool) uint64 {
	s := search{stop: stop}
	even, odd := c.evens[u.Even].Lines, c.OddSets[u.Odd].Lines
	for x := 1; x <= c.Order; x++ { // column x is number x-1 of package parity
		lines := even
		if x%2 == 0 {
			lines = odd
		}
		white := lines>>((x-1)/2)&1 != 0
		rows := uint64(0x5555555555555555) // even y
		if white == (x%2 == 1) {
			rows <<= 1
		}
		s.rows[x] = rows & (1<<(c.Order+1) - 2)
	}
	return s.place(1<<(c.Order+1)-2, 0, numbers{})
}

type search struct {
	rows [maxOrder + 1]uint64 // that each column may have
	stop *atomic.Bool
}

// numbers is a set of numbers, plus 32.
type numbers [2]uint64

// from returns the 64 numbers from v on, as bits.
func (s *numbers) from(v int) uint64 {
	if v >= 64 {
		return s[1] >> (v - 64)
	}
	return s[0]>>v | s[1]<<(64-v)
}

func (s *numbers) add(v int) { s[v/64] |= 1 << (v % 64) }

func (s *search) place(columns, taken uint64, used numbers) (solutions uint64) {
	if columns == 0 {
		return 1
	}
	if s.stop.Load() {
		return 0
	}
	column, squares, fewest := 0, uint64(0), 65
	for left := columns; left != 0 && fewest > 1; left &= left - 1 {
		x := bits.TrailingZeros64(left)
		free := s.rows[x] &^ (taken | used.from(32+x) | used.from(32-x))
		if number := bits.OnesCount64(free); number < fewest {
			column, squares, fewest = x, free, number
		}
	}
	for ; squares != 0; squares &= squares - 1 {
		y := bits.TrailingZeros64(squares)
		with := used
		with.add(32 + y + column)
		with.add(32 + y - column)
		solutions += s.place(columns&^(1<<column), taken|1<<y, with)
	}
	return solutions
}
