// Package parity divides the board by the parity of rows and columns. It says which placements are
// matched, and which represent others by symmetry. docs/parity-classes.md has the theorem and its
// proof.
//
// Squares of an even row and an even column, and of an odd row and an odd column, are white here,
// the others black. A [Class] is the solutions with a given number of queens on even rows and even
// columns. Such a solution is determined by four sets, the rows and the columns of the white queens
// of either parity, and by the placements on them. The black queens have the other rows and
// columns, and no white queen shares a diagonal with a black one. So Q(n) is a sum over sets of
// rows and sets of columns of the number of white pairs of placements times the number of black
// ones.
//
// Half turns and reflecting queens, other [Board]s, are divided in the same way. [Class.Units]
// lists the units that remain after symmetry, about an eighth of Q(n). Package ladder counts them
// in files to read, package count/internal/kernels/parity fast.
package parity
