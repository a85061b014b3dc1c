package reflecting

import (
	"math/bits"
	"sync/atomic"
)

// A labelled placement is a word: numbers, the label of its rows, and the place of its
// columns in a run of sets.
const (
	numberBits = 42
	labelBits  = 12
	numberMask = 1<<numberBits - 1
	labelMask  = 1<<labelBits - 1
)

// maxRun is the largest number of sets of a run.
const maxRun = 1 << (64 - numberBits - labelBits)

// Costs by which the joiner decides, in tenths of a nanosecond. Results do not depend on them.
const (
	splitCost = 5000 // a split, besides its keys
	keyCost   = 15   // a key parted
	testCost  = 25   // a test of an item with up to 64 lanes
	blockCost = 5000 // the tables of these lanes
	pairCost  = 7    // a comparison
	eagerness = 2    // what a test saved by a split is worth: splits pay again below
)

// joiner finds the pairs of two lists of labelled placements that share no number.
type joiner struct {
	// A pair is a cell: the sum of the places of its sets and of its labels, times these steps.
	setSteps, labelSteps [2]uint32
	origin               uint32 // less this

	sink  sink
	found []uint32 // cells of pairs
	cells []uint32
	sum   uint64 // of cells
	pairs uint64

	stop  *atomic.Bool
	tests uint64
	lanes lanes
}

// sink is what is done with the cell of a pair.
type sink int

const (
	toFound sink = iota // it is appended to found
	toCells             // it is increased
	toSum               // it is added to the sum
)

// lanes are up to 64 placements that others are tested with at once.
type lanes struct {
	valid  uint64
	cells  [64]uint32                                     // what each adds to the cell of a pair
	tables [numberBits / chunkBits][1 << chunkBits]uint64 // lanes that share a number, by chunks
}

// chunkBits is the size of a chunk.
const chunkBits = 6

// join takes the disjoint pairs of two lists, of which a has the first steps, or the second
// ones if swapped. It reorders both. Every split settles a number: keys with it never fit each
// other, so the longer list's keys with it meet the shorter one's without it, and the longer
// one's without it meet all of these.
func (j *joiner) join(a, b []uint64, swapped bool) {
	for {
		if len(a) > len(b) {
			a, b, swapped = b, a, !swapped
		}
		if len(a) == 0 || j.stop.Load() {
			return
		}
		compared := uint64(len(a)) * uint64(len(b))
		blocks := uint64(len(a)+63) / 64
		tested := blocks * (blockCost + testCost*uint64(len(b)))
		if pairCost*compared <= tested {
			j.compare(a, b, swapped)
			return
		}
		number, share := common(a, b)
		if eagerness*(tested>>10)*share <= splitCost+keyCost*uint64(len(a)+len(b)) {
			j.test(a, b, swapped)
			return
		}
		ones := part(b, number)
		without := len(a) - part(a, number)
		// part puts keys without the number first.
		j.join(a[:without], b[len(b)-ones:], swapped)
		b = b[:len(b)-ones]
	}
}

func part(list []uint64, number int) (ones int) {
	zeros := 0
	for i, key := range list {
		list[i] = list[zeros]
		list[zeros] = key
		zeros += int(^key >> (number & 63) & 1)
	}
	return len(list) - zeros
}

// common returns the number for which the product of the shares of keys that have it, of a
// sample of either list, is about the largest, and that product of 2^10.
func common(a, b []uint64) (number int, share uint64) {
	x, y := tallied(a), tallied(b)
	candidates := (x[4] | x[3]) & (y[4] | y[3])
	if candidates == 0 {
		candidates = (x[4] | x[3] | x[2]) & (y[4] | y[3] | y[2])
	}
	for ; candidates != 0; candidates &= candidates - 1 {
		v := bits.TrailingZeros64(candidates)
		if product := x.of(v) * y.of(v); product > share {
			number, share = v, product
		}
	}
	return number, share
}

// tally is a number below 32 for each bit of a word: plane i has bit i of all of them.
type tally [5]uint64

func tallied(list []uint64) (t tally) {
	for k := range uint64(31) {
		carry := list[k*uint64(len(list))/31] & numberMask
		for i, plane := range t {
			t[i] = plane ^ carry
			carry &= plane
		}
	}
	return t
}

func (t *tally) of(v int) (count uint64) {
	for i, plane := range t {
		count |= plane >> v & 1 << i
	}
	return count
}

func (j *joiner) compare(a, b []uint64, swapped bool) {
	j.tests += uint64(len(a)) * uint64(len(b))
	for _, x := range a {
		for _, y := range b {
			if x&y&numberMask == 0 {
				j.take(j.cell(x, swapped) + j.cell(y, !swapped) - j.origin)
			}
		}
	}
}

func (j *joiner) take(cell uint32) {
	switch j.sink {
	case toFound:
		j.found = append(j.found, cell)
	case toCells:
		j.cells[cell]++
	case toSum:
		j.sum += uint64(j.cells[cell])
	}
	j.pairs++
}

func (j *joiner) cell(key uint64, second bool) uint32 {
	i := 0
	if second {
		i = 1
	}
	return uint32(set(key))*j.setSteps[i] + uint32(label(key))*j.labelSteps[i]
}

// test takes pairs 64 at a time: those of a key of the longer list with lanes of the shorter one.
func (j *joiner) test(a, b []uint64, swapped bool) {
	l := &j.lanes
	for len(a) > 0 {
		if j.stop.Load() {
			return
		}
		some := a[:min(64, len(a))]
		a = a[len(some):]
		l.set(some)
		for i, key := range some {
			l.cells[i] = j.cell(key, swapped)
		}
		j.tests += uint64(len(b))
		for _, key := range b {
			left := l.disjoint(key)
			if left == 0 {
				continue
			}
			cell := j.cell(key, !swapped) - j.origin
			j.pairs += uint64(bits.OnesCount64(left))
			switch j.sink {
			case toFound:
				for ; left != 0; left &= left - 1 {
					j.found = append(j.found, cell+l.cells[bits.TrailingZeros64(left)])
				}
			case toCells:
				for ; left != 0; left &= left - 1 {
					j.cells[cell+l.cells[bits.TrailingZeros64(left)]]++
				}
			case toSum:
				sum := uint64(0)
				for ; left != 0; left &= left - 1 {
					sum += uint64(j.cells[cell+l.cells[bits.TrailingZeros64(left)]])
				}
				j.sum += sum
			}
		}
	}
}

// set makes the tables of up to 64 placements.
func (l *lanes) set(keys []uint64) {
	var with [numberBits]uint64 // lanes that have a number
	for i, key := range keys {
		for key &= numberMask; key != 0; key &= key - 1 {
			with[bits.TrailingZeros64(key)] |= 1 << i
		}
	}
	l.valid = ^uint64(0) >> (64 - len(keys))
	for c := range l.tables {
		t := &l.tables[c]
		for i := range chunkBits {
			bit := 1 << i
			for v := range bit {
				t[bit+v] = t[v] | with[c*chunkBits+i]
			}
		}
	}
}

// disjoint returns the lanes that share no number with a key.
func (l *lanes) disjoint(key uint64) uint64 {
	const mask = 1<<chunkBits - 1
	t := &l.tables
	return l.valid &^ (t[0][key&mask] | t[1][key>>6&mask] | t[2][key>>12&mask] | t[3][key>>18&mask] |
		t[4][key>>24&mask] | t[5][key>>30&mask] | t[6][key>>36&mask])
}
