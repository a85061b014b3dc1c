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
		seed := c.Seed
		return solver.HandOut(c, found, func(s *solver.Stats) (queens.Perm, error) {
			rows, report, err := huge.Greedy(ctx, c.Problem.Order, seed, nil)
			seed++
			s.Tries += report.Restarts + 1
			s.Tests += report.Tries
			s.Swaps += report.Repaired
			s.Placements += uint64(len(rows))
			return queens.PermOf(rows), err
		})
	},
}.Described(texts)
