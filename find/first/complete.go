package first

import (
	"context"
	"sync"
	"sync/atomic"

	"queens"
	"queens/find/solver"
)

// frontier is the number of boards from which on the completion of a board is shared among workers.
const frontier = 256

type completer struct {
	n       int
	workers int
	order   *lineOrder
	nodes   uint64             // queens placed
	proof   *solver.Refutation // receives the refuted queens; nil without a proof
	dead    choice             // the line that shows that a board has no completion
	report  func(done, parts int)
}

// search completes a board. It has a copy of the completer, with nodes and dead of its own.
type search struct {
	completer
	board   holes
	best    choice          // to fill next
	rows    [MaxOrder]uint8 // of the queens placed
	stopped func() bool
	over    bool // stopped returned true
}

// complete returns the rows of a solution with a queen on a free square of h, or nil if there is
// none or the context has ended. Rows of columns that have a queen in h are not set. What it
// returns, and the nodes it adds, do not depend on the number of workers: the boards of a frontier
// are numbered, and what those after the first that can be completed have cost does not count.
func (c *completer) complete(ctx context.Context, h *holes, row, col int) queens.Perm {
	boards := c.place(nil, &search{board: *h}, row, col)
	for c.proof == nil && len(boards) > 0 && len(boards) < frontier && boards[0].board.open[inColumn] != 0 {
		var wider []*search
		for _, s := range boards {
			for rest := s.best.squares(&s.board); rest != 0; rest &= rest - 1 {
				row, col := s.best.square(rest)
				wider = c.place(wider, s, row, col)
			}
		}
		boards = wider
	}
	var next, success atomic.Int64 // numbers of boards: to be searched next, the first known to be completed
	success.Store(int64(len(boards)))
	done, mu := 0, sync.Mutex{} // guards done and stores to success
	var group sync.WaitGroup
	for range min(c.workers, len(boards)) {
		group.Go(func() {
			stack := make([]holes, c.n+1)
			for i := next.Add(1) - 1; i < success.Load() && ctx.Err() == nil; i = next.Add(1) - 1 {
				s := boards[i]
				s.stopped = func() bool { return ctx.Err() != nil || success.Load() < i }
				stack[0] = s.board
				completed := s.run(stack, s.best)
				mu.Lock()
				if completed {
					success.Store(min(i, success.Load()))
				} else if done++; c.report != nil {
					c.report(done, len(boards))
				}
				mu.Unlock()
			}
		})
	}
	group.Wait()
	for i, s := range boards {
		c.nodes, c.dead = c.nodes+s.nodes, s.dead
		if int64(i) == success.Load() {
			return queens.PermOf(s.rows[:c.n])
		}
	}
	return nil
}

// place appends the board of s with one more queen, unless that leaves a line without a free
// square.
func (c *completer) place(boards []*search, s *search, row, col int) []*search {
	c.nodes++
	next := &search{completer: *c, rows: s.rows}
	next.nodes, next.rows[col] = 0, uint8(row)
	best, alive := c.order.place(&s.board, &next.board, row, col)
	if next.best, c.dead = best, best; alive {
		boards = append(boards, next)
	}
	return boards
}

// pollNodes is the number of nodes between polls, well below a millisecond.
const pollNodes = 1 << 10

// run reports whether the first board of the stack, with this line to fill next, can be completed,
// and then leaves the completion in rows. The others are scratch.
func (s *search) run(stack []holes, best choice) bool {
	h := &stack[0]
	if h.open[inColumn] == 0 {
		return true
	}
	for rest := best.squares(h); rest != 0 && !s.over; rest &= rest - 1 {
		row, col := best.square(rest)
		if s.nodes++; s.nodes%pollNodes == 0 {
			s.over = s.stopped()
		}
		if s.proof != nil {
			s.proof.Put(solver.Variable(queens.Square{Row: row, Col: col}, s.n))
		}
		next, alive := s.order.place(h, &stack[1], row, col)
		if alive {
			s.rows[col] = uint8(row)
			if s.run(stack[1:], next) {
				return true
			}
		}
		if s.proof != nil && !s.over {
			s.proof.Refuted(next.kind(), next.line())
		}
	}
	s.dead = best
	return false
}
