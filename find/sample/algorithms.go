package sample

import (
	"context"
	"embed"
	"math/rand/v2"

	"queens"
	"queens/find/solver"
)

//go:embed *.txt
var texts embed.FS

// Metropolis walks over permutations and shows the solutions it meets, all equally
// often in the long run.
var Metropolis = solver.Algorithm{
	Name: "metropolis", Source: "metropolis1953", Finds: solver.Some,
	MinOrder: 1, MaxOrder: MaxChainOrder, TestMax: 40, Random: true, Refuses: solver.RefuseNone,
	Params: []solver.Param{
		{Name: "every", Summary: "take one in this many of the solutions that the looks find; 0 means 9 for few " +
			"queens, 3 for a hundred", Max: 1 << 20},
		{Name: "thin", Summary: "steps between two looks at the walk; 0 means n^2 and at least 128", Max: 1 << 30},
	},
	Run: func(ctx context.Context, c solver.Call, found func(queens.Perm) bool) (solver.Stats, error) {
		chain, err := NewChain(ctx, c.Problem.Order,
			ChainOptions{Thin: c.Params["thin"], Every: c.Params["every"], Seed: c.Seed})
		if err != nil {
			return solver.Stats{}, err
		}
		return solver.HandOut(c, found, func(*solver.Stats) (queens.Perm, error) { return chain.Next(ctx) })
	},
}.Described(texts)

// Uniform draws a random number and finds the solution of that number.
var Uniform = solver.Algorithm{
	Name: "uniform", Source: "wilf1977", Finds: solver.Some,
	MinOrder: 1, MaxOrder: MaxRankOrder, TestMax: 12, Exact: true, Random: true, Refuses: solver.RefuseNone,
	Run: func(ctx context.Context, c solver.Call, found func(queens.Perm) bool) (solver.Stats, error) {
		ranks, err := NewRanks(c.Problem.Order)
		if err != nil {
			return solver.Stats{}, err
		}
		random := rand.New(rand.NewPCG(c.Seed, uint64(c.Problem.Order)))
		return solver.HandOut(c, found, func(s *solver.Stats) (queens.Perm, error) {
			p, err := ranks.Draw(ctx, random)
			if err == nil {
				s.Draws++
			}
			return p, err
		})
	},
}.Described(texts)
