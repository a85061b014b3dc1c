package reflecting

import (
	"context"
	"iter"
	"slices"

	"queens"
	"queens/count/kind"
	"queens/internal/parity"
)

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

func (t Tile) run() run { return run{t.Even, t.EvenCount, t.Odd, t.OddCount} }

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
func (c *count) Samples(ctx context.Context, plan func(context.Context) ([]kind.Subproblem, error),
	o kind.Options, seed uint64,
) (iter.Seq2[kind.Sample, error], error) {
	subproblems, err := plan(ctx)
	if err != nil {
		return nil, err
	}
	var runs []kind.Subproblem
	for _, sub := range subproblems {
		t := sub.Pieces.(Tile)
		x := c.class(t.Queens)
		for r := range x.blocks(t.run(), o) {
			runs = append(runs, kind.Subproblem{
				Work:   queens.NewTotal(x.work()).Times(uint64(r.evenCount * r.oddCount)),
				Pieces: Tile{t.Queens, r.even, r.evenCount, r.odd, r.oddCount},
			})
		}
	}
	w, err := newWorker(c, o)
	return kind.Drawn(ctx, w, runs, seed, uint64(c.order)), err
}

// blocks yields the runs by which a run is counted: the largest ones whose lists fit in the memory
// that a worker has.
func (c *class) blocks(t run, o kind.Options) iter.Seq[run] {
	memory := uint64(o.Bytes()) / uint64(o.Cores())
	const placementBytes = 100 // with copies and scratch memory
	placements := uint64(1)
	for _, colour := range c.queens() {
		placements = max(placements, c.usual(colour[0]), c.usual(colour[1]))
	}
	side := max(1, min(1<<22, memory/placementBytes)/placements)
	return func(yield func(run) bool) {
		for even, evenCount := range parts(t.evenCount, int(side)) {
			for odd, oddCount := range parts(t.oddCount, int(side)) {
				if !yield(run{t.even + even, evenCount, t.odd + odd, oddCount}) {
					return
				}
			}
		}
	}
}

func (t run) units() iter.Seq[parity.Unit] {
	return func(yield func(parity.Unit) bool) {
		for i := range t.evenCount * t.oddCount {
			if !yield(parity.Unit{Even: t.even + i/t.oddCount, Odd: t.odd + i%t.oddCount}) {
				return
			}
		}
	}
}
