// Package queens has the boards, solutions and exact counts of the n-queens problem: n queens on
// a board of n by n squares so that no two attack each other.
//
// A [Perm] has one queen in each column: p[c] == r says that the queen of column c is in row r,
// both from 0, with row 0 on top. Text and JSON count from 1; [ParsePerm] reads them. [Check]
// names the first two queens that attack each other. A [Problem] also has given queens, blocked
// squares and the [Topology]. A [Total] is an exact count of up to 128 bits.
//
//	p, err := queens.ParsePerm("15863724")
//	if err == nil {
//		err = queens.Check(p, queens.Regular)
//	}
//
// Packages count, list, symmetry and draw build on it.
package queens
