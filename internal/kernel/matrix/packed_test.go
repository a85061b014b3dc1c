package matrix

import (
	"fmt"
	"math"
	"math/bits"
	"testing"

	"queens/internal/kernel/pairs"
	"queens/internal/parity"
)

// TestSplit compares every figure of every unit, the pairs of either colour found by splitting
// lists, with the reference: with a diagonal set apart or none, and matrices of 16 bits, of 32, and
// of 32 that 16 do for.
func TestSplit(t *testing.T) {
	most := 12
	if testing.Short() {
		most = 10
	}
	for n := parity.MinOrder; n <= most; n++ {
		reference := newCounter(t, "generic", NewSource(n, plenty))
		for kernel := range usable() {
			for corners := range 2 {
				// the third time all cells are thought to be small
				for most, narrow := range []int{math.MaxUint16, 20, -1, -1} {
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
						compareUnits(t, counter, reference, n,
							fmt.Sprintf("%s, colour %d, %d corners, cells to %d", kernel, colour, corners, narrow))
					}
				}
			}
		}
	}
}

// TestWeights weighs matrices whose largest weighted cell just fits 16 bits, or does not.
func TestWeights(t *testing.T) {
	const n, queens = 13, 3
	c := newCounter(t, "portable", NewSource(n, plenty))
	class := c.source.class(queens)
	var u parity.Unit
	for u = range class.Units() {
	}
	x := &unit{class: class, reach: class.Reach(u)}
	c.grow(class, true)
	for _, cell := range []uint32{1, 1<<14 - 1, 1 << 14, 1<<15 - 1, 1 << 15, 1<<16 - 1, 1 << 16, 5040 * 5040} {
		for _, wide := range []bool{false, true} {
			if !wide && cell >= 1<<16 {
				continue
			}
			for i := range c.wide[black] {
				c.wide[black][i], c.cells[black][i] = 1, 1
			}
			c.wide[black][0], c.cells[black][0] = cell, uint16(cell)
			var r Result
			got, largest := c.weigh(x, black, wide, &r), uint32(0)
			for i := range x.reach.Rows {
				for j := range x.reach.Columns {
					want := class.Rows[i].Weight
					if i+j == 0 {
						want *= cell
					}
					if i < x.reach.RowsBelow && j < x.reach.ColumnsBelow {
						want *= 2
					}
					weighed := uint32(0)
					if at := i*got.Stride + j; got.Wide != nil {
						weighed = got.Wide[at]
					} else {
						weighed = uint32(got.Narrow[at])
					}
					if weighed != want {
						t.Fatalf("cell %d, wide %v: %d in row %d, column %d, want %d", cell, wide, weighed, i, j, want)
					}
					largest = max(largest, want)
				}
			}
			if pairs := uint64(cell) + uint64(x.reach.Rows*x.reach.Columns) - 1; largest != 4*cell ||
				r.Pairs[black] != pairs {
				t.Errorf("cell %d, wide %v: largest %d, %d pairs, want %d, %d", cell, wide, largest, r.Pairs[black],
					4*cell, pairs)
			}
		}
	}
}

// TestPacking checks, for all classes, that keys and labels of lists that are split fit their
// words. A weighted cell of the other colour must fit 32 bits: at most 7 queens, so 7! placements
// of either list.
func TestPacking(t *testing.T) {
	for n := parity.MinOrder; n <= parity.MaxOrder; n++ {
		source := NewSource(n, 0)
		for queens := n % 2; queens <= (n+1)/2-n%2; queens++ {
			c := source.class(queens)
			for _, s := range c.sides {
				p := newPacking(s.of, s.with, 0)
				if p != nil && (bits.Len32(p.sumMask)+bits.Len32(p.diffMask) > pairs.LabelShift ||
					len(c.Rows) > pairs.MaxLabels || len(c.OddSets) > pairs.MaxLabels) {
					t.Errorf("order %d, %d queens: %+v for %d and %d labels", n, queens, p, len(c.Rows), len(c.OddSets))
				}
			}
			for _, k := range All() {
				if sparse := k.sparser(c, 0); sparse != none && c.sides[black-sparse].queens > 7 {
					t.Errorf("%s, order %d, %d queens: cells of up to %d! squared", k.Name, n, queens,
						c.sides[black-sparse].queens)
				}
			}
			clear(source.classes)
		}
	}
}

// TestSumOfResults adds up to 128 bits, and no more.
func TestSumOfResults(t *testing.T) {
	const most = math.MaxUint64
	r := Result{High: 1, Low: most}
	if r.add(2, 3); r.High != 4 || r.Low != 2 {
		t.Errorf("%d, %d, want 4, 2", r.High, r.Low)
	}
	for _, more := range [][2]uint64{{0, 1}, {1, 0}, {most, most}} {
		func() {
			defer func() {
				if recover() == nil {
					t.Errorf("2^128-1 plus %d is accepted", more)
				}
			}()
			r := Result{High: most, Low: most}
			r.add(more[0], more[1])
		}()
	}
}

// TestGroups fills matrices of 32 bits in groups of blocks, where a label has more lanes than a
// narrow matrix holds, and compares with lists that are split.
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
