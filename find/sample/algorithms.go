package sample

import (
	"context"
	"math/rand/v2"

	"queens"
	"queens/find/solver"
)

// Metropolis walks over permutations and shows the solutions it meets, all equally
// often in the long run.
var Metropolis = solver.Algorithm{
	Name:  "metropolis",
	Title: "Metropolis walk over permutations",
	Summary: "exchanges queens at random, with a cost for collisions, and reports the solutions it meets, all " +
		"equally often in the long run",
	Source:   "metropolis1953",
	Finds:    solver.Some,
	MinOrder: 1,
	MaxOrder: MaxChainOrder,
	TestMax:  40,
	Random:   true,
	Params: []solver.Param{
		{Name: "every", Summary: "of the solutions that looks find one in so many is taken; 0 means 9 for few " +
			"queens, 3 for a hundred", Default: 0, Min: 0, Max: 1 << 20},
		{
			Name: "thin", Summary: "steps between two looks at the walk; 0 means n^2 and at least 128", Default: 0,
			Min: 0,
			Max: 1 << 30,
		},
	},
	How: `A step exchanges the rows of two random queens. The energy of a permutation is the number of queens too
many on its diagonals. A step that does not raise the energy is taken; one that raises it by d is taken with
probability e^(-beta d), otherwise the queens go back. So in the long run a permutation of energy E is seen in
proportion to e^(-beta E), and all solutions, whose energy is 0, equally often.

The walk is sampled after a fixed number of steps; boards that are not solutions are skipped. Of
the solutions seen this way, every third (many queens) to every ninth (few) is taken, and the
walk between them is long enough that two successive ones share as many queens as any two.`,
	Cost: `The walk is sampled every n^2 steps of some 60 ns, one look in two to six finds a solution,
and one in three to nine of these is taken: about half a second for n = 1000, where the first one takes more
than a second. Space O(n).`,
	Limits: `Nothing proves how long the walk must be; queens sample --stats measures it. For up to 18 queens the
algorithm uniform is exact. Orders 2 and 3, which have no solution, are refused.`,
	Refuses: refuseNone,
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
}

// Uniform draws a random number and finds the solution of that number.
var Uniform = solver.Algorithm{
	Name:     "uniform",
	Title:    "Exactly uniform solutions by number",
	Summary:  "draws a number from 1 to Q(n) and finds the solution with that number by counting prefixes",
	Source:   "wilf1977",
	Finds:    solver.Some,
	MinOrder: 1,
	MaxOrder: MaxRankOrder,
	TestMax:  12,
	Random:   true,
	Exact:    true,
	How: `The solutions are numbered in lexicographic order. For each row of the first column the solutions
that start there are counted; the number drawn says in which of these groups the solution lies, and which
number it has there. The same with the next column leads to the solution. Counts are saved for the next one.`,
	Cost: `The first solution takes 0.3 s of processor time at order 16 with vectors, 1.7 s at
17 and 13 s at 18, further ones about 10 ms. Counts are kept, up to 100 MB.`,
	Limits:  `Orders up to 18. Orders 2 and 3, which have no solution, are refused.`,
	Refuses: refuseNone,
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
}

func tell(c solver.Call, s solver.Stats) {
	if c.Progress != nil {
		c.Progress(s)
	}
}

func refuseNone(n int) string {
	if n == 2 || n == 3 {
		return "no solution exists"
	}
	return ""
}
