package pairs

import (
	"math"
	"slices"
	"unsafe"
)

// Strips. A matrix that the cache near a core does not hold is looked up in strips of rows that it
// does hold: indices of the cells of each strip wait until they are many, so that most find their
// cell there.

// stripSizes are bounds in bytes and in indices. Tests make them smaller.
type stripSizes struct {
	from  int  // bytes of a matrix that is looked up in strips
	few   bool // even if few pairs are expected
	bytes int  // of a strip, at most, if that is a row
	wait  int  // indices
}

// usualStrips suit caches of 1 to 2 MB.
var usualStrips = stripSizes{from: 4 << 20, bytes: 1 << 20, wait: 1 << 17}

// wait is indices of cells that wait to be looked up.
type wait struct {
	index   []uint32
	waiting int
}

// grow sees to it that there is room for so many indices, and for those of the items that are
// looked at in one go.
func (w *wait) grow(room int) {
	if room += tallyItems*blockLanes + 16; len(w.index) < room {
		w.index = make([]uint32, room)
	}
}

// expected estimates how many pairs of two lists fit, by some thousand keys of each.
func expected(rows, columns []uint64) float64 {
	const keys = 1 << 10
	every := func(list []uint64) int { return max(1, len(list)/keys) }
	found := 0
	for i := 0; i < len(rows); i += every(rows) {
		for j := 0; j < len(columns); j += every(columns) {
			if rows[i]&columns[j]&keyBits == 0 {
				found++
			}
		}
	}
	return float64(found) * float64(every(rows)) * float64(every(columns))
}

// many reports whether so many pairs of two lists are expected that looking up cells takes much of
// the time: splitting the lists takes as long as a power of the product of their lengths.
func many(rows, columns []uint64) bool {
	return expected(rows, columns) >= math.Pow(float64(len(rows))*float64(len(columns)), 0.625)/2
}

// divide sets the strips of the matrix, none if it is small or few pairs of the lists fit.
func (t *tally) divide(rows, columns []uint64, sizes stripSizes) {
	cells, row := len(t.cells.Narrow), 2*t.cells.Stride
	if t.cells.Narrow == nil {
		cells, row = len(t.cells.Wide), 4*t.cells.Stride
	}
	t.strips, t.stripWait = t.strips[:0], sizes.wait
	number := cells / t.cells.Stride
	if number*row < sizes.from || !sizes.few && !many(rows, columns) {
		return
	}
	t.stripShift = LabelShift
	for row<<1 <= sizes.bytes {
		row <<= 1
		t.stripShift++
	}
	for range number>>(t.stripShift-LabelShift) + 1 {
		t.strips = slices.Grow(t.strips, 1)[:len(t.strips)+1]
		t.strips[len(t.strips)-1].grow(sizes.wait)
	}
}

// exchange makes the indices of a strip those that are written, and another time those that were.
func (t *tally) exchange(strip int) { t.wait, t.strips[strip] = t.strips[strip], t.wait }

// noteByStrips is noteHits where there are strips: items in a row that are of one strip are looked
// at in one go.
func (j *joiner[K]) noteByStrips(items []K, open K) {
	t := j.tally
	for len(items) > 0 {
		strip, n := uint64(items[0])>>t.stripShift, 1
		for n < min(len(items), tallyItems) && uint64(items[n])>>t.stripShift == strip {
			n++
		}
		t.exchange(int(strip))
		j.hits(j.block, items[:n], open, t)
		if t.waiting > t.stripWait {
			t.flush(j.sum)
		}
		t.exchange(int(strip))
		items = items[n:]
	}
}

func (j *joiner[K]) flushStrips() {
	t := j.tally
	for i := range t.strips {
		t.exchange(i)
		t.flush(j.sum)
		t.exchange(i)
	}
	t.flush(j.sum)
}

// inOrder puts a list that was parted where it stands, which mixes its labels, back in order of
// strips. The lists it is divided into stay so, except for those that are parted so, too.
func (j *joiner[K]) inOrder(list []K) []K {
	if j.tally != nil && len(list) < inPlace {
		if keys, ok := any(list).([]uint64); ok {
			j.tally.sort(keys)
		}
	}
	return list
}

func (t *tally) sort(keys []uint64) {
	if len(t.strips) == 0 {
		return
	}
	next := make([]int, MaxLabels>>(t.stripShift-LabelShift)+1)
	for _, key := range keys {
		next[key>>t.stripShift+1]++
	}
	for i := range len(next) - 1 {
		next[i+1] += next[i]
	}
	t.unsorted = append(t.unsorted[:0], keys...)
	for _, key := range t.unsorted {
		at := &next[key>>t.stripShift]
		keys[*at] = key
		*at++
	}
}

// memory returns the size of a tally in bytes.
func (t *tally) memory() int64 {
	bytes := int64(unsafe.Sizeof(*t)) + 4*int64(cap(t.index)) + 8*int64(cap(t.unsorted))
	for _, s := range t.strips[:cap(t.strips)] {
		bytes += int64(unsafe.Sizeof(s)) + 4*int64(cap(s.index))
	}
	return bytes
}
