package complete

import (
	"context"
	"embed"
	"math"

	"queens"
	"queens/find/solver"
)

//go:embed complete.txt
var texts embed.FS

// Algorithm finds completions of partial boards, and solutions of empty ones.
var Algorithm = solver.Algorithm{
	Name: "complete", Source: "gent2017", Finds: solver.Some,
	MinOrder: 0, MaxOrder: 1 << 20, TestMax: 20, Exact: true, Random: true,
	Traced: true, Given: true, Blocked: true, Modular: true,
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
			meter.Clear(0)
			for _, sq := range p.Given {
				meter.Place(0, sq.Col, sq.Row)
			}
			why := s.run(ctx, run, budget, func(placed []int32) bool {
				s.budget = math.MaxUint64
				return meter.Solution(2, b.solution(p, placed))
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
}.Described(texts)
