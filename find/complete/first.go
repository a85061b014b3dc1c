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
	c := newCompleter(n, o)
	all := uint64(1)<<n - 1
	start := rowBoard{all, all, [MaxFirst]uint64(slices.Repeat([]uint64{all}, MaxFirst))}
	for col := range n {
		// rows is a solution that begins as the first one does, up to col.
		free := start.squares(bitLine{inColumn, col})
		for smaller := free & (1<<rows[col] - 1); smaller != 0; smaller &= smaller - 1 {
			row := bits.TrailingZeros64(smaller)
			if o.Progress != nil {
				now := FirstProgress{Beginning: append(rows[:col:col], row), Refuted: r.Refuted}
				c.report = func(done, parts int) {
					now.Done, now.Parts = done, parts
					o.Progress(now)
				}
			}
			if c.proof != nil {
				c.proof.Begin(append(queens.Perm(rows[:col:col]), row).Squares())
			}
			found := c.complete(ctx, &start, row, col)
			if err := ctx.Err(); err != nil {
				return FirstReport{}, errs.Errorf("order %d: stopped after %d queens were placed: %w", n, c.nodes, err)
			}
			if found != nil {
				copy(rows[col:], found[col:n])
				break
			}
			r.Refuted++
			c.proof.Refuted(queens.Line(c.dead.way), c.dead.line)
		}
		next := rowBoard{}
		c.put(&start, &next, rows[col], col)
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

// completer searches for completions, with a fixed order of lines.
type completer struct {
	n       int
	workers int
	tie     *[2][MaxFirst]uint32 // last fields of a rating
	nodes   uint64               // queens placed
	proof   *solver.Refutation   // receives the refuted queens; may be nil
	dead    bitLine              // shows that a board has no completion
	report  func(done, parts int)
}

// newCompleter breaks ties between lines with equally few free squares: rows come before columns,
// and lines near 2n/3 come first. The beginnings that First refutes fill low rows, so the middle of
// the free rows is there, and queens in the middle attack most. Against the last line first,
// columns before rows, it saves half to two thirds of the queens: docs/laboratory.md.
func newCompleter(n int, o FirstOptions) *completer {
	c := &completer{n: n, workers: cmp.Or(o.Workers, runtime.GOMAXPROCS(0)), tie: new([2][MaxFirst]uint32)}
	for line := range n {
		for way := range c.tie {
			rank := max(3*line-2*n, 2*n-3*line) // at most 128
			c.tie[way][line] = uint32(way<<firstWay | rank<<firstRank | line)
		}
	}
	if o.Proof != nil {
		c.proof = solver.NewRefutation(queens.Problem{Order: n}, o.Proof)
	}
	return c
}

// rowBoard is a partly filled board. Only its rows are kept: put sees the columns with few free
// squares when it goes through the rows.
type rowBoard struct {
	rows, cols uint64           // without a queen
	free       [MaxFirst]uint64 // of each such row the free columns
}

func (b *rowBoard) squares(at bitLine) (free uint64) {
	if at.way == inRow {
		return b.free[at.line]
	}
	for open := b.rows; open != 0; open &= open - 1 {
		row := bits.TrailingZeros64(open) & (bitOrder - 1)
		free |= b.free[row] >> at.line & 1 << row
	}
	return free
}

// Fields of the rating of a line: the number of free squares, 1 for a column, the distance from
// 2n/3, the line. The line with the least rating is filled next.
const (
	countShift = 16
	firstWay   = 15
	firstRank  = 6
)

// put sets next to the board with one more queen, and returns the line to fill next. alive is false
// if an open line has no free square; then it returns that line, and next is invalid.
func (c *completer) put(b, next *rowBoard, row, col int) (best bitLine, alive bool) {
	next.rows, next.cols = b.rows&^(1<<row), b.cols&^(1<<col)
	queen, least, tie := uint64(1)<<col, uint32(math.MaxUint32), &c.tie[inRow]
	var one, two, three uint64 // columns with at least so many free squares
	for open := next.rows; open != 0; open &= open - 1 {
		other := bits.TrailingZeros64(open) & (bitOrder - 1)
		d := max(other-row, row-other) & (bitOrder - 1)
		left := b.free[other] &^ (queen | queen<<d | queen>>d)
		if left == 0 {
			return bitLine{inRow, other}, false
		}
		next.free[other] = left
		three, two, one = three|two&left, two|one&left, one|left
		least = min(least, uint32(bits.OnesCount64(left))<<countShift|tie[other])
	}
	if none := next.cols &^ one; none != 0 {
		return bitLine{inColumn, bits.TrailingZeros64(none)}, false
	}
	columns, count := one&^two, uint32(1)
	if columns == 0 {
		columns, count = two&^three, 2
	}
	if columns == 0 {
		columns, count = three, 3 // or more
	}
	for rows := least >> countShift; count < rows && columns != 0; columns &= columns - 1 {
		column, free := bits.TrailingZeros64(columns), count
		if count == 3 {
			free = uint32(bits.OnesCount64(next.squares(bitLine{inColumn, column})))
		}
		least = min(least, free<<countShift|c.tie[inColumn][column])
	}
	return bitLine{int(least >> firstWay & 1), int(least & (bitOrder - 1))}, true
}

// completion completes a board. It has a copy of the completer, with nodes and dead of its own.
type completion struct {
	completer
	board   rowBoard
	best    bitLine         // to fill next
	rows    [MaxFirst]uint8 // of the queens placed
	stopped func() bool
	over    bool // stopped returned true
}

// frontier is the number of boards from which on the completion of a board is shared among workers.
const frontier = 256

// complete returns the rows of a solution with a queen on a free square of b, or nil if there is
// none or the context has ended. Rows of columns that have a queen in b are not set. What it
// returns, and the queens it counts, do not depend on the number of workers: the boards of a
// frontier are numbered, and what those after the first that can be completed have cost does not
// count.
func (c *completer) complete(ctx context.Context, b *rowBoard, row, col int) queens.Perm {
	boards := c.place(nil, &completion{board: *b}, row, col)
	for c.proof == nil && len(boards) > 0 && len(boards) < frontier && boards[0].board.cols != 0 {
		var wider []*completion
		for _, s := range boards {
			for rest := s.board.squares(s.best); rest != 0; rest &= rest - 1 {
				row, col := s.best.square(bits.TrailingZeros64(rest))
				wider = c.place(wider, s, row, col)
			}
		}
		boards = wider
	}
	var next, first atomic.Int64 // numbers of boards: to be searched next, the first known to be completed
	first.Store(int64(len(boards)))
	done, mu := 0, sync.Mutex{} // guards done and stores to first
	var group sync.WaitGroup
	for range min(c.workers, len(boards)) {
		group.Go(func() {
			stack := make([]rowBoard, MaxFirst+1)
			for i := next.Add(1) - 1; i < first.Load() && ctx.Err() == nil; i = next.Add(1) - 1 {
				s := boards[i]
				s.stopped = func() bool { return ctx.Err() != nil || first.Load() < i }
				stack[0] = s.board
				completed := s.run(stack, s.best)
				mu.Lock()
				if completed {
					first.Store(min(i, first.Load()))
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
		if int64(i) == first.Load() {
			return queens.PermOf(s.rows[:])
		}
	}
	return nil
}

// place appends the board of s with one more queen, if every line keeps a free square.
func (c *completer) place(boards []*completion, s *completion, row, col int) []*completion {
	c.nodes++
	next := &completion{completer: *c, rows: s.rows}
	next.nodes, next.rows[col] = 0, uint8(row)
	best, alive := c.put(&s.board, &next.board, row, col)
	if next.best, c.dead = best, best; alive {
		boards = append(boards, next)
	}
	return boards
}

// run reports whether the first board of the stack, with this line to fill next, can be completed,
// and then leaves the completion in rows. The others are scratch.
func (s *completion) run(stack []rowBoard, best bitLine) bool {
	b := &stack[0]
	if b.cols == 0 {
		return true
	}
	for rest := b.squares(best); rest != 0 && !s.over; rest &= rest - 1 {
		row, col := best.square(bits.TrailingZeros64(rest))
		if s.nodes++; s.nodes%pollNodes == 0 {
			s.over = s.stopped()
		}
		last := rest&(rest-1) == 0 // then the refuted squares before force her
		s.proof.Try(queens.Square{Row: row, Col: col}, last, queens.Line(best.way), best.line)
		next, alive := s.put(b, &stack[1], row, col)
		if alive {
			s.rows[col] = uint8(row)
			if s.run(stack[1:], next) {
				return true
			}
		} else {
			s.dead = next
		}
		if !s.over && !last { // what refutes the last one refutes the queens before
			s.proof.Refuted(queens.Line(s.dead.way), s.dead.line)
		}
	}
	return false
}
