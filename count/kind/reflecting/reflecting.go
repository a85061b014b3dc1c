// Package reflecting counts reflecting queens: permutations p of 1 to n for which the 2n numbers
// p(x)+x and p(x)-x are all different. Such queens also do not attack each other along diagonals
// that a mirror on the line x = 0, next to the first column, reflects.
//
// The sum and the difference of a square have the same parity, so squares are white or
// black, as in package parity, and queens of different colours share rows and columns
// only. The count is a sum of products over the same sets of lines as there:
//
//	R(n) = sum over A, A', B, B' of W(A, A'; B, B') K(A, A'; B, B')
//
// A and A' are the even and odd columns of white queens, B and B' their even and odd rows.
// W is the number of white pairs of placements without a common number, and K
// that of black ones, on the other lines. docs/paper has proofs.
package reflecting

import (
	"context"
	_ "embed"
	"iter"
	"slices"
	"sync"
	"sync/atomic"

	"queens"
	"queens/count/kind"
	"queens/count/ledger"
	"queens/internal/kernel/pairs"
	"queens/internal/parity"
)

//go:embed schemes.txt
var words string

// Kind is the kind of the scheme reflecting.
type Kind struct{}

// Ways to count a tile again.
const (
	// pairs of the colour with fewer queens found first
	byOther = "other"
	// queens put on the whole board, column by column, without products; to about order 18
	byPlain = "plain"
)

// Facts describes the kind.
func (Kind) Facts() kind.Facts {
	const name = "reflecting"
	return kind.Facts{
		Name: name, Pieces: pieces, Bounded: true,
		Kernels: kind.Described(name, pairs.All()),
		Ways:    []string{byOther, byPlain},
		Checks:  func(p kind.Processor) bool { return p.Kernel != kind.Reference },
		Schemes: kind.Worded(words, kind.Scheme{
			Name: "reflecting", Read: "symmetric.md",
			Source: "klarner1967", Version: 2, Motion: kind.Reflecting, Counts: "reflecting solutions",
			MaxOrder: maxOrder, SecondBy: byPlain, Kind: Kind{},
		}),
	}
}

// Begin returns a count of order n.
func (Kind) Begin(_ kind.Scheme, n int) kind.Count {
	return &count{order: n, classes: sync.OnceValue(func() []*class { return slices.Collect(classes(n)) })}
}

type count struct {
	kind.Plain
	order   int
	classes func() []*class
}

func (c *count) Workers(o kind.Options) (func() (kind.Worker, error), error) {
	return func() (kind.Worker, error) { return newWorker(c, o) }, nil
}

type worker struct {
	of      *count
	options kind.Options
	pairs   *pairs.Counter
	counter *counter // of the class of the tile before
}

func newWorker(c *count, o kind.Options) (*worker, error) {
	p, err := pairs.New(o.Kernel)
	return &worker{of: c, options: o, pairs: p}, err
}

var names = [...]string{"units", "even-even", "odd-odd", "odd-even", "even-odd", "pairs"}

func (w *worker) Count(ctx context.Context, sub *kind.Subproblem) (ledger.Result, error) {
	stop := new(atomic.Bool)
	defer context.AfterFunc(ctx, func() { stop.Store(true) })()
	tile := sub.Pieces.(Tile)
	c := w.of.class(tile.Queens)
	r := ledger.Result{Kernel: w.pairs.Kernel()}
	var seen [len(names)]uint64
	if w.options.Has(byPlain) {
		for u := range tile.units() {
			kind.Add(&r, 0, c.search(u, stop), c.weight)
		}
	} else {
		if w.counter == nil || w.counter.class != c {
			w.counter = newCounter(c, w.pairs, w.options.Has(byOther))
		}
		w.counter.stopOn(stop)
		for block := range c.blocks(tile, w.options) {
			found := w.counter.count(block)
			kind.Add(&r, 0, found.solutions, 1)
			r.Nodes += found.tests
			seen[0] += uint64(block.EvenCount * block.OddCount)
			seen[5] += found.pairs
			for k, length := range found.lists { // each list of a set once
				ofEven := parity.Kind(k) == parity.EvenEven || parity.Kind(k) == parity.EvenOdd
				if ofEven && block.Odd == tile.Odd || !ofEven && block.Even == tile.Even {
					seen[1+k] += length
				}
			}
		}
		r.Evidence = kind.Evidence(names[:], seen[:]...)
	}
	return kind.Unless(ctx, r)
}

// Tile is the units of two runs of column sets of a class.
type Tile struct {
	Queens          int // number of the class
	Even, EvenCount int // positions among the even sets of the class that stand for all
	Odd, OddCount   int // and among its odd sets
}

const pieces = "tiles of column sets"

// Kind returns what the pieces are.
func (Tile) Kind() string { return pieces }

// AppendTo appends the tile as numbers.
func (t Tile) AppendTo(b []byte) []byte {
	return kind.AppendNumbers(b, t.Queens, t.Even, t.EvenCount, t.Odd, t.OddCount)
}

func (c *count) Work(ctx context.Context) (whole kind.Work, err error) {
	if err := ctx.Err(); err != nil {
		return whole, err
	}
	for _, x := range c.classes() {
		whole = whole.Plus(queens.NewTotal(x.work()).Times(uint64(len(x.evens) * len(x.OddSets))))
	}
	return whole, ctx.Err()
}

// leastTarget is the work of about a second: units are counted faster together.
const leastTarget = 1 << 28

// Target returns the usual target, but for short counts a larger one.
func (c *count) Target(whole kind.Work) kind.Work {
	if usual := kind.TargetOf(whole); usual.Compare(queens.NewTotal(leastTarget)) > 0 {
		return usual
	}
	return queens.NewTotal(leastTarget)
}

func (c *count) Cut(ctx context.Context, target kind.Work) (list []kind.Subproblem, err error) {
	for _, x := range c.classes() {
		work := queens.NewTotal(x.work())
		side := 1
		longest := max(len(x.evens), len(x.OddSets))
		for side < longest && work.Times(uint64((side+1)*(side+1))).Compare(target) <= 0 {
			side++
		}
		for even, count := range parts(len(x.evens), side) {
			if err := ctx.Err(); err != nil {
				return nil, err
			}
			for odd, oddCount := range parts(len(x.OddSets), side) {
				list = append(list, kind.Subproblem{
					Work:   work.Times(uint64(count * oddCount)),
					Pieces: Tile{x.Queens, even, count, odd, oddCount},
				})
			}
		}
	}
	return list, ctx.Err()
}

// parts divides 0 to n-1 into parts of at most the given length, whose lengths differ by one at
// most: it yields the beginning of each and its length.
func parts(n, most int) iter.Seq2[int, int] {
	number := (n + most - 1) / most
	return func(yield func(first, count int) bool) {
		for i := range number {
			if first := i * n / number; !yield(first, (i+1)*n/number-first) {
				return
			}
		}
	}
}

func (c *count) class(queens int) *class {
	list := c.classes()
	i := slices.IndexFunc(list, func(x *class) bool { return x.Queens == queens })
	if i < 0 {
		return nil
	}
	return list[i]
}

// Samples yields runs of units that are counted together.
func (c *count) Samples(ctx context.Context, plan kind.Planner, o kind.Options, seed uint64) (kind.Samples, error) {
	subproblems, err := plan(ctx)
	if err != nil {
		return nil, err
	}
	var runs []kind.Subproblem
	for _, sub := range subproblems {
		t := sub.Pieces.(Tile)
		x := c.class(t.Queens)
		for block := range x.blocks(t, o) {
			units := uint64(block.EvenCount * block.OddCount)
			runs = append(runs, kind.Subproblem{Work: queens.NewTotal(x.work()).Times(units), Pieces: block})
		}
	}
	w, err := newWorker(c, o)
	return kind.Sampled(ctx, w, kind.Draws(runs, kind.Work{}, nil, seed, c.order)), err
}

// blocks yields the tiles by which a tile is counted: the largest ones whose lists fit in the
// memory that a worker has.
func (c *class) blocks(t Tile, o kind.Options) iter.Seq[Tile] {
	memory := uint64(o.Bytes()) / uint64(o.Cores())
	const placementBytes = 100 // with copies and scratch memory
	placements := uint64(1)
	for _, colour := range c.queens() {
		placements = max(placements, c.usual(colour[0]), c.usual(colour[1]))
	}
	side := max(1, min(1<<22, memory/placementBytes)/placements)
	return func(yield func(Tile) bool) {
		for even, evenCount := range parts(t.EvenCount, int(side)) {
			for odd, oddCount := range parts(t.OddCount, int(side)) {
				if !yield(Tile{t.Queens, t.Even + even, evenCount, t.Odd + odd, oddCount}) {
					return
				}
			}
		}
	}
}

func (t Tile) units() iter.Seq[parity.Unit] {
	return func(yield func(parity.Unit) bool) {
		for i := range t.EvenCount * t.OddCount {
			if !yield(parity.Unit{Even: t.Even + i/t.OddCount, Odd: t.Odd + i%t.OddCount}) {
				return
			}
		}
	}
}
