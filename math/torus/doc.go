// Package torus studies permutations on a board whose opposite sides are joined. It answers
// which permutations are the same after shifts and other maps of the torus, which queens of a
// regular solution attack each other across the border, and how many modular solutions exist.
//
// [Count] counts the classes of a [Base], a set of permutations, under an
// [Equivalence]. [Tables] counts the conflicts of all solutions of an order.
//
//	classes, err := torus.Count(ctx, 13, torus.Toroidal, torus.Congruence)
//	// 11 classes: 1 of 26, 2 of 52, 3 of 338 and 5 of 676 solutions
package torus
