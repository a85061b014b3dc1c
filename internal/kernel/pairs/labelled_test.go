package pairs_test

import (
	"math/bits"
	"math/rand/v2"
	"testing"

	"queens/internal/kernel/pairs"
)

// sumPlainly is the obvious sum, not the package's own.
func sumPlainly(rows, columns []uint64, cells pairs.Cells) (high, low, found uint64) {
	for _, x := range rows {
		for _, y := range columns {
			if (x&y)<<(64-pairs.LabelShift) == 0 {
				found++
				i := int(x>>pairs.LabelShift)*cells.Stride + int(y>>pairs.LabelShift)
				cell := uint64(0)
				if cells.Narrow != nil {
					cell = uint64(cells.Narrow[i])
				} else {
					cell = uint64(cells.Wide[i])
				}
				var carry uint64
				low, carry = bits.Add64(low, cell, 0)
				high += carry
			}
		}
	}
	return high, low, found
}

// TestSum compares sums over labelled lists with the obvious ones, for lists of any lengths and
// densities, with numbers at their bounds.
func TestSum(t *testing.T) {
	each(t, func(t *testing.T, c *pairs.Counter) {
		seed := rand.Uint64()
		t.Logf("seed %d", seed)
		r := rand.New(rand.NewPCG(seed, 0))
		for _, d := range densities {
			for _, size := range []int{0, 1, 5, 40, 700, 2000} {
				if c.Kernel() == "generic" && size > 700 {
					continue
				}
				rowLabels, columnLabels := 1+r.IntN(pairs.MaxLabels), 1+r.IntN(60)
				if r.IntN(2) == 0 {
					rowLabels, columnLabels = columnLabels, rowLabels
				}
				list := func(labels int) []uint64 {
					keys := make([]uint64, 0, size+pairs.Slack)
					for range r.IntN(size + 1) {
						keys = append(keys,
							d.key(r)<<(64-pairs.LabelShift)>>(64-pairs.LabelShift)|uint64(r.IntN(labels))<<pairs.LabelShift)
					}
					return keys
				}
				cells := pairs.Cells{Stride: columnLabels + r.IntN(3)}
				if r.IntN(2) == 0 {
					cells.Narrow = make([]uint16, rowLabels*cells.Stride+1)
					for i := range cells.Narrow {
						cells.Narrow[i] = ^uint16(r.IntN(2))
					}
				} else {
					cells.Wide = make([]uint32, rowLabels*cells.Stride)
					for i := range cells.Wide {
						cells.Wide[i] = ^uint32(r.IntN(2))
					}
				}
				rows, columns := list(rowLabels), list(columnLabels)
				if r.IntN(2) == 0 {
					c.DivideFrom(0, 1+rowLabels*cells.Stride*4/(1+r.IntN(8)), r.IntN(200))
				} else {
					c.DivideFrom(1<<30, 0, 0)
				}
				wantHigh, wantLow, wantPairs := sumPlainly(rows, columns, cells)
				high, low, found, _ := c.Sum(rows, columns, cells)
				if high != wantHigh || low != wantLow || found != wantPairs {
					t.Errorf("%s, %d and %d keys: sum %d, %d of %d pairs, want %d, %d of %d",
						d.name, len(rows), len(columns), high, low, found, wantHigh, wantLow, wantPairs)
				}
				wantCells, cell := map[uint32]int{}, func(x, y uint64) uint32 {
					return uint32(x>>pairs.LabelShift)*uint32(cells.Stride) + uint32(y>>pairs.LabelShift)
				}
				for _, x := range rows {
					for _, y := range columns {
						if (x&y)<<(64-pairs.LabelShift) == 0 {
							wantCells[cell(x, y)]++
						}
					}
				}
				found, _ = c.Find(rows, columns, cells, func(index []uint32) {
					for _, i := range index {
						wantCells[i]--
					}
				})
				for i, missing := range wantCells {
					if missing != 0 || found != wantPairs {
						t.Fatalf("%s: %d pairs of cell %d too few, %d pairs of %d", d.name, missing, i, found, wantPairs)
					}
				}
			}
		}
	})
}
