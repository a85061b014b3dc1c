package torus

import (
	"context"
	"fmt"

	"queens"
)

const pollMembers = 1 << 8

// Count counts the classes of the members of a set of order n, 1 to b.MaxOrder(), under
// an equivalence. Images that are no members are searched as well: two regular
// solutions are congruent if some shift and symmetry of the torus turns one into
// the other.
//
// Memory is one entry for each class; time that of Canonical for each member. Congruence and
// similarity of regular solutions need no memory, and orders to 19 are accepted. Errors:
// queens.ErrOrder for n out of range; ctx's error if it ends.
func Count(ctx context.Context, n int, b Base, e Equivalence) (Classes, error) {
	if b == Regular && (e == Congruence || e == Similarity) && n >= 3 && n <= maxOrbits {
		return regularClasses(ctx, n, e)
	}
	return classes(ctx, n, b, e, func(queens.Perm) {})
}

// Representatives returns a member of each class that Count counts, the one that comes first in the
// set. Memory, time and errors are those of Count.
func Representatives(ctx context.Context, n int, b Base, e Equivalence) ([]queens.Perm, error) {
	list := []queens.Perm{}
	_, err := classes(ctx, n, b, e, func(p queens.Perm) { list = append(list, p.Clone()) })
	return list, err
}

func classes(ctx context.Context, n int, b Base, e Equivalence, first func(queens.Perm)) (Classes, error) {
	members, err := b.Members(n)
	if err != nil {
		return Classes{}, err
	}
	weight := 1
	if b == Toroidal && e >= Congruence {
		members, weight = atOrigin(n), n // one of the n shifts of the rows
	}
	canonizer := NewCanonizer(n, e)
	meets := map[string]int{}
	sizes := map[int]int{}
	var c Classes
	for p := range members {
		if c.Members++; c.Members%pollMembers == 0 && ctx.Err() != nil {
			return Classes{}, fmt.Errorf("torus: %v of order %d: stopped after %d: %w", b, n, c.Members, ctx.Err())
		}
		least, size := canonizer.Canonical(p)
		if meets[least] == 0 {
			sizes[size]++
			first(p)
		}
		meets[least]++
	}
	c.Number = len(meets)
	c.Sizes = sizeRows(sizes)
	met := map[int]int{}
	for _, k := range meets {
		met[k*weight]++
	}
	c.Meets = sizeRows(met)
	c.Members *= weight
	return c, nil
}
