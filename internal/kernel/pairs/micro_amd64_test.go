//go:build !purego

package pairs

import (
	"fmt"
	"math/rand/v2"
	"testing"
	"time"
)

// cycles returns how many processor cycles a nanosecond has, by a chain of
// multiplications of three cycles each.
func cycles() float64 {
	best := time.Hour
	x := uint64(3)
	for range 20 {
		start := time.Now()
		for range 100_000 {
			x *= x
			x *= x
			x *= x
			x *= x
		}
		best = min(best, time.Since(start))
	}
	if x == 0 {
		return 0
	}
	return 4 * 3 * 100_000 / float64(best.Nanoseconds())
}

// least returns the shortest time of a call of f in nanoseconds: runs short
// enough that some are not interrupted.
func least(f func()) float64 {
	calls := 1
	for {
		start := time.Now()
		for range calls {
			f()
		}
		if time.Since(start) > 20*time.Microsecond {
			break
		}
		calls *= 2
	}
	best := time.Hour
	for range 200 {
		start := time.Now()
		for range calls {
			f()
		}
		best = min(best, time.Since(start))
	}
	return float64(best.Nanoseconds()) / float64(calls)
}

// BenchmarkOperations measures the operations alone, on lists in the first-level
// cache.
func BenchmarkOperations(b *testing.B) {
	if !avx512.Usable() {
		b.Skip("not supported by this processor")
	}
	r := rand.New(rand.NewPCG(1, 1))
	const n = 1000
	l, w := avx512.narrow, avx512.wide
	list, ones, zeros := make([]uint32, n+slack), make([]uint32, n+slack), make([]uint32, n+slack, n+2*slack)
	list64, ones64, zeros64 := make([]uint64, n+slack), make([]uint64, n+slack), make([]uint64, n+slack)
	for i := range n {
		list[i] = r.Uint32() & r.Uint32()
		list64[i] = r.Uint64() & r.Uint64()
	}
	list, list64 = list[:n], list64[:n]
	run := func(name string, per int, unit string, f func()) {
		b.Run(name, func(b *testing.B) {
			for b.Loop() {
				b.ReportMetric(least(f)*cycles()/float64(per), "cycles/"+unit)
			}
		})
	}
	run("or/bits=32", n, "key", func() { l.or(list) })
	run("or/bits=64", n, "key", func() { w.or(list64) })
	run("part/bits=32", n, "key", func() { l.part(ones, zeros, list, 5) })
	run("part/bits=64", n, "key", func() { w.part(ones64, zeros64, list64, 5) })
	run("filter/bits=32", n, "key", func() { l.filter(ones, list, 5) })
	run("filter/bits=64", n, "key", func() { w.filter(ones64, list64, 5) })
	run("narrow", n, "key", func() { w.narrow(ones, list64, 1<<36-16) })
	run("sample/bits=32", 1, "call", func() { l.sample(list, list, 1<<30-1) })
	run("sample/bits=64", 1, "call", func() { w.sample(list64, list64, 1<<30-1) })
	run("direct/bits=32", 8*n, "pair", func() { l.direct(list[:8], list) })
	run("direct/bits=64", 8*n, "pair", func() { w.direct(list64[:8], list64) })
	s := newBlock()
	const open = 1<<28 - 1
	for k := 4; k <= 7; k++ {
		s.cut(28, k, 3)
		s.setValid(512)
		run(fmt.Sprintf("turn/chunks=%d", k), 1, "block", func() { turn32AVX512(&s.half[0][0], &list[0], 8) })
		run(fmt.Sprintf("planes/chunks=%d", k), 1, "block",
			func() { planesAVX512(&s.planes[0][0], &s.half[0][0], open) })
		run(fmt.Sprintf("tables/chunks=%d", k), k<<(28/k), "row", func() {
			tablesAVX512(&s.tables[0][0][0], &s.planes[0][0], &s.valid[0], open, &s.width[0], s.chunks)
		})
		run(fmt.Sprintf("test/chunks=%d", k), n, "test", func() {
			narrowTests[k-1](&list[0], n, &s.tables[0][0][0], open, s.spread, &s.field[0])
		})
	}
	for _, items := range []int{300, 1000} {
		for _, open := range []int{22, 28, 30} {
			run(fmt.Sprintf("leaf/open=%d/items=%d", open, items), items, "test", func() {
				_, chunks := costsAVX512.plan(open, items, blockLanes)
				s.cut(open, chunks, costsAVX512.gap)
				testNarrowAVX512(s, list[:items], list[:blockLanes], 1<<open-1)
			})
		}
	}
}
