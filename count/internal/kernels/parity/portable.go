package parity

import (
	"encoding/binary"
	"math"
	"math/bits"
	"unsafe"

	"queens/count/internal/kernels/parity/layout"
	"queens/count/internal/kernels/table"
	"queens/internal/bitmath"
)

// Shape of a vector.
const (
	slots     = 64
	slotLanes = 8

	byteRow = slots / 2 // elements of 16 bits with 64 bytes

	allLanes = 255 // number of the square whose mask has all lanes with keys
)

// vector has a bit for each lane, with the lanes of slot i in byte i, or a byte for each slot. The
// portable kernel transposes vectors: see sliced.
type vector [slots / 8]uint64

// square is a square of the union rows: its number and its two diagonals as bits of a key, times
// the bytes of a vector.
type square struct{ number, rising, falling uint16 }

func newSquare(number, rising, falling int) square {
	const size = layout.VectorBytes
	return square{uint16(size * number), uint16(size * rising), uint16(size * falling)}
}

// Kernel has the inner steps. They check nothing. All kernels have the same results.
type Kernel struct {
	table.Entry

	forms []layout.Form
	// region is a number of slots: a label has its wider ones in the same region.
	region int
	// sliced means that vectors are transposed: bit i of word k is lane k of slot i, or bit k of
	// its byte.
	sliced bool

	// filter copies the keys that have no bit of queen, in order, and returns their number. There
	// is room for all.
	filter func(to, keys []uint64, queen uint64) int
	// bounds sets bit i of the words if key i is the first of its label, the given bits. Bit 0 is
	// set. There is room for an extra word.
	bounds func(words, keys []uint64, labels uint64)
	// runs finds the runs of keys with the usual bits of labels, and needs is needsOf with
	// one region. planes is scratch memory. Nil if there are none.
	runs  func(runs *[slots]run, keys []uint64, planes *[64]vector)
	needs func(runs *[slots]run, planes *[64]vector) needs
	// masks sets the masks of squares, by number: the lanes whose keys are on neither diagonal.
	// Slot i gets the first keys of run i, at most 8, and removes them from the run. Lanes without
	// a key are in no mask. planes is scratch memory.
	masks func(to []vector, keys []uint64, runs *[slots]run, squares []square, planes *[64]vector)
	// straight is masks for at most 512 keys in sequence: bit i of word w is key 64w+i. It may
	// change runs.
	straight func(to []vector, keys []uint64, squares []square, planes *[64]vector, runs *[slots]run)
	// test adds the counts of the chunks of a leaf node to the counters and returns the number of
	// tests. A byte saturates at 255; the spare counter may hold anything. form is an index in
	// forms. Masks of successive vectors are MaskStride apart. index has the positions of the
	// counts of wider slots. left is scratch memory.
	test func(counters, masks []vector, form int, index *[maxWider]vector, list []uint8,
		left *[maxVectors * layout.LeftStride]vector) uint64
	// flush adds the counters to the rows of these labels of the slab and clears them. If a byte is
	// at least full, it only reports this. A cell saturates at 65,535.
	flush func(slab []uint16, counters []vector, labels []uint16, full int) bool
	// cells converts a slab of flush to cells. Nil if it has cells already.
	cells func(slab []uint16)
	// multiply returns the sum of the products of equal cells, the sums of both, and the largest
	// cell, for the columns from and before to of rows of 64 cells.
	multiply func(a, b []uint16, from, to int) (products, sumA, sumB uint64, most uint16)
	// multiplyBytes is multiply for counters as cells, two in each element, in at most 16,384 rows
	// of byteRow elements. Nil if there is none.
	multiplyBytes func(a, b []uint16, from, to int) (products, sumA, sumB uint64, most uint16)
	// labels copies what keys have above their lowest bits, of at most 512 keys.
	labels func(to []uint16, keys []uint64, lowest int)
	// below stores, for each limit, how many of at most 512 ascending labels are less. Numbers are
	// apart from each other, and after the labels there are others up to a multiple of 64.
	below func(number []int, apart int, labels, limits []uint16)
	// hits writes, for each placement of a member that is allowed at its set, for each entry of a
	// batch, the nonzero words of compatible lanes, and for each word its label and number, 16 bits
	// each. It takes only the first keys of the node above, as many as its first word has in keys.
	// There is room for all. It returns the numbers of words and of tests, which have such keys.
	hits func(words []uint64, metas []uint32, masks []vector, keys []int, entries []sparseEntry, sets []columnSet,
		allowed []uint64, m *pairRows) (n int, tests uint64)
	// drain writes the index of a cell for each lane of words of hits, at most mostWords, and
	// returns their number. Each label of x has a row of cells, of the given width, with one for
	// each label of a key. It changes words and metas. These and the indices have room for slack
	// more, labels for one more.
	drain func(hits []uint32, words []uint64, metas []uint32, labels []uint16, width int) int
}

// All returns every kernel of this build, the fastest last.
func All() []Kernel { return append([]Kernel{portable}, archKernels...) }

// portable has a lane of all slots in a word, so that a test adds 64 slots at once with full
// adders.
var portable = Kernel{
	Entry: table.Entry{Name: "portable"},
	forms: layout.Forms[:layout.Plain], region: slots,
	sliced: true, filter: filterPortable, bounds: boundsPortable, masks: masksPortable,
	straight: straightPortable,
	test:     testPortable, flush: flushPortable, cells: cellsPortable, multiply: multiplyPortable,
	labels: labelsPortable, below: belowPortable, hits: hitsPortable, drain: drainPortable,
}

func rowsOfCells(slab []uint16) [][2]vector {
	if len(slab) == 0 {
		return nil
	}
	return unsafe.Slice((*[2]vector)(unsafe.Pointer(&slab[0])), len(slab)/slots)
}

// vectorsOf returns rows of bytes as counters.
func vectorsOf(slab []uint16) []vector {
	return unsafe.Slice((*vector)(unsafe.Pointer(&slab[0])), len(slab)/byteRow)
}

// isZero is 1 for 0, and 0 otherwise, without a branch.
func isZero(x uint64) int {
	_, borrow := bits.Sub64(x, 1, 0)
	return int(borrow)
}

func filterPortable(to, keys []uint64, queen uint64) (n int) {
	to = to[:len(keys)]
	for _, key := range keys {
		to[n] = key
		n += isZero(key & queen)
	}
	return n
}

func boundsPortable(words, keys []uint64, labels uint64) {
	clear(words[:(len(keys)+63)/64])
	before := ^keys[0]
	for i, key := range keys {
		words[i/64] |= uint64(1^isZero((key^before)&labels)) << (i % 64)
		before = key
	}
}

func masksPortable(to []vector, keys []uint64, runs *[slots]run, squares []square, planes *[64]vector) {
	lanes := clearedLanes(planes)
	used := 0
	for i := range runs {
		r := &runs[i]
		n := min(r.to-r.from, slotLanes)
		for lane, key := range keys[r.from : r.from+n] {
			lanes[lane][i] = ^key
		}
		r.from += n
		used = max(used, n)
	}
	masksOf(to, lanes, used, squares)
}

func straightPortable(to []vector, keys []uint64, squares []square, planes *[64]vector, _ *[slots]run) {
	lanes := clearedLanes(planes)
	for i, key := range keys {
		lanes[i/slots][i%slots] = ^key
	}
	masksOf(to, lanes, (len(keys)+slots-1)/slots, squares)
}

func clearedLanes(planes *[64]vector) *[slotLanes][slots]uint64 {
	clear(planes[:])
	return (*[slotLanes][slots]uint64)(unsafe.Pointer(planes))
}

// masksOf sets the masks of lanes, which are complements of keys, or 0. It overwrites them with
// their planes.
func masksOf(to []vector, lanes *[slotLanes][slots]uint64, used int, squares []square) {
	for lane := range used {
		bitmath.Transpose(&lanes[lane])
	}
	for _, s := range squares {
		mask := &to[s.number/layout.VectorBytes]
		x, y := s.rising/layout.VectorBytes%slots, s.falling/layout.VectorBytes%slots
		for lane := range lanes {
			mask[lane] = lanes[lane][x] & lanes[lane][y]
		}
	}
}

func intersect(to, x, y *vector) {
	to[0], to[1], to[2], to[3] = x[0]&y[0], x[1]&y[1], x[2]&y[2], x[3]&y[3]
	to[4], to[5], to[6], to[7] = x[4]&y[4], x[5]&y[5], x[6]&y[6], x[7]&y[7]
}

func testPortable(counters, masks []vector, form int, _ *[maxWider]vector, list []uint8,
	left *[maxVectors * layout.LeftStride]vector,
) (tests uint64) {
	vectors := layout.Forms[form].Bytes
	lefts := (*[layout.MaxFirsts][2 * layout.Plain]halfVector)(unsafe.Pointer(left))
	var kept [2 * layout.Plain]keptWords
	for list[0] != 0 {
		firsts, lasts := int(list[0]), int(list[1])
		list = list[2:]
		for first := range firsts {
			for v := range vectors {
				of := masks[v*layout.MaskStride:][:layout.MaskStride]
				intersect((*vector)(unsafe.Pointer(&lefts[first][2*v])), &of[list[0]], &of[list[1]])
			}
			list = list[2:]
		}
		for range lasts {
			n := 0
			for v := range vectors {
				of := masks[v*layout.MaskStride:][:layout.MaskStride]
				x, y := &of[list[0]], &of[list[1]]
				n += kept[n].set(2*v, x[0]&y[0], x[1]&y[1], x[2]&y[2], x[3]&y[3])
				n += kept[n].set(2*v+1, x[4]&y[4], x[5]&y[5], x[6]&y[6], x[7]&y[7])
			}
			number := int(list[2])
			tests += uint64(number)
			end := 3 + layout.TestBytes*number
			if n > 0 {
				addTests(counters, list[3:end], kept[:n], lefts)
			}
			list = list[end:]
		}
	}
	return tests
}

type halfVector [4]uint64

// keptWords are four words of lanes and their index in a first pair.
type keptWords struct {
	lanes halfVector
	place int
}

// set returns 1 if a word has lanes, or 0.
func (k *keptWords) set(place int, a, b, c, d uint64) int {
	k.lanes, k.place = halfVector{a, b, c, d}, place
	return 1 ^ isZero(a|b|c|d)
}

// addTests adds the lanes that first pairs and the last one leave to the counters of the list.
func addTests(counters []vector, list []uint8, kept []keptWords,
	lefts *[layout.MaxFirsts][2 * layout.Plain]halfVector,
) {
	for ; len(list) >= layout.TestBytes; list = list[layout.TestBytes:] {
		number := binary.LittleEndian.Uint16(list[1:]) / layout.CounterStep
		if number == spare {
			continue
		}
		first, counter := &lefts[list[0]%layout.MaxFirsts], &counters[number]
		a, b, c, d := counter[0], counter[1], counter[2], counter[3]
		for i := range kept {
			k := &kept[i]
			x, y := &first[uint(k.place)%uint(len(first))], &k.lanes
			var b1, b2, over uint64
			a, b1 = add(x[0]&y[0], x[1]&y[1], a)
			a, b2 = add(x[2]&y[2], x[3]&y[3], a)
			b, over = add(b1, b2, b)
			c, over = c^over, c&over
			if d, over = d^over, d&over; over != 0 {
				over = addSixteen(counter, over)
				a, b, c, d = a|over, b|over, c|over, d|over
			}
		}
		counter[0], counter[1], counter[2], counter[3] = a, b, c, d
	}
}

func add(x, y, z uint64) (sum, carry uint64) {
	u := x ^ y
	return u ^ z, x&y | u&z
}

// addSixteen adds 16 to the counts of the slots in over. It sets the four highest bits of those
// that exceed 255, and returns them.
func addSixteen(counter *vector, over uint64) uint64 {
	upper := counter[4:]
	for p := 0; p < len(upper) && over != 0; p++ {
		upper[p], over = upper[p]^over, upper[p]&over
	}
	for p := range upper {
		upper[p] |= over
	}
	return over
}

// flushPortable has transposed rows: bit i of word k is bit k of the cell of slot i.
func flushPortable(slab []uint16, counters []vector, labels []uint16, full int) bool {
	if full <= math.MaxUint8 && fullSlots(counters, full) != 0 {
		return true
	}
	rows := rowsOfCells(slab)
	for i, label := range labels {
		low, high, counter, over := &rows[label][0], &rows[label][1], &counters[i], uint64(0)
		for p := range low {
			low[p], over = add(low[p], counter[p], over)
		}
		for p := 0; p < len(high) && over != 0; p++ {
			high[p], over = high[p]^over, high[p]&over
		}
		if over != 0 {
			for p := range low {
				low[p], high[p] = low[p]|over, high[p]|over
			}
		}
	}
	clear(counters)
	return false
}

func cellsPortable(slab []uint16) {
	for i, row := range rowsOfCells(slab) {
		var cells [slots]uint64 // first the bits of all slots
		copy(cells[:], row[0][:])
		copy(cells[len(row[0]):], row[1][:])
		bitmath.Transpose(&cells)
		for slot, x := range cells {
			slab[slots*i+slot] = uint16(x)
		}
	}
}

// fullSlots returns the slots whose count is at least full, a byte.
func fullSlots(counters []vector, full int) (found uint64) {
	upper := uint64(0)
	for i := range counters {
		upper |= counters[i][7]
	}
	if full > math.MaxInt8 && upper == 0 {
		return 0
	}
	for i := range counters {
		more, equal := uint64(0), uint64(math.MaxUint64)
		for p := 7; p >= 0; p-- {
			if bit := counters[i][p]; full>>p&1 == 1 {
				equal &= bit
			} else {
				more, equal = more|equal&bit, equal&^bit
			}
		}
		found |= more | equal
	}
	return found
}

func multiplyPortable(a, b []uint16, from, to int) (products, sumA, sumB uint64, most uint16) {
	for at := 0; at < len(a); at += slots {
		y := b[at+from : at+to]
		for i, x := range a[at+from : at+to] {
			products += uint64(x) * uint64(y[i])
			sumA += uint64(x)
			sumB += uint64(y[i])
			most = max(most, x, y[i])
		}
	}
	return products, sumA, sumB, most
}
