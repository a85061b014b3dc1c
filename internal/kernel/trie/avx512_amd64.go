//go:build !purego

package trie

import (
	"math"

	"queens/internal/cpu"
	"queens/internal/kernel/table"
)

//go:generate go -C ../_gen run ./trie -out ../trie/zavx512_amd64.s -stubs ../trie/zavx512_amd64.go -pkg trie

// archKernels are the kernels written for this processor's architecture.
var archKernels = []Kernel{{
	Entry: table.Entry{
		Name: "avx512", Summary: "512 lanes as one vector", Needs: "AVX-512 F, BW, DQ, BITALG, VBMI and GFNI",
		Has: func() bool { return cpu.BITALG && cpu.GFNI },
	},
	filter: filter512, masks: masks512, test: test512, flush: flush512, multiply: multiply512,
}}

func filter512(to, keys []uint64, queen uint64) int {
	if len(keys) == 0 {
		return 0
	}
	return filterAVX512(&to[:len(keys)][0], &keys[0], len(keys), queen)
}

func masks512(to []vector, keys []uint64, runs *[slots]run, squares []square, planes *[64]vector) {
	masksAVX512(&to[0][0], &keys[0], &runs[0].from, &squares[0].number, len(squares), &planes[0][0])
}

// tests512 are by the number of vectors less one.
var tests512 = [maxVectors]func(counters, masks *uint64, stride, firsts int, list *uint8) uint64{
	test1AVX512, test2AVX512, test3AVX512, test4AVX512, test5AVX512, test6AVX512,
}

func test512(counters, masks []vector, stride, firsts int, list []uint8) uint64 {
	return tests512[len(masks)/stride-1](&counters[0][0], &masks[0][0], stride, firsts, &list[0])
}

func flush512(slab []uint16, counters []vector, used []use, full int) bool {
	if len(used) == 0 {
		return false
	}
	if full <= math.MaxUint8 && fullAVX512(&slab[0], &counters[0][0], &used[0].counter, len(used), uint64(full)) != 0 {
		clearUsed(counters, used)
		return true
	}
	flushAVX512(&slab[0], &counters[0][0], &used[0].counter, len(used))
	return false
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
