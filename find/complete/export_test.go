package complete

import (
	"context"
	"math"

	"queens"
)

// WeightsOf solves the linear program of a board, optionally with cases.
func WeightsOf(ctx context.Context, p queens.Problem, cases bool) *Weights {
	b, err := newBoard(p)
	if err != nil {
		panic(err)
	}
	return b.weights(ctx, cases)
}

// LinesOf searches a regular board by lines several times, and returns the solutions of each
// search. It returns nil if there are too many usable diagonals.
func LinesOf(ctx context.Context, p queens.Problem, times int) (found [][]queens.Perm) {
	b, err := newBoard(p)
	if err != nil {
		panic(err)
	}
	s := newLineDFS(b)
	if s == nil {
		return nil
	}
	for i := range times {
		var solutions []queens.Perm
		if why := s.run(ctx, uint64(i), math.MaxUint64, func(placed []int32) bool {
			solutions = append(solutions, b.solution(p, placed))
			return true
		}); why != exhausted {
			panic("not exhausted")
		}
		found = append(found, solutions)
	}
	return found
}
