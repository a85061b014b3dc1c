// Package symmetry has the eight rotations and reflections of the board, the images of
// solutions under them, and what follows: orbits, classes, canonical representatives.
//
// Row 1 is on top and rotations are counterclockwise. The images of a solution are its orbit; the
// symmetries that leave it unchanged are its stabilizer. Beyond order 1 no reflection leaves a
// solution unchanged, so orbits have 8, 4 or 2 members, the three classes: Q = 8A + 4P + 2R
// solutions in A + P + R orbits.
//
//	p, _ := queens.ParsePerm("41582736")
//	fmt.Println(symmetry.Canonical(p), symmetry.ClassOf(p)) // 25713864 asymmetric
//
// All functions take any permutation, solution or not, and panic if a row is repeated or off the
// board.
package symmetry
