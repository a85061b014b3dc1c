package torus_test

import (
	"errors"
	"flag"
	"maps"
	"os"
	"slices"
	"testing"

	"queens"
	"queens/internal/must"
	"queens/known"
	"queens/list"
	"queens/math/torus"
)

// conflictOrders are those whose rows of conflicts are compared with the published ones.
func conflictOrders() int {
	switch {
	case os.Getenv("QUEENS_LONG") != "":
		return 16
	case testing.Short():
		return 13
	default:
		return 14
	}
}

// TestConflictTables compares rows with the published ones, whose sums package known checks.
func TestConflictTables(t *testing.T) {
	for n := 1; n <= conflictOrders(); n++ {
		tables := must.Get(torus.Tables(t.Context(), n))(t)
		for _, table := range tables {
			s, ok := known.Find(table.Name)
			if !ok {
				t.Fatalf("no series %s", table.Name)
			}
			row := s.Row(n)
			if len(row) < len(table.Counts) {
				t.Errorf("order %d: %s: the series has %d values, want %d", n, table.Name, len(row), len(table.Counts))
			}
			for _, v := range row {
				got := 0
				if k := v.Index[0]; k < len(table.Counts) {
					got = table.Counts[k]
				}
				if queens.NewTotal(uint64(got)) != v.Value {
					t.Errorf("order %d: %s: %d with %d, want %v", n, table.Name, got, v.Index[0], v.Value)
				}
			}
		}
	}
	for _, n := range []int{0, 20} {
		if _, err := torus.Tables(t.Context(), n); !errors.Is(err, queens.ErrOrder) {
			t.Errorf("order %d: error %v", n, err)
		}
	}
}

var conflictOrder = flag.Int("order", 0, "compare the tables of conflicts of this order; 17 takes minutes")

// TestTablesOfAllSolutions compares with the conflicts of each solution, without symmetry.
func TestTablesOfAllSolutions(t *testing.T) {
	orders := []int{1, 2, 3, 4, 5, 6, 7, 8, 9, 10, 11}
	if *conflictOrder > 0 {
		orders = []int{*conflictOrder}
	}
	for _, n := range orders {
		tables := must.Get(torus.Tables(t.Context(), n))(t)
		solutions := must.Get(list.Solutions(n, list.Options{}))(t)
		var counts [4][64]int
		for p := range solutions {
			for i, k := range conflicts(p) {
				counts[i][k]++
			}
		}
		for i, table := range tables {
			var got [64]int
			copy(got[:], table.Counts)
			if got != counts[i] {
				t.Errorf("order %d: %s: %v, want %v", n, table.Name, got, counts[i])
			}
		}
	}
}

// TestRegularClasses compares with the published numbers, with the number of all solutions, and
// with the classes of all solutions by their least images.
func TestRegularClasses(t *testing.T) {
	// Of order 8, six classes: [engelhardt2010], checked by hand.
	eight := count(t, 8, torus.Regular, torus.Congruence)
	if meets := []torus.SizeRow{{4, 1}, {8, 4}, {56, 1}}; !slices.Equal(eight.Meets, meets) {
		t.Errorf("order 8: %v, want %v", eight.Meets, meets)
	}
	for series, e := range map[string]torus.Equivalence{
		"solutions": torus.None, "fundamental": torus.Board,
		"torus-congruence": torus.Congruence, "torus-similarity": torus.Similarity,
	} {
		for n := 1; n <= conflictOrders()-1; n++ {
			got := count(t, n, torus.Regular, e)
			if want := want(t, series, n); got.Number != want {
				t.Errorf("order %d: %d classes by %v, want %d", n, got.Number, e, want)
			}
			if want := want(t, "solutions", n); got.Members != want {
				t.Errorf("order %d: classes by %v have %d solutions, want %d", n, e, got.Members, want)
			}
			if n > 10 {
				continue
			}
			solutions := must.Get(list.Solutions(n, list.Options{}))(t)
			canonizer := torus.NewCanonizer(n, e)
			members, images := map[string]int{}, map[string]int{}
			for p := range solutions {
				least, size := canonizer.Canonical(p)
				members[least]++
				images[least] = size
			}
			sizes, meets := map[int]int{}, map[int]int{}
			for least, k := range members {
				meets[k]++
				sizes[images[least]]++
			}
			for _, list := range []struct {
				rows []torus.SizeRow
				want map[int]int
			}{{got.Sizes, sizes}, {got.Meets, meets}} {
				rows := map[int]int{}
				for _, row := range list.rows {
					rows[row.Size] = row.Classes
				}
				if !maps.Equal(rows, list.want) {
					t.Errorf("order %d, %v: classes by size %v, want %v", n, e, rows, list.want)
				}
			}
		}
	}
}

// conflicts is the slow twin: it compares every two queens of any permutation.
func conflicts(p queens.Perm) [4]int {
	n, pairs := p.Order(), 0
	component := make([]int, n) // of each column: one of the columns that conflicts lead to
	for c, r := range p {
		component[c] = c
		for d, s := range p[:c] {
			for _, distance := range [2]int{r + c - s - d, r - c - s + d} {
				if distance%n != 0 {
					continue
				}
				pairs++
				old := component[c]
				for k := range component[:c+1] {
					if component[k] == old {
						component[k] = component[d]
					}
				}
			}
		}
	}
	size := make([]int, n)
	for _, c := range component {
		size[c]++
	}
	members, components, largest := 0, 0, 0
	for _, queens := range size {
		largest = max(largest, queens)
		if queens > 1 {
			components++
			members += queens
		}
	}
	return [4]int{pairs, members, components, largest}
}
