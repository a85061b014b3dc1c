package enumerate

import (
	"bytes"
	"iter"
	"math/bits"
	"slices"
)

// partDepth returns the number of first columns by which a list of order n is cut
// into parts. What is left is 12 to 15 columns, which take 50 to 200 thousand
// queens on the average, about a millisecond: small enough to stop at once and to
// share out evenly, large enough to hide the cost of handing out.
func partDepth(n int) int {
	columns := 12 + max(0, n-13)/5
	return min(n, max(1, n-columns))
}

// prefixes yields, in lexicographic order, all placements without attacks in the
// first depth columns of a board of order n that do not stand before the first
// depth rows of after, which may be nil. The slice is reused.
func prefixes(n, depth int, after []uint8) iter.Seq[[]uint8] {
	return func(yield func([]uint8) bool) {
		w := prefixWalk{n: n, after: after, rows: make([]uint8, depth), yield: yield}
		w.place(board{rows: allRows(n)}, 0, after != nil)
	}
}

type prefixWalk struct {
	n     int
	after []uint8
	rows  []uint8
	yield func([]uint8) bool
}

// place fills the columns from col on and reports whether to go on. It is tight
// as long as all columns before are those of after.
func (w *prefixWalk) place(b board, col int, tight bool) bool {
	if col == len(w.rows) {
		return w.yield(w.rows)
	}
	free := b.free(0)
	if tight {
		free &^= allRows(int(w.after[col]))
	}
	for ; free != 0; free &= free - 1 {
		row := bits.TrailingZeros32(free)
		w.rows[col] = uint8(row)
		if !w.place(b.next(1<<row), col+1, tight && uint8(row) == w.after[col]) {
			return false
		}
	}
	return true
}

// lister lists parts, one after the other. Every goroutine has its own.
type lister struct {
	n      int
	finder finder
	filter *filter
	found  []uint8
}

// newLister returns a lister and the length of the prefixes it takes.
func newLister(n int, o Options) (l *lister, depth int) {
	f, depth := newFinder(n, o)
	return &lister{n: n, finder: f, filter: newFilter(o)}, depth
}

// list hands the solutions that begin with prefix to visit, in order, until it
// returns false. The slice is reused.
func (l *lister) list(prefix []uint8, visit func(p []uint8) bool) {
	if l.n == 0 {
		if l.filter.keeps(nil) {
			visit(nil)
		}
		return
	}
	l.found = l.finder.find(l.found[:0], prefix)
	if after := l.filter.after; after != nil && bytes.Compare(prefix, after[:len(prefix)]) > 0 {
		l.filter.after = nil // all parts from here on are behind it
	}
	for p := range slices.Chunk(l.found, l.n) {
		if l.filter.keeps(p) && !visit(p) {
			return
		}
	}
}
