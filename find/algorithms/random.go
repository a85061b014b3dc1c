package algorithms

import (
	"context"
	"math/rand/v2"

	"queens"
	"queens/find/huge"
	"queens/find/sample"
	"queens/find/solver"
)

var windowGreedyAlgorithm = solver.Algorithm{
	Name: "window-greedy", Source: "sosic1990", Finds: solver.Some,
	MinOrder: 1, MaxOrder: 1 << 24, TestMax: 60, Random: true, Refuses: solver.RefuseNone,
	Run: func(ctx context.Context, c solver.Call, found func(queens.Perm) bool) (solver.Stats, error) {
		seed := c.Seed
		return handOut(c, found, func(s *solver.Stats) (queens.Perm, error) {
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

// metropolisAlgorithm walks over permutations and shows the solutions it meets, all equally
// often in the long run.
var metropolisAlgorithm = solver.Algorithm{
	Name: "metropolis", Source: "metropolis1953", Finds: solver.Some,
	MinOrder: 1, MaxOrder: sample.MaxChainOrder, TestMax: 40, Random: true, Refuses: solver.RefuseNone,
	Params: []solver.Param{
		{Name: "every", Summary: "take one in this many of the solutions that the looks find; 0 means 9 for few " +
			"queens, 3 for a hundred", Max: 1 << 20},
		{Name: "thin", Summary: "steps between two looks at the walk; 0 means n^2 and at least 128", Max: 1 << 30},
	},
	Run: func(ctx context.Context, c solver.Call, found func(queens.Perm) bool) (solver.Stats, error) {
		chain, err := sample.NewChain(ctx, c.Problem.Order,
			sample.ChainOptions{Thin: c.Params["thin"], Every: c.Params["every"], Seed: c.Seed})
		if err != nil {
			return solver.Stats{}, err
		}
		return handOut(c, found, func(*solver.Stats) (queens.Perm, error) { return chain.Next(ctx) })
	},
}.Described(texts)

// uniformAlgorithm draws a random number and finds the solution of that number.
var uniformAlgorithm = solver.Algorithm{
	Name: "uniform", Source: "wilf1977", Finds: solver.Some,
	MinOrder: 1, MaxOrder: sample.MaxRankOrder, TestMax: 12, Exact: true, Random: true, Refuses: solver.RefuseNone,
	Run: func(ctx context.Context, c solver.Call, found func(queens.Perm) bool) (solver.Stats, error) {
		ranks, err := sample.NewRanks(c.Problem.Order)
		if err != nil {
			return solver.Stats{}, err
		}
		random := newRandom(c)
		return handOut(c, found, func(s *solver.Stats) (queens.Perm, error) {
			p, err := ranks.Draw(ctx, random)
			if err == nil {
				s.Draws++
			}
			return p, err
		})
	},
}.Described(texts)

// handOut hands out the solutions that next returns, until it fails or found returns false. next
// adds the cost of a solution.
func handOut(c solver.Call, found func(queens.Perm) bool,
	next func(*solver.Stats) (queens.Perm, error),
) (s solver.Stats, err error) {
	for {
		p, err := next(&s)
		if err != nil {
			return s, err
		}
		s.Solutions++
		if c.Progress != nil {
			c.Progress(s)
		}
		if !found(p) {
			return s, nil
		}
	}
}

func newRandom(c solver.Call) *rand.Rand {
	return rand.New(rand.NewPCG(c.Seed, uint64(c.Problem.Order)))
}
