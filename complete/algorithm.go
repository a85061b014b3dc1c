package complete

import (
	"context"

	"queens"
	"queens/solver"
)

// Algorithm finds completions of partial boards, and solutions of empty ones.
var Algorithm = solver.Algorithm{
	Name:     "complete",
	Title:    "Completion with attack counters",
	Summary:  "fills the row or column that fails most often for the free squares it has, with restarts and clause learning",
	Source:   "gent2017",
	Finds:    solver.Some,
	MinOrder: 0,
	MaxOrder: MaxOpen,
	TestMax:  20,
	Exact:    true,
	Random:   true,
	Given:    true,
	Blocked:  true,
	Modular:  true,
	How: `The free squares of every row and column without a queen are counted. The line that has the
fewest of them, for how often it was left without any before, is filled next, on its free squares in
random order. A queen that leaves a line without a free square is taken off at once. After a
number of queens the search starts anew, with a larger number; what it has learned about which lines fail it keeps.

When a million queens have been placed in vain, another search takes turns with it: it learns a clause from each dead end, as
programs for satisfiability do. Either may find a completion, or prove that there is none.`,
	Cost: `About m^2 steps where m queens are missing and little goes wrong: 0.1 s for the empty board of order 1000. Blocked
boards of order 45 with so many blocked squares that one completion is to be expected take up to 0.7 s. Space is O(m^2).`,
	Limits: `Time is without bound on boards that are hard to complete. The first completion is found with restarts;
further ones are listed, each once, by one search without them. Which completion is found first is not drawn uniformly.`,
	Run: func(ctx context.Context, c solver.Call, found func(queens.Perm) bool) (s solver.Stats, err error) {
		before := uint64(0) // placements of the search for the first one
		o := Options{Seed: c.Seed, Progress: func(nodes uint64) {
			s.Placements = before + nodes
			if c.Progress != nil {
				c.Progress(s)
			}
		}}
		if err := ctx.Err(); err != nil {
			return s, err
		}
		first, err := One(ctx, c.Problem, o)
		s.Placements = first.Nodes
		if err != nil || first.Solution == nil {
			return s, err
		}
		before = first.Nodes
		s.Solutions++
		if !found(first.Solution.Clone()) {
			return s, nil
		}
		for q, err := range All(ctx, c.Problem, o) {
			if err != nil {
				return s, err
			}
			if q.Equal(first.Solution) {
				continue
			}
			s.Solutions++
			if !found(q) {
				break
			}
		}
		return s, nil
	},
}
