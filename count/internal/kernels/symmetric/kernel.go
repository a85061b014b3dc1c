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

import "queens/count/internal/kernels/table"

// Kernel is one way to extend nodes. All kernels return the same tables.
type Kernel struct {
	table.Entry

	// extend writes node | option for every node and option that share no bit, in the order of the
	// nodes, and returns their number. It checks nothing: to has room for all pairs plus vector
	// words, and the number of options is a multiple of vector. Nil for the reference.
	extend func(to, nodes, options []uint64) int

	// weigh adds up the numbers, below 2^15, of the options of the last row that share no bit with
	// their node. count adds 1 to each of these numbers. Both return how many these are. There are
	// 1 to 32768 nodes. Nil if the last row is extended like the others.
	weigh func(nodes []uint64, l *lines) (found, sum uint64)
	count func(nodes []uint64, l *lines) (found uint64)
}

// All returns every kernel of this build, the reference first and the fastest last.
func All() []Kernel { return append([]Kernel{generic, portable}, archKernels...) }

var generic = Kernel{Entry: table.Entry{Name: "generic"}}

var portable = Kernel{
	Entry:  table.Entry{Name: "portable"},
	extend: extendPortable,
}

func extendPortable(to, nodes, options []uint64) (n int) {
	for _, node := range nodes {
		for _, option := range options {
			to[n] = node | option
			n += int((node&option - 1) >> 63) // 1 if they share no bit; mark is the highest bit that they may share
		}
	}
	return n
}
