package join_test

import (
	"fmt"
	"math/rand/v2"
	"testing"

	kernels "queens/count/internal/kernels/join"
	"queens/internal/must"
)

// halfPair is one column set of a half-board join.
type halfPair struct{ top, bottom []uint64 }

// sampleHalves returns the lists of k random column sets of order n, the same in every run.
func sampleHalves(n, k int) (sample []halfPair) {
	r := rand.New(rand.NewPCG(uint64(n), 20))
	for range k {
		var columns uint32
		for _, c := range r.Perm(n)[:n/2] {
			columns |= 1 << c
		}
		top, bottom := half(n, columns)
		sample = append(sample, halfPair{top, bottom})
	}
	return sample
}

var samples = []struct{ n, k int }{{14, 64}, {16, 48}, {18, 24}, {20, 6}, {22, 2}}

// BenchmarkCount joins halves of real boards. An operation is one column set. ns/pair is the time
// per disjoint pair, without symmetry: an eighth of it is the cost per solution of a whole count.
func BenchmarkCount(b *testing.B) {
	for _, s := range samples {
		var sample []halfPair
		for _, k := range kernels.All() {
			if k.Name == "generic" && s.n > 16 || !k.Usable() {
				continue
			}
			b.Run(fmt.Sprintf("kernel=%s/n=%d", k.Name, s.n), func(b *testing.B) {
				if sample == nil {
					sample = sampleHalves(s.n, s.k)
				}
				benchmarkCount(b, k.Name, sample)
			})
		}
	}
}

func benchmarkCount(b *testing.B, kernel string, sample []halfPair) {
	c := must.Get(kernels.New(kernel))(b)
	var (
		stats kernels.Stats
		found uint64
		lists int
	)
	for b.Loop() {
		s := sample[lists%len(sample)]
		lists++
		k, st := c.Count(s.top, s.bottom)
		found += k
		stats.Tests += st.Tests
		stats.Leaves += st.Leaves
	}
	ns := float64(b.Elapsed().Nanoseconds())
	b.ReportMetric(ns/float64(found), "ns/pair")
	b.ReportMetric(ns/float64(max(stats.Tests, 1)), "ns/test")
	b.ReportMetric(float64(stats.Tests)/float64(found), "tests/pair")
	b.ReportMetric(float64(stats.Tests)/float64(max(stats.Leaves, 1)), "tests/leaf")
}
