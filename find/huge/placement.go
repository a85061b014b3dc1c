package huge

import (
	"iter"
	"slices"
)

// blockRows is the number of rows in a block: 64 KiB.
const blockRows = 1 << 14

// Placement is one queen in each column of a board, streamed.
type Placement struct {
	Order int
	// Rows yields the rows of the queens from column 0 on, in blocks of any size. A block
	// may be used until the next one is asked for.
	Rows iter.Seq[[]uint32]
}

// Of returns the placement whose queen of column c is in row rows[c].
func Of(rows []uint32) Placement {
	return Placement{Order: len(rows), Rows: slices.Chunk(rows, blockRows)}
}
