package textbook

import (
	"math/bits"

	"queens"
	"queens/find/solver"
)

var bitmaskAlgorithm = solver.Algorithm{
	Name:      "bitmask",
	Title:     "Backtracking with bitmasks",
	Summary:   "finds all safe rows of a column at once, from three bitmasks of attacked rows",
	Source:    "bitner1975",
	Finds:     solver.All,
	Solutions: solver.Lexicographic,
	MaxOrder:  maxOrder,
	TestMax:   10,
	Exact:     true,
	Traced:    true,
	How: `Three bitmasks have a bit for every row of the column to be filled: rows that are taken, rows
attacked along a rising diagonal, rows attacked along a falling one. One operation gives the safe
rows of the column, and the search goes straight from one safe row to the next, lowest first.

For the next column the bitmask of the rising diagonals is shifted up by one row and that of the falling
ones down. Nothing has to be unmarked: every column has bitmasks of its own.`,
	Cost: `One test for each column entered, whatever the number of rows: 1,965 for n = 8. The same
queens are placed as by Wirth and Rohl; for n = 12 six to seven times as fast as by Wirth. Space is O(n) words.`,
	Limits: `At most 32 rows, the bits of a word.`,
	Pseudocode: []string{
		"fill(column, taken, rising, falling):",
		"  safe := all rows but taken, rising and falling",
		"  for each row of safe, lowest first:",
		"    put a queen on (column, row)",
		"    if column is the last: print",
		"    else fill(column + 1, taken + row, (rising + row) one up, (falling + row) one down)",
		"    take the queen off",
	},
	Run: solver.Metered(func(m *solver.Meter, c solver.Call) {
		b := bitmask{Meter: m, p: make(queens.Perm, c.Problem.Order)}
		b.fill(0, 1<<c.Problem.Order-1, 0, 0)
	}),
}

// Lines of Bitmask.Pseudocode.
const (
	bitmaskTest   = 1
	bitmaskPlace  = 3
	bitmaskPrint  = 4
	bitmaskRemove = 6
)

type bitmask struct {
	*solver.Meter
	p queens.Perm
}

// fill fills the columns from col on in all ways and reports whether to continue. Bit r
// of the sets stands for row r: rows without a queen, and the rows of column col that
// are attacked along diagonals.
func (b *bitmask) fill(col int, open, rising, falling uint32) bool {
	if col == len(b.p) {
		return b.Solution(bitmaskPrint, b.p.Clone())
	}
	b.Test(bitmaskTest, col, solver.Whole)
	for safe := open &^ (rising | falling); safe != 0; safe &= safe - 1 {
		queen := safe & -safe
		row := bits.TrailingZeros32(queen)
		b.Place(bitmaskPlace, col, row)
		b.p[col] = row
		if b.Stopped() || !b.fill(col+1, open&^queen, (rising|queen)>>1, (falling|queen)<<1) {
			return false
		}
		b.Remove(bitmaskRemove, col, row)
	}
	return true
}
