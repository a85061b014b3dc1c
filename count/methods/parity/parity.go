// Package parity counts by parity classes: all solutions, half turns and reflecting queens. A
// subproblem is a tile: products of the numbers of white and of black pairs of placements.
// docs/parity-classes.md has the theorem, package count/internal/parity its sets and weights.
package parity

import (
	"context"
	_ "embed"
	"fmt"
	"math/rand/v2"
	"slices"
	"sync"
	"sync/atomic"

	"queens"
	"queens/count/device/dense"
	kernels "queens/count/internal/kernels/parity"
	"queens/count/internal/kernels/shelf"
	products "queens/count/internal/kernels/symmetric"
	"queens/count/internal/kernels/table"
	"queens/count/internal/parity"
	"queens/count/internal/parity/ladder"
	"queens/count/internal/symmetric"
	"queens/count/ledger"
	"queens/count/plan"
	"queens/count/unit"
	"queens/internal/errs"
)

// Method is the method whose subproblems are tiles.
type Method struct{}

// Ways to count a unit again.
const (
	byImage   = "image"   // another member of the orbit of each unit, with other lists
	byColours = "colours" // white and black exchanged, for even orders
	byMethod  = "ladder"  // unit by unit, with step 3 of package ladder: the reference
	byRows    = "rows"    // half turns queen by queen, row by row, without lists
	bySquares = "squares" // on the whole board, without products, reflecting queens and completions; to about order 18
)

// Info describes the method.
func (Method) Info() plan.Info {
	const name = "parity"
	reference := plan.Processor{Method: name, Kernel: plan.Reference, Usable: true}
	return plan.Info{
		Name: name, Variants: variants(),
		Kernels: append([]plan.Processor{reference}, plan.Processors(name, kernels.All())...),
		Bounded: true, Devices: true, Slow: true, Ways: []string{byImage, byRows, byColours, byMethod, bySquares},
	}
}

// Names of the variants. Half turns are those of odd orders only.
const (
	allSolutions = "parity"
	halfTurn     = "parity-half-turn"
	reflecting   = "parity-reflecting"
	onBoard      = "parity-board"
)

const (
	maxOrder = 28 // of completions, reflecting queens and devices
	manyRows = 22 // the first order whose tiles have many row sets
)

//go:embed variants.txt
var words string

func variants() []plan.Variant {
	return plan.WithTexts(words, plan.Variant{
		Name: allSolutions, Read: "parity-classes.md", Source: "parity-classes", Version: 2,
		Counts: "solutions", MaxOrder: kernels.MaxOrder, From: 16,
		Second: "search", Method: Method{},
	}, plan.Variant{
		Name: onBoard, Read: "parity-classes.md", Source: "parity-classes", Version: 1, OnBoard: true,
		Counts: "completions", MaxOrder: maxOrder, Second: "search-board", Method: Method{},
	}, plan.Variant{
		Name: halfTurn, Read: "symmetric.md", Source: "symmetric-products", Version: 1, Motion: plan.HalfTurn,
		Counts: "solutions unchanged by a half turn", MinOrder: 1, MaxOrder: symmetric.MaxHalf, Odd: true, From: 23,
		SecondBy: byRows, Method: Method{},
	}, plan.Variant{
		Name: reflecting, Read: "symmetric.md", Source: "klarner1967", Version: 3, Motion: plan.Reflecting,
		Counts: "reflecting solutions", MaxOrder: maxOrder, SecondBy: bySquares, Method: Method{},
	})
}

// NewCount returns a count of order n.
func (Method) NewCount(s plan.Variant, n int) plan.Count {
	c := &Count{order: n, lines: n}
	switch s.Name {
	case halfTurn:
		c.lines, c.board = n/2, parity.Turned
		c.half = sync.OnceValue(func() *symmetric.Half { return symmetric.NewHalf(n) })
	case reflecting:
		c.board = parity.Mirrored
	case onBoard:
		c.board, c.open = parity.Open, openSquares(s.Problem, n).Fastest(n)
	}
	c.classes = sync.OnceValue(func() []*parity.Class {
		if c.open != nil {
			return slices.Collect(c.open.Classes(n))
		}
		return slices.Collect(c.board.Classes(c.lines))
	})
	lines := differ
	if (s.Name == allSolutions || s.OnBoard) && n < manyRows {
		lines = func(*parity.Class, int) int { return shortDiffer }
	}
	c.covers = shelf.All(func(queens int) (of covers) {
		class := c.class(queens)
		of.even, of.odd = class.Covers(lines(class, 0), lines(class, 1), mostSets(c.lines))
		return of
	})
	return c
}

// Accepts rejects ways that an order lacks.
func (c *Count) Accepts(o plan.CountOptions) error {
	switch {
	case c.board != parity.Square && (o.Has(byImage) || o.Has(byColours)):
		return errs.Errorf("only all solutions have images by other symmetries: %w", queens.ErrFormat)
	case c.board != parity.Turned && o.Has(byRows):
		return errs.Errorf("only half turns are counted row by row: %w", queens.ErrFormat)
	case c.board != parity.Mirrored && c.board != parity.Open && o.Has(bySquares):
		return errs.Errorf("only reflecting queens and completions are counted square by square: %w", queens.ErrFormat)
	case o.Has(byColours) && c.order%2 == 1:
		return errs.Errorf("order %d: a reflection exchanges the colours of even orders only: %w",
			c.order, queens.ErrFormat)
	}
	return nil
}

// Workers returns a worker for each slot of the devices, then workers of the processor. All share
// the lists. Devices know only the board of all solutions and are tested to order 28; the
// processor counts the others.
func (c *Count) Workers(o plan.CountOptions) func() plan.Worker {
	if !c.onDevices() {
		o.Devices = nil
	}
	beyond := max(0, o.Bytes()-c.Floor(plan.CountOptions{Workers: 1}))
	source := newSource(c, o, min(o.Bytes()/2, beyond+plan.MinMemory/4))
	var slots []plan.Device
	for _, d := range o.Devices {
		slots = append(slots, slices.Repeat([]plan.Device{d}, d.Slots())...)
	}
	var made atomic.Int64
	return func() plan.Worker {
		p := newWorker(c, source, o)
		if i := int(made.Add(1)); i <= len(slots) {
			return &deviceWorker{p, slots[i-1]}
		}
		return p
	}
}

func (c *Count) onDevices() bool { return c.board == parity.Square && c.order <= maxOrder }

// newSource caches the lists of an order in half of the memory. The rest is for workers, lists in
// use and garbage.
func newSource(c *Count, o plan.CountOptions, memory int64) *kernels.Source {
	return kernels.NewSource(c.boards(o), shelf.NewStore(memory))
}

// boards returns the classes that are counted.
func (c *Count) boards(o plan.CountOptions) parity.Maker {
	if o.Has(byColours) {
		return parity.Maker(c.class).Exchanged()
	}
	return c.class
}

type worker struct {
	of     *Count
	kernel string
	groups *kernels.Counter
	plain  bool              // the slow twin counts units instead
	memory int64             // for the lists of a tile
	ways   plan.CountOptions // to count units again
	rows   *products.Counter // nil without that way
}

func newWorker(c *Count, source *kernels.Source, o plan.CountOptions) *worker {
	p := &worker{of: c, plain: o.Kernel == plan.Reference || o.Has(byMethod), memory: listsOf(o), ways: o}
	kernel := o.Kernel
	if p.plain {
		kernel = table.Auto
	}
	p.groups = kernels.New(kernel, source, p.memory/2)
	if o.Has(byRows) {
		p.rows = products.New(table.Auto)
	}
	if p.kernel = p.groups.Kernel(); p.plain {
		p.kernel = plan.Reference
	}
	return p
}

var parityNames = [...]string{"units", "even-even", "odd-odd", "odd-even", "even-odd", "white", "black"}

// Count returns the result of a subproblem.
func (p *worker) Count(ctx context.Context, sub *plan.Subproblem) (ledger.Result, error) {
	stop := new(atomic.Bool)
	p.groups.StopOn(stop)
	defer context.AfterFunc(ctx, func() { stop.Store(true) })()
	tile := sub.Pieces.(groupTile)
	switch {
	case p.rows != nil:
		p.rows.StopOn(stop)
		return p.countRows(tile), ctx.Err()
	case p.ways.Has(bySquares):
		return p.countSquares(tile, stop), ctx.Err()
	}
	sum := tileSum{result: ledger.Result{Kernel: p.kernel}}
	for _, t := range p.tiles(tile) {
		for i, r := range p.count(t.Tile, stop) {
			sum.add(p.asUsual(r), t.weights[i])
		}
		if err := ctx.Err(); err != nil {
			return ledger.Result{}, err
		}
	}
	return sum.done(), nil
}

// countRows counts half turns row by row. It sees no lists, so the result has no evidence.
func (p *worker) countRows(tile groupTile) (result ledger.Result) {
	h, class := p.of.half(), p.of.class(tile.Queens)
	var units []symmetric.Unit
	of := map[uint32]parity.Unit{}
	for u := range tile.units(p.of) {
		lines := class.EvenSets[u.Even].Lines | class.OddSets[u.Odd].Lines<<h.Odd
		units, of[lines] = append(units, symmetric.Unit{Lines: lines}), u
	}
	times := func(u symmetric.Unit, t *symmetric.Table) []uint64 {
		list, reach := make([]uint64, t.Cells), class.Reach(of[u.Lines])
		for i, row := range class.EvenSets[:reach.Rows] {
			for k, column := range class.OddSets[:reach.Columns] {
				cell := t.Cell(uint64(row.Lines | column.Lines<<h.Odd))
				if list[cell] = 1; i < reach.RowsBelow && k < reach.ColumnsBelow {
					list[cell] = 2
				}
			}
		}
		return list
	}
	h.Sort(units)
	for len(units) > 0 {
		counted := p.rows.Halves(h, units[:h.Alike(units)], false, times)
		for _, c := range counted {
			plan.Add(&result, c.Sum.High, c.Sum.Low, 1)
			result.Nodes += c.Found[0] + c.Found[1]
		}
		units = units[len(counted):]
	}
	result.Kernel = p.rows.Kernel()
	return result
}

// countSquares searches the whole board. It sees no lists, so the result has no evidence.
func (p *worker) countSquares(tile groupTile, stop *atomic.Bool) (result ledger.Result) {
	class := p.of.class(tile.Queens)
	for u, weight := range tile.units(p.of) {
		plan.Add(&result, 0, class.Search(u, stop), weight)
	}
	result.Kernel = plan.Reference
	return result
}

func (p *worker) count(t kernels.Tile, stop *atomic.Bool) (results []unit.Result) {
	if !p.plain {
		return p.groups.Count(t)
	}
	class := p.of.boards(p.ways)(t.Queens)
	for _, u := range t.Units {
		results = append(results, ladder.Labels(class, u, stop))
	}
	return results
}

type tileSum struct {
	result ledger.Result
	seen   [len(parityNames)]uint64
}

func (t *tileSum) add(r unit.Result, weight uint64) {
	result := &t.result
	plan.Add(result, r.High, r.Low, weight)
	for i, x := range [...]uint64{1, r.Items[0], r.Lanes[0], r.Items[1], r.Lanes[1], r.Pairs[0], r.Pairs[1]} {
		t.seen[i] += x
	}
	result.Nodes += r.Tests
}

func (t *tileSum) done() ledger.Result {
	t.result.Evidence = plan.Evidence(parityNames[:], t.seen[:]...)
	return t.result
}

// asUsual converts the figures of a unit that was counted in another way.
func (p *worker) asUsual(r unit.Result) unit.Result {
	if p.ways.Has(byImage) && p.of.order%2 == 0 { // a half turn exchanges the two lists of a colour
		r.Items, r.Lanes = r.Lanes, r.Items
	}
	if p.ways.Has(byColours) { // a reflection of the columns exchanges the colours, and the two lists of each
		r.Items, r.Lanes = turned(r.Lanes), turned(r.Items)
		r.Pairs = turned(r.Pairs)
	}
	return r
}

func turned(x [2]uint64) [2]uint64 { return [2]uint64{x[1], x[0]} }

type deviceWorker struct {
	*worker // checks, and counts what the device does not
	device  plan.Device
}

func (w *deviceWorker) Suits(sub *plan.Subproblem) bool {
	return dense.Suits(w.of.class(sub.Pieces.(groupTile).Queens))
}

// Count returns the result of a subproblem.
func (w *deviceWorker) Count(ctx context.Context, sub *plan.Subproblem) (ledger.Result, error) {
	if !w.Suits(sub) {
		return w.worker.Count(ctx, sub)
	}
	tile := sub.Pieces.(groupTile)
	class := tile.Queens
	var units []unit.Unit
	var weights []uint64
	for u, weight := range tile.units(w.of) {
		units, weights = append(units, u), append(weights, weight)
	}
	sum := tileSum{result: ledger.Result{Kernel: w.device.Name()}}
	if len(units) == 0 {
		return sum.done(), nil
	}
	stop := new(atomic.Bool)
	w.groups.StopOn(stop)
	defer context.AfterFunc(ctx, func() { stop.Store(true) })()
	chosen := rand.IntN(len(units))
	var checked unit.Result
	var check sync.WaitGroup
	check.Go(func() { checked = w.check(class, units[chosen]) })
	results, err := w.device.Count(ctx, w.of.order, class, units)
	if err != nil {
		stop.Store(true)
	}
	check.Wait()
	switch {
	case ctx.Err() != nil:
		return ledger.Result{}, ctx.Err()
	case err != nil: // the device has reported why
		return w.worker.Count(ctx, sub)
	}
	if err := compareUnit(w.device, w.of.order, class, units[chosen], results[chosen], checked); err != nil {
		return ledger.Result{}, err
	}
	for i, r := range results {
		sum.add(r, weights[i])
	}
	result := sum.done()
	result.Worker = w.device.Name()
	return result, nil
}

// check counts a unit by groups, on the processor.
func (p *worker) check(queens int, u unit.Unit) unit.Result {
	return p.groups.Count(tileOf(queens, u))[0]
}

func compareUnit(d plan.Device, order, queens int, u unit.Unit, got, checked unit.Result) error {
	if checked.Tests = got.Tests; got == checked {
		return nil
	}
	return &plan.WrongError{Worker: d.Name(), Reason: fmt.Sprintf(
		"device %s and the processor count unit %d, %d of order %d, class %d differently: solutions %s and %s, "+
			"pairs %v and %v; one of them is broken",
		d.Name(), u.Even, u.Odd, order, queens, solutionsOf(got), solutionsOf(checked), got.Pairs, checked.Pairs)}
}

func solutionsOf(r unit.Result) string { return queens.TotalOf(r.High, r.Low).String() }
