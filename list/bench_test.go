package list

import (
	"fmt"
	"io"
	"testing"

	"queens/internal/must"
	"queens/symmetry"
)

// raw is a plain encoder for benchmarks of everything but the encoder.
type raw struct{}

func (raw) AppendSolution(b []byte, p []uint8) []byte { return append(b, p...) }

// BenchmarkFind measures the search alone, on one core.
func BenchmarkFind(b *testing.B) {
	for _, n := range []int{12, 14, 15, 17} {
		b.Run(fmt.Sprintf("n=%d", n), func(b *testing.B) { benchmarkFinder(b, n, Options{}) })
		b.Run(fmt.Sprintf("fundamental/n=%d", n),
			func(b *testing.B) { benchmarkFinder(b, n, Options{Fundamental: true}) })
	}
	for _, n := range []int{20, 24} {
		b.Run(fmt.Sprintf("central/n=%d", n), func(b *testing.B) {
			benchmarkFinder(b, n, Options{Classes: []symmetry.Class{symmetry.Central}})
		})
	}
}

func benchmarkFinder(b *testing.B, n int, o Options) {
	const parts = 300 // as many as take some tens of milliseconds
	l := newLister(n, o, newFinder(n, o))
	listed := 0
	for b.Loop() {
		k := 0
		l.finder.prefixes(nil, newWatch(b.Context(), 0), func(prefix []uint8) bool {
			l.list(prefix, func([]uint8) bool { listed++; return true })
			k++
			return k < parts
		})
	}
	b.ReportMetric(float64(b.Elapsed().Nanoseconds())/float64(listed), "ns/solution")
}

// BenchmarkStream measures everything except writing, with an encoder that copies.
func BenchmarkStream(b *testing.B) {
	for _, workers := range []int{1, 2} {
		b.Run(fmt.Sprintf("workers=%d/n=14", workers), func(b *testing.B) {
			var listed uint64
			for b.Loop() {
				report := must.Get(Stream(b.Context(), 14, Options{Workers: workers}, raw{}, func(text []byte) error {
					_, err := io.Discard.Write(text)
					return err
				}))(b)
				listed += report.Listed
			}
			b.ReportMetric(float64(listed)/b.Elapsed().Seconds(), "solutions/s")
		})
	}
}
