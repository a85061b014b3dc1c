package count

import (
	"context"
	"fmt"
	"sync"
	"time"

	"queens"
	"queens/known"
	"queens/ledger"
	"queens/plan"
	"queens/sym"
)

// MaxSquaresOrder is the largest order that Squares accepts: half an hour or so of a core.
const MaxSquaresOrder = 18

// SquaresReport says how many solutions have a queen on each square.
type SquaresReport struct {
	Order   int              `json:"order"`
	Counts  [][]queens.Total `json:"counts"` // by row, then column
	Total   queens.Total     `json:"total"`  // Q(n): what every row and every column adds up to
	Checks  []string         `json:"checks"` // what was found to hold, one sentence each
	Elapsed time.Duration    `json:"elapsedNanos"`
}

// Squares counts, for each square of the regular board of order n, 0 to
// MaxSquaresOrder, the solutions with a queen on it. Squares that a symmetry of the board
// exchanges have the same number, so about n*n/8 boards with one queen are
// completed. It is checked that every row adds up to the same number, and to Q(n).
//
// Cost is about that of n/8 counts without symmetry. Errors: queens.ErrOrder,
// queens.ErrFormat for options; ctx's error if it ends; ledger.ErrMismatch if a
// check fails.
func Squares(ctx context.Context, n int, o Options) (*SquaresReport, error) {
	began := time.Now()
	if n < 0 || n > MaxSquaresOrder {
		return nil, fmt.Errorf("count: squares of order %d: want 0 to %d: %w", n, MaxSquaresOrder, queens.ErrOrder)
	}
	if err := o.Validate(); err != nil {
		return nil, err
	}
	c, err := newSearcher(nil, o)
	if err != nil {
		return nil, err
	}
	r := &SquaresReport{Order: n, Counts: make([][]queens.Total, n)}
	for row := range r.Counts {
		r.Counts[row] = make([]queens.Total, n)
	}
	for found := range c.squares(ctx, n, o.workers()) {
		for _, s := range sym.All() {
			image := s.Square(found.square, n)
			r.Counts[image.Row][image.Col] = queens.NewTotal(found.count)
		}
	}
	if err := ctx.Err(); err != nil {
		return nil, fmt.Errorf("count: squares of order %d: %w", n, err)
	}
	if err := r.check(); err != nil {
		return nil, err
	}
	r.Elapsed = time.Since(began)
	return r, nil
}

// squareCount is the number of solutions with a queen on a square.
type squareCount struct {
	square queens.Square
	count  uint64
}

// squares counts for one square of each orbit, side by side.
func (c *searcher) squares(ctx context.Context, n, workers int) <-chan squareCount {
	next := make(chan queens.Square)
	found := make(chan squareCount)
	var group sync.WaitGroup
	for range workers {
		group.Go(func() {
			for sq := range next {
				board := plan.NewBoard(n, sq)
				found <- squareCount{sq, c.completions(ctx, &board, board.Estimate())}
			}
		})
	}
	go func() {
		defer func() { close(next); group.Wait(); close(found) }()
		for row := range (n + 1) / 2 {
			for col := row; col < (n+1)/2 && ctx.Err() == nil; col++ {
				next <- queens.Square{Row: row, Col: col}
			}
		}
	}()
	return found
}

// check compares the sums of the rows with each other and with Q(n). Columns have
// the same numbers as rows.
func (r *SquaresReport) check() error {
	fail := func(format string, args ...any) error {
		return fmt.Errorf("count: squares of order %d: %s: %w", r.Order, fmt.Sprintf(format, args...), ledger.ErrMismatch)
	}
	if r.Order == 0 {
		r.Total = queens.NewTotal(1) // the empty board
		return nil
	}
	for i, row := range r.Counts {
		var sum queens.Total
		for _, x := range row {
			sum = sum.Plus(x)
		}
		if i > 0 && sum != r.Total {
			return fail("row %d adds up to %v, row 1 to %v", i+1, sum, r.Total)
		}
		r.Total = sum
	}
	r.Checks = append(r.Checks, "all rows add up to the same number")
	if want, ok := known.Solutions(r.Order); ok {
		if want != r.Total {
			return fail("rows add up to %v, but Q = %v", r.Total, want)
		}
		r.Checks = append(r.Checks, "which is Q")
	}
	return nil
}
