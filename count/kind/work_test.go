package kind

import (
	"testing"

	"queens"
)

func TestTargetOf(t *testing.T) {
	for _, c := range []struct{ total, want float64 }{
		{0, minTarget},
		{minTarget * usualCount, minTarget},
		{1 << 32, 1 << 24},
		{usualTarget * usualCount, usualTarget},
		{usualTarget * maxSubproblems, usualTarget},
		{1 << 60, 1 << 42},
	} {
		total := queens.NewTotal(uint64(c.total))
		if got := TargetOf(total).Float64(); got != c.want {
			t.Errorf("work %v is cut at %g, want %g", total, got, c.want)
		}
	}
}
