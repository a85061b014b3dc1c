package parity

import (
	"fmt"
	"math/rand/v2"
	"testing"

	"queens/count/kind"
)

// BenchmarkClasses times the classes of order 28 that take nearly all of its time, each by the same
// samples of its tiles: lists, blocks of labels and their products, or lists of the other
// placements. It reports the hours that the class would take.
func BenchmarkClasses(b *testing.B) {
	const order = 28
	c := beginGroups(order)
	plan, err := c.Cut(b.Context(), kind.Work{})
	if err != nil {
		b.Fatal(err)
	}
	o := kind.Options{Workers: 1, Memory: 6 << 30}
	for _, class := range []struct{ queens, samples int }{{7, 40}, {6, 40}, {5, 20}, {4, 10}} {
		b.Run(fmt.Sprintf("n=%d/class=%d", order, class.queens), func(b *testing.B) {
			var tiles []kind.Subproblem
			for _, sub := range plan {
				if sub.Pieces.(GroupTile).Queens == class.queens {
					tiles = append(tiles, sub)
				}
			}
			seconds := 0.0
			for range b.N {
				s, err := newSampler(c.Count, plan, o, 1)
				if err != nil {
					b.Fatal(err)
				}
				for _, d := range draw(tiles, c.Weigh, rand.New(rand.NewPCG(order, 1)))[:class.samples] {
					r, err := s.measure(b.Context(), d.tile)
					if err != nil {
						b.Fatal(err)
					}
					seconds += r.Seconds * d.inverse / float64(class.samples)
				}
			}
			b.ReportMetric(0, "ns/op")
			b.ReportMetric(seconds/float64(b.N)/3600, "hours/class")
		})
	}
}
