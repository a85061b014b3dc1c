package trie

import "math/bits"

// form is the vectors of a set. Each label has a slot of 8 lanes in each of the first ones. Two
// more may have slots of 16 lanes for 32 labels, and of 32 lanes for 16 labels.
type form struct {
	bytes          int
	words, doubles bool
}

// forms are those that there are. The first ones are all that have no wider slots; among the
// others, tests with earlier ones are faster.
var forms = [...]form{
	{1, false, false},
	{2, false, false},
	{3, false, false},
	{4, false, false},
	{1, true, false},
	{1, false, true},
	{2, true, false},
	{2, false, true},
	{1, true, true},
	{3, true, false},
	{3, false, true},
	{2, true, true},
	{3, true, true},
}

const (
	plainForms = 4 // without wider slots
	maxVectors = 5
)

// vectors returns how many there are.
func (f form) vectors() int {
	n := f.bytes
	if f.words {
		n++
	}
	if f.doubles {
		n++
	}
	return n
}

// wider returns the lanes of the wider slots.
func (f form) wider() []int {
	switch {
	case f.words && f.doubles:
		return []int{16, 32}
	case f.words:
		return []int{16}
	case f.doubles:
		return []int{32}
	default:
		return nil
	}
}

// lanes returns how many lanes a label has at most.
func (f form) lanes() int {
	lanes := slotLanes * f.bytes
	for _, more := range f.wider() {
		lanes = max(lanes, slotLanes*f.bytes+more)
	}
	return lanes
}

// run is the keys of a label in a list.
type run struct{ from, to int }

// runsOf finds the runs of a list that is in order of its labels, by its bounds.
func runsOf(runs *[slots]run, keys, bounds []uint64) {
	var last *run
	for i, word := range bounds[:(len(keys)+63)/64] {
		for ; word != 0; word &= word - 1 {
			at := 64*i + bits.TrailingZeros64(word)
			if last != nil {
				last.to = at
			}
			last = &runs[labelOf(keys[at])]
			last.from = at
		}
	}
	last.to = len(keys)
}

// formOf returns the form with the fewest vectors, of the first so many, that is sure to have lanes
// for all keys of the runs, and all; or the one with the most lanes.
func formOf(runs *[slots]run, usable int) (number int, all bool) {
	var more [9]int // labels that need more than so many slots of 8 lanes; first, just one more
	for i := range runs {
		more[min(uint(runs[i].to-runs[i].from+slotLanes-1)/slotLanes, uint(len(more)-1))]++
	}
	for i, after := len(more)-1, 0; i >= 0; i-- {
		more[i], after = after, after+more[i]
	}
	fits := func(f form) bool {
		switch {
		case f.words && f.doubles:
			return more[f.bytes+4] == 0 && more[f.bytes+2] <= slots/4 && more[f.bytes]-more[f.bytes+2] <= slots/2
		case f.words:
			return more[f.bytes+2] == 0 && more[f.bytes] <= slots/2
		case f.doubles:
			return more[f.bytes+4] == 0 && more[f.bytes] <= slots/4
		default:
			return more[f.bytes] == 0
		}
	}
	best, found := usable-1, false
	for i, f := range forms[:usable] {
		if fits(f) && (!found || f.vectors() < forms[best].vectors()) {
			best, found = i, true
		}
	}
	return best, found
}

// empty reports whether no run has keys.
func empty(runs *[slots]run) bool {
	for _, r := range runs {
		if r.from < r.to {
			return false
		}
	}
	return true
}

// widen takes keys from the runs of at most so many for slots of a width in lanes, and returns them
// as runs of slots of 8 lanes. Byte i of the index is where the count of label i will be, or a byte
// that is 0.
func widen(runs *[slots]run, width, most int, index *vector) (wide [slots]run) {
	const zero = 0x0101_0101_0101_0101 // the second byte of a count
	for w := range index {
		index[w] = zero
	}
	place := 0
	for i := range runs {
		r := &runs[i]
		if n := r.to - r.from; n == 0 || n > most || place == slots {
			continue
		}
		index[i/8] ^= uint64(1^place) << (i % 8 * 8)
		for range width / slotLanes {
			wide[place] = run{r.from, min(r.from+slotLanes, r.to)}
			r.from = wide[place].to
			place++
		}
	}
	return wide
}
