package list

import (
	"encoding/binary"
	"math/bits"
	"slices"
	"sync"

	"queens"
	"queens/symmetry"
)

// Listing by images.
//
// Of the eight images of a solution few are searched for, the others are made. The rows of the
// queens in the first and the last column and the columns of those in the first and the last row
// are where the images begin, or the complement n-1-x of that. So when the list comes to the
// solutions with first row r in the lower half, those with a border queen nearer to a corner than r
// are images of solutions listed before; the search is for the others alone, those that a [regular]
// finder of representatives allows. What begins in the upper half is the complement of what was
// listed before, in reverse.
//
// A solution is a word, 4 bits for a row, column 0 highest, so that words sort
// as solutions do. All solutions of the lower half are kept: 8 bytes each, 60 MB at order 16.

// maxImages is the largest order listed by images: 16 rows of 4 bits are a word.
const maxImages = 16

// imageTable holds the solutions of a list in the making. Several finders share it.
type imageTable struct {
	n, depth int

	mu       sync.Mutex
	words    [][]uint64    // by prefix: images of earlier solutions; of a part that is found all solutions, sorted
	finished chan struct{} // one for each part that is found
}

func newImageTable(n, depth int) *imageTable {
	parts := 1 << (4 * depth) // or fewer
	return &imageTable{n: n, depth: depth, words: make([][]uint64, parts), finished: make(chan struct{}, parts)}
}

func (t *imageTable) finish(images []uint64) {
	t.mu.Lock()
	for _, w := range images {
		at := &t.words[w>>(64-4*t.depth)]
		*at = append(*at, w)
	}
	t.mu.Unlock()
	t.finished <- struct{}{}
}

// imageFinder finds all solutions of a list. Each prefix is asked for once.
type imageFinder struct {
	*imageTable
	search  *regular // of solutions with no border queen nearer to a corner than the first
	rows    []uint8
	images  []uint64
	scratch []uint64
}

func newImageFinder(t *imageTable) *imageFinder {
	return &imageFinder{imageTable: t, search: newRegular(t.n, true)}
}

func (f *imageFinder) nodes() uint64 { return f.search.nodes() }

// prefixes waits before each first row of the lower half, and before the upper half, until what it
// needs is found.
func (f *imageFinder) prefixes(after []uint8, w *watch, yield func([]uint8) bool) {
	first, pending := -1, 0
	walk := newColumns(f.n, f.depth, symmetry.Identity, queens.Regular)
	walk.prefixes(after, w, func(prefix []uint8) bool {
		if int(prefix[0]) != first {
			for first = int(prefix[0]); first <= (f.n+1)/2 && pending > 0; pending-- {
				select {
				case <-f.finished:
				case <-w.done:
					return false
				}
			}
		}
		pending++
		return yield(prefix)
	})
}

func (f *imageFinder) find(found, prefix []uint8) []uint8 {
	at, top := 0, 0
	for _, r := range prefix {
		at, top = at<<4|int(r), top<<4|(f.n-1)
	}
	f.images = f.images[:0]
	if first := int(prefix[0]); 2*first > f.n-1 {
		for _, w := range slices.Backward(f.words[top-at]) {
			found = appendRows(found, f.complement(w), f.n)
		}
	} else {
		words := f.words[at]
		f.rows = f.search.find(f.rows[:0], prefix)
		for p := range slices.Chunk(f.rows, f.n) {
			words = append(words, f.pack(p))
			f.turn(p, first)
		}
		words = f.sort(words)
		f.words[at] = words
		for _, w := range words {
			found = appendRows(found, w, f.n)
		}
	}
	f.finish(f.images)
	return found
}

func (f *imageFinder) pack(p []uint8) (w uint64) {
	for _, r := range p {
		w = w<<4 | uint64(r)
	}
	return w << (64 - 4*len(p))
}

// complement turns the rows r of w into n-1-r.
func (f *imageFinder) complement(w uint64) uint64 {
	ones := uint64(0x1111_1111_1111_1111) << (64 - 4*f.n)
	return ones*uint64(f.n-1) - w
}

// reverse turns the columns c of w into n-1-c.
func (f *imageFinder) reverse(w uint64) uint64 {
	const low = 0x0f0f_0f0f_0f0f_0f0f
	w = bits.ReverseBytes64(w)
	return (w>>4&low | w&low<<4) << (64 - 4*f.n)
}

// turn adds to the images of the part those of p that begin in the lower half after the row first.
func (f *imageFinder) turn(p []uint8, first int) {
	var inverse uint64
	for c, r := range p {
		inverse |= uint64(c) << (60 - 4*r)
	}
	for _, w := range [...]uint64{f.reverse(f.pack(p)), inverse, f.reverse(inverse)} {
		begins := int(w >> 60)
		if c := f.n - 1 - begins; c < begins {
			w, begins = f.complement(w), c
		}
		if begins > first {
			f.images = append(f.images, w)
			if 2*begins == f.n-1 {
				f.images = append(f.images, f.complement(w))
			}
		}
	}
}

// sort sorts the words of a part and leaves one of each. Six columns after the prefix are
// sorted by digits of two, the last first; few words are equal in all of them.
func (f *imageFinder) sort(words []uint64) []uint64 {
	const passes = 3
	f.scratch = slices.Grow(f.scratch[:0], len(words))[:len(words)]
	from, to := words, f.scratch
	for shift := 64 - 4*f.depth - 8*passes; shift < 64-4*f.depth; shift += 8 {
		var ends [257]int
		for _, w := range from {
			ends[w>>shift&0xff+1]++
		}
		for i := range ends[1:] {
			ends[i+1] += ends[i]
		}
		for _, w := range from {
			at := &ends[w>>shift&0xff]
			to[*at] = w
			*at++
		}
		from, to = to, from
	}
	for i, w := range from {
		for ; i > 0 && from[i-1] > w; i-- {
			from[i] = from[i-1]
		}
		from[i] = w
	}
	return words[:copy(words, slices.Compact(from))]
}

func appendRows(b []uint8, w uint64, n int) []uint8 {
	end := len(b) + n
	b = binary.BigEndian.AppendUint64(b, spread(uint32(w>>32)))
	return binary.BigEndian.AppendUint64(b, spread(uint32(w)))[:end]
}

// spread turns the 8 fields of 4 bits of w into bytes.
func spread(w uint32) uint64 {
	x := uint64(w)
	x = (x | x<<16) & 0x0000_ffff_0000_ffff
	x = (x | x<<8) & 0x00ff_00ff_00ff_00ff
	return (x | x<<4) & 0x0f0f_0f0f_0f0f_0f0f
}
