//go:build !purego

package trie

import (
	"math"
	"unsafe"

	"queens/internal/cpu"
	"queens/internal/kernel/table"
)

//go:generate go -C ../_gen run ./trie -set avx512 -out ../trie/zavx512_amd64.s -stubs ../trie/zavx512_amd64.go -pkg trie
//go:generate go -C ../_gen run ./trie -set avx2 -out ../trie/zavx2_amd64.s -stubs ../trie/zavx2_amd64.go -pkg trie

// archKernels are the kernels written for this processor's architecture.
var archKernels = []Kernel{
	(&assembly{
		ofMasks: masksAVX2, ofTests: []testFunc{test0AVX2, test1AVX2, test2AVX2, test3AVX2},
		ofFull: fullAVX2, ofFlush: flushAVX2, ofMultiply: multiplyAVX2, ofHits: hitsAVX2,
	}).kernel(Kernel{
		Entry: table.Entry{
			Name: "avx2", Needs: "AVX2, BMI1, BMI2 and POPCNT",
			Has: func() bool { return cpu.AVX2 },
		},
		forms: plainForms, filter: filterHalf, bounds: boundsHalf, drain: drainPortable,
	}),
	(&assembly{
		ofMasks: masksAVX512,
		ofTests: []testFunc{
			test0AVX512, test1AVX512, test2AVX512, test3AVX512, test4AVX512, test5AVX512, test6AVX512,
			test7AVX512, test8AVX512, test9AVX512, test10AVX512, test11AVX512, test12AVX512,
		},
		ofFull: fullAVX512, ofFlush: flushAVX512, ofMultiply: multiplyAVX512, ofHits: hitsAVX512,
	}).kernel(Kernel{
		Entry: table.Entry{
			Name:  "avx512",
			Needs: "AVX-512 F, BW, DQ, BITALG, VPOPCNTDQ, VBMI and GFNI",
			Has:   func() bool { return cpu.BITALG && cpu.GFNI },
		},
		forms: len(forms), filter: filter512, bounds: bounds512, drain: drain512,
	}),
}

type testFunc = func(counters, masks, index *uint64, list *uint8, left *uint64) uint64

// assembly is the functions that kernels have in common; tests are by the form.
type assembly struct {
	ofMasks    func(to, keys *uint64, runs *int, squares *uint16, n int, planes *uint64)
	ofTests    []testFunc
	ofFull     func(slab *uint16, counters *uint64, labels *uint16, n int, full uint64) uint64
	ofFlush    func(slab *uint16, counters *uint64, labels *uint16, n int)
	ofMultiply func(a, b *uint16, n int) (products, sumA, sumB, most uint64)
	ofHits     func(words *uint64, metas *uint32, masks, keys, entries *uint64, n int, sets *uint16,
		firstMasks, secondMasks, firstRow, secondRow, apart, rows, columns, shift int) (found, tests uint64)
}

// kernel completes a kernel.
func (a *assembly) kernel(k Kernel) Kernel {
	k.masks, k.straight, k.test, k.flush, k.multiply, k.hits = a.masks, a.straight, a.test, a.flush, a.multiply, a.hits
	return k
}

func (a *assembly) masks(to []vector, keys []uint64, runs *[slots]run, squares []square, planes *[64]vector) {
	a.ofMasks(&to[0][0], &keys[0], &runs[0].from, &squares[0].number, len(squares), &planes[0][0])
}

func (a *assembly) straight(to []vector, keys []uint64, squares []square, planes *[64]vector) {
	var runs [slots]run
	for i := range runs {
		at := slotLanes * i
		runs[i] = run{min(len(keys), at), min(len(keys), at+slotLanes)}
	}
	a.masks(to, keys, &runs, squares, planes)
}

func (a *assembly) test(counters, masks []vector, form int, index *[2]vector, list []uint8, left *[maxVectors * leftStride]vector) uint64 {
	return a.ofTests[form](&counters[0][0], &masks[0][0], &index[0][0], &list[0], &left[0][0])
}

func (a *assembly) flush(slab []uint16, counters []vector, labels []uint16, full int) bool {
	n := len(labels)
	if n == 0 {
		return false
	}
	if full <= math.MaxUint8 && a.ofFull(&slab[0], &counters[0][0], &labels[0], n, uint64(full)) != 0 {
		return true
	}
	a.ofFlush(&slab[0], &counters[0][0], &labels[0], n)
	return false
}

func (a *assembly) multiply(x, y []uint16) (products, sumX, sumY uint64, most uint16) {
	whole := min(len(x)&^15, 1<<16)
	if whole > 0 {
		var cell uint64
		products, sumX, sumY, cell = a.ofMultiply(&x[0], &y[:whole][0], whole)
		most = uint16(cell)
	}
	if whole == len(x) {
		return products, sumX, sumY, most
	}
	p, s, t, m := multiplyPortable(x[whole:], y[whole:])
	return products + p, sumX + s, sumY + t, max(most, m)
}

func (a *assembly) hits(words []uint64, metas []uint32, masks []vector, keys []uint64, entries []sparseEntry,
	sets []columnSet, m *pairRows, rows, columns, shift int,
) (n int, tests uint64) {
	found, tests := a.ofHits(&words[0], &metas[0], &masks[0][0], &keys[0],
		(*uint64)(unsafe.Pointer(&entries[0])), len(entries), &sets[0].labels[0],
		m.masks[0], m.masks[1], m.number[0], m.number[1], m.apart[0], rows, columns, shift)
	return int(found), tests
}

func filter512(to, keys []uint64, queen uint64) int {
	if len(keys) == 0 {
		return 0
	}
	return filterAVX512(&to[:len(keys)][0], &keys[0], len(keys), queen)
}

func bounds512(words, keys []uint64) { boundsAVX512(&words[0], &keys[0], len(keys), labelBits) }

// filterHalf takes whole vectors; there is room for one behind the keys kept.
func filterHalf(to, keys []uint64, queen uint64) (n int) {
	whole := len(keys) &^ 3
	if whole > 0 {
		n = filterAVX2(&to[:len(keys)][0], &keys[0], whole, queen)
	}
	return n + filterPortable(to[n:], keys[whole:], queen)
}

// boundsHalf leaves the first eight keys, before which there is none, and the last ones to Go.
func boundsHalf(words, keys []uint64) {
	boundsPortable(words, keys[:min(len(keys), 8)])
	clear(words[1:max(1, (len(keys)+63)/64)])
	whole := max(8, len(keys)&^7)
	if whole > 8 {
		boundsAVX2((*uint64)(unsafe.Add(unsafe.Pointer(&words[0]), 1)), &keys[8], whole-8, labelBits)
	}
	for i := whole; i < len(keys); i++ {
		if (keys[i]^keys[i-1])&labelBits != 0 {
			words[i/64] |= 1 << (i % 64)
		}
	}
}

func drain512(hits []uint32, words []uint64, metas []uint32, n int, keys []uint64, shift, stride int) int {
	if n == 0 {
		return 0
	}
	return drainAVX512(&hits[:8][0], &words[0], &metas[0], n, &keys[0], shift, stride)
}
