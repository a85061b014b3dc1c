package list

import (
	"bytes"
	"cmp"
	"context"
	"runtime"
	"slices"
	"sync"

	"queens"
	"queens/internal/errs"
	"queens/symmetry"
)

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
