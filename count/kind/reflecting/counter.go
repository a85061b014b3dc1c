package reflecting

import (
	"math/bits"
	"slices"
	"sync/atomic"

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
	class  *class
	kinds  [4]kindOf // by parity.Kind
	sparse int       // the colour with more queens, whose pairs are all found
	stride int       // of labels of even rows, in cells
	joiner joiner
	lists  [4]placements
	method method

	starts  []uint32 // where the columns of a row of cells begin
	columns []uint16
}

// method says how the pairs of the colour with fewer queens are counted.
type method int

const (
	matrix  method = iota // all are found, and counted by cell
	direct                // for each cell that is wanted
	generic               // both colours one by one, unit by unit: the reference
)

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
	label []int16 // by set of rows; -1 for one that is left out
}

// newCounter returns a counter for a class. Once the flag is set, counts end early, and what they
// return is invalid.
func newCounter(c *class, m method, stop *atomic.Bool) *counter {
	n := &counter{class: c, stride: len(c.OddSets), sparse: c.sparse(), method: m}
	for k := range n.kinds {
		n.kinds[k] = c.kind(parity.Kind(k))
	}
	n.joiner.stop = stop
	return n
}

func (c *class) kind(k parity.Kind) kindOf {
	x := kindOf{quarter: c.quarter(k)}
	x.label = make([]int16, 1<<x.rows)
	for i := range x.label {
		x.label[i] = -1
	}
	labels, complement := c.Rows, uint32(0)
	if k == parity.OddOdd || k == parity.EvenOdd {
		labels = c.OddSets
	}
	if k == parity.OddEven || k == parity.EvenOdd {
		complement = 1<<x.rows - 1
	}
	for i, s := range labels {
		x.label[s.Lines^complement] = int16(i)
	}
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

// placements is the list of a kind on a run of column sets.
type placements struct {
	first, count int // the run
	labels       int
	keys         []uint64

	// By set and label, once they are wanted.
	sorted []uint64
	starts []uint32
}

func (l *placements) place(k *kindOf, columns, rows uint32, key uint64) {
	if columns == 0 {
		if label := k.label[rows]; label >= 0 {
			l.keys = append(l.keys, key|uint64(label)<<numberBits)
		}
		return
	}
	column := bits.TrailingZeros32(columns)
	for free := k.free(column, key) &^ rows; free != 0; free &= free - 1 {
		row := bits.TrailingZeros32(free)
		l.place(k, columns&(columns-1), rows|1<<row, key|k.key(column, row))
	}
}

// list makes the list of a kind for a run, or finds it.
func (n *counter) list(k parity.Kind, t run) *placements {
	l := &n.lists[k]
	first, count := t.even, t.evenCount
	if k == parity.OddOdd || k == parity.OddEven {
		first, count = t.odd, t.oddCount
	}
	if l.first == first && l.count == count {
		return l
	}
	*l = placements{
		first: first, count: count, labels: n.labels(k),
		keys: l.keys[:0], sorted: l.sorted[:0], starts: l.starts[:0],
	}
	for i := range count {
		if n.joiner.stop.Load() {
			l.count = 0
			break
		}
		l.place(&n.kinds[k], n.class.columns(k, t, i), 0, uint64(i)<<(numberBits+labelBits))
	}
	return l
}

// labels returns the number of labels of a kind.
func (n *counter) labels(k parity.Kind) int {
	if k == parity.OddOdd || k == parity.EvenOdd {
		return len(n.class.OddSets)
	}
	return len(n.class.Rows)
}

func (l *placements) sort() {
	if len(l.starts) > 0 {
		return
	}
	place := func(key uint64) int { return set(key)*l.labels + label(key) }
	l.starts = append(l.starts, make([]uint32, l.count*l.labels+2)...)
	next := l.starts[1:] // is moved to where the next one begins
	for _, key := range l.keys {
		next[place(key)+1]++
	}
	for i := 1; i < len(next); i++ {
		next[i] += next[i-1]
	}
	l.sorted = append(l.sorted, make([]uint64, len(l.keys))...)
	for _, key := range l.keys {
		at := &next[place(key)]
		l.sorted[*at] = key
		*at++
	}
}

func (n *counter) count(t run) (r result) {
	lists := n.all(t)
	for colour := range lists {
		for i, k := range [2]parity.Kind{of[colour], with[colour]} {
			r.lists[k] = uint64(len(lists[colour][i].keys))
		}
	}
	if n.joiner.stop.Load() {
		return result{}
	}
	n.joiner.tests = 0
	switch n.method {
	case matrix:
		r.solutions, r.pairs = n.matrix(lists, t)
	case direct:
		r.solutions, r.pairs = n.direct(lists, t)
	default:
		r.solutions, r.pairs = n.generic(lists, t)
	}
	r.solutions *= n.class.weight
	r.tests = n.joiner.tests
	return r
}

// all returns the lists of a run, by colour.
func (n *counter) all(t run) (lists [2][2]*placements) {
	for colour := range lists {
		lists[colour] = [2]*placements{n.list(of[colour], t), n.list(with[colour], t)}
	}
	return lists
}

// faster returns the faster method for the class, by the lists of a unit in the middle.
func (c *class) faster() method {
	const foundTime, askTime, testTime = 50, 10, 3 // nanoseconds
	n := newCounter(c, direct, new(atomic.Bool))
	lists := n.all(run{len(c.evens) / 2, 1, len(c.OddSets) / 2, 1})
	var pairs [2]float64
	for colour, l := range lists {
		x, y := l[0].keys, l[1].keys
		if len(x) == 0 || len(y) == 0 {
			return direct
		}
		sample := min(1<<22, len(x)*len(y))
		for i := range sample {
			if x[i*7919%len(x)]&y[i*104729%len(y)]&numberMask == 0 {
				pairs[colour] += float64(len(x)) * float64(len(y)) / float64(sample)
			}
		}
	}
	l := lists[black-n.sparse]
	blocks := 1 + float64(len(l[0].keys))/float64(64*len(c.Rows))
	tests := float64(len(l[1].keys)) / float64(n.stride)
	if pairs[n.sparse]*(askTime+testTime*blocks*tests) < foundTime*(pairs[white]+pairs[black]) {
		return direct
	}
	return matrix
}

// generic returns what matrix does: it compares all pairs of placements of each unit.
func (n *counter) generic(lists [2][2]*placements, t run) (solutions, pairs uint64) {
	for unit := range t.evenCount * t.oddCount {
		var cells [2][]uint64
		for colour := range lists {
			cells[colour] = make([]uint64, len(n.class.Rows)*n.stride)
			sets := t.sets(unit, colour)
			for _, x := range lists[colour][0].keys {
				for _, y := range lists[colour][1].keys {
					if n.joiner.tests++; n.joiner.tests%(1<<16) == 0 && n.joiner.stop.Load() {
						return 0, 0
					}
					if set(x) == sets[0] && set(y) == sets[1] && x&y&numberMask == 0 {
						cells[colour][label(x)*n.stride+label(y)]++
					}
				}
			}
		}
		for i, number := range cells[white] {
			solutions += number * cells[black][i] * uint64(n.class.Rows[i/n.stride].Weight)
			pairs += cells[n.sparse][i]
		}
	}
	return solutions, pairs
}

func set(key uint64) int   { return int(key >> (numberBits + labelBits)) }
func label(key uint64) int { return int(key >> numberBits & labelMask) }

// usualCells is how many cells are counted at a time, those of one unit at least: few enough
// for caches, and enough units for few tests.
const usualCells = 1 << 20

// matrix returns the solutions of a run, without the weight of its units, and the pairs of the
// colour with more queens: those of the other colour are counted by cell, and for each of the
// first ones a cell is added.
func (n *counter) matrix(lists [2][2]*placements, t run) (solutions, pairs uint64) {
	j := &n.joiner
	for colour := range lists {
		lists[colour][0].sort()
		lists[colour][1].sort()
	}
	unit := len(n.class.Rows) * n.stride
	j.labelSteps = [2]uint32{uint32(n.stride), 1}
	for even := range t.evenCount {
		for odd, some := 0, max(1, usualCells/unit); odd < t.oddCount; odd += some {
			some = min(some, t.oddCount-odd)
			j.cells = slices.Grow(j.cells[:0], some*unit)[:some*unit]
			clear(j.cells)
			join := func(colour int) {
				if of, with := lists[colour][0], lists[colour][1]; colour == white {
					j.setSteps = [2]uint32{0, uint32(unit)}
					j.join(of.sets(even, 1), with.sets(odd, some), false)
				} else {
					j.setSteps = [2]uint32{uint32(unit), 0}
					j.join(of.sets(odd, some), with.sets(even, 1), false)
				}
			}
			j.origin = uint32(odd * unit)
			j.sink = toCells
			join(black - n.sparse)
			for place := range some * len(n.class.Rows) {
				if weight := n.class.Rows[place%len(n.class.Rows)].Weight; weight > 1 {
					for k := range n.stride {
						j.cells[place*n.stride+k] *= weight
					}
				}
			}
			j.sink, j.sum, j.pairs = toSum, 0, 0
			join(n.sparse)
			solutions += j.sum
			pairs += j.pairs
			if j.stop.Load() {
				return 0, 0
			}
		}
	}
	return solutions, pairs
}

// sets returns the places of the sets of both lists of a colour, of a unit of a run.
func (t run) sets(unit, colour int) [2]int {
	if colour == white {
		return [2]int{unit / t.oddCount, unit % t.oddCount}
	}
	return [2]int{unit % t.oddCount, unit / t.oddCount}
}

// direct is matrix, but finds the pairs of the colour with more queens, of all units together,
// and for each counts the pairs of the other colour on the lines that it leaves.
func (n *counter) direct(lists [2][2]*placements, t run) (solutions, pairs uint64) {
	j, x, y, rows := &n.joiner, lists[black-n.sparse][0], lists[black-n.sparse][1], len(n.class.Rows)
	unit := uint32(rows * n.stride)
	j.labelSteps, j.setSteps = [2]uint32{uint32(n.stride), 1}, [2]uint32{uint32(t.oddCount) * unit, unit}
	if n.sparse == black {
		j.setSteps[0], j.setSteps[1] = j.setSteps[1], j.setSteps[0]
	}
	j.sink, j.found, j.origin = toFound, j.found[:0], 0
	j.join(lists[n.sparse][0].keys, lists[n.sparse][1].keys, false)
	if len(j.found) == 0 {
		return 0, 0
	}
	x.sort()
	y.sort()
	starts, columns := n.sorted(rows * t.evenCount * t.oddCount)
	for place := range len(starts) - 1 {
		asked := columns[starts[place]:starts[place+1]]
		if len(asked) == 0 {
			continue
		}
		if j.stop.Load() {
			return 0, 0
		}
		row, sets := place%rows, t.sets(place/rows, black-n.sparse)
		of := x.between(sets[0]*rows+row, sets[0]*rows+row+1)
		solutions += uint64(n.class.Rows[row].Weight) * n.ask(of, y, sets[1]*n.stride, asked)
	}
	return solutions, uint64(len(j.found))
}

// sorted returns the columns of the cells that were found, by place: unit and row.
func (n *counter) sorted(places int) (starts []uint32, columns []uint16) {
	found := n.joiner.found
	n.starts = append(n.starts[:0], make([]uint32, places+2)...)
	n.columns = slices.Grow(n.columns[:0], len(found))[:len(found)]
	next, stride := n.starts[1:], uint32(n.stride)
	for _, cell := range found {
		next[cell/stride+1]++
	}
	for i := 1; i < len(next); i++ {
		next[i] += next[i-1]
	}
	for _, cell := range found {
		at := &next[cell/stride]
		n.columns[*at] = uint16(cell % stride)
		*at++
	}
	return n.starts[:places+1], n.columns
}

// ask returns the number of pairs of placements of one list with those of a set, which begin at
// first, on the columns asked for.
func (n *counter) ask(x []uint64, of *placements, first int, columns []uint16) (pairs uint64) {
	const few = 3
	if len(columns) <= few {
		for _, column := range columns {
			pairs += disjoint(x, of.between(first+int(column), first+int(column)+1))
		}
		return pairs
	}
	l := &n.joiner.lanes
	for len(x) > 0 {
		some := x[:min(64, len(x))]
		x = x[len(some):]
		l.set(some)
		for _, column := range columns {
			for _, key := range of.between(first+int(column), first+int(column)+1) {
				pairs += uint64(bits.OnesCount64(l.disjoint(key)))
			}
		}
	}
	return pairs
}

// between returns the placements from one place to another, of those sorted by set and label.
func (l *placements) between(first, end int) []uint64 { return l.sorted[l.starts[first]:l.starts[end]] }

// sets returns the placements of a run of sets.
func (l *placements) sets(first, number int) []uint64 {
	return l.between(first*l.labels, (first+number)*l.labels)
}

// disjoint returns the number of pairs that share no number.
func disjoint(x, y []uint64) (pairs uint64) {
	for _, a := range x {
		for _, b := range y {
			pairs += (a&b&numberMask - 1) >> 63
		}
	}
	return pairs
}
