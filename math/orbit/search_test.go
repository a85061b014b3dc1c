package orbit

import (
	"context"
	"errors"
	"slices"
	"testing"

	"queens"
	"queens/internal/must"
	"queens/known"
	"queens/list"
	"queens/symmetry"
)

// TestPrintedSearch runs the printed loops and compares what they find with the
// atlas, orbit by orbit. For orders 8 and 9 the tries were counted by an
// independent program too (errata Z19).
func TestPrintedSearch(t *testing.T) {
	tries := map[int][2]uint64{8: {2560, 59616}, 9: {7452, 309600}}
	for n := 5; n <= 9; n++ {
		a := newAtlas(t, n, Options{})
		reach := a.Reach()
		for _, depthFirst := range []bool{false, true} {
			var met []int
			orbitOf := map[int]int{}
			report := must.Get(Search(t.Context(), n, depthFirst, func(d Discovery) bool {
				i, ok := a.Find(d.Result)
				if !ok {
					t.Errorf("order %d: %v is no solution", n, d.Result)
				}
				met = append(met, i)
				orbitOf[d.No] = i
				checkDiscovery(t, a, d, orbitOf)
				return true
			}))(t)
			if report.Inserted != reach.Inserted || report.Found != reach.Found || len(met) != report.Found {
				t.Errorf("order %d: %+v, told %d; the atlas has %d and %d", n, report, len(met), reach.Inserted,
					reach.Found)
			}
			slices.Sort(met)
			for _, i := range met {
				if reach.layer[i] == Unreached {
					t.Errorf("order %d: orbit %d was found, but the atlas says it cannot be", n, i)
				}
			}
			if len(slices.Compact(met)) != report.Found {
				t.Errorf("order %d: an orbit was found twice", n)
			}
			if want, ok := tries[n]; ok && (report.IncTries != want[0] || report.MovTries != want[1]) {
				t.Errorf("order %d: %+v, want %v tries", n, report, want)
			}
			if total, _ := known.Solutions(n - 1); queens.NewTotal(report.IncTries) != total.Times(uint64(n*n)) {
				t.Errorf("order %d: %d insertions", n, report.IncTries)
			}
		}
	}
}

func checkDiscovery(t *testing.T, a *Atlas, d Discovery, orbitOf map[int]int) {
	t.Helper()
	var got queens.Perm
	var err error
	if d.Parent == 0 {
		got, err = Inc(d.Source, d.Move.Row, d.Move.Col)
	} else {
		got, err = Mov(d.Source, d.Move)
		if i, ok := a.Find(d.Source); !ok || i != orbitOf[d.Parent] {
			t.Errorf("discovery %d: %v is not of its parent %d", d.No, d.Source, d.Parent)
		}
	}
	if err != nil || !got.Equal(d.Result) {
		t.Errorf("discovery %d: %v, %v, want %v", d.No, got, err, d.Result)
	}
}

func TestSearchStops(t *testing.T) {
	for limit := 1; limit <= 12; limit++ {
		k := 0
		report, err := Search(t.Context(), 8, true,
			func(Discovery) bool { k++; return k < limit })
		if err != nil || k != limit || report.Found != limit {
			t.Errorf("limit %d: told %d, %+v, %v", limit, k, report, err)
		}
	}
	ctx, cancel := context.WithCancel(t.Context())
	_, err := Search(ctx, 8, false, func(d Discovery) bool {
		if d.Parent > 0 {
			cancel()
		}
		return true
	})
	if !errors.Is(err, context.Canceled) {
		t.Errorf("cancelled in step 2: %v", err)
	}
	if _, err := Search(ctx, 8, false, nil); !errors.Is(err, context.Canceled) {
		t.Errorf("cancelled in step 1: %v", err)
	}
	for n, want := range map[int]error{
		0: queens.ErrOrder, MaxSearchOrder + 1: queens.ErrOrder,
	} {
		if _, err := Search(t.Context(), n, false, nil); !errors.Is(err, want) {
			t.Errorf("order %d: %v, want %v", n, err, want)
		}
	}
}

func TestFindMoveKnowsWhenThereIsNone(t *testing.T) {
	lonely := must.Get(queens.ParsePerm("285396417"))(t)
	for _, q := range listed(t, 9, list.Options{Fundamental: true}) {
		if q.Equal(lonely) {
			continue
		}
		if m, ok := FindMove(lonely, q); ok {
			t.Errorf("%v leads to the orbit of %v", m, q)
		}
	}
	if _, ok := FindMove(lonely, must.Get(queens.ParsePerm("2413"))(t)); ok {
		t.Error("a move leads to another order")
	}
	m, ok := FindMove(lonely, symmetry.Apply(symmetry.FlipCols, lonely))
	if result, err := Mov(lonely, m); !ok || err != nil || !symmetry.Canonical(result).Equal(lonely) {
		t.Errorf("no move leaves the orbit as it is: %v, %v", result, err)
	}
}

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
