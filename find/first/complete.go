package first

import (
	"context"
	"math/bits"
	"sync"
	"sync/atomic"

	"queens"
	"queens/find/solver"
)

// frontierBoards is the number of boards from which on the completion of a board is
// shared among workers.
const frontierBoards = 256

type completer struct {
	ctx     context.Context // of the one completion
	n       int
	workers int
	order   *lineOrder
	nodes   uint64             // queens placed
	proof   *solver.Refutation // gets the queens refuted; nil without a proof
	dead    choice             // the line that shows that a board has no completion
	report  func(done, parts int)
}

type beginning struct {
	board holes
	best  choice
	rows  [MaxOrder]uint8 // of the queens placed
}

// complete returns the rows of a solution with a queen on a free square of h, or nil if there is
// none or the context has ended. Rows of columns that have a queen in h are not set. What it
// returns, and the nodes it adds, do not depend on the number of workers: the boards of a frontier
// are numbered, and what those after the first that can be completed have cost does not count.
func (c *completer) complete(h *holes, row, col int) queens.Perm {
	c.nodes++
	first := &beginning{}
	var alive bool
	if first.best, alive = c.order.place(h, &first.board, row, col); !alive {
		c.dead = first.best
		return nil
	}
	first.rows[col] = uint8(row)
	frontier := []*beginning{first}
	if c.proof == nil {
		frontier = c.widen(frontier)
	}
	searches := make([]search, len(frontier))
	var next, success atomic.Int64 // numbers of boards: to be searched next, the first known to be completed
	success.Store(int64(len(frontier)))
	done, mu := 0, sync.Mutex{} // which guards done and stores to success
	var group sync.WaitGroup
	for range min(c.workers, len(frontier)) {
		group.Go(func() {
			stack := make([]holes, c.n+1)
			for {
				i := next.Add(1) - 1
				if i >= success.Load() || c.ctx.Err() != nil {
					return
				}
				s := &searches[i]
				*s = search{order: c.order, stack: stack, rows: frontier[i].rows, n: c.n, proof: c.proof}
				s.stopped = func() bool { return c.ctx.Err() != nil || success.Load() < i }
				stack[0] = frontier[i].board
				completed := s.run(0, frontier[i].best)
				mu.Lock()
				if completed {
					success.Store(min(i, success.Load()))
				} else if done++; c.report != nil {
					c.report(done, len(frontier))
				}
				mu.Unlock()
				if completed {
					return
				}
			}
		})
	}
	group.Wait()
	c.dead = first.best
	for i := range searches {
		c.nodes += searches[i].nodes
		if int64(i) == success.Load() {
			return queens.PermOf(searches[i].rows[:c.n])
		}
	}
	return nil
}

// widen replaces boards by those with one more queen until there are enough of them,
// or one is full, or none is left. Their order is that of the search.
func (c *completer) widen(frontier []*beginning) []*beginning {
	for len(frontier) > 0 && len(frontier) < frontierBoards && frontier[0].board.open[inColumn] != 0 {
		var wider []*beginning
		for _, b := range frontier {
			dir, line := b.best.direction(), b.best.line()
			for rest := b.board.free[dir][line]; rest != 0; rest &= rest - 1 {
				row, col := bits.TrailingZeros64(rest), line
				if dir == inRow {
					row, col = col, row
				}
				c.nodes++
				next := &beginning{rows: b.rows}
				var alive bool
				if next.best, alive = c.order.place(&b.board, &next.board, row, col); alive {
					next.rows[col] = uint8(row)
					wider = append(wider, next)
				}
			}
		}
		frontier = wider
	}
	return frontier
}

type search struct {
	order   *lineOrder
	stack   []holes // the board of each depth
	rows    [MaxOrder]uint8
	nodes   uint64
	stopped func() bool
	over    bool // stopped has said so
	n       int
	proof   *solver.Refutation
}

// pollNodes is the number of nodes between two looks whether to stop, well below a millisecond.
const pollNodes = 1 << 10

// run reports whether stack[depth] can be completed, and then leaves the completion in rows.
func (s *search) run(depth int, best choice) bool {
	h := &s.stack[depth]
	if h.open[inColumn] == 0 {
		return true
	}
	dir, line := best.direction(), best.line()
	for rest := h.free[dir][line]; rest != 0 && !s.over; rest &= rest - 1 {
		row, col := bits.TrailingZeros64(rest), line
		if dir == inRow {
			row, col = col, row
		}
		if s.nodes++; s.nodes%pollNodes == 0 {
			s.over = s.stopped()
		}
		if s.proof != nil {
			s.proof.Put(solver.Variable(queens.Square{Row: row, Col: col}, s.n))
		}
		next, alive := s.order.place(h, &s.stack[depth+1], row, col)
		if alive {
			s.rows[col] = uint8(row)
			if s.run(depth+1, next) {
				return true
			}
		}
		if s.proof != nil && !s.over {
			s.proof.Refuted(next.kind(), next.line())
		}
	}
	return false
}
