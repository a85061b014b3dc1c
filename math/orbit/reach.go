package orbit

import (
	"context"
	"iter"
	"slices"

	"queens"
	"queens/internal/errs"
)

// Reach is how far the two steps of the published search come in an atlas: step 1 inserts a queen
// into solutions of order n-1, step 2 moves queens as long as that leads to a new orbit.
type Reach struct {
	Inserted int   `json:"inserted,string"` // orbits that step 1 finds
	Found    int   `json:"found,string"`    // orbits that both steps find
	Layers   []int `json:"layers"`          // orbits found after 0, 1, 2, ... moves, the first those of step 1

	atlas  *Atlas
	layer  []int32  // by orbit: moves from step 1, or Unreached
	parent []uint32 // by orbit: the one it is reached from first
}

// Reach returns what the search finds if step 1 may use every solution of order n-1. Orders 2 and 3
// have no solution, so nothing is found for order 4 though it has one: see Given.
//
// Time O(F·n + edges).
func (a *Atlas) Reach() *Reach {
	return a.walk(func(w packed) bool { return insertable(w, a.Order, func(packed) bool { return true }) })
}

// ReachAfter returns what the search finds if step 1 uses only solutions that
// smaller, the search of order n-1, has found itself.
func (a *Atlas) ReachAfter(smaller *Reach) *Reach {
	return a.walk(func(w packed) bool {
		return insertable(w, a.Order, func(w packed) bool {
			i, ok := slices.BinarySearch(smaller.atlas.orbits, w)
			return ok && smaller.layer[i] != Unreached
		})
	})
}

// Given returns a search that is given all orbits of the atlas: how order 4, which
// no insertion reaches, has to begin. Source: errata Z15.
func (a *Atlas) Given() *Reach { return a.walk(func(packed) bool { return true }) }

// insertable reports whether an orbit of order m has a deletion pattern that is a solution in an
// orbit that is accepted.
func insertable(w packed, m int, accept func(packed) bool) bool {
	inverse := w.inverse(m)
	for c := range m {
		r := w.row(m, c)
		if p := w.without(m, c, r); p.isSolution(m-1) && accept(p.least(m-1, inverse.without(m, r, c))) {
			return true
		}
	}
	return false
}

// walk goes through the graph breadth first. Orbits of a layer are visited in ascending order, so
// parents are the least possible. They are a shortest generating forest, which [zhang2011], section
// VI, left open: a move finds at most one orbit, so no way to all of them needs fewer moves, and
// every orbit takes as few moves as can be.
func (a *Atlas) walk(starts func(packed) bool) *Reach {
	r := &Reach{atlas: a, layer: make([]int32, a.Len()), parent: make([]uint32, a.Len()), Layers: []int{}}
	var now, next []uint32
	for i, w := range a.orbits {
		r.layer[i] = Unreached
		if starts(w) {
			r.layer[i] = 0
			now = append(now, uint32(i))
		}
	}
	r.Inserted = len(now)
	for depth := int32(1); len(now) > 0; depth++ {
		r.Layers = append(r.Layers, len(now))
		r.Found += len(now)
		next = next[:0]
		for _, i := range now {
			for _, j := range a.neighbours(i) {
				if r.layer[j] == Unreached {
					r.layer[j], r.parent[j] = depth, i
					next = append(next, j)
				}
			}
		}
		slices.Sort(next)
		now, next = next, now
	}
	return r
}

// Unreached yields the orbits that are not found, in ascending order.
func (r *Reach) Unreached() iter.Seq[int] {
	return func(yield func(int) bool) {
		for i, depth := range r.layer {
			if depth == Unreached && !yield(i) {
				return
			}
		}
	}
}

// Seeds returns the fewest orbits of step 1 from which all orbits found can be
// reached: one for each component that has some.
func (r *Reach) Seeds() int {
	seeds, touched := 0, make([]bool, len(r.layer))
	for i, depth := range r.layer {
		if root := r.atlas.component[i]; depth == 0 && !touched[root] {
			touched[root] = true
			seeds++
		}
	}
	return seeds
}

// Searched is an atlas with the search in it, and the search of the order before that is given only
// order 4: nil if it was not asked for, and below order FirstChained.
type Searched struct {
	*Atlas
	Reach, Chain *Reach
}

// FirstChained is the least order for which a search is given only order 4.
const FirstChained = 5

// SearchAtlas makes the atlas of order n and searches it, and that of the order before first: their
// patterns are never held together. Errors: those of NewAtlas.
func SearchAtlas(ctx context.Context, n int, o Options, chain bool) (s *Searched, err error) {
	s = new(Searched)
	if chain && n >= FirstChained {
		if s.Chain, err = Chain(ctx, n-1, o); err != nil {
			return nil, err
		}
	}
	if s.Atlas, err = NewAtlas(ctx, n, o); err != nil {
		return nil, err
	}
	s.Reach = s.Atlas.Reach()
	return s, nil
}

// Chain returns the search of order n that is given order 4 and goes up from there,
// each order with what it has found of the one before.
//
// Time that of the atlases of orders 4 to n. Errors: those of NewAtlas; queens.ErrOrder for n
// below 4.
func Chain(ctx context.Context, n int, o Options) (*Reach, error) {
	if n < 4 {
		return nil, errs.Errorf("search from order 4 up to %d: want 4 or more: %w", n, queens.ErrOrder)
	}
	a, err := NewAtlas(ctx, 4, o)
	if err != nil {
		return nil, err
	}
	reach := a.Given()
	for m := 5; m <= n; m++ {
		if a, err = NewAtlas(ctx, m, o); err != nil {
			return nil, err
		}
		reach = a.ReachAfter(reach)
	}
	return reach, nil
}
