package torus_test

import (
	"fmt"
	"maps"
	"slices"
	"testing"
)

// TestShiftsOfPartitions asks which queens of order 27 that share a diagonal of the torus do
// not attack each other on the board in any image by a shift: the claims of the paper on
// partitions.
func TestShiftsOfPartitions(t *testing.T) {
	const n = 27
	wanted := map[[2]int]string{
		{3, 6}: "[]", {3, 9}: "[]", {0, 3}: "[25 26]", {3, 3}: "[13 14]",
		{0, 9}: "[19 20 21 22 23 24 25 26]", {9, 9}: "[10 11 12 13 14 15 16 17]",
	}
	for columns := range n { // all of order 27, but for transposition
		wanted[[2]int{1, columns}] = "[]"
	}
	differences := map[bool]map[string]bool{true: {}, false: {}} // column less row of both, of shift (3, 3), by rising
	for shift, want := range wanted {
		distances := map[int]bool{} // in rows
		for square := range n * n {
			for distance := 1; square/n+distance < n; distance++ {
				for _, step := range []int{distance, n - distance} {
					meets := false
					for k := range n {
						image := func(rows, columns int) (row, column int) {
							return (square/n + rows + k*shift[0]) % n, (square%n + columns + k*shift[1]) % n
						}
						r, c := image(0, 0)
						q, d := image(distance, step)
						meets = meets || (r-q)*(r-q) == (c-d)*(c-d)
					}
					if !meets {
						distances[distance] = true
						if shift == [2]int{3, 3} {
							e := square%n - square/n + n
							differences[step == distance][fmt.Sprint(e%n, (e+step-distance+n)%n)] = true
						}
					}
				}
			}
		}
		if got := fmt.Sprint(slices.Sorted(maps.Keys(distances))); got != want {
			t.Errorf("shift %v: rows %s apart, want %s", shift, got, want)
		}
	}
	for rising, want := range map[bool]string{true: "[13 13 14 14]", false: "[0 1 0 26 1 0 26 0]"} {
		if got := fmt.Sprint(slices.Sorted(maps.Keys(differences[rising]))); got != want {
			t.Errorf("shift (3, 3), rising %t: differences %s, want %s", rising, got, want)
		}
	}
}
