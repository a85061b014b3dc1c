package torus_test

import (
	"context"
	"errors"
	"flag"
	"fmt"
	"maps"
	"os"
	"reflect"
	"slices"
	"strings"
	"testing"

	"queens"
	"queens/internal/must"
	"queens/known"
	"queens/list"
	"queens/math/torus"
)

func want(t *testing.T, series string, n int, index ...int) int {
	t.Helper()
	v, ok := known.Lookup(series, n, index...)
	x, small := v.Value.Uint64()
	if !ok || !small {
		t.Fatalf("%s: no value at %d %v", series, n, index)
	}
	return int(x)
}

func count(t *testing.T, n int, b torus.Base, e torus.Equivalence) torus.Classes {
	t.Helper()
	return must.Get(torus.Count(t.Context(), n, b, e))(t)[0]
}

func TestToroidalClasses(t *testing.T) {
	for _, n := range []int{5, 7, 11, 13} {
		classes := count(t, n, torus.Toroidal, torus.Congruence)
		if got := classes.Number; got != want(t, "toroidal-classes", n) {
			t.Errorf("order %d: %d classes", n, got)
		}
		similar := count(t, n, torus.Toroidal, torus.Similarity).Number
		if similar != want(t, "toroidal-similarity-classes", n) {
			t.Errorf("order %d: %d similarity classes", n, similar)
		}
		if !slices.Equal(classes.Sizes, classes.Meets) || classes.Members != want(t, "toroidal", n) {
			t.Errorf("order %d: %+v: every congruent placement is a modular solution", n, classes)
		}
		for _, row := range classes.Sizes {
			if row.Classes != want(t, "toroidal-classes-by-size", n, row.Size) {
				t.Errorf("order %d: %d classes of %d", n, row.Classes, row.Size)
			}
		}
	}
	for _, n := range []int{4, 6, 9} {
		if c := count(t, n, torus.Toroidal, torus.Congruence); c.Members != 0 || c.Number != 0 {
			t.Errorf("order %d: %+v", n, c)
		}
	}
}

// TestCanonicalByDefinition compares classes and their sizes with all images, for all permutations.
func TestCanonicalByDefinition(t *testing.T) {
	for n := 3; n <= 6; n++ {
		for _, e := range torus.Equivalences() {
			canonizer := torus.NewCanonizer(n, e)
			members := must.Get(torus.Permutations.Members(n))(t)
			representative := map[string]string{}
			classes := 0
			for p := range members {
				least, size := canonizer.Canonical(p)
				text := p.String()
				if old, seen := representative[text]; seen {
					if old != least {
						t.Fatalf("order %d, %v: %v has the least image %q, its class %q", n, e, p, least, old)
					}
					continue
				}
				classes++
				all := map[string]bool{}
				for image := range torus.Images(p, e) {
					all[image.String()] = true
				}
				if len(all) != size && n > 4 { // on small boards different maps do the same
					t.Errorf("order %d, %v: %v has %d images, want %d", n, e, p, size, len(all))
				}
				for image := range all {
					representative[image] = least
				}
			}
			if got := count(t, n, torus.Permutations, e).Number; got != classes {
				t.Errorf("order %d, %v: %d classes, want %d", n, e, got, classes)
			}
		}
	}
}

// TestModularClasses compares the classes counted together with those from all members, one by one.
func TestModularClasses(t *testing.T) {
	last := 13
	if testing.Short() {
		last = 11
	}
	for n := 1; n <= last; n++ {
		all := must.Get(torus.Count(t.Context(), n, torus.Toroidal, torus.Equivalences()...))(t)
		for i, e := range torus.Equivalences() {
			each := must.Get(torus.Count(t.Context(), n, torus.Toroidal, e))(t)[0]
			if !reflect.DeepEqual(all[i], each) {
				t.Errorf("order %d up to %v: %v, want %v", n, e, all[i], each)
			}
		}
	}
	for _, n := range []int{17, 19} {
		all := must.Get(torus.Count(t.Context(), n, torus.Toroidal, torus.None, torus.Congruence,
			torus.Similarity))(t)
		for i, series := range []string{"toroidal", "toroidal-classes", "toroidal-similarity-classes"} {
			if got := all[i].Number; got != want(t, series, n) {
				t.Errorf("%s(%d) = %d, want %d", series, n, got, want(t, series, n))
			}
		}
	}
}

// TestClassify demands a member for each class, no two of which are images of each other.
func TestClassify(t *testing.T) {
	for _, b := range torus.Bases() {
		for _, e := range torus.Equivalences() {
			n := 7
			classes := must.Get(torus.Count(t.Context(), n, b, e))(t)[0]
			list, err := torus.Classify(t.Context(), n, b, e, e)
			if err != nil || len(list) != classes.Number {
				t.Errorf("%v up to %v: %d of %d classes, %v", b, e, len(list), classes.Number, err)
			}
			canonizer, met := torus.NewCanonizer(n, e), map[string]bool{}
			for _, c := range list {
				p := c.First
				least, _ := canonizer.Canonical(p)
				if met[least] {
					t.Errorf("%v up to %v: %v is an image of another", b, e, p)
				}
				met[least] = true
				if b == torus.Toroidal && queens.Check(p, queens.Modular) != nil || b == torus.Regular &&
					queens.Check(p, queens.Regular) != nil {
					t.Errorf("%v up to %v: %v is no member", b, e, p)
				}
			}
		}
	}
}

func TestBases(t *testing.T) {
	for n := 1; n <= 7; n++ {
		regular := 0
		members, _ := torus.Permutations.Members(n)
		total := 0
		for p := range members {
			total++
			if queens.Check(p, queens.Regular) == nil {
				regular++
			}
		}
		factorial := 1
		for k := 2; k <= n; k++ {
			factorial *= k
		}
		for b, want := range map[torus.Base]int{
			torus.Permutations: factorial, torus.Regular: regular, torus.Toroidal: want(t, "toroidal", n),
		} {
			if got := count(t, n, b, torus.None).Members; got != want || b == torus.Permutations && total != want {
				t.Errorf("order %d: %d %v, want %d", n, got, b, want)
			}
		}
	}
	for _, b := range torus.Bases() {
		if b.Summary() == "" {
			t.Errorf("%v has no summary", b)
		}
		for _, n := range []int{0, b.MaxOrder() + 1} {
			if _, err := torus.Count(t.Context(), n, b, torus.None); !errors.Is(err, queens.ErrOrder) {
				t.Errorf("%v of order %d: error %v", b, n, err)
			}
		}
	}
}

func TestStops(t *testing.T) {
	for _, n := range []int{0, 15} {
		if _, err := torus.Necklaces(t.Context(), n); !errors.Is(err, queens.ErrOrder) {
			t.Errorf("order %d: error %v", n, err)
		}
	}
	ctx, cancel := context.WithCancel(t.Context())
	cancel()
	_, counts := torus.Count(ctx, 10, torus.Regular, torus.Affine)
	_, necklaces := torus.Necklaces(ctx, 10)
	if !errors.Is(counts, context.Canceled) || !errors.Is(necklaces, context.Canceled) {
		t.Errorf("errors %v, %v", counts, necklaces)
	}
	_, err := torus.Tables(ctx, 10)
	if !errors.Is(err, context.Canceled) || strings.Count(err.Error(), "stopped") != 1 {
		t.Errorf("error %v, want one that says once where it stopped", err)
	}
}

func ExampleCount() {
	classes, err := torus.Count(context.Background(), 8, torus.Regular, torus.Congruence)
	fmt.Println(classes[0].Members, "solutions in", classes[0].Number, "classes", err)
	for _, row := range classes[0].Meets {
		fmt.Println(row.Classes, "with", row.Size)
	}
	// Output:
	// 92 solutions in 6 classes <nil>
	// 1 with 4
	// 4 with 8
	// 1 with 56
}

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
				var got queens.Total
				if k := v.Index[0]; k < len(table.Counts) {
					got = table.Counts[k]
				}
				if got != v.Value {
					t.Errorf("order %d: %s: %v with %d, want %v", n, table.Name, got, v.Index[0], v.Value)
				}
			}
		}
	}
	for _, n := range []int{0, 21} {
		if _, err := torus.Tables(t.Context(), n); !errors.Is(err, queens.ErrOrder) {
			t.Errorf("order %d: error %v", n, err)
		}
	}
}

var conflictOrder = flag.Int("order", 0, "compare the tables of this order; 17 takes minutes, 18 half an hour")

// TestTablesOfAllSolutions compares with the conflicts of each solution, without symmetry.
func TestTablesOfAllSolutions(t *testing.T) {
	orders := []int{1, 2, 3, 4, 5, 6, 7, 8, 9, 10, 11}
	if *conflictOrder > 0 {
		orders = []int{*conflictOrder}
	}
	for _, n := range orders {
		tables := must.Get(torus.Tables(t.Context(), n))(t)
		solutions := must.Get(list.Solutions(n, list.Options{}))(t)
		var counts [4][64]uint64
		for p := range solutions {
			for i, k := range conflicts(p) {
				counts[i][k]++
			}
		}
		for i, table := range tables {
			var got [64]uint64
			for k, count := range table.Counts {
				got[k], _ = count.Uint64()
			}
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

// TestNecklaces checks sums: 2n diagonals and 2n queens on them for each solution,
// and as many pairs of queens on a diagonal as the table of conflicts has.
func TestNecklaces(t *testing.T) {
	for n := 1; n <= 11; n++ {
		list := must.Get(torus.Necklaces(t.Context(), n))(t)
		tables := must.Get(torus.Tables(t.Context(), n))(t)
		wantPairs := 0
		for k, count := range tables[0].Counts {
			wantPairs += k * int(count.Float64())
		}
		diagonals, beads, pairs := 0, 0, 0
		for _, x := range list {
			k := strings.Count(x.Beads, "1")
			diagonals += x.Count
			beads += k * x.Count
			pairs += k * (k - 1) / 2 * x.Count
		}
		all := 2 * n * want(t, "solutions", n)
		if diagonals != all || beads != all || pairs != wantPairs {
			t.Errorf("order %d: %d diagonals with %d queens, %d pairs, want %d, %d, %d", n, diagonals, beads, pairs,
				all, all, wantPairs)
		}
	}
}

// TestNecklacesByHand compares with the diagonals of 2413 and 3142: of each, two without
// a queen, four with one, two with queens in neighbouring columns. Modulo the prime
// 7 any two positions are like any other two.
func TestNecklacesByHand(t *testing.T) {
	list, err := torus.Necklaces(t.Context(), 4)
	if want := []torus.Necklace{{"0000", 4}, {"0001", 8}, {"0011", 4}}; err != nil || !slices.Equal(list, want) {
		t.Errorf("order 4: %v, error %v, want %v", list, err, want)
	}
	list = must.Get(torus.Necklaces(t.Context(), 7))(t)
	pairs := 0
	for _, x := range list {
		if strings.Count(x.Beads, "1") == 2 {
			pairs++
		}
	}
	if pairs != 1 {
		t.Errorf("order 7: %d necklaces of two queens, want 1: %v", pairs, list)
	}
}
