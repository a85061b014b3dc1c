//go:build !purego

package trie

import (
	"math"
	"unsafe"

	"queens/internal/cpu"
	"queens/internal/kernel/table"
)

//go:generate go -C ../_gen run ./trie -out ../trie/zavx512_amd64.s -stubs ../trie/zavx512_amd64.go -pkg trie

// archKernels are the kernels written for this processor's architecture.
var archKernels = []Kernel{{
	Entry: table.Entry{
		Name: "avx512", Summary: "512 lanes as one vector", Needs: "AVX-512 F, BW, DQ, BITALG, VPOPCNTDQ, VBMI and GFNI",
		Has: func() bool { return cpu.BITALG && cpu.GFNI },
	},
	forms: len(forms), filter: filter512, bounds: bounds512, masks: masks512, test: test512, flush: flush512, multiply: multiply512,
	hits: hits512, drain: drain512,
}}

func filter512(to, keys []uint64, queen uint64) int {
	if len(keys) == 0 {
		return 0
	}
	return filterAVX512(&to[:len(keys)][0], &keys[0], len(keys), queen)
}

func bounds512(words, keys []uint64) { boundsAVX512(&words[0], &keys[0], len(keys), labelBits) }

func masks512(to []vector, keys []uint64, runs *[slots]run, squares []square, planes *[64]vector) {
	masksAVX512(&to[0][0], &keys[0], &runs[0].from, &squares[0].number, len(squares), &planes[0][0])
}

// tests512 are by the form.
var tests512 = [len(forms)]func(counters, masks, index *uint64, firsts int, list *uint8, left *uint64) uint64{
	test0AVX512, test1AVX512, test2AVX512, test3AVX512, test4AVX512, test5AVX512, test6AVX512, test7AVX512, test8AVX512,
	test9AVX512, test10AVX512, test11AVX512, test12AVX512,
}

func test512(counters, masks []vector, form int, index *[2]vector, firsts int, list []uint8, left *[maxVectors * leftStride]vector) uint64 {
	return tests512[form](&counters[0][0], &masks[0][0], &index[0][0], firsts, &list[0], &left[0][0])
}

func flush512(slab []uint16, counters []vector, labels []uint16, full int) bool {
	if len(labels) == 0 {
		return false
	}
	if full <= math.MaxUint8 && fullAVX512(&slab[0], &counters[0][0], &labels[0], len(labels), uint64(full)) != 0 {
		return true
	}
	flushAVX512(&slab[0], &counters[0][0], &labels[0], len(labels))
	return false
}

func hits512(words []uint64, metas []uint32, masks []vector, keys []uint64, entries []sparseEntry, sets []columnSet,
	m *pairRows, rows, columns, shift int,
) (n int, tests uint64) {
	found, tests := hitsAVX512(&words[0], &metas[0], &masks[0][0], &keys[0], (*uint64)(unsafe.Pointer(&entries[0])), len(entries),
		&sets[0].labels[0], m.masks[0], m.masks[1], m.number[0], m.number[1], m.apart[0], rows, columns, shift)
	return int(found), tests
}

func drain512(hits []uint32, words []uint64, metas []uint32, n int, keys []uint64, shift, stride int) int {
	if n == 0 {
		return 0
	}
	return drainAVX512(&hits[:8][0], &words[0], &metas[0], n, &keys[0], shift, stride)
}

func multiply512(a, b []uint16) (products, sumA, sumB uint64, most uint16) {
	whole := min(len(a)&^15, 1<<16)
	if whole > 0 {
		var cell uint64
		products, sumA, sumB, cell = multiplyAVX512(&a[0], &b[:whole][0], whole)
		most = uint16(cell)
	}
	if whole == len(a) {
		return products, sumA, sumB, most
	}
	p, s, t, m := multiplyPortable(a[whole:], b[whole:])
	return products + p, sumA + s, sumB + t, max(most, m)
}
