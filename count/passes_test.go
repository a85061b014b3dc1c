package count

import (
	"math"
	"math/bits"
	"testing"
)

// The probability is the share of the samples that hold no wrong result: all
// subsets of ten results are tried.
func TestPasses(t *testing.T) {
	const results = 10
	for sample := range results + 1 {
		for wrong := range results + 1 {
			var samples, without int
			for s := range uint(1) << results {
				if bits.OnesCount(s) == sample {
					samples++
					if s&(1<<wrong-1) == 0 {
						without++
					}
				}
			}
			v := Verification{Results: results, Sample: make([]int, sample)}
			if got, want := v.Passes(wrong), float64(without)/float64(samples); math.Abs(got-want) > 1e-12 {
				t.Errorf("%d of %d results drawn, %d wrong: %v, want %v", sample, results, wrong, got, want)
			}
		}
	}
}
