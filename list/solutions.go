// Package list lists solutions of the regular board: all of them or one per orbit, of all
// classes or of some, in lexicographic order of the one-line notation, column 0 first.
//
// [Solutions] is an iterator over queens.Perm. [Stream] uses all cores and hands out encoded
// text in large pieces. [NextPage] returns a bounded piece of a list.
//
//	seq, err := list.Solutions(8, list.Options{Fundamental: true})
//	if err != nil {
//		return err
//	}
//	for p := range seq {
//		fmt.Println(p)
//	}
//
// A list is cut by the first columns into parts of about a millisecond, and each part is searched
// breadth first in small blocks. For a list of all solutions up to order 16, only about one image
// in eight is searched for, and the others are made from these. Use package count for numbers of
// solutions: it is about a hundred times faster.
package list

import (
	"bytes"
	"cmp"
	"context"
	"fmt"
	"iter"
	"math/bits"
	"runtime"
	"slices"
	"sync"

	"queens"
	"queens/find/solver"
	"queens/internal/errs"
	"queens/symmetry"
)

// Solutions yields the solutions of order n on the regular board that o asks for,
// in lexicographic order, column 0 first. The yielded slice is the caller's. n is
// 0..MaxOrder; order 0 has one solution, the empty board.
//
// About 300 ns per solution at orders 14 to 16 on one core. The search is at most some milliseconds
// ahead, so stopping early is cheap. A complete list up to order 16 holds half of the solutions in
// memory, in 8 bytes each: 60 MB at order 16. Errors: queens.ErrOrder for n out of range,
// queens.ErrFormat if o.After is not n rows in 0..n-1 or a class does not exist.
func Solutions(n int, o Options) (iter.Seq[queens.Perm], error) {
	if err := o.validate(n); err != nil {
		return nil, err
	}
	return func(yield func(queens.Perm) bool) {
		var listed uint64
		newLister(n, o, finders(n, o)()).all(newWatch(context.Background(), 0), func(p []uint8) bool {
			listed++
			return yield(queens.PermOf(p)) && listed != o.Limit
		})
	}, nil
}

// Page is a piece of a list.
type Page struct {
	Solutions []queens.Perm
	Next      queens.Perm // Options.After of the rest; nil if the list ends here
	Nodes     uint64      // queens placed to find them
	None      string      // why there is none, see Options.None
}

// NextPage returns the first o.Limit solutions of the list. It returns fewer if it has placed more
// queens than nodes, or if ctx ends; Next then says where to continue. 0 means no limit for either.
// A node takes about 10 ns; they are counted between parts of some hundred thousand. Errors: those
// of Solutions. The end of ctx is no error.
func NextPage(ctx context.Context, n int, o Options, nodes uint64) (Page, error) {
	if err := o.validate(n); err != nil {
		return Page{}, err
	}
	var page Page
	if page.None = o.None(n); page.None != "" {
		return page, nil
	}
	w := newWatch(ctx, nodes)
	end := newLister(n, o, newFinder(n, o)).all(w, func(p []uint8) bool {
		if o.Limit > 0 && uint64(len(page.Solutions)) == o.Limit {
			return false // there is one more
		}
		page.Solutions = append(page.Solutions, queens.PermOf(p))
		return true
	})
	page.Nodes = w.nodes
	switch {
	case end:
	case w.position != nil:
		page.Next = make(queens.Perm, n)
		copy(page.Next, queens.PermOf(w.position))
	default:
		page.Next = page.Solutions[len(page.Solutions)-1]
	}
	return page, nil
}

// Algorithm returns the search behind Solutions for the catalogue of algorithms. Source: ours, with
// bitmasks as in [bitner1975]; one solution of each orbit as in [cull1994].
func Algorithm(o Options) solver.Run {
	return func(ctx context.Context, c solver.Call, found func(queens.Perm) bool) (stats solver.Stats, err error) {
		l, w := newLister(c.Problem.Order, o, newFinder(c.Problem.Order, o)), newWatch(ctx, 0)
		w.progress = func() {
			stats.Placements = l.finder.nodes()
			if c.Progress != nil {
				c.Progress(stats)
			}
		}
		l.all(w, func(p []uint8) bool {
			stats.Solutions++
			return found(queens.PermOf(p))
		})
		stats.Placements = l.finder.nodes()
		if w.ended {
			return stats, ctx.Err()
		}
		return stats, nil
	}
}

// MaxOrder is the largest order that can be listed.
const MaxOrder = 32

// Options says which solutions are listed. The zero value lists all of them on all cores.
type Options struct {
	// Fundamental lists one solution per orbit, the canonical representative.
	Fundamental bool `json:"fundamental,omitempty"`
	// Classes lists only solutions of these classes; empty means every class. Without Asymmetric a
	// list takes about the square root of the time, with Rotational alone about the fourth root.
	Classes []symmetry.Class `json:"classes,omitempty"`
	// Modular lists only solutions of the modular board as well.
	Modular bool `json:"modular,omitempty"`
	// After, unless nil, starts the list after this vector of n rows, which need
	// not be a solution, nor a permutation.
	After queens.Perm `json:"after,omitempty"`
	// Limit ends the list after this number of solutions; 0 means no limit.
	Limit uint64 `json:"limit,omitempty"`
	// Workers is the number of searches that run side by side in Stream; 0 means one per core.
	Workers int `json:"workers,omitempty"`
}

func (o Options) validate(n int) error {
	if n < 0 || n > MaxOrder {
		return errs.Errorf("order %d: want 0 to %d: %w", n, MaxOrder, queens.ErrOrder)
	}
	if o.Workers < 0 {
		return errs.Errorf("order %d: %d workers: want 0 (one per core) or more", n, o.Workers)
	}
	for _, class := range o.Classes {
		if !slices.Contains(classes[:], class) {
			return errs.Errorf("order %d: class %d: want 0 to %d: %w", n, class, len(classes)-1, queens.ErrFormat)
		}
	}
	if o.After == nil {
		return nil
	}
	if len(o.After) != n {
		return errs.Errorf("order %d after %v: it has %d columns, want %d: %w", n, o.After, len(o.After), n,
			queens.ErrFormat)
	}
	for c, r := range o.After {
		if r < 0 || r >= n {
			return errs.Errorf("order %d: row %d in column %d of the starting point is outside 1..%d: %w",
				n, r+1, c+1, n, queens.ErrFormat)
		}
	}
	return nil
}

var classes = symmetry.Classes()

// Wants reports whether solutions of the class are listed.
func (o Options) Wants(class symmetry.Class) bool {
	return len(o.Classes) == 0 || slices.Contains(o.Classes, class)
}

// keeps reports whether solution p is listed: mostly after a few comparisons, at worst in O(n).
func (l *lister) keeps(p []uint8) bool {
	return (l.after == nil || bytes.Compare(p, l.after) > 0) &&
		(len(l.Classes) == 0 || l.Wants(symmetry.ClassOf(p))) &&
		(!l.Fundamental || l.canonizer.IsLeast(p))
}

// None returns why no solution of order n satisfies o, as a sentence without final period, or "" if
// theory gives no reason.
//
// Sources: [polya1918] for the modular board; the images of a queen under quarter
// turns are four, except one in the centre.
func (o Options) None(n int) string {
	quarter := !o.Wants(symmetry.Asymmetric) && !o.Wants(symmetry.Central)
	switch {
	case n == 2 || n == 3:
		return fmt.Sprintf("a board of order %d has no solution", n)
	case n > 0 && o.Modular && (n%2 == 0 || n%3 == 0):
		return fmt.Sprintf("the torus has solutions only for orders that neither 2 nor 3 divides, and order %d is "+
			"divided by %d", n, 2+n%2)
	case quarter && n%4 > 1:
		return fmt.Sprintf("a quarter turn leaves solutions unchanged only for orders that are 0 or 1 modulo 4: "+
			"queens come in fours, and one may stand in the centre; order %d is %d", n, n%4)
	default:
		return ""
	}
}

// Checker returns a function that reports whether a vector of n rows may be the next one of the
// list: a solution on the regular board, that o asks for, after o.After and the one before. Time
// O(n).
func (o Options) Checker(n int) func(p []uint8) bool {
	l := newLister(n, o, nil)
	return func(p []uint8) bool {
		var rows, rising, falling uint64
		for c, r := range p {
			rows |= 1 << (r % 64)
			rising |= 1 << (int(r) + c)
			falling |= 1 << (int(r) - c + n)
		}
		ok := min(bits.OnesCount64(rows), bits.OnesCount64(rising), bits.OnesCount64(falling)) == n && l.keeps(p)
		l.after = append(l.after[:0], p...)
		return ok
	}
}

// Encoder turns solutions into text. The formats of package format are encoders.
type Encoder interface {
	// AppendSolution appends solution p, one row per column from 0, to b. It is
	// called from several goroutines at once and must not keep p.
	AppendSolution(b []byte, p []uint8) []byte
}

// partsAhead is the number of parts per worker, each at most a few hundred kilobytes
// of text, that may be finished or in progress before the oldest one is emitted.
const partsAhead = 8

// Summary says how far a list came.
type Summary struct {
	Listed uint64      // solutions handed to emit without an error
	Last   queens.Perm // the last of them, for Options.After; nil if there are none
}

// Stream encodes the solutions of order n that o asks for, in lexicographic order, and hands the
// text to emit, in pieces that end between two solutions, until the list ends, emit returns an
// error or ctx is done. The report says how far it came, also if there is an error. emit is called
// by the goroutine that called Stream and must not keep its argument. A complete list takes the
// memory that Solutions takes. The text is the same for any number of workers. When Stream returns,
// no goroutine is left. Errors: those of Solutions; the error of emit, unchanged; ctx's error,
// wrapped.
func Stream(ctx context.Context, n int, o Options, enc Encoder, emit func(text []byte) error) (Summary, error) {
	if err := o.validate(n); err != nil {
		return Summary{}, err
	}
	s := &stream{n: n, o: o, enc: enc, emit: emit, finder: finders(n, o)}
	workers := cmp.Or(o.Workers, runtime.GOMAXPROCS(0))
	err := s.run(ctx, workers)
	if err != nil && ctx.Err() != nil {
		err = errs.Errorf("order %d: stopped after %d solutions: %w", n, s.report.Listed, err)
	}
	return s.report, err
}

type stream struct {
	n      int
	o      Options
	enc    Encoder
	emit   func([]byte) error
	finder func() finder // makes one for each goroutine
	report Summary
}

// part is a piece of the list from producer to worker to consumer, which use it again.
type part struct {
	prefix []uint8
	text   []byte
	count  uint64
	last   []uint8 // solution
	ready  chan struct{}
}

// fill lists the part: at most limit solutions, if that is not 0.
func (p *part) fill(l *lister, enc Encoder, limit uint64) {
	p.text, p.count = p.text[:0], 0
	l.list(p.prefix, func(solution []uint8) bool {
		p.text = enc.AppendSolution(p.text, solution)
		p.count++
		p.last = solution
		return p.count != limit
	})
	p.last = slices.Clone(p.last)
}

func (s *stream) put(p *part) (more bool, err error) {
	if left := s.o.Limit - s.report.Listed; s.o.Limit != 0 && p.count > left {
		p.fill(newLister(s.n, s.o, newFinder(s.n, s.o)), s.enc, left)
	}
	if p.count == 0 {
		return true, nil
	}
	if err := s.emit(p.text); err != nil {
		return false, err
	}
	s.report.Listed += p.count
	s.report.Last = queens.PermOf(p.last)
	return s.report.Listed != s.o.Limit, nil
}

func (s *stream) run(ctx context.Context, workers int) error {
	ctx, cancel := context.WithCancel(ctx)
	var goroutines sync.WaitGroup
	defer goroutines.Wait()
	defer cancel()

	idle := make(chan *part, partsAhead*workers) // parts that wait for a prefix
	tasks := make(chan *part, cap(idle))         // parts that wait for a worker
	queue := make(chan *part, cap(idle))         // all parts in order, for the consumer
	for range cap(idle) {
		idle <- &part{ready: make(chan struct{}, 1)}
	}
	goroutines.Go(func() { s.produce(ctx, idle, tasks, queue) })
	for range workers {
		goroutines.Go(func() { s.work(ctx, tasks) })
	}
	return s.consume(ctx, queue, idle)
}

// produce gives every prefix to an idle part and the part to workers and consumer.
// Neither channel can be full: each has room for all parts.
func (s *stream) produce(ctx context.Context, idle <-chan *part, tasks, queue chan<- *part) {
	defer close(tasks)
	defer close(queue)
	s.finder().prefixes(queens.RowsOf[uint8](s.o.After), newWatch(ctx, 0), func(prefix []uint8) bool {
		select {
		case p := <-idle:
			p.prefix = append(p.prefix[:0], prefix...)
			tasks <- p
			queue <- p
			return true
		case <-ctx.Done():
			return false
		}
	})
}

func (s *stream) work(ctx context.Context, tasks <-chan *part) {
	l := newLister(s.n, s.o, s.finder())
	for p := range tasks {
		if ctx.Err() != nil {
			return
		}
		p.fill(l, s.enc, s.o.Limit)
		p.ready <- struct{}{}
	}
}

func (s *stream) consume(ctx context.Context, queue <-chan *part, idle chan<- *part) error {
	for p := range queue {
		select {
		case <-p.ready:
		case <-ctx.Done():
			return ctx.Err()
		}
		if err := ctx.Err(); err != nil {
			return err
		}
		if more, err := s.put(p); !more || err != nil {
			return err
		}
		idle <- p
	}
	return ctx.Err()
}

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

// list visits the solutions with a prefix in order, until visit returns false; p is reused.
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
