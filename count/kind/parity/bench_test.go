package parity

import (
	"fmt"
	"math/rand/v2"
	"slices"
	"testing"

	"queens/count/kind"
)

// BenchmarkClasses times the classes of order 28 that take nearly all of its time, each by the same few
// tiles in groups, drawn by their work: their lists, a block of labels and its products, or a list
// of the other placements. It reports the seconds of the processor for a unit, and the hours that the
// class would take.
func BenchmarkClasses(b *testing.B) {
	const order = 28
	c := beginGroups(order)
	plan, err := c.Cut(b.Context(), kind.Work{})
	if err != nil {
		b.Fatal(err)
	}
	o := kind.Options{Workers: 1, Memory: 6 << 30}
	for _, class := range []struct{ queens, tiles int }{{7, 5}, {6, 7}, {5, 4}, {4, 2}} {
		b.Run(fmt.Sprintf("n=%d/class=%d", order, class.queens), func(b *testing.B) {
			list, until, work := tilesOf(plan, class.queens)
			seconds, share, units := 0.0, 0.0, 0
			for range b.N {
				random := rand.New(rand.NewPCG(order, uint64(class.queens)))
				p, err := newPairer(c.Count, c.newSource(o), o)
				if err != nil {
					b.Fatal(err)
				}
				for i := range class.tiles {
					at, _ := slices.BinarySearch(until, (float64(i)+random.Float64())/float64(class.tiles)*work)
					tile, _ := p.tileOf(list[at].Pieces.(GroupTile))
					took := p.groups.Time(tile, random, kind.Stopwatch)
					seconds += took
					units += len(tile.Units)
					share += took / list[at].Work.Float64()
				}
			}
			b.ReportMetric(0, "ns/op")
			b.ReportMetric(seconds/float64(units), "s/unit")
			b.ReportMetric(share/float64(class.tiles*b.N)*work/3600, "hours/class")
		})
	}
}

// tilesOf returns the tiles of a class, the sums of their work up to each, and the sum of all.
func tilesOf(plan []kind.Subproblem, queens int) (list []*kind.Subproblem, until []float64, work float64) {
	for i := range plan {
		if plan[i].Pieces.(GroupTile).Queens == queens {
			work += plan[i].Work.Float64()
			list, until = append(list, &plan[i]), append(until, work)
		}
	}
	return list, until, work
}
