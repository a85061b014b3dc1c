package corners_test

import (
	"context"
	"errors"
	"fmt"
	"slices"
	"testing"

	"queens"
	"queens/known"
	"queens/list"
	"queens/math/corners"
	"queens/symmetry"
)

// orbits lists the fundamental solutions.
func orbits(t *testing.T, n int) []queens.Perm {
	t.Helper()
	list, err := list.Solutions(n, list.Options{Fundamental: true})
	if err != nil {
		t.Fatal(err)
	}
	return slices.Collect(list)
}

// TestParentsAndChildren checks that the two undo each other, and that every child is
// a solution.
func TestParentsAndChildren(t *testing.T) {
	for n := 1; n <= 10; n++ {
		children := 0
		for _, p := range orbits(t, n) {
			for _, child := range corners.Children(p) {
				children++
				if err := queens.Check(child, queens.Regular); err != nil || !symmetry.IsCanonical(child) {
					t.Errorf("%v grows to %v: %v", p, child, err)
				}
				if parent, ok := corners.Parent(child); !ok || !parent.Equal(p) {
					t.Errorf("%v grows to %v, whose parent is %v", p, child, parent)
				}
			}
		}
		withCorner := 0
		for _, p := range orbits(t, n+1) {
			corner := p[0] == 0 || p[0] == n || p[n] == 0 || p[n] == n
			parent, ok := corners.Parent(p)
			if ok != corner {
				t.Errorf("%v: parent %v", p, parent)
			}
			if ok {
				withCorner++
				if err := queens.Check(parent, queens.Regular); err != nil {
					t.Errorf("%v: parent %v: %v", p, parent, err)
				}
			}
		}
		if children != withCorner {
			t.Errorf("order %d: %d children, but %d orbits of order %d have a parent", n, children, withCorner, n+1)
		}
	}
}

func TestGrow(t *testing.T) {
	generations, err := corners.Grow(t.Context(), 11)
	if err != nil {
		t.Fatal(err)
	}
	for i, g := range generations {
		n := i + 1
		corner := 0 // solutions with a queen in one of the four corners, each of an asymmetric orbit of 8
		if v, ok := known.Lookup("square-counts", n, 1, 1); ok && n > 1 {
			c, _ := v.Value.Uint64()
			corner = int(c) * 4 / 8
		}
		want, _ := known.Fundamental(n)
		if g.Order != n || queens.NewTotal(uint64(g.Orbits)) != want || g.Orbits-g.Founders != corner {
			t.Errorf("order %d: %+v, want %v orbits, %d of them with a queen in a corner", n, g, want, corner)
		}
	}
	for _, n := range []int{0, corners.MaxOrder + 1} {
		if _, err := corners.Grow(t.Context(), n); !errors.Is(err, queens.ErrOrder) {
			t.Errorf("order %d: error %v", n, err)
		}
	}
	ctx, cancel := context.WithCancel(t.Context())
	cancel()
	if _, err := corners.Grow(ctx, 8); !errors.Is(err, context.Canceled) {
		t.Errorf("error %v", err)
	}
}

func ExampleChildren() {
	p := queens.Perm{1, 3, 0, 2}
	for _, child := range corners.Children(p) {
		parent, _ := corners.Parent(child)
		fmt.Println(p, "grows to", child, "whose parent is", parent)
	}
	// Output: 2413 grows to 13524 whose parent is 2413
}
