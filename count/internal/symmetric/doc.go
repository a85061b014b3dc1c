// Package symmetric holds the theorems of docs/paper: the solutions that a half turn or a quarter
// turn leaves unchanged are a sum of products over white and black squares, or over pairs of lines
// of like and of unlike parity. It makes the boards to search and knows the symmetries; package
// histogram counts. Tests check the theorems by brute force, without symmetry.
//
// Coordinates are measured from the centre of the board, doubled for even orders. A line is a row
// or column up to the turn, named by its distance from the centre: 1, 2, 3, ... for odd orders, 1,
// 3, 5, ... for even ones. A solution has one pair of queens for each line under a half turn, and
// four queens for each pair of lines under a quarter turn.
package symmetric
