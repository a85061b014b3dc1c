package trie

import (
	"fmt"
	"testing"
	"time"

	"queens/internal/kernel/matrix"
	"queens/internal/parity"
	"queens/internal/sys"
)

// BenchmarkTiles counts a tile of a class with each kernel, at most so many of its sets of either
// parity, and up to eight of its units with package matrix. It reports milliseconds of the
// processor for a unit, with all lists.
func BenchmarkTiles(b *testing.B) {
	for _, at := range []struct{ n, queens, sets int }{{22, 5, 16}, {22, 4, 16}, {24, 6, 16}, {24, 5, 16}, {28, 7, 6}} {
		class := parity.New(at.n, at.queens)
		even, odd := class.Covers(3, 24)
		tile := Tile{at.queens, even.Groups[len(even.Groups)/3], odd.Groups[len(odd.Groups)/3], nil}
		tile.Even, tile.Odd = tile.Even[:min(at.sets, len(tile.Even))], tile.Odd[:min(at.sets, len(tile.Odd))]
		for _, e := range tile.Even {
			for _, o := range tile.Odd {
				tile.Units = append(tile.Units, parity.Unit{Even: e, Odd: o})
			}
		}
		name := fmt.Sprintf("n=%d/class=%d|%d", at.n, at.queens, class.Even-at.queens)
		run := func(name string, units int, count func()) {
			b.Run(name, func(b *testing.B) {
				var took time.Duration
				for b.Loop() {
					before, _ := sys.CPUTime()
					count()
					after, _ := sys.CPUTime()
					took += after - before
				}
				b.ReportMetric(float64(units), "units")
				b.ReportMetric(took.Seconds()*1000/float64(units*b.N), "cpu-ms/unit")
			})
		}
		for _, k := range All() {
			if !k.Usable() || at.n > 24 && k.Name == "portable" {
				continue
			}
			run(name+"/kernel="+k.Name, len(tile.Units), func() {
				newCounter(b, at.n, func(c *Counter) { c.kernel = k }).Count(tile)
			})
		}
		some := tile.Units[:min(8, len(tile.Units))]
		run(name+"/matrix", len(some), func() {
			counter, err := matrix.New("auto", matrix.NewSource(at.n, 4<<30))
			if err != nil {
				b.Fatal(err)
			}
			for _, u := range some {
				counter.Count(at.queens, u)
			}
		})
	}
}
