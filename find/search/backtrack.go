package search

import (
	"context"

	"queens"
	"queens/find/solver"
)

var backtrackAlgorithm = solver.Algorithm{
	Name:      "backtrack",
	Title:     "First solution by backtracking",
	Summary:   "fills column after column with the first row that is not attacked, and backs up if all are attacked",
	Source:    "golomb1965",
	Finds:     solver.Some,
	Solutions: solver.Lexicographic,
	MinOrder:  1,
	MaxOrder:  64,
	TestMax:   14,
	Exact:     true,
	Traced:    true,
	How: `Columns are filled from the left, each with the first row from the top that no queen
attacks. If all rows are attacked, the previous queen moves to the next row that is
not attacked. The first complete board is the lexicographically first solution; asked for
more, the search continues from there.`,
	Cost: `How long it takes jumps with n: 113 queens are placed for n = 8, 41 for n = 9, 102 for n = 10, 261
for n = 12, and 56 million for n = 30. Space is O(n).`,
	Limits: `From about order 30 on the first solution may take minutes or years. The command
queens solve --first finds it to higher orders.`,
	Pseudocode: []string{
		"try(column):",
		"  for row from first to last:",
		"    if no queen attacks (column, row):",
		"      put a queen there",
		"      if column is the last: done, else try(column + 1)",
		"      take the queen off",
	},
	Run: func(ctx context.Context, c solver.Call, found func(queens.Perm) bool) (solver.Stats, error) {
		m := solver.NewMeter(ctx, c, found)
		b := newBoard(m, c.Problem.Order)
		b.fill(backtrackLines, 0)
		return m.End(ctx)
	},
}

// fillLines are the lines of pseudocode at which fill tests, places, has found a
// solution, and removes.
type fillLines struct{ test, place, solved, remove uint8 }

// backtrackLines are those of Backtrack.Pseudocode.
var backtrackLines = fillLines{2, 3, 4, 5}

// fill fills the columns from col on in all ways, in lexicographic order, and hands out
// the boards. It reports whether all ways were tried: false where the run is to end.
func (b *board) fill(at fillLines, col int) bool {
	n := len(b.p)
	if col == n {
		return b.Solution(at.solved, b.p.Clone())
	}
	for row := range n {
		if b.test(at.test, col, row) {
			continue
		}
		b.put(at.place, col, row)
		if b.Stopped() || !b.fill(at, col+1) {
			return false
		}
		b.take(at.remove, col)
	}
	return true
}
