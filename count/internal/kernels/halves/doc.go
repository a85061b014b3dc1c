// Package halves lists the placements of queens on one half of a board, for the half-board join.
//
// The board of order n = 2m or 2m+1 is cut along its horizontal middle. Every solution is a
// placement of the top half and one of the bottom half that use complementary columns and no common
// diagonal. A half placement is therefore reduced to a key, the set of its diagonals that cross the
// middle, and two placements are compatible if their keys have no common bit. The number of
// solutions is
//
//	sum over column sets C of #{(a, b): a in top(C), b in bottom(not C), a AND b = 0}
//
// Package join counts such pairs; this package makes the lists. All workers of a count share a
// [Source], and each has a [Lister]. [Lister.Terms] returns the pairs of lists of a column set,
// with signs, so that every solution counts with the weight of its symmetry.
//
// A half board is itself cut in the middle. Its placements are the pairs of a western and an
// eastern quarter placement with complementary rows and no common diagonal. The quarter placements
// of each column set, grouped by row set, are found by search and cached.
//
// Squares of a quarter are counted from the centre of the board: square (a, b) lies a rows from the
// horizontal and b columns from the vertical middle. So one table serves all four quarters, and the
// mirror images of keys are bit reversals.
//
//	        west   |   east
//	    ... b=1 b=0|b=0 b=1 ...
//	a=1         x  |                  top
//	a=0     x      |      x
//	  -------------+------------- middle row and column between them if n is odd
//	a=0            |
//	a=1            |                  bottom
//
// Column sets are words west<<m | east, with bit b of each part for the column b places from the
// middle. The package knows bitmasks, not boards; its caller validates.
package halves
