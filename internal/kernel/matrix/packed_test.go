package matrix

import (
	"fmt"
	"math"
	"testing"

	"queens/internal/parity"
)

// TestSplit compares every figure of every unit, the pairs of either colour found by splitting lists, with the reference:
// with a diagonal set apart or none, and matrices of 16 bits, of 32, and of 32 that 16 do for.
func TestSplit(t *testing.T) {
	most := 12
	if testing.Short() {
		most = 10
	}
	for n := parity.MinOrder; n <= most; n++ {
		reference := newCounter(t, "generic", NewSource(n, plenty))
		for kernel := range usable() {
			for corners := range 2 {
				for most, narrow := range []int{math.MaxUint16, 20, -1, -1} { // the third time all cells are thought to be small
					counter := newCounter(t, kernel, NewSource(n, plenty))
					counter.source.corners = corners
					if counter.narrow = narrow; narrow < math.MaxUint16 {
						counter.limit, counter.most = 64*maxTests, uint16(most-1)%2*math.MaxUint16
					}
					for colour := range 2 {
						counter.sparse = func(_ *Kernel, c *class) int {
							if c.sides[colour].rows == nil {
								return none
							}
							return colour
						}
						compareUnits(t, counter, reference, n, fmt.Sprintf("%s, colour %d, %d corners, cells to %d", kernel, colour, corners, narrow))
					}
				}
			}
		}
	}
}

// TestGroups fills matrices of 32 bits in groups of blocks, where a label has more lanes than a narrow matrix holds, and compares
// with lists that are split.
func TestGroups(t *testing.T) {
	for kernel := range usable() {
		if kernel == "generic" {
			continue
		}
		split, wide := newCounter(t, kernel, NewSource(18, plenty)), newCounter(t, kernel, NewSource(18, plenty))
		split.sparse = func(*Kernel, *class) int { return black }
		wide.sparse = func(*Kernel, *class) int { return none }
		wide.source.cuts = func(int, int) int { return 0 }
		wide.narrow, wide.most, wide.limit = -1, 0, maxTests*maxSlots*slotLanes
		var units []parity.Unit // the last ones have the longest lists
		for u := range parity.New(18, 3).Units() {
			units = append(units, u)
		}
		found, longest := uint64(0), 0
		for _, u := range units[len(units)-4:] {
			want, got := split.Count(3, u), wide.Count(3, u)
			want.Tests = got.Tests
			if got != want {
				t.Fatalf("%s: unit %+v: %+v, want %+v", kernel, u, got, want)
			}
			found, longest = found+got.Pairs[black], max(longest, wide.unit(3, u).lanes[black].longest)
		}
		if found == 0 || longest <= maxSlots*slotLanes {
			t.Errorf("%d black pairs, at most %d lanes of a label: no group is tested", found, longest)
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
