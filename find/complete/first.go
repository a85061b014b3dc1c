package complete

import (
	"cmp"
	"context"
	"math"
	"math/bits"
	"runtime"
	"slices"
	"sync"
	"sync/atomic"

	"queens"
	"queens/find/construct"
	"queens/find/solver"
	"queens/internal/errs"
)

// MaxFirst is the largest order for which First searches.
const MaxFirst = bitOrder

// FirstOptions says how First works. The zero value means all cores and silence.
type FirstOptions struct {
	// Workers is the number of searches side by side; 0 means one per core. The
	// report does not depend on it.
	Workers int
	// Progress, unless nil, is called when a part of a beginning has been searched,
	// by one goroutine at a time.
	Progress func(FirstProgress)
	// Proof, unless nil, takes the proof that no solution comes before the first: lemmas that
	// refute every smaller beginning, and the empty clause, which follows from them and from
	// clauses that say that a solution comes before. The searches follow each other then, whatever
	// Workers says, and place fewer queens where a beginning can be completed.
	Proof solver.Lemmas
}

// FirstProgress is how far the search of a beginning is.
type FirstProgress struct {
	Beginning   queens.Perm // rows of the first columns, from 0; not to be kept
	Done, Parts int         // boards searched that the beginning was divided into, and all of them
	Refuted     int         // beginnings refuted so far
}

// FirstReport is the lexicographically first solution of an order, and what proves
// that there is none before it.
type FirstReport struct {
	Solution queens.Perm `json:"rows"`         // null if there is no solution
	Refuted  int         `json:"refuted"`      // smaller beginnings without a solution
	Nodes    uint64      `json:"nodes,string"` // queens placed in all searches together
}

// First returns the lexicographically first solution of order n, 0..MaxFirst, column 0 first. It
// begins with any solution and replaces it, beginning by beginning: of each column the least row is
// taken with which the beginning can still be completed. Every smaller row is refuted by a search
// of its own, which may place its queens in any order: it branches on the row, or column, with the
// fewest free squares left. So the result is proved, and far less is searched than by backtracking
// in lexicographic order.
//
// Time: below a second to n = 33, see docs/laboratory.md for more. Errors: queens.ErrOrder for n
// out of range, queens.ErrFormat for less than no worker; ctx's error if it ends.
func First(ctx context.Context, n int, o FirstOptions) (r FirstReport, err error) {
	if n < 0 || n > MaxFirst {
		return r, errs.Errorf("order %d: want 0 to %d: %w", n, MaxFirst, queens.ErrOrder)
	}
	if o.Workers < 0 {
		return r, errs.Errorf("order %d: %d workers: want 0 (one per core) or more: %w", n, o.Workers,
			queens.ErrFormat)
	}
	rows := anySolution(n)
	if rows == nil {
		return FirstReport{Refuted: 1}, nil // the empty beginning
	}
	c, start := newCompleter(n, o), &beginning{}
	start.board = c.stack[0]
	var fixed []int // variables of the queens of the first columns
	for col := range n {
		// rows is a solution that begins as the first one does, up to col.
		for smaller := start.board.free[inColumn][col] & (1<<rows[col] - 1); smaller != 0; smaller &= smaller - 1 {
			row := bits.TrailingZeros64(smaller)
			if o.Progress != nil {
				now := FirstProgress{Beginning: append(rows[:col:col], row), Refuted: r.Refuted}
				c.report = func(done, parts int) {
					now.Done, now.Parts = done, parts
					o.Progress(now)
				}
			}
			if c.proof != nil {
				c.proof.Begin(fixed...)
				c.proof.Put(solver.Variable(queens.Square{Row: row, Col: col}, n))
			}
			found := c.complete(ctx, start, row, col)
			if err := ctx.Err(); err != nil {
				return FirstReport{}, errs.Errorf("order %d: stopped after %d queens were placed: %w", n, c.queens, err)
			}
			if found != nil {
				rows = c.solution(queens.Problem{Order: n}, found)
				break
			}
			if r.Refuted++; c.proof != nil {
				c.proof.Refuted(c.conflict())
			}
		}
		fixed = append(fixed, solver.Variable(queens.Square{Row: rows[col], Col: col}, n))
		start, _ = c.place(start, rows[col], col)
	}
	if c.proof != nil {
		c.proof.First(rows)
	}
	r.Solution, r.Nodes = rows, c.queens
	return r, nil
}

// anySolution returns a solution of order n by a closed form, nil for orders 2 and 3.
func anySolution(n int) queens.Perm {
	if n == 0 {
		return queens.Perm{}
	}
	pattern, _ := construct.Find("hoffman-loessi-moore")
	board, err := pattern.First(n)
	if err != nil {
		return nil
	}
	return board.Perm()
}

// completer is a search with a fixed order of lines.
type completer struct {
	*bitDFS
	workers int
	queens  uint64 // placed
	report  func(done, parts int)
}

// newCompleter breaks ties between lines with equally few free squares: rows come before columns,
// and lines near 2n/3 come first. The beginnings that First refutes fill low rows, so the middle of
// the free rows is there, and queens in the middle attack most. Against the last line first,
// columns before rows, it saves half to two thirds of the queens: docs/laboratory.md.
func newCompleter(n int, o FirstOptions) *completer {
	b, err := newBoard(queens.Problem{Order: n})
	if err != nil {
		panic(err) // of a small board
	}
	c := &completer{bitDFS: newBitDFS(b), workers: cmp.Or(o.Workers, runtime.GOMAXPROCS(0))}
	c.fixed = true
	for line := range n {
		for way := range c.scale {
			c.scale[way][line].tie |= uint64(max(3*line-2*n, 2*n-3*line)) << rankShift // at most 128
		}
	}
	if o.Proof != nil {
		c.proof = solver.NewRefutation(queens.Problem{Order: n}, o.Proof)
	}
	return c
}

// beginning is a board with some queens, and what its completion took.
type beginning struct {
	board  bitBoard
	placed []int32
	line   bitLine // to fill next
	nodes  uint64
	found  []int32 // all queens of a solution
}

// place returns a beginning with one more queen. alive is false if that leaves a line without a
// free square.
func (c *completer) place(from *beginning, row, col int) (next *beginning, alive bool) {
	next = &beginning{placed: append(slices.Clip(from.placed), c.number(row, col))}
	next.line, alive = c.put(&from.board, &next.board, row, col)
	return next, alive
}

// frontier is the number of boards from which on the completion of a board is shared among workers.
const frontier = 256

// complete returns the queens of a solution with a queen on a free square of a beginning, or nil if
// there is none or the context has ended. What it returns, and the queens it counts, do not depend
// on the number of workers: the boards of a frontier are numbered, and what those after the first
// that can be completed have cost does not count.
func (c *completer) complete(ctx context.Context, from *beginning, row, col int) []int32 {
	var boards []*beginning
	add := func(from *beginning, row, col int) {
		c.queens++
		if next, alive := c.place(from, row, col); alive {
			boards = append(boards, next)
		}
	}
	add(from, row, col)
	for c.proof == nil && len(boards) > 0 && len(boards) < frontier && boards[0].board.open[inRow] != 0 {
		narrow := boards
		boards = nil
		for _, b := range narrow {
			for rest := b.board.free[b.line.way][b.line.line]; rest != 0; rest &= rest - 1 {
				row, col := b.line.square(bits.TrailingZeros64(rest))
				add(b, row, col)
			}
		}
	}
	var next, first atomic.Int64 // numbers of boards: to be searched next, the first known to be completed
	first.Store(int64(len(boards)))
	done, mu := 0, sync.Mutex{} // guards done and stores to first
	var group sync.WaitGroup
	for worker := range min(c.workers, len(boards)) {
		search := c.bitDFS
		if worker > 0 {
			search = new(*c.bitDFS)
			search.placed = nil
		}
		group.Go(func() {
			for i := next.Add(1) - 1; i < first.Load() && ctx.Err() == nil; i = next.Add(1) - 1 {
				search.finish(earlier{ctx, &first, i}, boards[i])
				mu.Lock()
				if boards[i].found != nil {
					first.Store(min(i, first.Load()))
				} else if done++; c.report != nil {
					c.report(done, len(boards))
				}
				mu.Unlock()
			}
		})
	}
	group.Wait()
	for _, b := range boards {
		if c.queens += b.nodes; b.found != nil {
			return b.found
		}
	}
	return nil
}

// earlier also ends when a board before number i is completed.
type earlier struct {
	context.Context // of the caller of complete
	first           *atomic.Int64
	i               int64
}

func (e earlier) Err() error {
	if e.first.Load() < e.i {
		return context.Canceled
	}
	return e.Context.Err()
}

// finish searches for a completion of a beginning.
func (s *bitDFS) finish(ctx context.Context, b *beginning) {
	before := s.nodes
	s.begin(0, math.MaxUint64, func(placed []int32) bool {
		b.found = slices.Clone(placed)
		return false
	})
	s.placed = append(s.placed[:0], b.placed...)
	s.stack[len(s.placed)] = b.board
	s.extend(ctx, 0, b.line)
	b.nodes = s.nodes - before
}
