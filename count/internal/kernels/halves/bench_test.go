package halves

import (
	"fmt"
	"math/rand/v2"
	"testing"

	"queens/count/internal/kernels/shelf"
)

// BenchmarkLists makes the lists of some random column sets, the same in every run, from cached
// tables and in slices that stay in the cache. It reports ns/key.
func BenchmarkLists(b *testing.B) {
	for _, order := range []struct{ n, sets int }{{16, 200}, {18, 100}, {19, 100}, {20, 30}, {22, 10}} {
		source := NewSource(order.n, ranks(order.n/2), shelf.NewStore(1<<31))
		family := source.families()[order.n%2]
		random := rand.New(rand.NewPCG(uint64(order.n), 30))
		var sets []uint64
		for range order.sets {
			sets = append(sets, source.randomSet(random))
		}
		l := NewLister(source)
		buf := make([]uint64, 0, 1<<14)
		list := func() (keys uint64) {
			for _, set := range sets {
				for _, term := range l.Terms(family, set) {
					for _, list := range []*List{term.Top(), term.Bottom()} {
						for !list.Done() {
							buf = list.Fill(buf[:0])
							keys += uint64(len(buf))
						}
					}
				}
			}
			return keys
		}
		list() // makes the tables
		b.Run(fmt.Sprintf("n=%d", order.n), func(b *testing.B) {
			var keys uint64
			for b.Loop() {
				keys += list()
			}
			b.ReportMetric(float64(b.Elapsed().Nanoseconds())/float64(keys), "ns/key")
		})
	}
}
