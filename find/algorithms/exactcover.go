package algorithms

import (
	"context"
	"slices"

	"queens"
	"queens/find/exactcover"
	"queens/find/solver"
)

func runExactCover(ctx context.Context, c solver.Call, found func(queens.Perm) bool) (solver.Stats, error) {
	n := c.Problem.Order
	meter := solver.NewMeter(ctx, c, found)
	lines := middleOut(n)
	place := make([]int, n) // of a row or column in lines
	for i, x := range lines {
		place[x] = i
	}
	var squares []queens.Square
	var options [][]int
	for i := range n * n {
		sq := queens.Square{Row: i % n, Col: i / n}
		lines := queens.Lines(sq, n, c.Problem.Topology)
		squares = append(squares, sq)
		options = append(options, []int{
			2 * place[sq.Col], 2*place[sq.Row] + 1, 2*n + lines[queens.Rising], 4*n + lines[queens.Falling],
		})
	}
	p := make(queens.Perm, n)
	err := exactcover.Search(ctx, 2*n, 4*n, options, exactcover.Watch{
		Branch: func(item int) {
			if x := lines[item/2]; item%2 == 0 {
				meter.Count(solver.Try, 2, x, solver.Whole)
			} else {
				meter.Count(solver.Try, 2, solver.Whole, x)
			}
		},
		Choose: func(o int) { meter.Count(solver.Place, 4, squares[o].Col, squares[o].Row) },
		GiveUp: func(o int) { meter.Count(solver.Remove, 6, squares[o].Col, squares[o].Row) },
	}, func(chosen []int) bool {
		for _, o := range chosen {
			p[squares[o].Col] = squares[o].Row
		}
		return meter.Solution(1, p.Clone())
	})
	stats, _ := meter.End()
	return stats, err
}

func middleOut(n int) []int {
	lines := make([]int, n)
	for i := range lines {
		lines[i] = i
	}
	slices.SortStableFunc(lines, func(a, b int) int { return max(2*a-n+1, n-1-2*a) - max(2*b-n+1, n-1-2*b) })
	return lines
}
