// Package histogram counts placements by the columns they use. A board has rows, each with some
// options, words of bits: a placement takes one option of every row, no two of which share a bit.
// The result is a table: how many placements there are for each set of columns.
//
//	word    columns from bit 0, then whatever else two queens may not share
//	cell    of a table: the sum of two numbers that a board has for the low and for
//	        the high columns of a placement
//	batch   nodes of one row are extended some dozens at a time: every node meets
//	        every option of the next row, what shares no bit is kept. No branch
//	        depends on a node.
//	line    the last row need not be placed: for each set of columns before it there
//	        is a line of numbers, one for each option, and those of the options that a
//	        node leaves are added up, or 1 is added to them.
//
// The package knows words, not queens: see package rotation.
package histogram
