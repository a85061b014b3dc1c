// Package matrix counts units of a parity class: see docs/parity-classes.md and
// package parity.
//
// A unit has a white and a black matrix. Its cell for labels B and B' is the number
// of pairs of a placement with label B from one list, the items, and one with
// label B' from another, the lanes, that share no diagonal; the result of the unit is the sum of
// products of equal cells. Lists have hundreds to thousands of placements, ten to a
// hundred of each label, and no pair is looked at alone:
//
//	slot    eight lanes of one label; 64 slots, of neighbouring labels, are a block.
//	table   for each two rows of the items and each two columns the lanes of the
//	        block that two queens there leave, one bit each.
//	test    an item is the AND of a few rows of tables and a count of the bits of
//	        each byte, which is added to 64 counters, one for each slot.
//	job     after at most 31 items of one label the counters, 248 at most, are added to
//	        the row of the matrix, in 16 bits.
//	cut     lanes are parted by the pattern of a few central diagonals that they
//	        use, and only the items that use none of these are tested with them.
//
// No counter overflows: a cell is at most the product of the longest lists of a
// label. Where that could exceed 16 bits, additions of kernels that can saturate. Where a cell
// is 65,535 then, and with other kernels, the matrix is filled in parts that cannot exceed 16 bits,
// which are added up in 32 bits.
//
// Lists and blocks belong to one set of rows and serve all units with this set;
// a [Counter] keeps them.
package matrix
