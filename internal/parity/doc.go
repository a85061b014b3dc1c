// Package parity divides the board by the parity of rows and columns. It says which placements are
// matched, and which count for others by symmetry. docs/parity-classes.md has the theorem and its
// proof.
//
// Squares of an even row and an even column, and of an odd row and an odd column, are white here,
// the others black. A solution has a queens on even rows and even columns. Given this number, its
// [Class], a solution is determined by four sets, the rows and the columns of the white queens of
// either parity, and by the placements on them. The black queens have the other rows and columns,
// and no white queen shares a diagonal with a black one. So Q(n) is a sum over sets of rows, over
// sets of columns, of the number of white pairs of placements times the number of black ones.
//
// Other [Board]s are divided alike: half turns and reflecting queens. [Board.Plain] counts by brute
// force. [Class.Units] lists the units that remain after symmetry, about an eighth of Q(n);
// package internal/kernel/trie counts them.
package parity
