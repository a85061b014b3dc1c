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
		{Name: "every", Summary: "of the solutions that looks find one in so many is taken; 0 means 9 for few " +
			"queens, 3 for a hundred", Default: 0, Min: 0, Max: 1 << 20},
		{
			Name: "thin", Summary: "steps between two looks at the walk; 0 means n^2 and at least 128", Default: 0,
			Min: 0,
			Max: 1 << 30,
		},
	},
	Run: func(ctx context.Context, c solver.Call, found func(queens.Perm) bool) (s solver.Stats, err error) {
		chain, err := NewChain(ctx, c.Problem.Order,
			ChainOptions{Thin: c.Params["thin"], Every: c.Params["every"], Seed: c.Seed})
		for err == nil {
			var p queens.Perm
			if p, err = chain.Next(ctx); err != nil {
				break
			}
			s.Solutions++
			tell(c, s)
			if !found(p) {
				break
			}
		}
		return s, err
	},
}.Described(texts)

// Uniform draws a random number and finds the solution of that number.
var Uniform = solver.Algorithm{
	Name: "uniform", Source: "wilf1977", Finds: solver.Some,
	MinOrder: 1, MaxOrder: MaxRankOrder, TestMax: 12, Exact: true, Random: true, Refuses: solver.RefuseNone,
	Run: func(ctx context.Context, c solver.Call, found func(queens.Perm) bool) (s solver.Stats, err error) {
		ranks, err := NewRanks(c.Problem.Order)
		if err != nil {
			return s, err
		}
		random := rand.New(rand.NewPCG(c.Seed, uint64(c.Problem.Order)))
		for {
			if err := ctx.Err(); err != nil {
				return s, err
			}
			p, err := ranks.Draw(ctx, random)
			if err != nil {
				return s, err
			}
			s.Solutions++
			s.Draws++
			tell(c, s)
			if !found(p) {
				return s, nil
			}
		}
	},
}.Described(texts)

func tell(c solver.Call, s solver.Stats) {
	if c.Progress != nil {
		c.Progress(s)
	}
}
