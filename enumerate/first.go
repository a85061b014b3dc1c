package enumerate

import (
	"context"
	"fmt"
	"math/bits"

	"queens"
)

// MaxFirstOrder is the largest order for which First searches: a column's rows are the bits
// of a word.
const MaxFirstOrder = 64

// FirstReport is the lexicographically first solution of an order, and what proves
// that there is none before it.
type FirstReport struct {
	Solution queens.Perm `json:"-"`       // nil if there is none
	Refuted  int         `json:"refuted"` // beginnings that come before it, each searched in vain
	Nodes    uint64      `json:"nodes"`   // queens placed in all searches together
}

// First returns the lexicographically first solution of order n, 0..MaxFirstOrder, column 0
// first. It is found beginning by beginning: of each column the least row is taken
// with which the beginning can still be completed. Every smaller row is refuted by a
// search of its own, which may place its queens in any order: it branches on the
// column, or row, with the fewest free squares left. So the result is proved, and
// far less is searched than by backtracking in lexicographic order.
//
// Time: milliseconds to n = 24, see docs/performance.md for more. Errors:
// queens.ErrOrder for n out of range; ctx's error if it ends.
func First(ctx context.Context, n int) (FirstReport, error) {
	if n < 0 || n > MaxFirstOrder {
		return FirstReport{}, fmt.Errorf("enumerate: first solution of order %d: want 0 to %d: %w", n, MaxFirstOrder, queens.ErrOrder)
	}
	c := completer{n: n, done: ctx.Done(), rows: make([]int, n)}
	var r FirstReport
	start := newHoles(n)
	found := c.complete(&start)
	rows := append(queens.Perm{}, c.rows...)
	for col := 0; col < n && found && !c.stopped; col++ {
		// rows is a solution that begins as the first one does, up to col.
		for smaller := start.free[col] & (1<<rows[col] - 1); smaller != 0; smaller &= smaller - 1 {
			row := bits.TrailingZeros64(smaller)
			next := start
			c.nodes++
			c.rows[col] = row
			if next.place(row, col) && c.complete(&next) {
				copy(rows, c.rows)
				break
			}
			if c.stopped {
				break
			}
			r.Refuted++
		}
		c.rows[col] = rows[col]
		start.place(rows[col], col)
	}
	r.Nodes = c.nodes
	switch {
	case c.stopped:
		return FirstReport{}, fmt.Errorf("enumerate: first solution of order %d: stopped after %d queens were placed: %w", n, c.nodes, ctx.Err())
	case found:
		r.Solution = rows
	default:
		r.Refuted = 1 // the empty beginning
	}
	return r, nil
}

// holes is a partly filled board: what is free.
type holes struct {
	cols uint64                // columns without a queen
	rows uint64                // rows without a queen
	free [MaxFirstOrder]uint64 // of each column without a queen, rows that no queen attacks
	n    int
}

func newHoles(n int) holes {
	h := holes{n: n, cols: 1<<n - 1, rows: 1<<n - 1}
	for c := range n {
		h.free[c] = h.rows
	}
	return h
}

// place puts a queen on a free square and reports whether every other column has a
// free square left.
func (h *holes) place(row, col int) bool {
	h.cols &^= 1 << col
	h.rows &^= 1 << row
	queen := uint64(1) << row
	alive := true
	for rest := h.cols; rest != 0; rest &= rest - 1 {
		c := bits.TrailingZeros64(rest)
		distance := max(c-col, col-c)
		h.free[c] &^= queen | queen<<distance | queen>>distance
		alive = alive && h.free[c] != 0
	}
	return alive
}

// completer searches for one completion of a board.
type completer struct {
	n       int
	nodes   uint64
	rows    []int // queens of the search in progress, or of the completion found
	done    <-chan struct{}
	stopped bool
}

// pollNodes is the number of nodes between two looks at the context, well below
// a millisecond.
const pollNodes = 1 << 10

// complete reports whether h can be completed, and then leaves the completion in
// rows. It is false if the search was stopped.
func (c *completer) complete(h *holes) bool {
	if h.cols == 0 {
		return true
	}
	if c.nodes%pollNodes == 0 {
		select {
		case <-c.done:
			c.stopped = true
		default:
		}
	}
	squares := c.narrowest(h)
	for rest := squares.set; rest != 0 && !c.stopped; rest &= rest - 1 {
		row, col := squares.line, bits.TrailingZeros64(rest)
		if !squares.isRow {
			row, col = col, row
		}
		next := *h
		c.nodes++
		c.rows[col] = row
		if next.place(row, col) && c.complete(&next) {
			return true
		}
	}
	return false
}

// choice is a line of which exactly one square must be taken.
type choice struct {
	isRow bool
	line  int    // the row, or the column
	set   uint64 // free squares: columns of the row, or rows of the column
}

// narrowest returns the column or row with the fewest free squares; a row only if it
// has at most four of them and fewer than any column. Rows are counted all at once: a
// row is in moreThan[k] if it is free in more than k columns.
//
// Among equals the last column and the last row are taken: after a beginning that
// fills low rows first, the queens meet there. The first ones cost twice the nodes
// at n = 30 to 33, two row counts instead of four a tenth more.
func (c *completer) narrowest(h *holes) choice {
	best, fewest := choice{}, c.n+1
	var moreThan [5]uint64
	for rest := h.cols; rest != 0; rest &= rest - 1 {
		col := bits.TrailingZeros64(rest)
		free := h.free[col]
		moreThan[4] |= moreThan[3] & free
		moreThan[3] |= moreThan[2] & free
		moreThan[2] |= moreThan[1] & free
		moreThan[1] |= moreThan[0] & free
		moreThan[0] |= free
		if k := bits.OnesCount64(free); k <= fewest {
			best, fewest = choice{line: col, set: free}, k
		}
	}
	counts := [...]uint64{h.rows &^ moreThan[0], moreThan[0] &^ moreThan[1], moreThan[1] &^ moreThan[2], moreThan[2] &^ moreThan[3], moreThan[3] &^ moreThan[4]}
	for k, rows := range counts {
		if rows != 0 && k <= fewest {
			row := 63 - bits.LeadingZeros64(rows)
			return choice{isRow: true, line: row, set: h.columnsOf(row)}
		}
	}
	return best
}

// columnsOf returns the columns in which the row is free.
func (h *holes) columnsOf(row int) (cols uint64) {
	for rest := h.cols; rest != 0; rest &= rest - 1 {
		c := bits.TrailingZeros64(rest)
		cols |= h.free[c] >> row & 1 << c
	}
	return cols
}
