// Package first finds the lexicographically first solution of an order, with a proof that no
// solution comes before it.
//
//	report, err := first.Solution(ctx, 30, first.Options{})
//	fmt.Println(report.Solution, report.Refuted) // smaller beginnings without a solution
package first

import (
	"cmp"
	"context"
	"math/bits"
	"runtime"
	"sync"
	"sync/atomic"

	"queens"
	"queens/find/construct"
	"queens/find/solver"
	"queens/internal/errs"
)

// MaxOrder is the largest order for which First searches: a line's squares are the bits of a word.
const MaxOrder = 64

// Options says how First works. The zero value means all cores and silence.
type Options struct {
	// Workers is the number of searches side by side; 0 means one per core. The
	// report does not depend on it.
	Workers int
	// Progress, unless nil, is called when a part of a beginning has been searched,
	// by one goroutine at a time.
	Progress func(Progress)
	// Proof, unless nil, takes the proof that no solution comes before the first: lemmas that
	// refute every smaller beginning, and the empty clause, which follows from them and from
	// clauses that say that a solution comes before. The searches follow each other then, whatever
	// Workers says, and place fewer queens where a beginning can be completed.
	Proof solver.Lemmas
}

// Progress is how far the search of a beginning is.
type Progress struct {
	Beginning   queens.Perm // rows of the first columns, from 0; not to be kept
	Done, Parts int         // boards searched that the beginning was divided into, and all of them
	Refuted     int         // beginnings refuted so far
}

// Report is the lexicographically first solution of an order, and what proves
// that there is none before it.
type Report struct {
	Solution queens.Perm `json:"rows"`         // null if there is no solution
	Refuted  int         `json:"refuted"`      // smaller beginnings without a solution
	Nodes    uint64      `json:"nodes,string"` // queens placed in all searches together
}

// Solution returns the lexicographically first solution of order n, 0..MaxOrder, column 0 first. It
// begins with any solution and replaces it, beginning by beginning: of each column the least row is
// taken with which the beginning can still be completed. Every smaller row is refuted by a search
// of its own, which may place its queens in any order: it branches on the row, or column, with the
// fewest free squares left. So the result is proved, and far less is searched than by backtracking
// in lexicographic order.
//
// Time: below a second to n = 33, see docs/laboratory.md for more. Errors: queens.ErrOrder for n
// out of range, queens.ErrFormat for less than no worker; ctx's error if it ends.
func Solution(ctx context.Context, n int, o Options) (Report, error) {
	if n < 0 || n > MaxOrder {
		return Report{}, errs.Errorf("order %d: want 0 to %d: %w", n, MaxOrder, queens.ErrOrder)
	}
	if o.Workers < 0 {
		return Report{}, errs.Errorf("order %d: %d workers: want 0 (one per core) or more: %w", n, o.Workers,
			queens.ErrFormat)
	}
	rows := anySolution(n)
	if rows == nil {
		return Report{Refuted: 1}, nil // the empty beginning
	}
	c := &completer{n: n, workers: cmp.Or(o.Workers, runtime.GOMAXPROCS(0)), order: newLineOrder(n)}
	var r Report
	if o.Proof != nil {
		c.proof = solver.NewRefutation(queens.Problem{Order: n}, o.Proof)
	}
	var fixed []int // variables of the queens of the first columns
	start := newHoles(n)
	for col := range n {
		// rows is a solution that begins as the first one does, up to col.
		for smaller := start.free[inColumn][col] & (1<<rows[col] - 1); smaller != 0; smaller &= smaller - 1 {
			row := bits.TrailingZeros64(smaller)
			if o.Progress != nil {
				now := Progress{Beginning: append(rows[:col:col], row), Refuted: r.Refuted}
				c.report = func(done, parts int) {
					now.Done, now.Parts = done, parts
					o.Progress(now)
				}
			}
			if c.proof != nil {
				c.proof.Begin(fixed...)
				c.proof.Put(solver.Variable(queens.Square{Row: row, Col: col}, n))
			}
			found := c.complete(ctx, &start, row, col)
			if err := ctx.Err(); err != nil {
				return Report{}, errs.Errorf("order %d: stopped after %d queens were placed: %w", n, c.nodes, err)
			}
			if found != nil {
				copy(rows[col:], found[col:n])
				break
			}
			if r.Refuted++; c.proof != nil {
				c.proof.Refuted(c.dead.kind(), c.dead.line())
			}
		}
		fixed = append(fixed, solver.Variable(queens.Square{Row: rows[col], Col: col}, n))
		next := holes{}
		c.order.place(&start, &next, rows[col], col)
		start = next
	}
	if c.proof != nil {
		c.proof.First(rows)
	}
	r.Solution, r.Nodes = rows, c.nodes
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

// The two ways a line runs.
const (
	inColumn = iota
	inRow
)

// holes is a partly filled board: the lines without a queen, and their free squares.
// Every square is kept twice, in its column and in its row.
type holes struct {
	open [2]uint64           // columns and rows without a queen
	free [2][MaxOrder]uint64 // of each open column the free rows, of each open row the free columns
}

func newHoles(n int) holes {
	all := uint64(1)<<n - 1
	h := holes{open: [2]uint64{all, all}}
	for line := range n {
		h.free[inColumn][line], h.free[inRow][line] = all, all
	}
	return h
}

// choice is an open line, one of whose free squares must be taken. The least choice is the best:
//
//	bits   field
//	23-16  number of free squares
//	15-7   rank among lines with equally many
//	6      1 for a row
//	5-0    the line
type choice uint32

const (
	countShift = 16
	rankShift  = 7
	rowBit     = 1 << 6
	lineMask   = 1<<6 - 1
)

const noChoice = choice(1<<24 - 1)

func (c choice) line() int { return int(c & lineMask) }

func (c choice) direction() int { return int(c & rowBit >> 6) }

// squares returns the free squares of the line.
func (c choice) squares(h *holes) uint64 { return h.free[c.direction()][c.line()] }

// square returns the first square of a set on the line.
func (c choice) square(set uint64) (row, col int) {
	at := bits.TrailingZeros64(set)
	if c.direction() == inColumn {
		return at, c.line()
	}
	return c.line(), at
}

func (c choice) kind() queens.Line {
	return [...]queens.Line{inColumn: queens.Col, inRow: queens.Row}[c.direction()]
}

// lineOrder breaks ties between lines with equally few free squares: rows come before
// columns, and lines near 2n/3 come first. The beginnings that First refutes fill low
// rows, so the middle of the free rows is there, and queens in the middle attack most.
// Against the last line first, columns before rows, it saves half to two thirds of the
// queens: docs/laboratory.md.
type lineOrder [2][MaxOrder]choice

func newLineOrder(n int) *lineOrder {
	var o lineOrder
	for line := range n {
		rank := max(3*line-2*n, 2*n-3*line) // at most 128
		o[inRow][line] = choice(rank<<rankShift | rowBit | line)
		o[inColumn][line] = choice((rank+2*MaxOrder+1)<<rankShift | line)
	}
	return &o
}

// place makes next the board with one more queen on a free square, and returns the best choice on
// it. alive is false if an open line has no free square left; then best is that line and next is
// not to be used. Time O(open lines).
func (o *lineOrder) place(h, next *holes, row, col int) (best choice, alive bool) {
	next.open = [2]uint64{h.open[inColumn] &^ (1 << col), h.open[inRow] &^ (1 << row)}
	best, alive = attackLines(&h.free[inColumn], &next.free[inColumn], &o[inColumn], next.open[inColumn], col, 1<<row,
		noChoice)
	if !alive {
		return best, false
	}
	return attackLines(&h.free[inRow], &next.free[inRow], &o[inRow], next.open[inRow], row, 1<<col, best)
}

// attackLines takes the squares that a queen attacks from the open lines of one direction; she
// stands in the given line on the square of bit queen. It returns the best of them and best.
func attackLines(free, next *[MaxOrder]uint64, order *[MaxOrder]choice, open uint64, line int, queen uint64,
	best choice,
) (choice, bool) {
	for ; open != 0; open &= open - 1 {
		other := bits.TrailingZeros64(open) & lineMask
		distance := max(other-line, line-other) & lineMask
		left := free[other] &^ (queen | queen<<distance | queen>>distance)
		if left == 0 {
			return order[other], false
		}
		next[other] = left
		best = min(best, choice(bits.OnesCount64(left))<<countShift|order[other])
	}
	return best, true
}
