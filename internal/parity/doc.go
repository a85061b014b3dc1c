// Package parity is the decomposition of a board by the parity of rows and columns:
// which placements are to be matched, and which of them count for others by
// symmetry. docs/parity-classes.md has the theorem and its proof.
//
// Squares of an even row and an even column, and of an odd row and an odd column,
// are white here, the others black. A solution has a queens on even rows and even
// columns. With this number, its [Class], given, a solution is settled by four
// sets, the rows and the columns of the white queens of either parity, and by the
// placements on them: rows and columns of the black queens are the others, and no
// white queen shares a diagonal with a black one. So Q(n) is a sum over sets of
// rows, over sets of columns, of the number of white pairs of placements times the
// number of black ones.
//
// The package counts by brute force ([Plain]) and says how to count with the
// eighth part of the work ([Class.Units]); fast counting is package
// internal/kernel/matrix.
package parity
