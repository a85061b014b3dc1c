package torus

import (
	"context"
	"errors"
	"flag"
	"iter"
	"slices"
	"testing"

	"queens"
	"queens/internal/bitmath"
	"queens/internal/must"
	"queens/list"
	"queens/symmetry"
)

var sampleSize = flag.Uint64("sample", 6, "compare the images of this many solutions of each first queen")

// TestImagesOfLargeOrders compares the images of some solutions, those that solve the board and
// all, with the images one by one: orders whose classes are new.
func TestImagesOfLargeOrders(t *testing.T) {
	for _, n := range []int{17, 18} {
		for _, e := range []Equivalence{Congruence, Similarity} {
			im, group := newImages(n, e), NewCanonizer(n, e).Order()
			for first := range n/2 - 1 {
				after := slices.Repeat(queens.Perm{0}, n)
				after[0] = first
				o := list.Options{Fundamental: true, After: after, Limit: *sampleSize}
				solutions := must.Get(list.Solutions(n, o))(t)
				visits := 0
				for p := range solutions {
					if p[0] != first {
						break
					}
					visits++
					var columns []uint8
					for _, column := range p {
						columns = append(columns, uint8(column))
					}
					all, regular := imagesOf(p, e)
					if solutions, same := im.solutions(columns); solutions/same != regular || group/same != all {
						t.Fatalf("%v, %v: %d of %d images solve the board, want %d of %d",
							p, e, solutions/same, group/same, regular, all)
					}
				}
				if visits == 0 {
					t.Errorf("order %d, first queen in column %d: no solution", n, first+1)
				}
			}
		}
	}
}

func imagesOf(p queens.Perm, e Equivalence) (all, regular int) {
	seen := map[string]bool{}
	text := make([]byte, len(p))
	for image := range Images(p, e) {
		for line, column := range image {
			text[line] = byte(column)
		}
		if !seen[string(text)] {
			seen[string(text)] = true
			if queens.Check(image, queens.Regular) == nil {
				regular++
			}
		}
	}
	return len(seen), regular
}

// Images yields every image of p under the equivalence, from the definition, some more than once.
// The slice is reused.
func Images(p queens.Perm, e Equivalence) iter.Seq[queens.Perm] {
	return func(yield func(queens.Perm) bool) {
		n := len(p)
		image := make(queens.Perm, n)
		for i, turn := range symmetry.All() {
			if e == None && i > 0 {
				break
			}
			q := symmetry.Apply(turn, p)
			for scale := range n * n {
				u, v := scale/n+1, scale%n+1
				if bitmath.GCD(u, n) > 1 || bitmath.GCD(v, n) > 1 || e < Similarity && u*v > 1 ||
					e == Similarity && u != v {
					continue
				}
				for shift := range n * n {
					if e < Congruence && shift > 0 {
						break
					}
					for c, r := range q {
						image[(v*c+shift/n)%n] = (u*r + shift%n) % n
					}
					if !yield(image) {
						return
					}
				}
			}
		}
	}
}

// The classes of a tree are those that Count finds, and members and slopes add up.
func TestTree(t *testing.T) {
	for b, orders := range map[Base][]int{Regular: {1, 3, 8, 9}, Permutations: {5}, Toroidal: {5, 7, 11, 13}} {
		for _, n := range orders {
			level := must.Get(NewTree(t.Context(), n, b))(t).Classes
			for _, e := range []Equivalence{Affine, Similarity, Congruence, Board} {
				want := must.Get(Count(t.Context(), n, b, e))(t)
				var next []*Class
				members := 0
				for _, class := range level {
					if class.Equivalence != e {
						t.Errorf("%v of order %d: %v where %v is due", b, n, class.Equivalence, e)
					}
					members += class.Members
					next = append(next, class.Parts...)
				}
				if len(level) != want.Number || members != want.Members {
					t.Errorf("%v of order %d up to %v: %d classes of %d members, want %d of %d",
						b, n, e, len(level), members, want.Number, want.Members)
				}
				if e == Board && n == 13 && len(level) != 572 {
					t.Errorf("%d board classes of order 13", len(level))
				}
				level = next
			}
		}
	}
}

// The eleven congruent classes of order 13 are three lattices and eight classes with a rotation:
// three with a quarter turn, which are similar, and five with a half turn only.
func TestTreeOfOrder13(t *testing.T) {
	tree := must.Get(NewTree(t.Context(), 13, Toroidal))(t).Classes
	slopes, quarters, halves := 0, 0, 0
	for _, affine := range tree {
		for _, similar := range affine.Parts {
			for _, c := range similar.Parts {
				p := c.Centred()
				switch {
				case c.Slope > 0:
					slopes++
				case p[p[0]] == 12: // a quarter turn is one half of a half turn
					quarters++
				case p[12] == 12-p[0]:
					halves++
				}
			}
		}
	}
	if slopes != 3 || quarters != 3 || halves != 5 {
		t.Errorf("%d lattices, %d with a quarter turn, %d with a half turn", slopes, quarters, halves)
	}
}

func TestTreeErrors(t *testing.T) {
	if _, err := NewTree(t.Context(), 15, Regular); !errors.Is(err, queens.ErrOrder) {
		t.Error(err)
	}
	ctx, cancel := context.WithCancel(t.Context())
	cancel()
	if _, err := NewTree(ctx, 13, Toroidal); !errors.Is(err, context.Canceled) {
		t.Error(err)
	}
}
