package count

import (
	"context"
	"fmt"

	"queens"
	"queens/count/plan"
)

// Completions returns the exact number of solutions of a problem of order 0 to
// plan.MaxOrder: those that contain the given queens and avoid what is blocked or
// excluded. One goroutine searches by the kernel of the options, their other fields
// do not matter; nothing is kept.
//
// Time grows with the number of solutions of the board, some nanoseconds each with
// vectors, some tens without. Errors: those of plan.BoardOf; queens.ErrFormat for the
// kernel; ctx's error if it ends.
func Completions(ctx context.Context, p queens.Problem, o Options) (queens.Total, error) {
	board, err := plan.BoardOf(p)
	if err != nil {
		return queens.Total{}, fmt.Errorf("count: %w", err)
	}
	s, err := newSearcher(nil, o)
	if err != nil {
		return queens.Total{}, err
	}
	found := s.completions(ctx, &board, board.Work())
	if err := ctx.Err(); err != nil {
		return queens.Total{}, fmt.Errorf("count: completions of order %d: %w", p.Order, err)
	}
	return queens.NewTotal(found), nil
}
