// Package symmetry is the symmetry of the square: the eight rotations and reflections
// of the board, their action on solutions, and what follows from it, the orbit,
// the stabilizer, the class and the canonical representative of a solution.
//
// With row 1 on top and rotations counterclockwise the eight are [Identity],
// [Rot90], [Rot180], [Rot270], [FlipRows], [FlipCols], [Transpose] and
// [AntiTranspose]. They form a group: a.Then(b) acts as a first and b second.
// The images of a solution are its orbit; the symmetries that leave it unchanged
// are its stabilizer, and orbit size times order of the stabilizer is 8. Beyond
// order 1 no solution is symmetric to a reflection, so orbits have 8, 4 or 2
// members, the three classes: Q = 8A + 4P + 2R solutions in A + P + R orbits.
//
//	p, _ := queens.ParsePerm("41582736")
//	fmt.Println(symmetry.Canonical(p), symmetry.ClassOf(p)) // 15863724 asymmetric
//
// Everything here works on any permutation, solution or not, and checks only
// that it is one: a repeated row is a broken invariant of the caller and panics.
// Orders 0 and 1 have a single placement that all eight symmetries leave
// unchanged; its orbit has size 1. Symmetries of the torus are not here.
package symmetry
