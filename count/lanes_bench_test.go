package count_test

import (
	"fmt"
	"testing"
	"time"

	"queens/count"
	"queens/count/plan"
	"queens/internal/sys"
	"queens/known"
)

// cpuTime returns the processor time of this process.
func cpuTime(b *testing.B) time.Duration {
	b.Helper()
	used, err := sys.CPUTime()
	if err != nil {
		b.Fatal(err)
	}
	return used
}

// BenchmarkPlan counts whole plans of the families scheme on one goroutine: processor
// time and nodes per solution of the board.
func BenchmarkPlan(b *testing.B) {
	for _, kernel := range count.Processors() {
		if !kernel.Usable || kernel.Kernel == "generic" || kernel.Kernel == "masks" {
			continue
		}
		for n := 14; n <= 18; n++ {
			b.Run(fmt.Sprintf("kernel=%s/n=%d", kernel.Kernel, n), func(b *testing.B) {
				p, err := plan.New(b.Context(), n, lookup(b, "families"))
				if err != nil {
					b.Fatal(err)
				}
				want, _ := known.Solutions(n)
				var nodes float64
				began := cpuTime(b)
				for b.Loop() {
					tally, err := count.Measure(b.Context(), p, kernel.Kernel)
					if err != nil {
						b.Fatal(err)
					}
					if tally.Total != want {
						b.Fatalf("Q(%d) = %v, want %v", n, tally.Total, want)
					}
					nodes = tally.Nodes.Float64()
				}
				spent := cpuTime(b) - began
				b.ReportMetric(float64(spent.Nanoseconds())/float64(b.N)/want.Float64(), "cpu-ns/solution")
				b.ReportMetric(nodes/want.Float64(), "nodes/solution")
			})
		}
	}
}
