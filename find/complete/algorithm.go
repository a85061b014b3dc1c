package complete

import (
	"context"
	"math"

	"queens"
	"queens/find/solver"
)

// Algorithm finds completions of partial boards, and solutions of empty ones.
var Algorithm = solver.Algorithm{
	Name:     "complete",
	Title:    "Completion with attack counters",
	Summary:  "fills the row or column that fails most often relative to its free squares, with restarts",
	Source:   "gent2017",
	Finds:    solver.Some,
	MinOrder: 0,
	MaxOrder: 1 << 20,
	TestMax:  20,
	Exact:    true,
	Random:   true,
	Given:    true,
	Blocked:  true,
	Modular:  true,
	Traced:   true,
	How: `The free squares of every row and column without a queen are counted. The line with the fewest of them,
relative to how often it had none before, is filled next, on its free squares in random order. A queen that leaves
a line without a free square is removed at once. After a number of queens the search restarts, with a larger
number; it keeps what it has learned about which lines fail. When a completion has been found and more are wanted,
the search continues without restarts, so that each appears once.

Where more than 2000 queens are missing, a random board is repaired instead: all are placed, column by
column, in rows of their own, and then one that is attacked exchanges rows with another one, the first that
lowers the number of collisions or else the best of a thousand, until no queen is attacked.`,
	Cost: `About m^2 steps where m queens are missing and little goes wrong: 0.1 s for the empty board of order
1000, 1.5 s and 0.3 GB for order 4000. Blocked boards of order 45 with the number of blocked squares at which one
completion is expected take up to 0.7 s. Space is O(m^2). Repair takes time and space O(n) where most squares are
free.`,
	Limits: `Time is unbounded on boards that are hard to complete, and repair cannot detect that no completion
exists; the command queens complete also looks for rows or columns whose free squares lie on fewer lines of another
kind than they are, and solves a linear program. The first completion found is not uniformly random.`,
	Pseudocode: []string{
		"start with the given queens only",
		"fill():",
		"  if every row and column has a queen: done",
		"  choose the row or column that failed most often for its free squares",
		"  for each of its free squares, in random order:",
		"    put a queen there",
		"    if a row or column is left without a free square: it has failed",
		"    else fill()",
		"    take the queen off",
		"    after a number of queens: start again, with half as many more",
	},
	Run: func(ctx context.Context, c solver.Call, found func(queens.Perm) bool) (solver.Stats, error) {
		p := c.Problem
		meter := solver.NewMeter(ctx, c, found)
		if theorem(p) != "" {
			return meter.End(ctx)
		}
		if p.Order-len(p.Given) > RepairFrom {
			return repairAll(ctx, c, meter)
		}
		b, err := newBoard(p)
		if err != nil {
			return solver.Stats{}, err
		}
		s := newDFS(b)
		s.meter = meter
		budget := firstRun(b.m)
		for run := c.Seed + 1; !meter.Stopped(); run++ {
			meter.Clear(stepStart)
			for _, sq := range p.Given {
				meter.Place(stepStart, sq.Col, sq.Row)
			}
			why := s.run(ctx, run, budget, func(placed []int32) bool {
				s.budget = math.MaxUint64
				return meter.Solution(stepSolved, b.solution(p, placed))
			})
			if why == canceled && !meter.Stopped() { // the search looks at ctx more often than the meter
				stats, _ := meter.End(ctx)
				return stats, ctx.Err()
			}
			if why != spent {
				break
			}
			budget += budget / 2
		}
		return meter.End(ctx)
	},
}

// The lines of Algorithm.Pseudocode that its steps belong to.
const (
	stepStart  = 0
	stepSolved = 2
	stepChoose = 3
	stepPlace  = 5
	stepFail   = 6
	stepRemove = 8
)
