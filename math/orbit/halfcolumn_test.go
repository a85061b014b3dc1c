package orbit

import (
	"slices"
	"testing"

	"queens"
	"queens/list"
	"queens/symmetry"
)

// TestHalfColumn compares the count by orbits with one by one, and finds that the upper half of
// column 1 keeps every orbit.
func TestHalfColumn(t *testing.T) {
	for n := 4; n <= 12; n++ {
		orbits := listed(t, n, list.Options{Fundamental: true})
		kept, want := map[string]bool{}, HalfColumn{Orbits: len(orbits)}
		for _, p := range listed(t, n, list.Options{}) {
			if p[0] < (n+1)/2 {
				want.Upper++
				if p[0] > 0 {
					want.NotCorner++
					kept[symmetry.Canonical(p).String()] = true
				}
			}
		}
		if got := HalfColumns(slices.Values(orbits)); got != want || len(kept) != len(orbits) {
			t.Errorf("order %d: %+v, counted one by one %+v with %d orbits", n, got, want, len(kept))
		}
	}
	if got := HalfColumns(slices.Values([]queens.Perm{{0}})); got != (HalfColumn{1, 0, 1}) {
		t.Errorf("order 1: %+v: the rule without the corner loses its only solution", got)
	}
}
