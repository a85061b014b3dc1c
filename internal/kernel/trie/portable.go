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
)

// vector has a bit for each lane, the lanes of slot i in byte i; or a byte for each slot.
type vector [slots / 8]uint64

// square is a square of the union rows: its number and its two diagonals as bits of a key.
type square struct {
	number          uint16
	rising, falling uint8
}

// run is the keys of a label in a list.
type run struct{ from, to int }

// Kernel is the inner steps. They check nothing, and all kernels do the same.
type Kernel struct {
	table.Entry

	// filter copies the keys that have no bit of the queen, in order, and returns how many they are. There is room for all.
	filter func(to, keys []uint64, queen uint64) int
	// masks sets the masks of squares, by their numbers: the lanes whose keys are on neither diagonal. Slot i has the first keys of
	// run i, at most 8, which are taken from the run. Lanes without a key are in no mask. Planes are for use inside.
	masks func(to []vector, keys []uint64, runs *[slots]run, squares []square, planes *[64]vector)
	// test adds the counts of the leaf placements of a leaf node to the counters. firsts is the number of first squares of each. A
	// byte stops at 255.
	// The masks of each vector, at most maxVectors, begin a stride after those of the last one and end with that of all lanes in use.
	// It returns the number of placements.
	test func(counters, masks []vector, stride, firsts int, list []uint8) uint64
	// flush adds the counters in use to the rows of the slab and clears them, or, if a byte of one is at least full, clears them
	// only and reports it. A cell stops at 65,535.
	flush func(slab []uint16, counters []vector, used []use, full int) bool
	// multiply returns the sum of the products of equal cells, the sums of both rows and the largest cell.
	multiply func(a, b []uint16) (products, sumA, sumB uint64, most uint16)
}

// All returns every kernel of this build, the fastest last.
func All() []Kernel { return append([]Kernel{portable}, archKernels...) }

// portable is the twin in Go of every kernel.
var portable = Kernel{
	Entry:  table.Entry{Name: "portable", Summary: "512 lanes as eight words, in Go"},
	filter: filterPortable, masks: masksPortable, test: testPortable, flush: flushPortable, multiply: multiplyPortable,
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
		rising, falling, mask := &planes[s.rising], &planes[s.falling], &to[s.number]
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

func testPortable(counters, masks []vector, stride, firsts int, list []uint8) (tests uint64) {
	var left [maxVectors]vector // by the first squares
	for list[0] != 0 {
		last, sets := int(list[0]), int(binary.LittleEndian.Uint16(list[1:]))
		list = list[3:]
		for range sets {
			for from, v := 0, 0; from < len(masks); from, v = from+stride, v+1 {
				x := masks[from+stride-1] // all lanes in use
				for _, first := range list[:firsts] {
					y := &masks[from+int(first)]
					for w := range x {
						x[w] &= y[w]
					}
				}
				left[v] = x
			}
			list = list[firsts:]
			for range last {
				var count vector
				for from, v := 0, 0; from < len(masks); from, v = from+stride, v+1 {
					x, y := &left[v], &masks[from+int(list[0])]
					for w := range x {
						count[w] += matrix.ByteCounts(x[w] & y[w])
					}
				}
				counter := &counters[binary.LittleEndian.Uint16(list[1:])]
				for w := range counter {
					counter[w] = addBytes(counter[w], count[w])
				}
				list = list[3:]
				tests++
			}
		}
	}
	return tests
}

// addBytes adds equal bytes; one that exceeds 255 is 255.
func addBytes(x, y uint64) uint64 {
	const top = 0x8080_8080_8080_8080
	sum := (x&^top + y&^top) ^ (x^y)&top
	over := (x&y | (x|y)&^sum) & top >> 7
	return sum | over*0xff
}

func flushPortable(slab []uint16, counters []vector, used []use, full int) bool {
	for _, u := range used {
		for slot := range slots {
			if int(counters[u.counter].at(slot)) >= full {
				clearUsed(counters, used)
				return true
			}
		}
	}
	for _, u := range used {
		row := slab[int(u.label)*slots:][:slots]
		for slot := range row {
			row[slot] = uint16(min(math.MaxUint16, uint32(row[slot])+uint32(counters[u.counter].at(slot))))
		}
	}
	clearUsed(counters, used)
	return false
}

// at returns a byte.
func (v *vector) at(slot int) uint8 { return uint8(v[slot/8] >> (slot % 8 * 8)) }

func clearUsed(counters []vector, used []use) {
	for _, u := range used {
		counters[u.counter] = vector{}
	}
}

func multiplyPortable(a, b []uint16) (products, sumA, sumB uint64, most uint16) {
	for i, x := range a {
		products += uint64(x) * uint64(b[i])
		sumA += uint64(x)
		sumB += uint64(b[i])
		most = max(most, x, b[i])
	}
	return products, sumA, sumB, most
}
