package search

import (
	"context"

	"queens"
	"queens/find/huge"
	"queens/find/solver"
)

var windowGreedyAlgorithm = solver.Algorithm{
	Name: "window-greedy", Source: "sosic1990", Finds: solver.Some,
	MinOrder: 1, MaxOrder: 1 << 24, TestMax: 60, Random: true, Refuses: solver.RefuseNone,
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
}.Described(texts)
