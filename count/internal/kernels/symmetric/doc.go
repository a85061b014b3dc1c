// Package symmetric counts placements by the columns they use. A board has rows, each with some
// options, which are bitmasks. A placement takes one option of every row, and no two of them share
// a bit. The result is a table with the number of placements for each set of columns.
//
//	word    columns from bit 0, then whatever else two queens may not share
//	cell    of a table: the sum of two numbers that a board has for the low and for
//	        the high columns of a placement
//	batch   dozens of nodes of one row are extended together: every node is tested
//	        with every option of the next row, without a branch on the result.
//	line    the last row is not searched: each set of columns before it has a line of
//	        numbers, one for each option. The numbers of the options that a node
//	        leaves free are added up, or increased by 1.
//
// The package knows bitmasks, not queens: count/internal/symmetric has the theorems.
package symmetric
