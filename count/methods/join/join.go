// Package join counts by joining half boards. A subproblem counts the pairs of a placement of the
// top half and one of the bottom half, on the remaining columns, that share no diagonal.
package join

import (
	"context"
	_ "embed"
	"sync/atomic"

	"queens/count/internal/kernels/halves"
	kernels "queens/count/internal/kernels/join"
	"queens/count/internal/kernels/shelf"
	"queens/count/ledger"
	"queens/count/plan"
	"queens/internal/errs"
)

// Method is the method whose subproblems are column sets.
type Method struct{}

const byHalves = "halves" // the two halves exchanged

// Info describes the method.
func (Method) Info() plan.Info {
	return plan.Info{
		Name: "join", Variants: variants(), Kernels: plan.Processors("join", kernels.All()),
		Ways: []string{byHalves}, Bounded: true,
	}
}

//go:embed variants.txt
var words string

func variants() []plan.Variant {
	return plan.WithTexts(words, plan.Variant{
		Name: "join", Source: "kluev", Version: 1, Counts: "solutions", MinOrder: minJoinOrder, MaxOrder: maxJoinOrder,
		From: 18, Second: "search", Method: Method{},
	})
}

// NewCount returns a count of order n.
func (Method) NewCount(_ plan.Variant, n int) plan.Count { return &count{order: n} }

type count struct {
	plan.Defaults
	order int
}

func (c *count) Workers(o plan.CountOptions) (func() (plan.Worker, error), error) {
	tables, list := budgetOf(o)
	source := halves.NewSource(c.order, Ranks(c.order/2), shelf.NewStore(tables))
	return func() (plan.Worker, error) { return newJoiner(c, source, o, list) }, nil
}

// Floor adds the plan of a large order, which takes 227 MB at order 28, and the least lists.
func (c *count) Floor(o plan.CountOptions) int64 {
	floor := int64(plan.MinMemory + o.Cores()*minList*bytesPerKey)
	if c.order >= 25 {
		floor += 256 << 20
	}
	return floor
}

// bytesPerKey is the memory for a key of a list, the key of the other list, and counting their
// pairs.
const bytesPerKey = 2*8 + 16

const minList = 1 << 16

// budgetOf divides the memory: six parts in sixteen for tables, which workers share, and six for
// lists, as a number of keys per worker. The rest is for the plan, the ledger and uncollected
// garbage.
func budgetOf(o plan.CountOptions) (tables int64, list int) {
	part := o.Bytes() / 16 * 6
	return part, int(max(minList, part/int64(o.Cores())/bytesPerKey))
}

type joiner struct {
	of      *count
	lister  *halves.Lister
	counter *kernels.Counter
	kernel  string
	swapped bool // the halves are exchanged
	most    int  // keys of a list
	tops    []uint64
	bottoms []uint64
}

func newJoiner(c *count, source *halves.Source, o plan.CountOptions, list int) (*joiner, error) {
	counter, err := kernels.New(o.Kernel)
	if err != nil {
		return nil, errs.Errorf("%w", err)
	}
	return &joiner{
		of: c, lister: halves.NewLister(source), counter: counter, kernel: counter.Kernel(),
		swapped: o.Has(byHalves), most: list,
	}, nil
}

func (j *joiner) Count(ctx context.Context, sub *plan.Subproblem) (ledger.Result, error) {
	stop := new(atomic.Bool) // a new one, because an earlier context may still set the old one
	j.lister.StopOn(stop)
	j.counter.StopOn(stop)
	defer context.AfterFunc(ctx, func() { stop.Store(true) })()
	var more, less ledger.Result // sums of the terms with positive and with negative factors
	var seen evidence
	run := sub.Pieces.(Sets)
	for set, weight := range j.of.ColumnSets(run) {
		for _, term := range j.lister.Terms(halves.Family(run.Family), set) {
			pairs, err := j.join(ctx, &term, &seen)
			if err != nil {
				return ledger.Result{}, err
			}
			if term.Factor < 0 {
				plan.Add(&less, 0, pairs, uint64(-term.Factor)*weight)
			} else {
				plan.Add(&more, 0, pairs, uint64(term.Factor)*weight)
			}
			seen.pairs += pairs
		}
		seen.sets++
	}
	return ledger.Result{
		Kernel: j.kernel, Nodes: seen.tests, Total: more.Total.Minus(less.Total),
		Mod13: (more.Mod13 + 13 - less.Mod13) % 13, Mod15: (more.Mod15 + 15 - less.Mod15) % 15,
		Evidence: plan.Evidence(figures, seen.sets, seen.tops, seen.bottoms, seen.pairs),
	}, nil
}

var figures = []string{"sets", "top", "bottom", "pairs"}

type evidence struct {
	sets, tops, bottoms, pairs uint64 // the same for every computation
	tests                      uint64 // depends on the kernel
}

// join counts the disjoint pairs of a term. It makes the top list in slices that fit in memory. If
// the bottom list does not fit, it is made again for each of them.
func (j *joiner) join(ctx context.Context, term *halves.Term, seen *evidence) (total uint64, err error) {
	top, held := term.Top(), false // bottoms holds the whole list
	for first := true; first || !top.Done(); first = false {
		j.tops = j.fill(top, j.tops)
		seen.tops += uint64(len(j.tops))
		switch {
		case len(j.tops) == 0:
			continue
		case held:
			total += j.pairs(seen)
			continue
		}
		bottom := term.Bottom()
		for slice := 0; slice == 0 || !bottom.Done(); slice++ {
			if err := ctx.Err(); err != nil {
				return 0, err
			}
			j.bottoms = j.fill(bottom, j.bottoms)
			held = slice == 0 && bottom.Done()
			if first {
				seen.bottoms += uint64(len(j.bottoms))
			}
			total += j.pairs(seen)
		}
	}
	return total, ctx.Err()
}

func (j *joiner) warm(sub *plan.Subproblem) {
	run := sub.Pieces.(Sets)
	for set := range j.of.ColumnSets(run) {
		term := &j.lister.Terms(halves.Family(run.Family), set)[0]
		j.tops = j.fill(term.Top(), j.tops)
		j.bottoms = j.fill(term.Bottom(), j.bottoms)
	}
}

// slack is the room that lists and counters need after the keys.
const slack = max(halves.Slack, kernels.Slack)

func (j *joiner) fill(list *halves.List, buf []uint64) []uint64 {
	buf = list.Fill(buf[:0])
	for !list.Done() && cap(buf) < j.most+slack {
		more := make([]uint64, len(buf), min(max(2*cap(buf), minList), j.most)+slack)
		copy(more, buf)
		buf = list.Fill(more)
	}
	return buf
}

func (j *joiner) pairs(seen *evidence) uint64 {
	a, b := j.tops, j.bottoms
	if j.swapped {
		a, b = b, a
	}
	count, stats := j.counter.Count(a, b)
	seen.tests += stats.Tests + stats.Direct
	return count
}

func (c *count) sets(sub plan.Subproblem) (list []plan.Subproblem) {
	run := sub.Pieces.(Sets)
	if run.Count == 1 {
		return nil
	}
	cost := newSetCost(c.order, halves.Family(run.Family))
	for set := range c.ColumnSets(run) {
		list = append(list, cost.subproblem(set))
	}
	return list
}

// Samples yields column sets. If the tables of quarters fit, they are made before the time is
// taken, as for most sets of a whole count.
func (c *count) Samples(ctx context.Context, cut plan.Planner, o plan.CountOptions, seed uint64) (plan.Samples, error) {
	subproblems, err := cut(ctx)
	if err != nil {
		return nil, errs.Errorf("%w", err)
	}
	tables, list := budgetOf(o)
	store := shelf.NewStore(tables)
	j, err := newJoiner(c, halves.NewSource(c.order, Ranks(c.order/2), store), o, list)
	if err != nil {
		return nil, err
	}
	return plan.Sampled(ctx, j, func(yield func(plan.Subproblem, float64) bool) {
		for sub, inverse := range plan.Random(subproblems, plan.Work{}, c.sets, seed, c.order) {
			if _, bytes := store.Kept(); bytes < tables/8*7 { // otherwise tables do not fit
				j.warm(&sub)
			}
			if !yield(sub, inverse) {
				return
			}
		}
	}), nil
}
