package pairs_test

import (
	"math/rand/v2"
	"testing"

	"queens/internal/kernel/pairs"
)

// sumPlainly is the obvious sum, not the package's own.
func sumPlainly(rows, columns []uint64, cells []uint16, stride int) (sum, found uint64) {
	for _, x := range rows {
		for _, y := range columns {
			if (x&y)<<(64-pairs.LabelShift) == 0 {
				found++
				sum += uint64(cells[int(x>>pairs.LabelShift)*stride+int(y>>pairs.LabelShift)])
			}
		}
	}
	return sum, found
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
						key := d.key(r) << (64 - pairs.LabelShift) >> (64 - pairs.LabelShift)
						keys = append(keys, key|uint64(r.IntN(labels))<<pairs.LabelShift)
					}
					return keys
				}
				stride := columnLabels + r.IntN(3)
				cells := make([]uint16, rowLabels*stride+1)
				for i := range cells {
					cells[i] = ^uint16(r.IntN(2))
				}
				rows, columns := list(rowLabels), list(columnLabels)
				wantSum, wantPairs := sumPlainly(rows, columns, cells, stride)
				sum, found, _ := c.Sum(rows, columns, cells, stride)
				if sum != wantSum || found != wantPairs {
					t.Errorf("%s, %d and %d keys: sum %d of %d pairs, want %d of %d",
						d.name, len(rows), len(columns), sum, found, wantSum, wantPairs)
				}
				wantCells, cell := map[uint32]int{}, func(x, y uint64) uint32 {
					return uint32(x>>pairs.LabelShift)*uint32(stride) + uint32(y>>pairs.LabelShift)
				}
				for _, x := range rows {
					for _, y := range columns {
						if (x&y)<<(64-pairs.LabelShift) == 0 {
							wantCells[cell(x, y)]++
						}
					}
				}
				found, _ = c.Find(rows, columns, stride, func(index []uint32) {
					for _, i := range index {
						wantCells[i]--
					}
				})
				for i, missing := range wantCells {
					if missing != 0 || found != wantPairs {
						t.Fatalf("%s: %d pairs of cell %d too few, %d pairs of %d", d.name,
							missing, i, found, wantPairs)
					}
				}
			}
		}
	})
}
