package torus_test

import (
	"context"
	"errors"
	"fmt"
	"slices"
	"strings"
	"testing"

	"queens"
	"queens/internal/must"
	"queens/known"
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
	return must.Get(torus.Count(t.Context(), n, b, e))(t)
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

// TestRepresentatives demands a member for each class, no two of which are images of each other.
func TestRepresentatives(t *testing.T) {
	for _, b := range torus.Bases() {
		for _, e := range torus.Equivalences() {
			n := 7
			classes := must.Get(torus.Count(t.Context(), n, b, e))(t)
			list, err := torus.Representatives(t.Context(), n, b, e)
			if err != nil || len(list) != classes.Number {
				t.Errorf("%v up to %v: %d representatives of %d classes, %v", b, e, len(list), classes.Number, err)
			}
			canonizer, met := torus.NewCanonizer(n, e), map[string]bool{}
			for _, p := range list {
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
		regular, twoADiagonal := 0, 0
		members, _ := torus.Permutations.Members(n)
		total := 0
		for p := range members {
			total++
			if queens.Check(p, queens.Regular) == nil {
				regular++
			}
			rising, falling := map[int]int{}, map[int]int{}
			most := 0
			for _, sq := range p.Squares() {
				rising[sq.SumDiag()]++
				falling[sq.DiffDiag(n)]++
				most = max(most, rising[sq.SumDiag()], falling[sq.DiffDiag(n)])
			}
			if most <= 2 {
				twoADiagonal++
			}
		}
		factorial := 1
		for k := 2; k <= n; k++ {
			factorial *= k
		}
		for b, want := range map[torus.Base]int{
			torus.Permutations: factorial, torus.TwoADiagonal: twoADiagonal,
			torus.Regular: regular, torus.Toroidal: want(t, "toroidal", n),
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

// TestConflictsByDefinition compares with the diagonals that pairs share on the modular board, two
// for one pair if they share both.
func TestConflictsByDefinition(t *testing.T) {
	for p := range must.Get(torus.Permutations.Members(6))(t) {
		pairs := 0
		for c, sq := range p.Squares() {
			for _, other := range p.Squares()[:c] {
				a, b := queens.Lines(sq, 6, queens.Modular), queens.Lines(other, 6, queens.Modular)
				for _, kind := range []queens.Line{queens.Rising, queens.Falling} {
					if a[kind] == b[kind] {
						pairs++
					}
				}
			}
		}
		if got := conflicts(p); got[0] != pairs || (got[1] > 0) != (pairs > 0) || got[3] > max(1, got[1]) {
			t.Errorf("%v: %v, want %d conflicts", p, got, pairs)
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
	fmt.Println(classes.Members, "solutions in", classes.Number, "classes", err)
	for _, row := range classes.Meets {
		fmt.Println(row.Classes, "with", row.Size)
	}
	// Output:
	// 92 solutions in 6 classes <nil>
	// 1 with 4
	// 4 with 8
	// 1 with 56
}
