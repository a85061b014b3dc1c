package count

import (
	"context"
	"fmt"
	"iter"
	"math/bits"
	"slices"
	"sync/atomic"
	"time"

	"queens"
	"queens/count/ledger"
	"queens/count/plan"
	"queens/internal/frames"
	"queens/internal/kernel/pairs"
	"queens/internal/kernel/tally"
	"queens/internal/turns"
)

// productEngine counts line sets: of each the placements of two parts of the queens, by
// columns.
func productEngine() engine {
	return engine{
		name:    "product",
		kind:    plan.LineSets,
		kernels: described(tally.All),
		start: func(f *plan.Frame, o Options) (func() (worker, error), error) {
			return func() (worker, error) { return newTallier(f, o) }, nil
		},
		checks: func(p Processor) bool { return p.Kernel != referenceKernel },
		ways: []Way{
			{Name: byBackwards, Summary: "rows filled in the opposite order"},
			{Name: bySearch, Summary: "queens of both parts put on one board, without products; 10 to 100 times as long"},
		},
		sample: sampleLines,
	}
}

// tallier counts runs of line sets.
type tallier struct {
	frame     *plan.Frame
	products  *frames.Products // of the frame
	counter   *tally.Counter
	pairs     *pairs.Counter
	tables    [][]uint64
	backwards bool // rows are filled in the opposite order
	search    bool // for the whole of a solution

	words, sorted []uint64 // placements of pairs of unlike parity, and by their odd lines
	lists         [2][]uint64
}

func newTallier(f *plan.Frame, o Options) (*tallier, error) {
	counter, err := tally.New(o.Kernel)
	if err != nil {
		return nil, fmt.Errorf("count: %w", err)
	}
	joiner, err := pairs.New(o.Kernel) // it has kernels of the same names
	if err != nil {
		return nil, fmt.Errorf("count: %w", err)
	}
	return &tallier{frame: f, products: frames.Of(f), counter: counter, pairs: joiner, backwards: o.has(byBackwards), search: o.has(bySearch)}, nil
}

// productNames are the figures of evidence: placements of white and black pairs of queens, or of
// pairs of lines of unlike and of like parity.
var productNames = map[plan.Motion][3]string{
	plan.HalfTurn:    {"sets", "white", "black"},
	plan.QuarterTurn: {"sets", "unlike", "like"},
}

// count is worker.count.
func (t *tallier) count(ctx context.Context, sub *plan.Subproblem) (ledger.Result, error) {
	stop := new(atomic.Bool)
	t.counter.StopOn(stop)
	t.pairs.StopOn(stop)
	defer context.AfterFunc(ctx, func() { stop.Store(true) })()
	began := time.Now()
	result := ledger.Result{Subproblem: sub.Number, Kernel: t.counter.Kernel()}
	run := sub.Pieces.(plan.Lines)
	var seen [2]uint64
	halfTurn := t.frame.Scheme.Motion == plan.HalfTurn
	units := t.products.Lines()[run.First:][:run.Count]
	for len(units) > 0 {
		unit, counted := units[0], make([]parts, 1)
		one := &counted[0]
		switch {
		case t.frame.Scheme.Topology == queens.Modular:
			one.low, one.found = t.torus(unit.Lines)
		case t.search && halfTurn:
			one.low = t.products.Half().Search(unit.Lines, stop)
		case t.search:
			one.low = t.products.Quarter().Search(unit.Lines, stop)
		case halfTurn:
			counted = t.halves(units[:t.products.Alike(units)])
		default:
			one.high, one.low, one.found = t.quarter(unit.Lines)
		}
		if err := ctx.Err(); err != nil {
			return ledger.Result{}, err
		}
		for i, c := range counted {
			weight := units[i].Weight
			result.Total = result.Total.Plus(queens.TotalOf(c.high, c.low).Times(weight))
			result.Mod13 = uint8((uint64(result.Mod13) + bits.Rem64(c.high, c.low, 13)*(weight%13)) % 13)
			result.Mod15 = uint8((uint64(result.Mod15) + bits.Rem64(c.high, c.low, 15)*(weight%15)) % 15)
			for j, x := range c.found {
				seen[j] += x
			}
		}
		units = units[len(counted):]
	}
	result.Nodes = seen[0] + seen[1]
	if !t.search { // which sees no parts
		names := productNames[t.frame.Scheme.Motion]
		for i, x := range [3]uint64{uint64(run.Count), seen[0], seen[1]} {
			result.Evidence = append(result.Evidence, ledger.Evidence{Name: names[i], Value: x})
		}
	}
	result.Elapsed = time.Since(began)
	return result, nil
}

// parts is the solutions of a unit, in 128 bits, and the placements of either part of the queens.
type parts struct {
	high, low uint64
	found     [2]uint64
}

// halves counts units of the half turn that are alike.
func (t *tallier) halves(units []turns.Unit) []parts {
	products, list := make([]turns.Product, len(units)), make([]parts, len(units))
	var boards [2][]*turns.Board
	for i, u := range units {
		p := &products[i]
		*p = t.products.Half().Product(u.Lines)
		for colour, b := range [2]*turns.Board{&p.White, &p.Black} {
			if t.backwards {
				slices.Reverse(b.Rows[:b.After])
				slices.Reverse(b.Rows[b.After:])
			}
			boards[colour] = append(boards[colour], b)
		}
	}
	few := turns.White
	if len(products[0].Black.Rows) < len(products[0].White.Rows) {
		few = turns.Black
	}
	var tables [][]uint64
	for i, b := range boards[few] {
		tables = append(tables, t.table(i, b.Cells))
	}
	for i, found := range t.counter.Tally(boards[few], tables) {
		list[i].found[few] = found
		for j := range products[i].Below {
			tables[i][j] *= 2
		}
		clear(tables[i][products[i].Reach:])
	}
	for i, sum := range t.counter.Add(boards[1-few], tables) {
		list[i].found[1-few] = sum.Found
		list[i].high, list[i].low = bits.Mul64(sum.Low, products[i].Factor)
		list[i].high += sum.High * products[i].Factor
	}
	return list
}

// addProduct returns a number of 128 bits plus the product of x and y.
func addProduct(high, low, x, y uint64) (uint64, uint64) {
	h, l := bits.Mul64(x, y)
	low, carry := bits.Add64(low, l, 0)
	high, carry = bits.Add64(high, h, carry)
	if carry != 0 {
		panic("count: more than 2^128 solutions")
	}
	return high, low
}

// torus returns the modular solutions of a unit, which are placements of pairs.
func (t *tallier) torus(unit uint32) (low uint64, found [2]uint64) {
	b := t.products.Torus().Board(unit)
	if t.backwards {
		slices.Reverse(b.Rows)
	}
	low = t.counter.Tally([]*turns.Board{&b}, [][]uint64{t.table(0, b.Cells)})[0]
	return low, [2]uint64{low}
}

// table returns an empty table of so many cells.
func (t *tallier) table(number, cells int) []uint64 {
	for len(t.tables) <= number {
		t.tables = append(t.tables, nil)
	}
	if len(t.tables[number]) < cells {
		t.tables[number] = make([]uint64, cells)
	}
	table := t.tables[number][:cells]
	clear(table)
	return table
}

// quarter returns the pairings of all lines, without the ways to put fours of queens on
// them, of a set of even lines that are paired with odd ones: in 128 bits, with the
// numbers of ways to pair these, and of ways to pair the others for the sets of odd lines where there is one.
func (t *tallier) quarter(even uint32) (high, low uint64, found [2]uint64) {
	q := t.products.Quarter()
	b := q.Unlike(even)
	if t.backwards {
		slices.Reverse(b.Rows)
	}
	ways := t.table(0, b.Cells)
	t.words = t.words[:0]
	shared := q.Order%4 == 0
	if shared {
		found[0] = t.counter.List(&b, func(word uint64) {
			t.words = append(t.words, word)
			ways[b.Cell(word)]++
		})
		t.sort(&b, ways)
	} else {
		found[0] = t.counter.Tally([]*turns.Board{&b}, [][]uint64{ways})[0]
	}
	evens := q.Like(0, q.Others(even))
	odd, end := uint32(1)<<len(b.Rows)-1, 0 // sets of odd lines, as numbers, have the cells 0, 1, 2, ...
	for cell, number := range ways {
		if cell > 0 {
			odd = nextSet(odd)
		}
		end += int(number)
		if number == 0 || len(evens) == 0 {
			continue
		}
		odds := q.Like(1, q.Others(odd))
		if shared {
			like := t.likes(q, evens, odds)
			found[1] += uint64(len(like))
			fit, _ := t.pairs.Count(like, t.sorted[end-int(number):end:end+pairs.Slack])
			high, low = addProduct(high, low, fit, 1)
			continue
		}
		t.lists[0], t.lists[1] = withSlack(t.lists[0], evens), withSlack(t.lists[1], odds)
		fit, _ := t.pairs.Count(t.lists[0], t.lists[1])
		found[1] += fit
		high, low = addProduct(high, low, fit, number)
	}
	return high, low, found
}

// sort puts the sums of the words in the order of their cells, of which ways says how
// many words each has.
func (t *tallier) sort(b *turns.Board, ways []uint64) {
	starts := t.table(1, len(ways))
	var start uint64
	for i, number := range ways {
		starts[i] = start
		start += number
	}
	if cap(t.sorted) < len(t.words)+pairs.Slack {
		t.sorted = make([]uint64, len(t.words)+pairs.Slack)
	}
	t.sorted = t.sorted[:cap(t.sorted)]
	q := t.products.Quarter()
	for _, word := range t.words {
		at := &starts[b.Cell(word)]
		t.sorted[*at] = q.Sums(word, true)
		*at++
	}
}

// likes returns the sums of the pairs of matchings of even and of odd lines that share
// no diagonal.
func (t *tallier) likes(q *turns.Quarter, evens, odds []uint64) []uint64 {
	list := t.lists[0][:0]
	both := turns.Board{Rows: [][]uint64{evens, odds}}
	t.counter.List(&both, func(word uint64) { list = append(list, q.Sums(word, false)) })
	t.lists[0] = slices.Grow(list, pairs.Slack)
	return t.lists[0]
}

// withSlack returns a copy of a list as package pairs wants it, in the memory of another one.
func withSlack(room, list []uint64) []uint64 {
	return slices.Grow(append(room[:0], list...), pairs.Slack)
}

// nextSet returns the next larger number with as many bits.
func nextSet(set uint32) uint32 {
	low := set & -set
	next := set + low
	return next | (set^next)>>2/low
}

// sampledLines is the number of line sets that are drawn at once.
const sampledLines = 1 << 12

// sampleLines samples line sets.
func sampleLines(ctx context.Context, d *plan.Draft, o Options, seed uint64) (iter.Seq2[sampled, error], error) {
	t, err := newTallier(d.Frame, o)
	if err != nil {
		return nil, err
	}
	return func(yield func(sampled, error) bool) {
		for _, drawn := range d.SampleLines(sampledLines, seed) {
			seconds := stopwatch()
			r, err := t.count(ctx, &drawn.Subproblem)
			sample := sampled{solutions: r.Total.Float64() * drawn.Inverse, seconds: seconds() * drawn.Inverse}
			if !yield(sample, err) || err != nil {
				return
			}
		}
	}, nil
}
