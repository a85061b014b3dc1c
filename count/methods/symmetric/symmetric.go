// Package symmetric counts symmetric solutions as products: the queens have two parts, each of
// which a rotation maps to itself. docs/paper has the theorems, package count/internal/symmetric
// their sets and weights.
package symmetric

import (
	"cmp"
	"context"
	_ "embed"
	"iter"
	"math/bits"
	"slices"
	"sync"
	"sync/atomic"

	"queens"
	"queens/count/internal/kernels/join"
	kernels "queens/count/internal/kernels/symmetric"
	"queens/count/internal/kernels/table"
	"queens/count/internal/symmetric"
	"queens/count/ledger"
	"queens/count/plan"
	"queens/internal/bitmath"
	"queens/internal/errs"
)

// Method is the method whose subproblems are runs of line sets.
type Method struct{}

// Ways to count a unit again.
const (
	byBackwards = "backwards" // rows filled in the opposite order
	// queens of both parts on one board, without products; 10 to 100 times as long
	bySearch = "search"
)

// Info describes the method.
func (Method) Info() plan.Info {
	return plan.Info{
		Name: "symmetric", Variants: variants(), Kernels: plan.Processors("symmetric", kernels.All()),
		Ways: []string{byBackwards, bySearch}, Slow: true,
	}
}

// NewCount returns a count of order n.
func (Method) NewCount(s plan.Variant, n int) plan.Count {
	return &count{variant: s, order: n, product: sync.OnceValue(func() product {
		switch {
		case s.Topology == queens.Modular:
			return symmetric.NewTorus(n)
		case s.Motion == plan.SuperHalfTurn:
			return symmetric.NewSuperqueens(n, 2)
		case s.Motion == plan.SuperQuarterTurn:
			return symmetric.NewSuperqueens(n, 4)
		case s.Motion == plan.HalfTurn:
			return symmetric.NewHalf(n)
		default:
			return symmetric.NewQuarter(n)
		}
	})}
}

// product is a [symmetric.Half], [symmetric.Quarter], [symmetric.Torus] or [symmetric.Superqueens].
type product interface {
	All() []symmetric.Unit
	Alike(units []symmetric.Unit) int // how many of the first ones are counted together
}

// searched is a product whose units can be counted by a search of the whole board.
type searched interface {
	Search(lines uint32, stop *atomic.Bool) uint64
}

func (c *count) Accepts(o plan.CountOptions) error {
	if o.Has(bySearch) && (productNames[c.variant.Motion] == nil || c.variant.Topology == queens.Modular) {
		return errs.Errorf("method %s already searches the whole board: %w", c.variant.Name, queens.ErrFormat)
	}
	return nil
}

func (c *count) Workers(o plan.CountOptions) func() plan.Worker {
	return func() plan.Worker { return newWorker(c, o) }
}

const span = 512 // cells whose words are sorted together: in the first cache

type worker struct {
	of        *count
	counter   *kernels.Counter
	pairs     *join.Counter
	backwards bool // rows are filled in the opposite order
	search    bool // for the whole of a solution

	// Placements of pairs of unlike parity, as cells and, from bit 32, sums, for each span of
	// cells; the sums of one span by cells, and where those of each cell begin.
	words  [][]uint64
	sorted []uint64
	ends   [span + 1]int

	lists [2][]uint64
}

func newWorker(c *count, o plan.CountOptions) *worker {
	kernel := o.Kernel
	if kernel == "avx512" { // package join has avx2 instead
		kernel = table.Auto
	}
	return &worker{
		of: c, counter: kernels.New(o.Kernel), pairs: join.New(kernel), backwards: o.Has(byBackwards),
		search: o.Has(bySearch),
	}
}

// productNames are the names of the evidence: placements of white and black pairs of queens, or of
// pairs of lines of unlike and of like parity.
var productNames = map[plan.Motion][]string{
	plan.HalfTurn:    {"sets", "white", "black"},
	plan.QuarterTurn: {"sets", "unlike", "like"},
}

func (t *worker) Count(ctx context.Context, sub *plan.Subproblem) (ledger.Result, error) {
	stop := new(atomic.Bool)
	t.counter.StopOn(stop)
	t.pairs.StopOn(stop)
	defer context.AfterFunc(ctx, func() { stop.Store(true) })()
	result := ledger.Result{Kernel: t.counter.Kernel()}
	run := sub.Pieces.(Lines)
	var seen [2]uint64
	of := t.of.product()
	units := of.All()[run.First:][:run.Count]
	for len(units) > 0 {
		unit, counted := units[0], make([]kernels.Solutions, 1)
		one := &counted[0]
		if t.search {
			one.Sum.Low = of.(searched).Search(unit.Lines, stop)
		} else {
			switch of := of.(type) {
			case *symmetric.Half:
				counted = t.counter.Halves(of, units[:of.Alike(units)], t.backwards, nil)
			case *symmetric.Quarter:
				one.Sum, one.Found = t.quarter(of, unit.Lines)
			case *symmetric.Torus:
				one.Sum.Low, one.Found = t.torus(of.Board(unit.Lines))
			case *symmetric.Superqueens:
				one.Sum.Low, result.Kernel = of.Search(unit.Lines, t.backwards, stop), plan.Reference
			}
		}
		if err := ctx.Err(); err != nil {
			return ledger.Result{}, err
		}
		for i, c := range counted {
			plan.Add(&result, c.Sum.High, c.Sum.Low, units[i].Weight)
			for j, x := range c.Found {
				seen[j] += x
			}
		}
		units = units[len(counted):]
	}
	result.Nodes = seen[0] + seen[1]
	if names := productNames[t.of.variant.Motion]; names != nil && !t.search { // a search sees no parts
		result.Evidence = plan.Evidence(names, uint64(run.Count), seen[0], seen[1])
	}
	return result, nil
}

func (t *worker) torus(b symmetric.Board) (low uint64, found [2]uint64) {
	if t.backwards {
		slices.Reverse(b.Rows)
	}
	low = t.counter.Tally([]*symmetric.Board{&b}, [][]uint64{t.counter.Table(0, b.Cells)})[0]
	return low, [2]uint64{low}
}

// quarter returns the number of pairings of all lines for a set of even lines that are paired with
// odd ones, without the ways to put fours of queens on them. found has the numbers of ways to pair
// these, and the others.
func (t *worker) quarter(q *symmetric.Quarter, even uint32) (sum bitmath.Sum, found [2]uint64) {
	cases := q.Unlike(even)
	if t.backwards {
		for _, c := range cases {
			slices.Reverse(c.Rows)
		}
	}
	evens, columns := q.Like(0, q.Others(even)), cases[0].Table
	if q.Order%4 == 1 {
		ways := t.counter.Table(0, columns.Cells)
		found[0] = t.counter.Tally([]*symmetric.Board{&cases[0].Board}, [][]uint64{ways})[0]
		t.lists[0] = withSlack(t.lists[0], evens)
		for cell, odds := range likeOdds(q, len(cases[0].Rows), columns.Cells) {
			if ways[cell] > 0 {
				t.lists[1] = withSlack(t.lists[1], odds)
				fit, _ := t.pairs.Count(t.lists[0], t.lists[1])
				found[1] += fit
				sum.AddProduct(fit, ways[cell])
			}
		}
		return sum, found
	}
	t.words = slices.Grow(t.words[:0], columns.Cells/span+1)[:columns.Cells/span+1]
	for i := range t.words {
		t.words[i] = t.words[i][:0]
	}
	for _, c := range cases {
		found[0] += t.counter.List(&c.Board, func(words []uint64) {
			for _, word := range words {
				cell := c.Cell(word)
				group := &t.words[cell/span]
				*group = append(*group, uint64(cell)|(q.Sums(word, true)|c.Sums)<<32)
			}
		})
	}
	groups := alike(evens)
	for cell, odds := range likeOdds(q, len(cases[0].Rows), columns.Cells) {
		if cell%span == 0 {
			t.sort(t.words[cell/span])
		}
		first, end := t.ends[cell%span], t.ends[cell%span+1]
		if first < end {
			like := t.likes(q, groups, odds)
			found[1] += uint64(len(like))
			fit, _ := t.pairs.Count(like, t.sorted[first:end:end+join.Slack])
			sum.AddProduct(fit, 1)
		}
	}
	return sum, found
}

// likeOdds yields the cells of all sets of odd lines, and the matchings of the other odd lines.
func likeOdds(q *symmetric.Quarter, lines, cells int) iter.Seq2[int, []uint64] {
	return func(yield func(int, []uint64) bool) {
		odd := uint32(1)<<lines - 1 // sets, as numbers, have the cells 0, 1, 2, ...
		for cell := range cells {
			if cell > 0 {
				odd = bitmath.NextOfSize(odd)
			}
			if !yield(cell, q.Like(1, q.Others(odd))) {
				return
			}
		}
	}
}

// sort orders the sums of words of a span by their cells.
func (t *worker) sort(words []uint64) {
	var next [span + 1]int // of the cell before, where its next word goes
	for _, word := range words {
		next[uint32(word)%span+1]++
	}
	for i := range span {
		next[i+1] += next[i]
	}
	t.ends = next
	t.sorted = slices.Grow(t.sorted[:0], len(words)+join.Slack)[:len(words)+join.Slack]
	for _, word := range words {
		at := &next[uint32(word)%span]
		t.sorted[*at] = word >> 32
		*at++
	}
}

// matchings are the words of a list that have the same bits of a mask.
type matchings struct {
	common uint64
	rests  []uint64 // without these bits
}

// alike divides a list into groups of some dozens, by their smallest differences.
func alike(list []uint64) (groups []matchings) {
	mask := uint64(2)<<bits.Len(uint(len(list)/64)) - 1
	byMask := func(a, b uint64) int { return cmp.Compare(a&mask, b&mask) }
	for i, word := range slices.SortedFunc(slices.Values(list), byMask) {
		if i == 0 || groups[len(groups)-1].common != word&mask {
			groups = append(groups, matchings{common: word & mask})
		}
		last := &groups[len(groups)-1]
		last.rests = append(last.rests, word&^mask)
	}
	return groups
}

// likes returns the sums of the pairs of matchings of even and of odd lines that share no diagonal.
// A group of even ones is joined with the odd ones that do not have its common diagonals.
func (t *worker) likes(q *symmetric.Quarter, evens []matchings, odds []uint64) []uint64 {
	list := t.lists[0][:0]
	for _, group := range evens {
		t.lists[1] = t.counter.Join(t.lists[1][:0], []uint64{group.common}, odds)
		list = t.counter.Join(list, group.rests, t.lists[1])
	}
	for i, word := range list {
		list[i] = q.Sums(word, false)
	}
	t.lists[0] = slices.Grow(list, join.Slack)
	return t.lists[0]
}

func withSlack(room, list []uint64) []uint64 {
	return slices.Grow(append(room[:0], list...), join.Slack)
}

// Lines is a run of units of a product over sets of lines, see docs/symmetric.md.
type Lines struct {
	First, Count int // indices in the list of all units
}

// AppendTo appends the run as numbers.
func (l Lines) AppendTo(b []byte) []byte { return plan.AppendNumbers(b, l.First, l.Count) }

type count struct {
	plan.Defaults
	variant plan.Variant
	order   int
	product func() product // a second for half turns of order 40
}

func (c *count) Work(ctx context.Context) (whole plan.Work, err error) {
	if err := ctx.Err(); err != nil {
		return whole, err
	}
	return workOf(c.product().All()), ctx.Err()
}

func (c *count) Cut(ctx context.Context, target plan.Work) ([]plan.Subproblem, error) {
	list := plan.Pack(c.runs(), target, func(a, b Lines) (Lines, bool) {
		a.Count += b.Count
		return a, true
	})
	return list, ctx.Err()
}

// runs yields the units, those together that are counted together.
func (c *count) runs() iter.Seq[plan.Subproblem] {
	return func(yield func(plan.Subproblem) bool) {
		units := c.product().All()
		for first := 0; first < len(units); {
			run := Lines{first, c.product().Alike(units[first:])}
			first += run.Count
			if !yield(plan.Subproblem{Work: workOf(units[run.First:first]), Pieces: run}) {
				return
			}
		}
	}
}

// Samples yields units, with those that are counted together.
func (c *count) Samples(ctx context.Context, _ plan.Planner, o plan.CountOptions, seed uint64) (plan.Samples, error) {
	runs := slices.Collect(c.runs())
	return plan.Sampled(ctx, newWorker(c, o), plan.Random(runs, plan.Work{}, nil, seed, c.order)), nil
}

func workOf(units []symmetric.Unit) (sum plan.Work) {
	for _, u := range units {
		sum = sum.Add(u.Work)
	}
	return sum
}

//go:embed variants.txt
var words string

func variants() []plan.Variant {
	const read, source = "symmetric.md", "symmetric-products"
	return plan.WithTexts(words, plan.Variant{
		Name: "symmetric-half-turn", Read: read, Source: source, Version: 2,
		Motion: plan.HalfTurn, Counts: "solutions unchanged by a half turn", MaxOrder: symmetric.MaxHalf,
		SecondBy: bySearch, Method: Method{},
	}, plan.Variant{
		Name: "symmetric-quarter-turn", Read: read, Source: source, Version: 1,
		Motion: plan.QuarterTurn, Counts: "solutions unchanged by a quarter turn", MaxOrder: symmetric.MaxQuarter,
		SecondBy: bySearch, Method: Method{},
	}, plan.Variant{
		Name: "symmetric-torus", Read: read, Source: source, Version: 1, Topology: queens.Modular,
		Motion: plan.HalfTurn, Counts: "modular solutions unchanged by a half turn", MaxOrder: symmetric.MaxTorus,
		Method: Method{},
	}, plan.Variant{
		Name: "symmetric-super-half-turn", Read: read, Source: "gardner1991", Version: 1,
		Motion: plan.SuperHalfTurn, Counts: "superqueens solutions unchanged by a half turn",
		MaxOrder: symmetric.MaxSuperHalf, SecondBy: byBackwards, Method: Method{},
	}, plan.Variant{
		Name: "symmetric-super-quarter-turn", Read: read, Source: "gardner1991", Version: 1,
		Motion: plan.SuperQuarterTurn, Counts: "superqueens solutions unchanged by a quarter turn",
		MaxOrder: symmetric.MaxSuperQuarter, SecondBy: byBackwards, Method: Method{},
	})
}
