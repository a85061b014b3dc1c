//go:build !purego

package join

import (
	"unsafe"

	"queens/count/internal/cpu"
	"queens/count/internal/kernels/table"
)

//go:generate go -C ../_gen run ./join -out ../join/zavx2_amd64.s -stubs ../join/zavx2_amd64.go -pkg join

var archKernels = []Kernel{avx2}

// avx2 uses 256-bit vectors for all operations on lists and for leaves of narrow keys. Leaves with
// more than 32 open bits are rare.
var avx2 = Kernel{
	Entry: table.Entry{
		Name:  "avx2",
		Needs: "AVX2, BMI1, BMI2 and POPCNT",
		Has:   func() bool { return cpu.AVX2 },
	},
	narrow: narrowAVX2(),
	wide:   wideAVX2(),
}

// In cycles, measured on Zen 5; see docs/laboratory.md.
var costsAVX2 = costs{
	split: 1500, key: 0.5, block: 900, row: 2,
	test: 4.5, chunk: 1.5, chunks: 7, eager: 1.25, few: 12,
}

func narrowAVX2() lists[uint32] {
	l := wholeVectors[uint32]{8, part32AVX2, filter32AVX2}.lists()
	l.test = testNarrowAVX2
	return l
}

func wideAVX2() lists[uint64] {
	l := wholeVectors[uint64]{4, part64AVX2, filter64AVX2}.lists()
	l.narrow = narrowKeysAVX2
	l.test = testPortable[uint64]
	l.costs.test, l.costs.chunk, l.costs.chunks = 6, 4, maxChunks // the leaf is in Go
	return l
}

// wholeVectors has functions for lists whose length is a positive multiple of keys.
type wholeVectors[K word] struct {
	keys   int
	part   func(ones, end, list *K, n int, bit uint) int
	filter func(kept, list *K, n int, bit uint) int
}

// lists returns operations for any number of keys: Go handles the remainder.
func (w wholeVectors[K]) lists() lists[K] {
	whole := func(list []K) int { return len(list) / w.keys * w.keys }
	return lists[K]{
		sample: sampleAVX2[K],
		part: func(ones, zeros, list []K, bit uint) (k int) {
			m := whole(list)
			if m > 0 {
				k = w.part(&ones[0], at(zeros, len(zeros)), &list[0], m, bit)
			}
			return k + partPortable(ones[k:], zeros[:len(zeros)-(m-k)], list[m:], bit)
		},
		filter: func(kept, list []K, bit uint) (k int) {
			m := whole(list)
			if m > 0 {
				k = w.filter(&kept[0], &list[0], m, bit)
			}
			return k + filterPortable(kept[k:], list[m:], bit)
		},
		costs: costsAVX2,
	}
}

// at returns the address of key i of a list; i may be its length.
func at[K word](list []K, i int) *K {
	return (*K)(unsafe.Add(unsafe.Pointer(&list[0]), i*int(unsafe.Sizeof(list[0]))))
}

func sampleAVX2[K word](a, b []K, open K) (bit, product uint) {
	var x, y [64]uint64 // bit i of word p is bit p of key i
	na, nb := turnSample(&x, a), turnSample(&y, b)
	bit, most := commonBit(&x, &y, uint64(open))
	return bit, share(most, na, nb)
}

// turnSample transposes up to 64 keys, spread over the list, and returns their number.
func turnSample[K word](to *[64]uint64, list []K) int {
	n := min(len(list), 64)
	step := len(list) / n
	var keys [64]uint32 // halves of 64-bit keys
	for i := range n {
		keys[i] = uint32(list[i*step])
	}
	turnAVX2(&to[0], 8, &keys[0], 2)
	if size(^K(0)) == 64 {
		for i := range n {
			keys[i] = uint32(uint64(list[i*step]) >> 32)
		}
		turnAVX2(&to[32], 8, &keys[0], 2)
	}
	return n
}

// testNarrowAVX2 gathers the open bits of the items in batches that stay in the first-level cache.
func testNarrowAVX2(s *block, items, lanes []uint32, open uint32) (pairs uint64) {
	turnAVX2(&s.planes[0][0], rowBytes, &lanes[0], (s.taken+31)/32)
	tablesAVX2(&s.tables[0][0][0], &s.planes[0][0], &s.valid[0], uint64(open), &s.width[0], s.chunks)
	g := newGather(uint64(open))
	for len(items) > 0 {
		batch := items[:min(len(items), len(s.items))]
		items = items[len(batch):]
		m := len(batch) / 8 * 8
		if m > 0 {
			gather32AVX2(&s.items[0], &batch[0], m, &g.open)
		}
		for i, key := range batch[m:] {
			s.items[m+i] = uint32(g.pext(uint64(key)))
		}
		pairs += testsAVX2[s.chunks-1](&s.items[0], len(batch), &s.tables[0][0][0], &s.field[0])
	}
	return pairs
}

var testsAVX2 = [...]func(items *uint32, n int, tables, fields *uint64) uint64{
	test32x1AVX2, test32x2AVX2, test32x3AVX2, test32x4AVX2, test32x5AVX2, test32x6AVX2, test32x7AVX2,
}

func narrowKeysAVX2(to []uint32, list []uint64, open uint64) {
	g := newGather(open)
	m := len(list) / 4 * 4
	if m > 0 {
		gather64AVX2(&to[0], &list[0], m, &g.open)
	}
	for i, key := range list[m:] {
		to[m+i] = uint32(g.pext(key))
	}
}
