//go:build (amd64 || arm64) && !purego

package parity

import (
	"math"
	"slices"

	"queens/count/internal/kernels/parity/layout"
)

type testFunc = func(counters, masks, index *uint64, list *uint8, left *uint64) uint64

// assembly has the functions that kernels share; tests are by form.
type assembly struct {
	ofMasks    func(to, keys *uint64, runs *int, squares *uint16, n int, planes *uint64)
	ofTests    []testFunc
	ofFull     func(slab *uint16, counters *uint64, labels *uint16, n int, full uint64) uint64
	ofFlush    func(slab *uint16, counters *uint64, labels *uint16, n int)
	ofMultiply func(a, b *uint16, n int) (products, sumA, sumB, most uint64)
	readsAfter int // that masks reads after its keys
}

func (a *assembly) kernel(k Kernel) Kernel {
	k.masks, k.test, k.flush = a.masks, a.test, a.flush
	if k.straight == nil {
		k.straight = a.straight
	}
	if k.multiply == nil {
		k.multiply = a.multiply
	}
	if k.labels == nil {
		k.labels, k.below, k.drain = labelsPortable, belowPortable, drainPortable
	}
	return k
}

func (a *assembly) masks(to []vector, keys []uint64, runs *[slots]run, squares []square, planes *[64]vector) {
	if cap(keys)-len(keys) < a.readsAfter {
		keys = append(slices.Clip(keys), make([]uint64, a.readsAfter)...)
	}
	a.ofMasks(&to[0][0], &keys[0], &runs[0].from, &squares[0].number, len(squares), &planes[0][0])
}

// wholeRuns are the runs of a vector without idle lanes.
var wholeRuns = func() (runs [slots]run) {
	for i := range runs {
		runs[i] = run{slotLanes * i, slotLanes * (i + 1)}
	}
	return runs
}()

func (a *assembly) straight(to []vector, keys []uint64, squares []square, planes *[64]vector, runs *[slots]run) {
	*runs = wholeRuns
	for i := len(keys) / slotLanes; i < slots; i++ {
		runs[i] = run{min(len(keys), slotLanes*i), len(keys)}
	}
	a.masks(to, keys, runs, squares, planes)
}

func (a *assembly) test(counters, masks []vector, form int, index *[maxWider]vector, list []uint8,
	left *[maxVectors * layout.LeftStride]vector,
) uint64 {
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

func (a *assembly) multiply(x, y []uint16, from, to int) (products, sumX, sumY uint64, most uint16) {
	add := func(p, s, t uint64, m uint16) {
		products, sumX, sumY, most = products+p, sumX+s, sumY+t, max(most, m)
	}
	whole := (to - from) &^ 15
	for at := from; at < len(x) && whole > 0; at += slots {
		p, s, t, m := a.ofMultiply(&x[at], &y[at], whole)
		add(p, s, t, uint16(m))
	}
	if from += whole; from < to {
		add(multiplyPortable(x, y, from, to))
	}
	return products, sumX, sumY, most
}
