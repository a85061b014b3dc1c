package huge_test

import (
	"fmt"
	"io"
	"testing"

	"queens/find/huge"
	"queens/internal/must"
)

func perQueen(b *testing.B, n int) {
	b.ReportMetric(float64(b.Elapsed().Nanoseconds())/float64(b.N)/float64(n), "ns/queen")
}

func BenchmarkGreedy(b *testing.B) {
	for _, n := range []int{1e5, 1e6, 1e7} {
		b.Run(fmt.Sprintf("n=%d", n), func(b *testing.B) {
			for b.Loop() {
				_, _, err := huge.Greedy(b.Context(), n, 1, nil)
				must.Do(b, err)
			}
			perQueen(b, n)
		})
	}
}

func BenchmarkVerify(b *testing.B) {
	for _, n := range []int{1e6, 1e7} {
		b.Run(fmt.Sprintf("n=%d", n), func(b *testing.B) {
			rows, _, err := huge.Greedy(b.Context(), n, 1, nil)
			must.Do(b, err)
			for b.Loop() {
				v := huge.NewVerifier(n)
				must.Do(b, v.Add(rows))
				if clash, err := v.Close(); clash != nil || err != nil {
					b.Fatal(clash, err)
				}
			}
			perQueen(b, n)
		})
	}
}

func BenchmarkWrite(b *testing.B) {
	const n = 1e7
	for _, form := range []struct {
		name  string
		write func(b *testing.B, p huge.Placement) error
	}{
		{"text", func(b *testing.B, p huge.Placement) error { return huge.WriteText(b.Context(), io.Discard, p, 1) }},
		{"binary", func(b *testing.B, p huge.Placement) error { return huge.WriteBinary(b.Context(), io.Discard, p) }},
	} {
		b.Run(form.name, func(b *testing.B) {
			p := constructed(b, n)
			for b.Loop() {
				must.Do(b, form.write(b, p))
			}
			perQueen(b, n)
		})
	}
}
