// Package search counts by search. A subproblem is a list of boards with some queens in place;
// its kernels count their completions. A variant divides the solutions into families (see
// [Family]), and each family into [Parts] by its next queens.
package search

import (
	"cmp"
	"context"
	_ "embed"
	"iter"
	"maps"
	"math/bits"
	"runtime"
	"slices"
	"strings"
	"sync"

	"queens"
	kernels "queens/count/internal/kernels/search"
	"queens/count/ledger"
	"queens/count/plan"
	"queens/internal/bitmath"
)

// Part is a piece of a family: the family's board with queens in the first open rows.
type Part struct {
	Family int    // index in Count.Families
	Cols   string // one byte per queen, its column, in the order of the open rows
}

// Parts are the boards of a subproblem, at least one.
type Parts []Part

// AppendTo appends the parts as numbers.
func (parts Parts) AppendTo(b []byte) []byte {
	b = plan.AppendNumbers(b, len(parts))
	for _, part := range parts {
		b = append(plan.AppendNumbers(b, part.Family, len(part.Cols)), part.Cols...)
	}
	return b
}

// Method is the method whose subproblems are boards with some queens in place.
type Method struct {
	of    func(n int) []Family // their weighted completions add up to the count
	apart bool                 // no subproblem has parts of two families
}

// Info describes the method.
func (Method) Info() plan.Info {
	return plan.Info{
		Name: "search", Variants: variants(), Kernels: plan.Processors("search", kernels.All()),
	}
}

// NewCount returns a count of order n.
func (k Method) NewCount(s plan.Variant, n int) plan.Count {
	of := k.of
	if s.OnBoard {
		of = func(n int) []Family {
			given := s.Problem.Given
			return []Family{{Weight: 1, Fixed: given, Blocked: s.Problem.Forbidden(), Rows: centralRows(n, given)}}
		}
	}
	return &Count{Method: k, order: n, Families: sync.OnceValue(func() []Family { return of(n) })}
}

// Count is a count of boards.
type Count struct {
	plan.Defaults
	Method
	Families func() []Family // the first call takes milliseconds
	order    int
	roots    []plan.Subproblem // the families, by Work
}

// Identity returns the families.
func (c *Count) Identity() (parts int, b []byte) {
	families := c.Families()
	for i := range families {
		b = families[i].appendTo(b)
	}
	return len(families), b
}

// Board returns the board of a part and the number of solutions that each of its completions
// represents.
func (c *Count) Board(part Part) (Board, uint64) {
	b := c.root(part.Family)
	for i := range len(part.Cols) {
		b = b.with(int(part.Cols[i]))
	}
	return b, c.Families()[part.Family].Weight
}

func (c *Count) root(family int) Board { return c.Families()[family].board(c.order) }

// Work estimates every family.
func (c *Count) Work(ctx context.Context) (whole plan.Work, err error) {
	families := len(c.Families())
	c.roots = make([]plan.Subproblem, families)
	descents := min(maxDescents, max(minDescents, draftDescents/max(1, families)))
	for i := range c.roots {
		if err := ctx.Err(); err != nil {
			return whole, err
		}
		b := c.root(i)
		c.roots[i] = plan.Subproblem{Work: b.estimate(descents), Pieces: Parts{{Family: i}}}
		whole = whole.Plus(c.roots[i].Work)
	}
	return whole, nil
}

func (c *Count) divide(sub plan.Subproblem) (list []plan.Subproblem) {
	part := sub.Pieces.(Parts)[0]
	b, _ := c.Board(part)
	if len(b.Rows) == 0 {
		return nil
	}
	for col := range bitmath.Members(b.Free(b.Rows[0])) {
		child, next := b.with(col), Parts{{part.Family, part.Cols + string(byte(col))}}
		list = append(list, plan.Subproblem{Work: child.estimate(minDescents), Pieces: next})
	}
	return list
}

// Cut cuts the families in parallel and packs the pieces.
func (c *Count) Cut(ctx context.Context, target plan.Work) ([]plan.Subproblem, error) {
	pieces := make([][]plan.Subproblem, len(c.roots))
	next := make(chan int)
	var workers sync.WaitGroup
	for range min(runtime.GOMAXPROCS(0), len(pieces)) {
		workers.Go(func() {
			for i := range next {
				take := func(sub plan.Subproblem) { pieces[i] = append(pieces[i], sub) }
				_ = plan.Split(ctx, c.roots[i], target, c.divide, take) // only ctx ends it
			}
		})
	}
	for i := range pieces {
		next <- i
	}
	close(next)
	workers.Wait()
	join := func(a, b Parts) (Parts, bool) { return append(a, b...), !c.apart || a[0].Family == b[0].Family }
	return plan.Pack(slices.Values(slices.Concat(pieces...)), target, join), ctx.Err()
}

//go:embed variants.txt
var words string

var board = plan.Variant{
	Name: "search-board", Source: "engelhardt2010", Version: 1, Counts: "completions", OnBoard: true,
	MaxOrder: plan.MaxOrder, Second: "parity-board", Method: Method{},
}

func variants() []plan.Variant {
	border := plan.Variant{
		Name: "search-border", Source: "engelhardt2010", Version: 1, Counts: "solutions", MinOrder: MinBorderOrder,
		MaxOrder: plan.MaxOrder, From: -1, Second: "search",
		Method: Method{of: borderFamilies, apart: true},
	}
	families := plan.Variant{
		Name: "search", Source: "engelhardt2010", Version: 1, Counts: "solutions", MaxOrder: plan.MaxOrder,
		Second: "search-border", Method: Method{of: centralFamilies},
	}
	return plan.WithTexts(words, families, board, border)
}

// Board is a partly filled board in words, with the fields of a task of a kernel. In words of
// columns, bit c is column c. Rising has bit r+c for each queen at (r, c), Falling bit c-r+n-1.
type Board struct {
	Order   int
	Columns uint64                // columns that hold a queen
	Rising  uint64                // rising diagonals that hold a queen
	Falling uint64                // falling diagonals that hold a queen
	Blocked [plan.MaxOrder]uint64 // per row, columns where a queen is not allowed
	Rows    []int                 // open rows in the order in which they are filled; shared, read-only
}

// Free returns the free columns of the open row r.
func (b *Board) Free(r int) uint64 {
	n := b.Order
	all := uint64(1)<<n - 1
	return all &^ (b.Columns | b.Blocked[r] | b.Rising>>r | b.Falling>>(n-1-r))
}

// Place puts a queen on a free square without changing Rows.
func (b *Board) Place(sq queens.Square) {
	b.Columns |= 1 << sq.Col
	b.Rising |= 1 << sq.SumDiag()
	b.Falling |= 1 << (sq.Col - sq.Row + b.Order - 1)
}

// with returns the board with another queen in the first open row.
func (b *Board) with(c int) Board {
	child := *b
	child.fill(c)
	return child
}

func (b *Board) fill(c int) {
	b.Place(queens.Square{Row: b.Rows[0], Col: c})
	b.Rows = b.Rows[1:]
}

// sliceWork is the work of one kernel call, about 20 ms. Between calls the worker checks whether to
// stop. The reference kernel takes a second or two.
var sliceWork = queens.NewTotal(1 << 22)

// Workers returns searchers, which share the choice of kernels.
func (c *Count) Workers(o plan.CountOptions) func() plan.Worker {
	s := &searcher{c, kernels.Choose(o.Kernel)}
	return func() plan.Worker { return s }
}

type searcher struct {
	of     *Count
	choose func(*kernels.Task) kernels.Kernel
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
			task := (*kernels.Task)(&slice)
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
	return plan.Sampled(ctx, c.Workers(o)(), plan.Random(c.roots, sampleWork, c.divide, seed, c.order)), nil
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
	free := b.Free(b.Rows[0])
	share, _ := work.DivMod(uint64(max(1, bits.OnesCount64(free))))
	for col := range bitmath.Members(free) {
		if child := b.with(col); !child.slice(share, most, yield) {
			return false
		}
	}
	return true
}

// Completions returns the exact number of solutions of a problem of order 0 to plan.MaxOrder on the
// regular board. It searches on one goroutine, in some tens of nanoseconds per solution.
//
// Errors: queens.ErrOrder for an order above plan.MaxOrder; queens.ErrFormat for a modular board;
// those of queens.Problem.Validate; ctx's error.
func Completions(ctx context.Context, p queens.Problem) (queens.Total, error) {
	v, err := board.On(p)
	if err != nil {
		return queens.Total{}, err
	}
	c := v.Method.NewCount(v, p.Order).(*Count)
	root := c.root(0)
	whole := plan.Subproblem{Work: root.estimate(boardDescents), Pieces: Parts{{}}}
	r, err := c.Workers(plan.CountOptions{})().Count(ctx, &whole)
	return r.Total, err
}

// Numbers of random descents of an estimate. All families together get draftDescents, because they
// decide how finely the whole plan is cut. minDescents are enough to decide about cutting a part.
const (
	draftDescents = 8192
	minDescents   = 8
	maxDescents   = 1024
	boardDescents = 128 // of the estimate of one board
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
	filled := uint64(1)<<b.Order - 1
	for _, row := range b.Rows {
		filled &^= 1 << row
	}
	for _, word := range [...]uint64{b.Rising, b.Falling, filled, uint64(b.Order)} {
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
	mean, _ := sum.DivMod(uint64(descents)) // at least 1: the board itself
	return mean
}
