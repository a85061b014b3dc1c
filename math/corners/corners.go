// Package corners shows how solutions grow: which solutions become solutions of the next order
// when a queen is added in a new corner. The definition is this project's own. The trees of
// classes that nqueens.de calls evolution are something else.
//
// A queen in a corner attacks the other corners, so a solution has at most one. Without that
// queen, its row and its column, the rest is a solution of the order before: the parent. A
// solution without a queen in a corner is a founder. Symmetries map corners to corners, so the
// orbits of solutions form trees as well. The children of an orbit have a new corner at an end
// of a main diagonal that holds no queen.
package corners

import (
	"context"
	"fmt"
	"slices"

	"queens"
	"queens/list"
	"queens/symmetry"
)

// MaxOrder is the largest order that Grow accepts.
const MaxOrder = 15

// Parent returns what is left of a solution without the queen in its corner, in
// canonical form; ok is false for a founder and for orders 0 and 1.
//
// Time O(n).
func Parent(p queens.Perm) (parent queens.Perm, ok bool) {
	n := p.Order()
	if n < 2 {
		return nil, false
	}
	for _, s := range symmetry.All() {
		if q := symmetry.Apply(s, p); q[0] == 0 {
			rest := make(queens.Perm, n-1)
			for c := range rest {
				rest[c] = q[c+1] - 1
			}
			return symmetry.Canonical(rest), true
		}
	}
	return nil, false
}

// Children returns the orbits that grow out of that of a solution of order 1 or more, each by its
// canonical representative, in lexicographic order; at most four.
//
// Time O(n).
func Children(p queens.Perm) []queens.Perm {
	n := p.Order()
	var children []queens.Perm
	for _, s := range symmetry.All() {
		q := symmetry.Apply(s, p)
		if n == 0 || slices.ContainsFunc(q.Squares(), func(sq queens.Square) bool { return sq.Row == sq.Col }) {
			continue // a queen of the falling main diagonal attacks the new corner
		}
		child := queens.Perm{0}
		for _, r := range q {
			child = append(child, r+1)
		}
		children = append(children, symmetry.Canonical(child))
	}
	slices.SortFunc(children, queens.Perm.Compare)
	return slices.CompactFunc(children, queens.Perm.Equal)
}

// Generation sums up the orbits of one order.
type Generation struct {
	Order     int `json:"order"`
	Orbits    int `json:"orbits,string"`
	Founders  int `json:"founders,string"`  // without a parent
	Childless int `json:"childless,string"` // without a child
	Oldest    int `json:"oldest"`           // most ancestors that an orbit has
}

// Grow returns the generations of orders 1 to n, 1..MaxOrder. It lists the fundamental
// solutions of each order and lets those of the order before grow: what grows must be
// in the list, and nothing else may have a parent.
//
// Time and space that of the list: a second for n = 14. Errors: queens.ErrOrder for n out of
// range; ctx's error if it ends.
func Grow(ctx context.Context, n int) ([]Generation, error) {
	if n < 1 || n > MaxOrder {
		return nil, fmt.Errorf("corners: order %d: want 1 to %d: %w", n, MaxOrder, queens.ErrOrder)
	}
	var generations []Generation
	grown := map[string]int{} // orbits that grew: number of ancestors
	for order := 1; order <= n; order++ {
		g, next, err := generation(ctx, order, grown)
		if err != nil {
			return nil, err
		}
		generations = append(generations, g)
		grown = next
	}
	return generations, nil
}

// generation goes through the orbits of one order, of which those in grown have a
// parent, and returns the orbits that grow out of them.
func generation(ctx context.Context, order int, grown map[string]int) (g Generation, next map[string]int, err error) {
	solutions, err := list.Solutions(order, list.Options{Fundamental: true})
	if err != nil {
		return g, nil, err
	}
	g.Order = order
	next = map[string]int{}
	seen := 0
	for p := range solutions {
		if g.Orbits++; ctx.Err() != nil {
			return g, nil, fmt.Errorf("corners: order %d: stopped after %d orbits: %w", order, g.Orbits, ctx.Err())
		}
		ancestors, has := grown[key(p)]
		if has {
			seen++
		} else {
			g.Founders++
		}
		g.Oldest = max(g.Oldest, ancestors)
		children := Children(p)
		if len(children) == 0 {
			g.Childless++
		}
		for _, child := range children {
			next[key(child)] = ancestors + 1
		}
	}
	if seen != len(grown) {
		panic(fmt.Sprintf("corners: order %d: %d orbits grew, %d of them are listed", order, len(grown), seen))
	}
	return g, next, nil
}

func key(p queens.Perm) string {
	b := make([]byte, len(p))
	for c, r := range p {
		b[c] = byte(r)
	}
	return string(b)
}
