// Package queens is the vocabulary of the n-queens problem: placements of n
// queens on a board of n by n squares so that no two attack each other.
//
// A solution is a [Perm] in one-line notation, p[c] == r saying that the queen
// of column c stands in row r, both counted from 0; row 0 is drawn on top and
// column 0 at the left. People count from 1: [ParsePerm] and the Text and JSON
// methods are the only places that add or subtract it. A [Problem] says which board is
// meant: its order, its [Topology], queens that are given and squares that are
// blocked. [Check] tells whether a Perm is a solution and, if not, which two
// queens attack each other along which line. A [Total] is an exact count of up
// to 128 bits.
//
//	p, err := queens.ParsePerm("15863724")
//	if err == nil {
//		err = queens.Check(p, queens.Regular)
//	}
//
// The package holds no algorithms: counting is package count, listing package
// list, symmetry package symmetry.
package queens
