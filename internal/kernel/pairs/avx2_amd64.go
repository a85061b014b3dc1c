//go:build !purego

package pairs

import (
	"unsafe"

	"queens/internal/cpu"
	"queens/internal/kernel/table"
)

//go:generate go -C ../_gen run ./pairs -out ../pairs/zavx2_amd64.s -stubs ../pairs/zavx2_amd64.go -pkg pairs

var archKernels = []Kernel{avx2}

// avx2 uses 256-bit vectors for lists and leaves of narrow keys. Lists of 64-bit keys are few, and
// left to Go.
var avx2 = Kernel{
	Entry: table.Entry{
		Name:  "avx2",
		Needs: "AVX2, BMI1, BMI2 and POPCNT",
		Has:   func() bool { return cpu.AVX2 },
	},
	narrow: narrowAVX2(),
	wide:   wideLists(narrowKeysAVX2),
}

// Go handles the keys that do not fill a vector.
func narrowAVX2() lists[uint32] {
	whole := func(list []uint32) int { return len(list) &^ 7 }
	return lists[uint32]{
		sample: sampleAVX2,
		part: func(ones, zeros, list []uint32, bit uint) (k int) {
			m := whole(list)
			if m > 0 {
				end := unsafe.Add(unsafe.Pointer(&zeros[0]), 4*len(zeros))
				k = partAVX2(&ones[0], (*uint32)(end), &list[0], m, bit)
			}
			return k + partPortable(ones[k:], zeros[:len(zeros)-(m-k)], list[m:], bit)
		},
		filter: func(kept, list []uint32, bit uint) (k int) {
			m := whole(list)
			if m > 0 {
				k = filterAVX2(&kept[0], &list[0], m, bit)
			}
			return k + filterPortable(kept[k:], list[m:], bit)
		},
		test: testNarrowAVX2,
		costs: costs{ // measured on Zen 5; see docs/laboratory.md
			split: 1500, key: 0.5, block: 900, row: 2,
			test: 4.5, chunk: 1.5, chunks: 7, eager: 1.25, few: 12,
		},
	}
}

func sampleAVX2(a, b []uint32, open uint32) (bit, product uint) {
	var x, y [64]uint64 // bit i of word p is bit p of key i
	na, nb := turnSample(&x, a), turnSample(&y, b)
	bit, most := commonBit(&x, &y, uint64(open))
	return bit, share(most, na, nb)
}

// turnSample transposes up to 64 keys, spread over the list, and returns their number.
func turnSample(to *[64]uint64, list []uint32) int {
	n := min(len(list), 64)
	step := len(list) / n
	var keys [64]uint32
	for i := range n {
		keys[i] = list[i*step]
	}
	turnAVX2(&to[0], 8, &keys[0], 2)
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
