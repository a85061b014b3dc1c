// Package symmetric counts symmetric solutions as products: the queens have two parts, each of
// which a rotation maps to itself. docs/paper has the theorems, package count/internal/symmetric
// their sets and weights.
package symmetric

import (
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

type worker struct {
	of        *count
	counter   *kernels.Counter
	pairs     *join.Counter
	backwards bool // rows are filled in the opposite order
	search    bool // for the whole of a solution

	unlike, like *kernels.Lists // of pairs of lines
}

func newWorker(c *count, o plan.CountOptions) *worker {
	kernel := o.Kernel
	if kernel == "avx512" { // package join has avx2 instead
		kernel = table.Auto
	}
	counter := kernels.New(o.Kernel)
	return &worker{
		of: c, counter: counter, pairs: join.New(kernel), backwards: o.Has(byBackwards),
		search: o.Has(bySearch), unlike: kernels.NewLists(counter), like: kernels.NewLists(counter),
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
	size := bits.OnesCount32(even)
	likes := t.like.Fill(q.Like(q.Others(even)))
	if q.Sums == 0 {
		b := q.Board(even)
		if t.backwards {
			slices.Reverse(b.Rows)
		}
		ways, cell := t.counter.Table(0, b.Cells), 0
		found[0] = t.counter.Tally([]*symmetric.Board{&b}, [][]uint64{ways})[0]
		for odd := range bitmath.OfSize(size, q.Fours) {
			if ways[cell] > 0 {
				fit := uint64(len(likes(q.Others(odd))))
				found[1] += fit
				sum.AddProduct(fit, ways[cell])
			}
			cell++
		}
		return sum, found
	}
	unlikes := t.unlike.Fill(q.Unlike(even, t.backwards))
	for odd := range bitmath.OfSize(size, q.Fours) {
		if unlike := unlikes(odd); len(unlike) > 0 {
			like := likes(q.Others(odd))
			for i := range like {
				like[i] &= q.Sums
			}
			fit, _ := t.pairs.Count(like, unlike)
			sum.AddProduct(fit, 1)
			found[0] += uint64(len(unlike))
			found[1] += uint64(len(like))
		}
	}
	return sum, found
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
