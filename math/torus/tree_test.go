package torus

import (
	"context"
	"errors"
	"testing"

	"queens"
	"queens/internal/must"
)

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
