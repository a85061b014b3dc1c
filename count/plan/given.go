package plan

import (
	"fmt"

	"queens"
)

// BoardOf returns the board of a problem: its given queens in place, its blocked
// squares and excluded diagonals blocked, the other rows to be filled outward from the middle. The
// completions of the board are the solutions of the problem.
//
// Errors: queens.ErrOrder for an order above MaxOrder, those of
// queens.Problem.Validate. Time O(n + given + blocked + n excluded).
func BoardOf(p queens.Problem) (Board, error) {
	if p.Order < 0 || p.Order > MaxOrder {
		return Board{}, fmt.Errorf("plan: board of order %d: want 0 to %d: %w", p.Order, MaxOrder, queens.ErrOrder)
	}
	if err := p.Validate(); err != nil {
		return Board{}, fmt.Errorf("plan: board of order %d: %w", p.Order, err)
	}
	f := Family{Weight: 1, Fixed: p.Given, Blocked: p.Forbidden(), Rows: centralRows(p.Order, p.Given)}
	return f.board(p.Order, p.Topology), nil
}

// Work returns an estimate of the work of counting the completions of the board,
// by random descents whose seed is the board. Time: less than a millisecond.
func (b *Board) Work() Work { return b.estimate(boardDescents) }

// boardDescents is how many descents estimate the work of a single board.
const boardDescents = 128
