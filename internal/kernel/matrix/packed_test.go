package matrix

import (
	"fmt"
	"testing"

	"queens/internal/parity"
)

// TestSplit compares every figure of every unit, the pairs of either colour found by splitting lists, with the reference:
// with a diagonal set apart or none, and matrices of 16 and of 32 bits.
func TestSplit(t *testing.T) {
	most := 12
	if testing.Short() {
		most = 10
	}
	for n := parity.MinOrder; n <= most; n++ {
		reference := newCounter(t, "generic", NewSource(n, plenty))
		for kernel := range usable() {
			for corners := range 2 {
				for _, wide := range []bool{false, true} {
					counter := newCounter(t, kernel, NewSource(n, plenty))
					counter.source.corners = corners
					if wide {
						counter.narrow, counter.limit = -1, 64*maxTests
					}
					for colour := range 2 {
						counter.sparse = func(_ *Kernel, c *class) int {
							if c.sides[colour].rows == nil {
								return none
							}
							return colour
						}
						compareUnits(t, counter, reference, n, fmt.Sprintf("%s, colour %d, %d corners, wide %v", kernel, colour, corners, wide))
					}
				}
			}
		}
	}
}

// compareUnits compares every figure but that of tests.
func compareUnits(t *testing.T, counter, reference *Counter, n int, how string) {
	t.Helper()
	for c := range parity.Classes(n) {
		for u := range c.Units() {
			want, got := reference.Count(c.Queens, u), counter.Count(c.Queens, u)
			want.Tests = got.Tests
			if got != want {
				t.Fatalf("%s: unit %+v of order %d, class %d: %+v, want %+v", how, u, n, c.Queens, got, want)
			}
		}
	}
}
