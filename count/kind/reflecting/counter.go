package reflecting

import (
	"math/bits"
	"slices"
	"sync/atomic"

	"queens/internal/kernel/pairs"
	"queens/internal/parity"
)

// run is a run of units: those of a run of even column sets and one of odd ones, by their places
// in evens and OddSets.
type run struct {
	even, evenCount int
	odd, oddCount   int
}

// result is what counting a run gives. All but tests is the same however it is counted.
type result struct {
	solutions uint64    // with the weight of the units
	lists     [4]uint64 // placements, by kind of square
	pairs     uint64    // of the colour with more queens, without a common number
	tests     uint64
}

// counter counts runs of a class. It keeps its memory from run to run, and is used by
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

// columns returns the columns of a kind in the given set of a run.
func (c *class) columns(k parity.Kind, t run, i int) uint32 {
	switch k {
	case parity.EvenEven:
		return c.evens[t.even+i].Lines
	case parity.OddOdd:
		return c.OddSets[t.odd+i].Lines
	case parity.OddEven:
		return (1<<c.Odd - 1) &^ c.OddSets[t.odd+i].Lines
	default:
		return (1<<c.Even - 1) &^ c.evens[t.even+i].Lines
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

func (n *counter) list(k parity.Kind, t run) *placements {
	l := &n.lists[k]
	first, count := t.even, t.evenCount
	if k == parity.OddOdd || k == parity.OddEven {
		first, count = t.odd, t.oddCount
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

func (n *counter) count(t run) (r result) {
	for k := range n.lists {
		r.lists[k] = uint64(len(n.list(parity.Kind(k), t).keys))
	}
	for even := range t.evenCount {
		for odd := range t.oddCount {
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
