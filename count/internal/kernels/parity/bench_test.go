package parity

import (
	"fmt"
	"sync/atomic"
	"testing"
	"time"

	"queens/count/internal/kernels/shelf"
	"queens/count/internal/parity"
	"queens/count/internal/parity/ladder"
	"queens/internal/sys"
)

// BenchmarkTiles counts a tile of a class in groups and, if possible, with the pairs of one colour
// found one by one. It also counts up to forty of its units with the slow twin. It reports
// milliseconds of processor time per unit, without making lists.
func BenchmarkTiles(b *testing.B) {
	for _, at := range []struct{ n, queens, evens, odds int }{
		{22, 5, 16, 16},
		{22, 4, 24, 24},
		{23, 6, 8, 24},
		{23, 4, 24, 24},
		{23, 8, 24, 24},
		{24, 6, 16, 16},
		{24, 5, 16, 16},
		{24, 4, 12, 24},
		{25, 5, 4, 24},
		{25, 8, 24, 4},
		{26, 6, 16, 16},
		{26, 5, 3, 24},
		{26, 4, 6, 24},
		{27, 5, 2, 16},
		{27, 9, 16, 2},
		{28, 7, 16, 3},
		{28, 6, 2, 16},
		{28, 5, 2, 24},
		{28, 4, 2, 24},
	} {
		class := parity.Square.New(at.n, at.queens)
		others := class.Even - at.queens
		differ := func(more int) int {
			if more >= parity.Sparse {
				return sparseLeaf
			}
			return 3
		}
		even, odd := class.Covers(differ(at.queens-others), differ(others-at.queens), 24)
		var tile Tile // the one with most units of an even group
		for _, group := range odd.Groups {
			now := Tile{at.queens, even.Groups[len(even.Groups)/3], group, nil}
			now.Even, now.Odd = now.Even[:min(at.evens, len(now.Even))], group[:min(at.odds, len(group))]
			for _, e := range now.Even {
				for _, o := range now.Odd {
					if u := (parity.Unit{Even: e, Odd: o}); class.WeightIn(even, u) > 0 {
						now.Units = append(now.Units, u)
					}
				}
			}
			if len(now.Units) > len(tile.Units) {
				tile = now
			}
		}
		name := fmt.Sprintf("n=%d/class=%d|%d", at.n, at.queens, others)
		run := func(name string, units int, count func() (tests uint64)) {
			b.Run(name, func(b *testing.B) {
				var took time.Duration
				tests := count() // makes the lists
				for b.Loop() {
					before, _ := sys.CPUTime()
					count()
					after, _ := sys.CPUTime()
					took += after - before
				}
				b.ReportMetric(float64(units), "units")
				b.ReportMetric(took.Seconds()*1000/float64(units*b.N), "cpu-ms/unit")
				b.ReportMetric(took.Seconds()*1e9/float64(tests)/float64(b.N), "cpu-ns/test")
			})
		}
		for _, k := range All() {
			if !k.Usable() || at.n > 24 && k.Name == "portable" {
				continue
			}
			for _, way := range []struct {
				name string
				seek int
			}{{"groups", neither}, {"sparse", usualSeek(class)}} {
				if way.name == "sparse" && way.seek == neither {
					continue
				}
				counter := New("auto", NewSource(parity.Square.Of(at.n), shelf.NewStore(3<<30)), 1<<30)
				counter.kernel = k
				seek(way.seek)(counter)
				run(name+"/kernel="+k.Name+"/way="+way.name, len(tile.Units), func() (tests uint64) {
					for _, r := range counter.Count(tile) {
						tests += r.Tests
					}
					return tests
				})
			}
		}
		var some []parity.Unit // an even sample
		for i := range min(40, len(tile.Units)) {
			some = append(some, tile.Units[i*len(tile.Units)/min(40, len(tile.Units))])
		}
		run(name+"/twin", len(some), func() (tests uint64) {
			for _, u := range some {
				tests += ladder.Labels(class, u, new(atomic.Bool)).Tests
			}
			return tests
		})
	}
}
