package boards

import (
	"slices"
	"testing"

	"queens"
	"queens/count/kind"
	"queens/known"
	"queens/symmetry"
)

// TestNumberOfFamilies compares with the formulas of centralFamilies, which an
// independent program for the same decomposition gave too, for n = 12 to 17: 34, 31,
// 41, 37, 48, 43.
func TestNumberOfFamilies(t *testing.T) {
	for n := 6; n <= kind.MaxOrder; n++ {
		want := 7*n/2 - 8
		if n%2 == 1 {
			want = 3*n - 8
			if n < 7 {
				continue
			}
		}
		if got := len(centralFamilies(n)); got != want {
			t.Errorf("order %d has %d families, want %d", n, got, want)
		}
	}
}

// TestBorderClasses compares the numbers of classes by weight, and the sum of the
// weights, with values that were found by listing all constellations.
func TestBorderClasses(t *testing.T) {
	for n := 4; n <= 20; n++ {
		classes := map[uint64]uint64{}
		var sum uint64
		families := borderFamilies(n)
		for _, f := range families {
			classes[f.Weight]++
			sum += f.Weight
		}
		for _, c := range []struct {
			series string
			got    uint64
		}{
			{"border-classes", uint64(len(families))},
			{"border-classes-asymmetric", classes[8]},
			{"border-classes-central", classes[4]},
			{"border-classes-rotational", classes[2]},
			{"border-constellations", sum},
		} {
			want, ok := known.Lookup(c.series, n)
			if !ok || queens.NewTotal(c.got) != want.Value {
				t.Errorf("order %d: %s is %d, want %v (known: %v)", n, c.series, c.got, want.Value, ok)
			}
		}
		if len(classes) > 3 || classes[1] > 0 {
			t.Errorf("order %d: families by weight %v, want weights 8, 4 and 2 only", n, classes)
		}
	}
}

// TestFamiliesMakeSense checks the queens, the blocked squares and the rows of every
// family.
func TestFamiliesMakeSense(t *testing.T) {
	last := 24
	if testing.Short() {
		last = 20
	}
	for _, s := range schemes() {
		for n := range last + 1 {
			for i, f := range begin(n, s).Families() {
				problem := queens.Problem{Order: n, Topology: s.Topology, Given: f.Fixed, Blocked: f.Blocked}
				if err := problem.Validate(); err != nil {
					t.Fatalf("%s of order %d, family %d: %v", s.Name, n, i, err)
				}
				b := f.board(n, s.Topology)
				for _, r := range f.Rows {
					if b.Filled>>r&1 == 1 {
						t.Fatalf("%s of order %d, family %d: row %d is open and filled", s.Name, n, i, r)
					}
				}
				open := slices.Sorted(slices.Values(f.Rows))
				if len(slices.Compact(open)) != len(f.Rows) || len(f.Fixed)+len(f.Rows) != n {
					t.Fatalf("%s of order %d, family %d: %d queens and open rows %v", s.Name, n, i, len(f.Fixed),
						f.Rows)
				}
				if f.Weight == 0 {
					t.Fatalf("%s of order %d, family %d has no weight", s.Name, n, i)
				}
			}
		}
	}
}

// TestOrbitOf compares with the orbit of a set under all eight symmetries.
func TestOrbitOf(t *testing.T) {
	all := symmetry.All()
	for _, f := range borderFamilies(8) {
		orbit := group(all[:]).orbit(f.Fixed, 8)
		for i, set := range orbit {
			size, least := orbitOf(set, 8)
			if least != (i == 0) || least && size != uint64(len(orbit)) {
				t.Errorf("%v: size %d, least %v, in an orbit of %d as number %d", set, size, least, len(orbit), i)
			}
		}
	}
}

func TestCentralRows(t *testing.T) {
	for _, c := range []struct {
		n    int
		want []int
	}{
		{0, []int{}},
		{1, []int{0}},
		{2, []int{1, 0}},
		{7, []int{3, 4, 2, 5, 1, 6, 0}},
		{8, []int{4, 3, 5, 2, 6, 1, 7, 0}},
	} {
		if got := centralRows(c.n, nil); !slices.Equal(got, c.want) {
			t.Errorf("order %d: rows %v, want %v", c.n, got, c.want)
		}
	}
	if got, want := centralRows(7, []queens.Square{{Row: 4, Col: 1}, {Row: 3, Col: 6}}), []int{
		2, 5, 1, 6,
		0,
	}; !slices.Equal(got, want) {
		t.Errorf("order 7 with rows 3 and 4 filled: rows %v, want %v", got, want)
	}
}
