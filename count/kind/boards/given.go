package boards

import (
	"context"
	"fmt"

	"queens"
	"queens/count/kind"
	"queens/internal/kernel/table"
)

// BoardOf returns the board of a problem: the completions of the board are its solutions.
//
// Errors: queens.ErrOrder for an order above kind.MaxOrder, those of queens.Problem.Validate.
func BoardOf(p queens.Problem) (Board, error) {
	if p.Order < 0 || p.Order > kind.MaxOrder {
		return Board{}, fmt.Errorf("count: board of order %d: want 0 to %d: %w", p.Order, kind.MaxOrder,
			queens.ErrOrder)
	}
	if err := p.Validate(); err != nil {
		return Board{}, fmt.Errorf("count: board of order %d: %w", p.Order, err)
	}
	f := Family{Weight: 1, Fixed: p.Given, Blocked: p.Forbidden(), Rows: centralRows(p.Order, p.Given)}
	return f.board(p.Order, p.Topology), nil
}

// Work estimates the work of counting the completions of the board. Time: less than a millisecond.
func (b *Board) Work() kind.Work { return b.estimate(boardDescents) }

const boardDescents = 128

// Completions returns the exact number of solutions of a problem of order 0 to kind.MaxOrder. One
// goroutine searches, some nanoseconds for each solution of the board with vectors, some tens
// without.
//
// Errors: those of BoardOf; ctx's error.
func Completions(ctx context.Context, p queens.Problem) (queens.Total, error) {
	board, err := BoardOf(p)
	if err != nil {
		return queens.Total{}, err
	}
	s, err := newSearcher(nil, table.Auto)
	if err != nil {
		return queens.Total{}, err
	}
	found := s.completions(ctx, &board, board.Work())
	if err := ctx.Err(); err != nil {
		return queens.Total{}, fmt.Errorf("count: completions of order %d: %w", p.Order, err)
	}
	return queens.NewTotal(found), nil
}

// completions returns the completions of a board of about the given work. If ctx ends the number
// means nothing.
func (c *searcher) completions(ctx context.Context, board *Board, work kind.Work) (found uint64) {
	for slice := range board.Slices(work, sliceWork) {
		if ctx.Err() != nil {
			return 0
		}
		task := taskOf(&slice)
		found += c.choose(task).Count(task).Solutions
	}
	return found
}
