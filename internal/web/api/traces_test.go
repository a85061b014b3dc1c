package api

import (
	"slices"
	"testing"
)

func TestSpread(t *testing.T) {
	for _, c := range []struct {
		from, to uint64
		frames   int
	}{{7, 7, 1}, {7, 8, 2}, {0, 239, 240}, {0, 240, 240}, {1, 4_000_000_000, 240}} {
		steps := spread(c.from, c.to)
		if len(steps) != c.frames || steps[0] != c.from || steps[len(steps)-1] != c.to || !slices.IsSorted(steps) ||
			len(slices.Compact(steps)) != c.frames {
			t.Errorf("%d to %d: %v", c.from, c.to, steps)
		}
	}
}
