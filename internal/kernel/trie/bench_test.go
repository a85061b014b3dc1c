package trie

import (
	"fmt"
	"slices"
	"testing"
	"time"

	"queens/internal/kernel/matrix"
	"queens/internal/parity"
	"queens/internal/sys"
)

// BenchmarkTiles counts a tile of a class with each kernel, and up to eight of its units with package matrix. It reports
// milliseconds of the processor for a unit, with all lists.
func BenchmarkTiles(b *testing.B) {
	for _, at := range []struct{ n, queens, units int }{{22, 5, 256}, {24, 6, 256}, {24, 5, 256}, {28, 7, 32}} {
		class := parity.New(at.n, at.queens)
		list, _ := tiles(class, 3)
		slices.SortStableFunc(list, func(x, y []parity.Unit) int { return len(y) - len(x) })
		units := list[len(list)/8]
		units = units[:min(len(units), at.units)]
		name := fmt.Sprintf("n=%d/class=%d|%d", at.n, at.queens, class.Even-at.queens)
		run := func(name string, units []parity.Unit, count func() []matrix.Result) {
			b.Run(name, func(b *testing.B) {
				var took time.Duration
				for b.Loop() {
					before, _ := sys.CPUTime()
					count()
					after, _ := sys.CPUTime()
					took += after - before
				}
				b.ReportMetric(float64(len(units)), "units")
				b.ReportMetric(took.Seconds()*1000/float64(len(units)*b.N), "cpu-ms/unit")
			})
		}
		for _, k := range All() {
			if !k.Usable() || at.n > 24 && k.Name == "portable" {
				continue
			}
			run(name+"/kernel="+k.Name, units, func() []matrix.Result {
				return newCounter(b, at.n, func(c *Counter) { c.kernel = k }).Count(at.queens, units)
			})
		}
		some := units[:min(8, len(units))]
		run(name+"/matrix", some, func() (r []matrix.Result) {
			counter, err := matrix.New("auto", matrix.NewSource(at.n, 4<<30))
			if err != nil {
				b.Fatal(err)
			}
			for _, u := range some {
				r = append(r, counter.Count(at.queens, u))
			}
			return r
		})
	}
}
