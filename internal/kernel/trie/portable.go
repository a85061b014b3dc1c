package trie

import (
	"encoding/binary"
	"math"

	"queens/internal/kernel/matrix"
	"queens/internal/kernel/table"
)

// Shape of a vector.
const (
	slots     = 64
	slotLanes = 8

	vectorBytes = 64

	allLanes   = 255 // number of the square in whose mask all lanes are that belong to keys
	maskStride = 257 // masks of a vector, and one more, lest those of a square in all vectors share a set of the cache
	leftStride = maxFirsts + 1
)

// vector has a bit for each lane, the lanes of slot i in byte i; or a byte for each slot.
type vector [slots / 8]uint64

// square is a square of the union rows: its number and its two diagonals as bits of a key, times
// the bytes of a vector.
type square struct{ number, rising, falling uint16 }

// newSquare returns a square of a number and two diagonals.
func newSquare(number, rising, falling int) square {
	return square{uint16(vectorBytes * number), uint16(vectorBytes * rising), uint16(vectorBytes * falling)}
}

// Kernel is the inner steps. They check nothing, and all kernels do the same.
type Kernel struct {
	table.Entry

	forms int // of vectors: the first so many are used

	// filter copies the keys that have no bit of the queen, in order, and returns how many they
	// are. There is room for all.
	filter func(to, keys []uint64, queen uint64) int
	// bounds sets bit i of the words, for each key, if it is not of the label of the key before it.
	// Bit 0 is set. There is room for a word more than the bits take.
	bounds func(words, keys []uint64)
	// masks sets the masks of squares, by their numbers: the lanes whose keys are on neither
	// diagonal. Slot i has the first keys of run i, at most 8, which are taken from the run. Lanes
	// without a key are in no mask. Planes are for use inside.
	masks func(to []vector, keys []uint64, runs *[slots]run, squares []square, planes *[64]vector)
	// test adds the counts of the chunks of a leaf node to the counters. A byte stops at 255.
	// form is the number of that of the vectors in forms. The masks of each vector begin maskStride after those of the last one, and the indices say where
	// the counts of wider slots are. left is for use inside. It returns the number of tests.
	test func(counters, masks []vector, form int, index *[2]vector, list []uint8, left *[maxVectors * leftStride]vector) uint64
	// flush adds the counters to the rows of these labels of the slab, or, if a byte of one is at
	// least full, only reports it. A cell stops at 65,535.
	flush func(slab []uint16, counters []vector, labels []uint16, full int) bool
	// multiply returns the sum of the products of equal cells, the sums of both rows and the
	// largest cell.
	multiply func(a, b []uint16) (products, sumA, sumB uint64, most uint16)
	// hits writes, for each placement of a member at each entry of a batch whose label is below
	// rows, the words of lanes that it leaves, but those without a lane, and for each word its
	// label and number, 16 bits each. Vectors that begin with a label of columns or more are left
	// out. There is room for all. It returns the numbers of words and of tests.
	hits func(words []uint64, metas []uint32, masks []vector, keys []uint64, entries []sparseEntry, sets []columnSet,
		m *pairRows, rows, columns, shift int) (n int, tests uint64)
	// drain writes the cell of each lane of n words: its label of x times the stride and the label
	// of its key. It changes words and metas. There is room for 8 of each more.
	drain func(hits []uint32, words []uint64, metas []uint32, n int, keys []uint64, shift, stride int) (found int)
}

// All returns every kernel of this build, the fastest last.
func All() []Kernel { return append([]Kernel{portable}, archKernels...) }

// portable is the twin in Go of every kernel.
var portable = Kernel{
	Entry: table.Entry{Name: "portable"},
	forms: plainForms, filter: filterPortable, bounds: boundsPortable, masks: masksPortable, test: testPortable, flush: flushPortable, multiply: multiplyPortable,
	hits: hitsPortable, drain: drainPortable,
}

func filterPortable(to, keys []uint64, queen uint64) (n int) {
	for _, key := range keys {
		to[n] = key
		if key&queen == 0 {
			n++
		}
	}
	return n
}

func boundsPortable(words, keys []uint64) {
	before := ^keys[0]
	for i := range words[:(len(keys)+63)/64] {
		words[i] = 0
	}
	for i, key := range keys {
		if (key^before)&labelBits != 0 {
			words[i/64] |= 1 << (i % 64)
		}
		before = key
	}
}

func masksPortable(to []vector, keys []uint64, runs *[slots]run, squares []square, planes *[64]vector) {
	for p := range planes { // the lanes whose keys have the bit
		for w := range planes[p] {
			planes[p][w] = math.MaxUint64
		}
	}
	for slot := range runs {
		r := &runs[slot]
		lanes := keys[r.from:min(r.from+slotLanes, r.to)]
		r.from += len(lanes)
		if len(lanes) == 0 {
			continue
		}
		for part := range 8 {
			x := ^uint64(0) << (8*len(lanes) - 1) << 1
			for lane, key := range lanes {
				x |= key >> (8 * part) & 0xff << (8 * lane)
			}
			x = transpose(x)
			for bit := range 8 {
				planes[8*part+bit][slot/8] &^= ^(x >> (8 * bit)) & 0xff << (slot % 8 * 8)
			}
		}
	}
	for _, s := range squares {
		rising, falling, mask := &planes[s.rising/vectorBytes], &planes[s.falling/vectorBytes], &to[s.number/vectorBytes]
		for w := range mask {
			mask[w] = ^(rising[w] | falling[w])
		}
	}
}

// transpose turns a square of 8 x 8 bits: bit i of byte k becomes bit k of byte i.
func transpose(x uint64) uint64 {
	for _, step := range [...]struct {
		shift int
		mask  uint64
	}{{7, 0x00aa_00aa_00aa_00aa}, {14, 0x0000_cccc_0000_cccc}, {28, 0x0000_0000_f0f0_f0f0}} {
		t := (x ^ x>>step.shift) & step.mask
		x ^= t ^ t<<step.shift
	}
	return x
}

func testPortable(counters, masks []vector, form int, index *[2]vector, list []uint8, left *[maxVectors * leftStride]vector) (tests uint64) {
	f := forms[form]
	vectors, wider := f.vectors(), f.wider()
	for list[0] != 0 {
		firsts, lasts := int(list[0]), int(list[1])
		list = list[2:]
		for first := range firsts {
			for v := range vectors {
				left[v*leftStride+first] = both(masks[v*maskStride:], list)
			}
			list = list[2:]
		}
		for range lasts {
			last, number := list, int(list[2])
			list = list[3:]
			for range number {
				var count vector
				for v := range vectors {
					x, of := &left[v*leftStride+int(list[0])], both(masks[v*maskStride:], last)
					for w := range of {
						of[w] = matrix.ByteCounts(x[w] & of[w])
					}
					if v >= f.bytes {
						of = gather(&of, wider[v-f.bytes]/slotLanes, &index[v-f.bytes])
					}
					for w := range count {
						count[w] += of[w]
					}
				}
				counter := &counters[binary.LittleEndian.Uint16(list[1:])/counterStep]
				for w := range counter {
					counter[w] = addBytes(counter[w], count[w])
				}
				list = list[testBytes:]
			}
			tests += uint64(number)
		}
	}
	return tests
}

// both returns the lanes that two squares leave.
func both(masks []vector, squares []uint8) vector {
	x := masks[squares[0]]
	for w, y := range masks[squares[1]] {
		x[w] &= y
	}
	return x
}

// gather adds up the bytes of each slot of so many and puts the sums where the index says.
func gather(count *vector, width int, index *vector) (to vector) {
	for i := range slots {
		if from := int(index.at(i)); from%width == 0 {
			sum := 0
			for k := range width {
				sum += int(count.at(from + k))
			}
			to[i/8] |= uint64(sum) << (i % 8 * 8)
		}
	}
	return to
}

// addBytes adds equal bytes; one that exceeds 255 is 255.
func addBytes(x, y uint64) uint64 {
	const top = 0x8080_8080_8080_8080
	sum := (x&^top + y&^top) ^ (x^y)&top
	over := (x&y | (x|y)&^sum) & top >> 7
	return sum | over*0xff
}

func flushPortable(slab []uint16, counters []vector, labels []uint16, full int) bool {
	if mostOf(counters) >= full {
		return true
	}
	for i, label := range labels {
		row := slab[int(label)*slots:][:slots]
		for slot := range row {
			row[slot] = uint16(min(math.MaxUint16, uint32(row[slot])+uint32(counters[i].at(slot))))
		}
	}
	return false
}

// mostOf returns the largest byte.
func mostOf(counters []vector) (most int) {
	for i := range counters {
		for slot := range slots {
			most = max(most, int(counters[i].at(slot)))
		}
	}
	return most
}

// at returns a byte.
func (v *vector) at(slot int) uint8 { return uint8(v[slot/8] >> (slot % 8 * 8)) }

func multiplyPortable(a, b []uint16) (products, sumA, sumB uint64, most uint16) {
	for i, x := range a {
		products += uint64(x) * uint64(b[i])
		sumA += uint64(x)
		sumB += uint64(b[i])
		most = max(most, x, b[i])
	}
	return products, sumA, sumB, most
}
