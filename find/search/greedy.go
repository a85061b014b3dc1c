package search

import (
	"context"

	"queens"
	"queens/find/huge"
	"queens/find/solver"
)

var windowGreedyAlgorithm = solver.Algorithm{
	Name:     "window-greedy",
	Title:    "Greedy search in moving windows",
	Summary:  "gives every row, in random order, the first column of a moving window where it is not attacked",
	Source:   "sosic1990",
	Finds:    solver.Some,
	MinOrder: 1,
	MaxOrder: 1 << 24,
	TestMax:  60,
	Random:   true,
	How: `Rows come in a random order. Two windows of 56 neighbouring columns move over the left and the
right half of the board (one over all of it below order 4096), and each row takes the first column of a
window where neither diagonal holds a queen. Both diagonals run with the column, so one word of each set of
diagonals says at once which columns of the window are free. A window moves on when its first column is
filled.

Two or three rows in a hundred find no column and are offered again later. The last few hundred change
places with queens chosen at random: such a queen moves into an empty column, in its own row, and the row
left over takes its place. Where that fails, which happens on small boards only, everything starts again.

Above order 2097152 rows come in clumps, to avoid waiting for memory: 64 bands of 512 rows,
chosen at random, give 16 rows each in turn.

Solution number k of a seed is the first one of seed + k. The idea of repairing a nearly finished random
board by exchanges is that of Sosic and Gu; the windows are ours.`,
	Cost: `Time O(n), tens of nanoseconds per queen; space 4.8 bytes per queen, and 8 for the
solution returned. The command queens solve streams larger boards from 4.8 bytes a queen.`,
	Limits: `The boards are random, but not fair: their queens are spread more evenly over the board than
those of a solution chosen uniformly, and in large ones the rows of columns less than about a thousand apart
are not independent. Orders 2 and 3 are refused.`,
	Refuses: refuseNone,
	Run: func(ctx context.Context, c solver.Call, found func(queens.Perm) bool) (solver.Stats, error) {
		var stats solver.Stats
		for seed := c.Seed; ; seed++ {
			rows, report, err := huge.Greedy(ctx, c.Problem.Order, seed, nil)
			stats.Tries += report.Restarts + 1
			stats.Tests += report.Tries
			stats.Swaps += report.Repaired
			if err != nil {
				return stats, err
			}
			p := make(queens.Perm, len(rows))
			for col, row := range rows {
				p[col] = int(row)
			}
			stats.Placements += uint64(len(p))
			stats.Solutions++
			if c.Progress != nil {
				c.Progress(stats)
			}
			if !found(p) {
				return stats, nil
			}
		}
	},
}
