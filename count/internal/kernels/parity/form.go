package parity

import (
	"math"
	"math/bits"

	"queens/count/internal/kernels/parity/layout"
)

const (
	maxVectors = 8
	maxWider   = 4
	maxNeed    = layout.MaxNeed
)

// cost estimates the vectors' share of the time of a test: wider slots need an extra permutation.
func cost(f layout.Form) int { return 3*f.Bytes + 4*len(f.Wider) }

// run is the keys of one label in a list.
type run struct{ from, to int }

// need returns the number of slots of 8 lanes for the keys of a label, at most maxNeed.
func (r *run) need() int { return int(min(uint(r.to-r.from+slotLanes-1)/slotLanes, maxNeed)) }

// needs are numbers of labels, by the slots they need.
type needs [maxNeed + 1]uint8

// runsOf finds the runs of a list that is ordered by label from its bounds, and their needs.
func runsOf(runs *[slots]run, keys, bounds []uint64, labels labelBits) (n needs) {
	var last *run
	for i, word := range bounds[:(len(keys)+63)/64] {
		for ; word != 0; word &= word - 1 {
			at := 64*i + bits.TrailingZeros64(word)
			if last != nil {
				last.to = at
				n[last.need()]++
			}
			last = &runs[labels.label(keys[at])]
			last.from = at
		}
	}
	last.to = len(keys)
	n[last.need()]++
	return n
}

func needsOf(runs *[slots]run) (n needs) {
	var odd needs // two lists: a count that was just stored delays the next
	for i := 0; i < slots; i += 2 {
		n[runs[i].need()]++
		odd[runs[i+1].need()]++
	}
	for i, more := range odd {
		n[i] += more
	}
	return n
}

// formOf returns the cheapest of the first usable forms that has enough lanes, or else the last
// one.
func formOf(n *needs, usable int) (number int) {
	most := maxNeed
	for n[most] == 0 {
		most--
	}
	if most <= min(2, usable) {
		return most - 1
	}
	best := usable - 1
	for i, f := range layout.Forms[:usable] {
		if (i < best || cost(f) < cost(layout.Forms[best])) && n.fit(f, most) {
			best = i
		}
	}
	return best
}

func (n *needs) fit(f layout.Form, most int) bool {
	total := 0
	for i := f.Bytes + 1; i <= most; i++ {
		total += int(n[i]) * (i - f.Bytes)
	}
	if total > slots*len(f.Wider) {
		return false
	}
	left := *n
	for _, width := range f.Wider {
		left.widen(f.Bytes, most, width)
	}
	for i := f.Bytes + 1; i <= most; i++ {
		if left[i] > 0 {
			return false
		}
	}
	return true
}

// widen gives a wider slot to the labels with the largest needs above some. It returns the least of
// these needs; labels with equal need may have got none.
func (n *needs) widen(some, most, width int) (least int) {
	labels, step := uint8(vectorLanes/width), width/slotLanes
	for least = most; least > some && n[least] <= labels; least-- {
		labels -= n[least]
	}
	given := func(i int) uint8 {
		switch {
		case i < least || i > most:
			return 0
		case i == least:
			return labels
		default:
			return n[i]
		}
	}
	for i := some + 1; i <= most; i++ {
		n[i] += given(i+step) - given(i)
	}
	return max(least, some+1)
}

func empty(runs *[slots]run) bool {
	for _, r := range runs {
		if r.from < r.to {
			return false
		}
	}
	return true
}

// widen moves keys of the labels that need the most slots of 8 lanes, down to least, to slots of
// width lanes, and sets the runs of its slots of 8 lanes. Byte i of the index is the position of
// the count of label i, or of a zero byte.
func widen(runs *[slots]run, least, width int, index *vector, wide *[slots]run) {
	const zero = 0x0101_0101_0101_0101 // the second byte of a count
	for w := range index {
		index[w] = zero
	}
	var more, equal uint64 // labels whose needs are greater than least, or equal
	top := slotLanes * least
	if least == maxNeed {
		top = math.MaxInt
	}
	for i := range runs { // without a branch, which would be mispredicted
		keys := runs[i].to - runs[i].from
		more = more>>1 | uint64(top-keys)&(1<<63)
		equal = equal>>1 | uint64(slotLanes*(least-1)-keys)&(1<<63)
	}
	equal &^= more
	place := 0
	for range min(bits.OnesCount64(more|equal), vectorLanes/width) {
		if more == 0 {
			more, equal = equal, 0
		}
		i := bits.TrailingZeros64(more)
		more &= more - 1
		r := &runs[i%slots]
		index[i/8%len(index)] ^= uint64(1^place) << (i % 8 * 8)
		for range width / slotLanes {
			to := min(r.from+slotLanes, r.to)
			wide[place] = run{r.from, to}
			r.from = to
			place++
		}
	}
	clear(wide[place:])
}
