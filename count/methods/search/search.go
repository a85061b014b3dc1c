package search

import (
	"cmp"
	"context"
	"iter"
	"maps"
	"math/bits"
	"slices"
	"strings"

	"queens"
	kernels "queens/count/internal/kernels/search"
	"queens/count/internal/kernels/table"
	"queens/count/ledger"
	"queens/count/plan"
	"queens/internal/bitmath"
	"queens/internal/errs"
)

// sliceWork is the work of one kernel call, about 20 ms. Between calls the worker checks whether to
// stop. The reference kernel takes a second or two.
var sliceWork = queens.NewTotal(1 << 22)

// Workers returns searchers, which share the choice of kernels.
func (c *Count) Workers(o plan.CountOptions) (func() (plan.Worker, error), error) {
	s, err := newSearcher(c, o.Kernel)
	return func() (plan.Worker, error) { return s, nil }, err
}

func newSearcher(c *Count, name string) (*searcher, error) {
	choose, err := kernels.Choose(name)
	if err != nil {
		return nil, errs.Errorf("%w", err)
	}
	return &searcher{c, choose}, nil
}

type searcher struct {
	of     *Count
	choose func(*kernels.Task) kernels.Kernel
}

func taskOf(b *Board) *kernels.Task {
	return &kernels.Task{
		Order: b.Order, Columns: b.Columns, Rising: b.Rising, Falling: b.Falling, Blocked: b.Blocked, Rows: b.Rows,
	}
}

func (c *searcher) Count(ctx context.Context, sub *plan.Subproblem) (ledger.Result, error) {
	var result ledger.Result
	nodes := map[string]uint64{} // by kernel
	parts := sub.Pieces.(Parts)
	share, _ := sub.Work.DivMod(uint64(len(parts)))
	for _, part := range parts {
		board, weight := c.of.Board(part)
		for slice := range board.Slices(share, sliceWork) {
			if err := ctx.Err(); err != nil {
				return ledger.Result{}, err
			}
			task := taskOf(&slice)
			k := c.choose(task)
			found := k.Count(task)
			plan.Add(&result, 0, found.Solutions, weight)
			result.Nodes += found.Nodes
			nodes[k.Name] += found.Nodes + 1 // small slices may get another kernel
		}
	}
	names := slices.SortedFunc(maps.Keys(nodes), func(a, b string) int {
		return cmp.Or(cmp.Compare(nodes[b], nodes[a]), strings.Compare(a, b))
	})
	result.Kernel = strings.Join(names, "+")
	return result, nil
}

// sampleWork is the work of one sampled board, some milliseconds.
var sampleWork = queens.NewTotal(1 << 20)

// Samples yields random boards.
func (c *Count) Samples(ctx context.Context, _ plan.Planner, o plan.CountOptions, seed uint64) (plan.Samples, error) {
	s, err := newSearcher(c, o.Kernel)
	return plan.Sampled(ctx, s, plan.Random(c.roots, sampleWork, c.divide, seed, c.order)), err
}

// Slices yields boards that together have the completions of b, each exactly once, in the order of
// the search. b has about the given work, and each slice about most or less, so that counting can
// stop between slices.
func (b *Board) Slices(work, most plan.Work) iter.Seq[Board] {
	return func(yield func(Board) bool) { b.slice(work, most, yield) }
}

func (b *Board) slice(work, most plan.Work, yield func(Board) bool) bool {
	if work.Compare(most) <= 0 || len(b.Rows) == 0 {
		return yield(*b)
	}
	share := work
	if free := bits.OnesCount64(b.Free(b.Rows[0])); free > 1 {
		share, _ = work.DivMod(uint64(free))
	}
	for _, child := range b.children() {
		if !child.slice(share, most, yield) {
			return false
		}
	}
	return true
}

// BoardOf returns the board whose completions are the solutions of a problem on the regular board.
//
// Errors: queens.ErrOrder for an order above plan.MaxOrder; queens.ErrFormat for a modular board;
// those of queens.Problem.Validate.
func BoardOf(p queens.Problem) (Board, error) {
	if p.Order < 0 || p.Order > plan.MaxOrder {
		return Board{}, errs.Errorf("board of order %d: want 0 to %d: %w", p.Order, plan.MaxOrder, queens.ErrOrder)
	}
	if p.Topology != queens.Regular {
		return Board{}, errs.Errorf("board of order %d: kernels count on the regular board: %w", p.Order,
			queens.ErrFormat)
	}
	if err := p.Validate(); err != nil {
		return Board{}, errs.Errorf("board of order %d: %w", p.Order, err)
	}
	f := Family{Weight: 1, Fixed: p.Given, Blocked: p.Forbidden(), Rows: centralRows(p.Order, p.Given)}
	return f.board(p.Order), nil
}

// Work estimates the work of counting the completions of the board. Time: less than a millisecond.
func (b *Board) Work() plan.Work { return b.estimate(boardDescents) }

const boardDescents = 128

// Completions returns the exact number of solutions of a problem of order 0 to plan.MaxOrder. It
// searches on one goroutine, in some tens of nanoseconds per solution of the board.
//
// Errors: those of BoardOf; ctx's error.
func Completions(ctx context.Context, p queens.Problem) (queens.Total, error) {
	board, err := BoardOf(p)
	if err != nil {
		return queens.Total{}, err
	}
	s, err := newSearcher(nil, table.Auto)
	if err != nil {
		return queens.Total{}, err
	}
	var found uint64
	for slice := range board.Slices(board.Work(), sliceWork) {
		if ctx.Err() != nil {
			break
		}
		task := taskOf(&slice)
		found += s.choose(task).Count(task).Solutions
	}
	if err := ctx.Err(); err != nil {
		return queens.Total{}, errs.Errorf("completions of order %d: %w", p.Order, err)
	}
	return queens.NewTotal(found), nil
}

// Numbers of random descents of an estimate. All families together get draftDescents, because they
// decide how finely the whole plan is cut. minDescents are enough to decide about cutting a part.
const (
	draftDescents = 8192
	minDescents   = 8
	maxDescents   = 1024
)

// generator is the SplitMix64 pseudo-random number generator. Source: [steele2014].
type generator uint64

func (g *generator) next() uint64 {
	*g += 0x9e3779b97f4a7c15
	z := uint64(*g)
	z = (z ^ z>>30) * 0xbf58476d1ce4e5b9
	z = (z ^ z>>27) * 0x94d049bb133111eb
	return z ^ z>>31
}

// below returns a number in [0, k), k >= 1, by multiplication and shift: the deviation from
// uniformity is below k/2^64.
func (g *generator) below(k int) int {
	hi, _ := bits.Mul64(g.next(), uint64(k))
	return int(hi)
}

// seedOf depends on the board alone.
func seedOf(b *Board) generator {
	g := generator(b.Columns)
	for _, word := range [...]uint64{b.Rising, b.Falling, b.Filled, uint64(b.Order)} {
		g = generator(g.next() ^ word)
	}
	return g
}

// estimate returns the expected number of board states from b: the mean over random descents of the
// sum of the products of the numbers of free squares. Source: [knuth1975].
func (b *Board) estimate(descents int) plan.Work {
	g := seedOf(b)
	var sum plan.Work
	for range descents {
		at := *b
		product := queens.NewTotal(1)
		for len(at.Rows) > 0 {
			sum = sum.Plus(product)
			free := at.Free(at.Rows[0])
			k := bits.OnesCount64(free)
			if k == 0 {
				product = queens.Total{}
				break
			}
			for range g.below(k) {
				free = bitmath.WithoutLowest(free)
			}
			at.fill(bits.TrailingZeros64(free))
			product = product.Times(uint64(k))
		}
		sum = sum.Plus(product)
	}
	mean, _ := sum.DivMod(uint64(descents))
	if mean.IsZero() {
		mean = queens.NewTotal(1)
	}
	return mean
}
