package orbit

import (
	"slices"
	"strconv"
	"testing"

	"queens"
	"queens/list"
	"queens/symmetry"
)

// TestDegenerateOrbits lists the orbits with fewer than eight members.
func TestDegenerateOrbits(t *testing.T) {
	var got [][]string
	for n := 4; n <= 13; n++ {
		for _, class := range []symmetry.Class{symmetry.Central, symmetry.Rotational} {
			for _, p := range listed(t, n, list.Options{Fundamental: true, Classes: []symmetry.Class{class}}) {
				got = append(got, []string{
					strconv.Itoa(n), class.Letter(),
					string(p.AppendText(nil, queens.Commas, 1)),
				})
			}
		}
	}
	want := readLines(t, "degenerate.txt")
	if !slices.EqualFunc(got, want, slices.Equal) {
		t.Errorf("%d degenerate orbits differ from the %d of the file", len(got), len(want))
	}
	for n := 4; n <= 9; n++ {
		members := map[string]int{} // of the orbit of each least member
		for _, p := range listed(t, n, list.Options{}) {
			members[symmetry.Canonical(p).String()]++
		}
		degenerate, count := 0, 0
		for _, k := range members {
			if k < symmetry.Count {
				degenerate++
			}
		}
		for _, line := range want {
			if line[0] == strconv.Itoa(n) {
				count++
			}
		}
		if degenerate != count {
			t.Errorf("order %d: %d degenerate orbits, want %d", n, degenerate, count)
		}
	}
}

// TestHalfColumn shows that the upper half of column 1 keeps every orbit and
// repeats most; the numbers come from an independent program.
func TestHalfColumn(t *testing.T) {
	for _, c := range []struct{ n, upper, notCorner int }{
		{4, 1, 1},
		{5, 6, 4},
		{6, 2, 2},
		{7, 23, 19},
		{8, 46, 42},
		{9, 203, 175},
		{10, 362, 298},
		{11, 1515, 1419},
		{12, 7100, 6600},
	} {
		orbits := listed(t, c.n, list.Options{Fundamental: true})
		want := HalfColumn{c.upper, c.notCorner, len(orbits)}
		if got := HalfColumns(slices.Values(orbits)); got != want {
			t.Errorf("order %d: %+v, want %+v", c.n, got, want)
		}
		kept := map[string]bool{}
		counted := HalfColumn{Orbits: want.Orbits}
		for _, p := range listed(t, c.n, list.Options{}) {
			if p[0] < (c.n+1)/2 {
				counted.Upper++
				if p[0] > 0 {
					counted.NotCorner++
					kept[symmetry.Canonical(p).String()] = true
				}
			}
		}
		if counted != want || len(kept) != len(orbits) {
			t.Errorf("order %d: counted one by one %+v with %d orbits, want %+v", c.n, counted, len(kept), want)
		}
	}
	if got := HalfColumns(slices.Values([]queens.Perm{{0}})); got != (HalfColumn{1, 0, 1}) {
		t.Errorf("order 1: %+v: the rule without the corner loses its only solution", got)
	}
}
