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
