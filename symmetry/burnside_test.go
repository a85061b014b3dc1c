package symmetry_test

import (
	"testing"

	"queens"
	"queens/known"
	"queens/symmetry"
)

// TestBurnside compares FixedPoints with the fixed points of every symmetry, counted to order 10,
// and checks Q + S180 + 2 S90 = 8F wherever all are known. The sums come from an independent full
// enumeration.
func TestBurnside(t *testing.T) {
	sums := map[int]uint64{1: 8, 2: 0, 4: 8, 5: 16, 8: 96, 12: 14296, 16: 14775640}
	for n := range 28 {
		all, _ := known.Solutions(n)
		half, _ := known.S180(n)
		quarter, _ := known.S90(n)
		f := symmetry.FixedPoints(n, all, half, quarter)
		want, _ := known.Fundamental(n)
		if orbits, rest := f.Orbits(); orbits != want || rest != 0 {
			t.Errorf("order %d: %v orbits and a rest of %d, want %v", n, orbits, rest, want)
		}
		if sum, ok := sums[n]; ok && f.Sum() != queens.NewTotal(sum) {
			t.Errorf("order %d: sum %v, want %d", n, f.Sum(), sum)
		}
		if n > 10 {
			continue
		}
		var counted symmetry.Fixed
		visitSolutions(t, n, func(p queens.Perm) {
			for _, s := range symmetry.All() {
				if symmetry.Apply(s, p).Equal(p) {
					counted[s] = counted[s].Plus(queens.NewTotal(1))
				}
			}
		})
		if f != counted {
			t.Errorf("order %d: fixed points %v, counted %v", n, f, counted)
		}
	}
	all, half := queens.NewTotal(92), queens.NewTotal(5)
	if _, rest := symmetry.FixedPoints(8, all, half, queens.Total{}).Orbits(); rest == 0 {
		t.Error("a wrong number of fixed points leaves no rest")
	}
}
