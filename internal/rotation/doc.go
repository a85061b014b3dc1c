// Package rotation holds the theorems of docs/paper: how the solutions that a half turn or a
// quarter turn leaves unchanged are a sum of products over white and black squares, or over pairs
// of lines of like and of unlike parity. It makes the boards to search and knows the symmetries;
// its tests check the theorems by brute force, without any symmetry.
//
// Coordinates are measured from the centre of the board, doubled for even orders. A
// line is a row or column up to the turn, named by its distance from the centre: 1, 2,
// 3, ... for odd orders, 1, 3, 5, ... for even ones. A symmetric solution has one pair,
// or one four, of queens for each line.
//
// Package histogram counts fast.
package rotation
