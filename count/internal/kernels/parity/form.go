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

// needs are numbers of labels of a region, by the slots they need.
type needs [maxNeed + 1]uint8

// runsOf finds the runs of a list that is ordered by label from its bounds. It adds their needs to
// those of their regions, and returns the most.
func runsOf(runs *[slots]run, keys, bounds []uint64, labels labelBits, regions []needs) (most int) {
	*runs = [slots]run{}
	clear(regions)
	size, last, place := slots/len(regions), -1, 0
	end := func(to int) {
		runs[last].to = to
		need := runs[last].need()
		regions[place][need]++
		most = max(most, need)
	}
	for i, word := range bounds[:(len(keys)+63)/64] {
		for ; word != 0; word &= word - 1 {
			at := 64*i + bits.TrailingZeros64(word)
			if last >= 0 {
				end(at)
			}
			last = labels.label(keys[at])
			place = last / size
			runs[last].from = at
		}
	}
	end(len(keys))
	return most
}

func needsOf(runs []run) (n needs, most int) {
	var odd needs // two lists: a count that was just stored delays the next
	for i := 0; i < len(runs); i += 2 {
		even, other := runs[i].need(), runs[i+1].need()
		n[even]++
		odd[other]++
		most = max(most, even, other)
	}
	for i, more := range odd {
		n[i] += more
	}
	return n, most
}

// most returns the largest of the needs.
func (n *needs) most() int {
	most := maxNeed
	for n[most] == 0 {
		most--
	}
	return most
}

// formOf returns the cheapest of these forms that has enough lanes in all regions, or else the last
// one. No label needs more slots than most.
func formOf(regions []needs, most int, forms []layout.Form) (number int) {
	if most <= min(2, len(forms)) {
		return most - 1
	}
	best := len(forms) - 1
	for i, f := range forms {
		if (i < best || cost(f) < cost(forms[best])) && fit(regions, f, most) {
			best = i
		}
	}
	return best
}

func fit(regions []needs, f layout.Form, most int) bool {
	for r := range regions {
		if !regions[r].fit(f, most, slots/len(regions)) {
			return false
		}
	}
	return true
}

// fit reports whether a form has enough lanes for a region of some slots.
func (n *needs) fit(f layout.Form, most, region int) bool {
	total := 0
	for i := f.Bytes + 1; i <= most; i++ {
		total += int(n[i]) * (i - f.Bytes)
	}
	if total > region*len(f.Wider) {
		return false
	}
	left := *n
	for _, width := range f.Wider {
		left.widen(f.Bytes, most, width, region)
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
func (n *needs) widen(some, most, width, region int) (least int) {
	labels, step := uint8(region*slotLanes/width), width/slotLanes
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

// widen moves keys to slots of width lanes, region by region: see widenRegion.
func widen(runs *[slots]run, regions []needs, width int, index *vector, wide *[slots]run) {
	const zero = 0x0101_0101_0101_0101 // the second byte of a count
	for w := range index {
		index[w] = zero
	}
	size := slots / len(regions)
	for r := range regions {
		from, to := r*size, (r+1)*size
		least := regions[r].widen(0, maxNeed, width, size)
		widenRegion(runs[from:to], least, width, index[from/8:to/8], wide[from:to])
	}
}

// widenRegion moves keys of the labels that need the most slots of 8 lanes, down to least, to slots
// of width lanes, and sets the runs of its slots of 8 lanes. Byte i of the index is the position of
// the count of label i, or of a zero byte.
func widenRegion(runs []run, least, width int, index []uint64, wide []run) {
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
	more, equal = more>>(slots-len(runs)), equal>>(slots-len(runs))
	place := 0
	for range min(bits.OnesCount64(more|equal), len(runs)*slotLanes/width) {
		if more == 0 {
			more, equal = equal, 0
		}
		i := bits.TrailingZeros64(more)
		more &= more - 1
		r := &runs[i]
		index[i/8] ^= uint64(1^place) << (i % 8 * 8)
		for range width / slotLanes {
			to := min(r.from+slotLanes, r.to)
			wide[place] = run{r.from, to}
			r.from = to
			place++
		}
	}
	clear(wide[place:])
}
