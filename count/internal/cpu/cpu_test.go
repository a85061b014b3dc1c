package cpu

import (
	"maps"
	"slices"
	"strings"
	"testing"
	"time"
)

func TestHiding(t *testing.T) {
	for hidden, want := range map[string]string{
		"":               "avx2 avx512 gfni",
		"-avx2":          "avx512 gfni",
		"-gfni, -avx512": "avx2",
		"-all":           "",
		"avx2":           "avx2 avx512 gfni", // no minus sign
		"-avx,neon,-":    "avx2 avx512 gfni", // nothing to hide
	} {
		all := map[string]bool{"avx2": true, "avx512": true, "gfni": true}
		if got := strings.Join(slices.Sorted(maps.Keys(visible(all, hidden))), " "); got != want {
			t.Errorf("%q leaves %q, want %q", hidden, got, want)
		}
	}
}

// Real processors run this at 0.1 to 10 GHz, emulated ones perhaps more slowly.
func TestClock(t *testing.T) {
	began := time.Now()
	clock := Clock(func() func() float64 { return func() float64 { return time.Since(began).Seconds() } })
	if clock <= 0 || clock > 10 {
		t.Errorf("%g GHz", clock)
	}
}
