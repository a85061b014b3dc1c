//go:build !purego

package pairs

import (
	"unsafe"

	"queens/internal/cpu"
	"queens/internal/kernel/table"
)

//go:generate go -C ../_gen run ./pairs -set avx512 -out ../pairs/zavx512_amd64.s -stubs ../pairs/zavx512_amd64.go -pkg pairs

// avx512 does every operation with vectors of 512 bits.
var avx512 = Kernel{
	Entry: table.Entry{
		Name:  "avx512",
		Needs: "AVX-512 F, DQ, BW, VL, VBMI, VPOPCNTDQ and GFNI, and BMI2",
		Has:   func() bool { return cpu.AVX512 && cpu.GFNI && cpu.VBMI2 }, // VBMI2 comes with VBMI
	},
	narrow: lists[uint32]{
		or:     func(list []uint32) uint32 { return or32AVX512(unsafe.SliceData(list), len(list)) },
		sample: sampleNarrowAVX512,
		part: func(ones, zeros, list []uint32, bit uint) int {
			k := choose32AVX512(&ones[0], &list[0], len(list), bit)
			filter32AVX512(at(zeros, len(zeros)-(len(list)-k)), &list[0], len(list), bit)
			return k
		},
		filter: func(kept, list []uint32, bit uint) int {
			return filter32AVX512(&kept[0], &list[0], len(list), bit)
		},
		direct: func(few, many []uint32) uint64 {
			return direct32AVX512(&few[0], len(few), &many[0], len(many))
		},
		test:  testNarrowAVX512,
		costs: costsAVX512,
	},
	wide: lists[uint64]{
		or:     func(list []uint64) uint64 { return or64AVX512(unsafe.SliceData(list), len(list)) },
		sample: sampleWideAVX512,
		part: func(ones, zeros, list []uint64, bit uint) int {
			return part64AVX512(&ones[0], at(zeros, len(zeros)), &list[0], len(list), bit)
		},
		filter: func(kept, list []uint64, bit uint) int {
			return filter64AVX512(&kept[0], &list[0], len(list), bit)
		},
		narrow: func(to []uint32, list []uint64, open uint64) {
			narrowAVX512(&to[0], &list[0], len(list), open)
		},
		direct: func(few, many []uint64) uint64 {
			return direct64AVX512(&few[0], len(few), &many[0], len(many))
		},
		test:  testWideAVX512,
		costs: costsWideAVX512,
	},
}

// Costs in cycles, measured on Zen 5; see docs/laboratory.md.
var (
	costsAVX512 = costs{
		split: 900, key: 0.3, block: 350, row: 1.2,
		test: 0.7, chunk: 0.7, chunks: 7, gap: 3, eager: 1.25, few: 12,
	}
	costsWideAVX512 = costs{
		split: 1200, key: 0.6, block: 500, row: 1.2,
		test: 3, chunk: 1.5, chunks: maxChunks, eager: 1.25, few: 12,
	}
)

// at returns the address of key i of a list, or of what follows the last key.
func at[K word](list []K, i int) *K {
	return (*K)(unsafe.Add(unsafe.Pointer(&list[0]), i*int(unsafe.Sizeof(list[0]))))
}

// narrowTests holds the test of each number of chunks, from 1.
var narrowTests = [...]func(items *uint32, n int, tables *uint64, open uint32, spread uint64, fields *uint64) uint64{
	test32x1AVX512, test32x2AVX512, test32x3AVX512, test32x4AVX512, test32x5AVX512, test32x6AVX512, test32x7AVX512,
}

func testNarrowAVX512(s *block, items, lanes []uint32, open uint32) uint64 {
	turn32AVX512(&s.half[0][0], &lanes[0], (s.taken+127)/128*2)
	s.fillAVX512(uint64(open))
	return narrowTests[s.chunks-1](&items[0], len(items), &s.tables[0][0][0], open, s.spread, &s.field[0])
}

func testWideAVX512(s *block, items, lanes []uint64, open uint64) uint64 {
	turn64AVX512(&s.half[0][0], &lanes[0], (s.taken+63)/64)
	s.fillAVX512(open)
	return test64AVX512(&items[0], len(items), &s.tables[0][0][0], open, &s.field[0], s.chunks)
}

// fillAVX512 makes the planes from what the turn left, and the tables from them.
func (s *block) fillAVX512(open uint64) {
	planesAVX512(&s.planes[0][0], &s.half[0][0], open)
	tablesAVX512(&s.tables[0][0][0], &s.planes[0][0], &s.valid[0], open, &s.width[0], s.chunks)
}

func sampleNarrowAVX512(a, b []uint32, open uint32) (bit, product uint) {
	na, nb := sampleSize(len(a))/2, sampleSize(len(b))/2 // two keys at a time
	p, x := sample32AVX512(&a[0], len(a)/na*4, na, &b[0], len(b)/nb*4, nb, open)
	return uint(p), share(x, 2*na, 2*nb)
}

func sampleWideAVX512(a, b []uint64, open uint64) (bit, product uint) {
	na, nb := sampleSize(len(a)), sampleSize(len(b))
	p, x := sample64AVX512(&a[0], len(a)/na*8, na, &b[0], len(b)/nb*8, nb, open)
	return uint(p), share(x, na, nb)
}

// sampleSize returns how many keys of a list of n to look at: the longer the
// list, the dearer a bad choice. Counts of at most 252 fit a byte, their product
// 16 bits.
func sampleSize(n int) int { return min(n, max(64, min(n/16, 252))) }
