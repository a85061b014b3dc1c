//go:build !purego

package parity

import (
	"math"
	"unsafe"

	"queens/count/internal/cpu"
	"queens/count/internal/kernels/parity/layout"
	"queens/count/internal/kernels/table"
)

//go:generate go -C ../_gen run ./parity -set avx512 -out ../parity/zavx512_amd64.s -stubs ../parity/zavx512_amd64.go -pkg parity
//go:generate go -C ../_gen run ./parity -set avx2 -out ../parity/zavx2_amd64.s -stubs ../parity/zavx2_amd64.go -pkg parity

var archKernels = []Kernel{
	(&assembly{
		ofMasks: masksAVX2,
		ofTests: []testFunc{
			test0AVX2, test1AVX2, test2AVX2, test3AVX2, test4AVX2, test5AVX2, test6AVX2,
		},
		ofFull: fullAVX2, ofFlush: flushAVX2, ofMultiply: multiplyAVX2,
	}).kernel(Kernel{
		Entry: table.Entry{
			Name: "avx2", Needs: "AVX2, BMI1, BMI2 and POPCNT",
			Has: func() bool { return cpu.AVX2 },
		},
		forms: layout.Nearby[:], region: layout.Region,
		filter: filterHalf, bounds: boundsHalf, hits: hitsFunc(hitsAVX2).hits,
	}),
	(&assembly{
		ofMasks: masksAVX512,
		ofTests: []testFunc{
			test0AVX512, test1AVX512, test2AVX512, test3AVX512, test4AVX512, test5AVX512, test6AVX512,
			test7AVX512, test8AVX512, test9AVX512, test10AVX512, test11AVX512, test12AVX512, test13AVX512,
			test14AVX512, test15AVX512, test16AVX512,
		},
		ofFull: fullAVX512, ofFlush: flushAVX512, ofMultiply: multiplyAVX2,
	}).kernel(Kernel{
		Entry: table.Entry{
			Name:  "avx512",
			Needs: "AVX-512 F, BW, DQ, BITALG, VPOPCNTDQ, VBMI and GFNI",
			Has:   func() bool { return cpu.BITALG && cpu.GFNI },
		},
		forms: layout.Forms[:], region: slots, filter: filter512, bounds: boundsHalf, runs: runs512, needs: needs512,
		straight: straight512, multiply: multiply512, multiplyBytes: multiplyBytes512,
		labels: labels512, below: below512, hits: hitsFunc(hitsAVX512).hits, drain: drain512,
	}),
}

type hitsFunc func(words *uint64, metas *uint32, masks *uint64, keys *int, entries *uint64, n int, sets *uint16,
	allowed *uint64, firstMasks, secondMasks, firstRow, secondRow int) (found, tests uint64)

func (of hitsFunc) hits(words []uint64, metas []uint32, masks []vector, keys []int, entries []sparseEntry,
	sets []columnSet, allowed []uint64, m *pairRows,
) (n int, tests uint64) {
	found, tests := of(&words[0], &metas[0], &masks[0][0], &keys[0],
		(*uint64)(unsafe.Pointer(&entries[0])), len(entries), &sets[0].labels[0], &allowed[0],
		m.masks[0], m.masks[1], m.number[0], m.number[1])
	return int(found), tests
}

func labels512(to []uint16, keys []uint64, lowest int) {
	whole := len(keys) &^ 7
	if whole > 0 {
		labelsAVX512(&to[:len(keys)][0], &keys[0], whole/8, lowest)
	}
	labelsPortable(to[whole:], keys[whole:], lowest)
}

func below512(number []int, apart int, labels, limits []uint16) {
	belowAVX512(&number[0], apart, &labels[0], (len(labels)+31)/32, &limits[0], len(limits))
}

func drain512(hits []uint32, words []uint64, metas []uint32, labels []uint16, width int) int {
	if len(words) == 0 {
		return 0
	}
	return drainAVX512(&hits[0], &words[0], &metas[0], len(words), &labels[0], width)
}

func filter512(to, keys []uint64, queen uint64) int {
	if len(keys) == 0 {
		return 0
	}
	return filterAVX512(&to[:len(keys)][0], &keys[0], len(keys), queen)
}

func runs512(runs *[slots]run, keys []uint64, planes *[64]vector) {
	runsAVX512(&runs[0].from, &keys[0], len(keys), &planes[0][0])
}

func needs512(runs *[slots]run, planes *[64]vector) (n needs) {
	needsAVX512(&n[0], &runs[0].from, &planes[0][0])
	return n
}

func straight512(to []vector, keys []uint64, squares []square, planes *[64]vector, _ *[slots]run) {
	straightAVX512(&to[0][0], &keys[0], len(keys), &squares[0].number, len(squares), &planes[0][0])
}

// multiply512 leaves large cells, which are rare, to Go.
func multiply512(a, b []uint16, from, to int) (products, sumA, sumB uint64, most uint16) {
	if len(a) == 0 || from >= to {
		return 0, 0, 0, 0
	}
	p, sumA, sumB, cell := multiplyAVX512(&a[0], &b[:len(a)][0], len(a)/slots, 1<<to-1<<from)
	if cell > math.MaxInt16 {
		return multiplyPortable(a, b, from, to)
	}
	return p, sumA, sumB, uint16(cell)
}

func multiplyBytes512(a, b []uint16, from, to int) (products, sumA, sumB uint64, most uint16) {
	if len(a) == 0 || from >= to {
		return 0, 0, 0, 0
	}
	p, sumA, sumB, cell := multiplyBytesAVX512(&a[0], &b[:len(a)][0], len(a)/byteRow, 1<<to-1<<from)
	return p, sumA, sumB, uint16(cell)
}

// filterHalf takes whole vectors; there is room for one after the keys.
func filterHalf(to, keys []uint64, queen uint64) (n int) {
	whole := len(keys) &^ 3
	if whole > 0 {
		n = filterAVX2(&to[:len(keys)][0], &keys[0], whole, queen)
	}
	return n + filterPortable(to[n:], keys[whole:], queen)
}

// boundsHalf leaves the first eight keys, the first of which has no predecessor, and the remainder
// to Go.
func boundsHalf(words, keys []uint64, labels uint64) {
	boundsPortable(words, keys[:min(len(keys), 8)], labels)
	clear(words[1:max(1, (len(keys)+63)/64)])
	whole := max(8, len(keys)&^7)
	if whole > 8 {
		boundsAVX2((*uint64)(unsafe.Add(unsafe.Pointer(&words[0]), 1)), &keys[8], whole-8, labels)
	}
	for i := whole; i < len(keys); i++ {
		if (keys[i]^keys[i-1])&labels != 0 {
			words[i/64] |= 1 << (i % 64)
		}
	}
}
