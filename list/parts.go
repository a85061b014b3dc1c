package list

import (
	"bytes"
	"context"
	"slices"

	"queens"
	"queens/symmetry"
)

// partDepth returns the number of first columns by which a list of order n is cut into parts. The
// rest takes 50 to 200 thousand queens on the average, about a millisecond.
func partDepth(n int) int {
	columns := 12 + max(0, n-13)/5
	return min(n, max(1, n-columns))
}

const lookEvery = 1 << 12

// watch counts the nodes of a search, queens placed, and ends it when its context ends or
// the limit of nodes is reached.
type watch struct {
	done     <-chan struct{}
	progress func() // called when it looks at the context, unless nil
	most     uint64 // nodes; 0: no limit
	nodes    uint64
	next     uint64  // nodes at which it looks
	ended    bool    // by the context
	position []uint8 // where it ended the search: what is before has been searched
}

func newWatch(ctx context.Context, most uint64) *watch { return &watch{done: ctx.Done(), most: most} }

func (w *watch) placed(rows []uint8) (more bool) {
	if w.nodes++; w.nodes < w.next {
		return true
	}
	w.next = w.nodes + lookEvery
	if w.progress != nil {
		w.progress()
	}
	select {
	case <-w.done:
		w.ended = true
	default:
		if w.most == 0 || w.nodes <= w.most {
			return true
		}
	}
	w.position = slices.Clone(rows)
	return false
}

type lister struct {
	Options
	n         int
	finder    finder
	after     []uint8 // nil: from the beginning
	canonizer symmetry.Canonizer[uint8]
	found     []uint8
}

func newLister(n int, o Options, f finder) *lister {
	return &lister{Options: o, n: n, finder: f, after: queens.RowsOf[uint8](o.After)}
}

// all lists part after part, until visit returns false or w ends it. It reports
// whether the list is at its end.
func (l *lister) all(w *watch, visit func(p []uint8) bool) bool {
	more := true
	l.finder.prefixes(l.after, w, func(prefix []uint8) bool {
		before := l.finder.nodes()
		l.list(prefix, func(p []uint8) bool {
			more = visit(p)
			return more
		})
		w.nodes += l.finder.nodes() - before
		return more
	})
	return more && w.position == nil
}

// list hands the solutions that begin with prefix to visit, in order, until it
// returns false. The slice is reused.
func (l *lister) list(prefix []uint8, visit func(p []uint8) bool) {
	if l.n == 0 {
		if l.keeps(nil) {
			visit(nil)
		}
		return
	}
	l.found = l.finder.find(l.found[:0], prefix)
	if l.after != nil && bytes.Compare(prefix, l.after[:len(prefix)]) > 0 {
		l.after = nil // all parts from here on are after it
	}
	for p := range slices.Chunk(l.found, l.n) {
		if l.keeps(p) && !visit(p) {
			return
		}
	}
}
