// Package torus looks at permutations as placements on a board whose opposite sides
// are joined: which of them are the same after shifts around the torus and other
// maps, which queens of a regular solution meet on a diagonal that goes on at the
// opposite side, and the solutions of the modular board themselves.
//
// [Count] counts the classes of a [Base], a set of permutations, under an
// [Equivalence]. [Conflicts] analyses one solution, [Tables] all of an order.
//
//	classes, err := torus.Count(ctx, 13, torus.Toroidal, torus.Congruence)
//	// 11 classes: 1 of 26, 2 of 52, 3 of 338 and 5 of 676 solutions
package torus
