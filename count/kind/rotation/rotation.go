// Package rotation counts symmetric solutions as products: the queens have two parts, each of which
// a rotation maps to itself. docs/paper has the theorems, package internal/rotation their sets and
// weights.
package rotation

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
	"queens/count/kind"
	"queens/count/ledger"
	"queens/internal/bitmath"
	"queens/internal/errs"
	"queens/internal/kernel/histogram"
	"queens/internal/kernel/pairs"
	"queens/internal/kernel/table"
	"queens/internal/rotation"
)

// Kind is the kind of the schemes whose subproblems are runs of line sets.
type Kind struct{}

// Ways to count a unit again.
const (
	byBackwards = "backwards" // rows filled in the opposite order
	// queens of both parts on one board, without products; 10 to 100 times as long
	bySearch = "search"
)

// Facts describes the kind.
func (Kind) Facts() kind.Facts {
	const name = "product"
	return kind.Facts{
		Name: name, Pieces: pieces, Schemes: schemes(), Kernels: kind.Described(name, histogram.All()),
		Ways:   []string{byBackwards, bySearch},
		Checks: func(p kind.Processor) bool { return p.Kernel != kind.Reference },
	}
}

// Begin returns a count of order n.
func (Kind) Begin(s kind.Scheme, n int) kind.Count {
	c := &count{scheme: s, order: n}
	c.half = sync.OnceValue(func() *rotation.Half { return rotation.NewHalf(n) })
	c.quarter = sync.OnceValue(func() *rotation.Quarter { return rotation.NewQuarter(n) })
	c.torus = sync.OnceValue(func() *rotation.Torus { return rotation.NewTorus(n) })
	return c
}

func (c *count) Accepts(o kind.Options) error {
	if o.Has(bySearch) && c.scheme.Topology == queens.Modular {
		return errs.Errorf("method %s already searches the whole board: %w", c.scheme.Name, queens.ErrFormat)
	}
	return nil
}

func (c *count) Workers(o kind.Options) (func() (kind.Worker, error), error) {
	return func() (kind.Worker, error) { return newTallier(c, o) }, nil
}

const span = 512 // cells whose words are sorted together: in the first cache

type tallier struct {
	of        *count
	counter   *histogram.Counter
	pairs     *pairs.Counter
	backwards bool // rows are filled in the opposite order
	search    bool // for the whole of a solution

	// Placements of pairs of unlike parity, as cells and, from bit 32, sums, for each span of
	// cells; the sums of one span by cells, and where those of each cell begin.
	words  [][]uint64
	sorted []uint64
	ends   [span + 1]int

	lists [2][]uint64
}

func newTallier(c *count, o kind.Options) (*tallier, error) {
	counter, errCounter := histogram.New(o.Kernel)
	kernel := o.Kernel
	if kernel == "avx512" { // package pairs has avx2 instead
		kernel = table.Auto
	}
	joiner, errJoiner := pairs.New(kernel)
	if err := cmp.Or(errCounter, errJoiner); err != nil {
		return nil, errs.Errorf("%w", err)
	}
	return &tallier{of: c, counter: counter, pairs: joiner, backwards: o.Has(byBackwards), search: o.Has(bySearch)}, nil
}

// productNames are the names of the evidence: placements of white and black pairs of queens, or of
// pairs of lines of unlike and of like parity.
var productNames = map[kind.Motion][]string{
	kind.HalfTurn:    {"sets", "white", "black"},
	kind.QuarterTurn: {"sets", "unlike", "like"},
}

func (t *tallier) Count(ctx context.Context, sub *kind.Subproblem) (ledger.Result, error) {
	stop := new(atomic.Bool)
	t.counter.StopOn(stop)
	t.pairs.StopOn(stop)
	defer context.AfterFunc(ctx, func() { stop.Store(true) })()
	result := ledger.Result{Kernel: t.counter.Kernel()}
	run := sub.Pieces.(Lines)
	var seen [2]uint64
	units := t.of.units()[run.First:][:run.Count]
	for len(units) > 0 {
		unit, counted := units[0], make([]histogram.Solutions, 1)
		one := &counted[0]
		switch {
		case t.of.scheme.Topology == queens.Modular:
			one.Sum.Low, one.Found = t.torus(unit.Lines)
		case t.search && t.of.ofHalfTurn():
			one.Sum.Low = t.of.half().Search(unit.Lines, stop)
		case t.search:
			one.Sum.Low = t.of.quarter().Search(unit.Lines, stop)
		case t.of.ofHalfTurn():
			counted = t.counter.Halves(t.of.half(), units[:t.of.alike(units)], t.backwards, nil)
		default:
			one.Sum, one.Found = t.quarter(unit.Lines)
		}
		if err := ctx.Err(); err != nil {
			return ledger.Result{}, err
		}
		for i, c := range counted {
			kind.Add(&result, c.Sum.High, c.Sum.Low, units[i].Weight)
			for j, x := range c.Found {
				seen[j] += x
			}
		}
		units = units[len(counted):]
	}
	result.Nodes = seen[0] + seen[1]
	if !t.search { // a search sees no parts
		result.Evidence = kind.Evidence(productNames[t.of.scheme.Motion], uint64(run.Count), seen[0], seen[1])
	}
	return result, nil
}

func (t *tallier) torus(unit uint32) (low uint64, found [2]uint64) {
	b := t.of.torus().Board(unit)
	if t.backwards {
		slices.Reverse(b.Rows)
	}
	low = t.counter.Tally([]*rotation.Board{&b}, [][]uint64{t.counter.Table(0, b.Cells)})[0]
	return low, [2]uint64{low}
}

// quarter returns the number of pairings of all lines for a set of even lines that are paired with
// odd ones, without the ways to put fours of queens on them. found has the numbers of ways to pair
// these, and the others.
func (t *tallier) quarter(even uint32) (sum bitmath.Sum, found [2]uint64) {
	q := t.of.quarter()
	cases := q.Unlike(even)
	if t.backwards {
		for _, c := range cases {
			slices.Reverse(c.Rows)
		}
	}
	evens, columns := q.Like(0, q.Others(even)), cases[0].Table
	if q.Order%4 == 1 {
		ways := t.counter.Table(0, columns.Cells)
		found[0] = t.counter.Tally([]*rotation.Board{&cases[0].Board}, [][]uint64{ways})[0]
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
			fit, _ := t.pairs.Count(like, t.sorted[first:end:end+pairs.Slack])
			sum.AddProduct(fit, 1)
		}
	}
	return sum, found
}

// likeOdds yields the cells of all sets of odd lines, and the matchings of the other odd lines.
func likeOdds(q *rotation.Quarter, lines, cells int) iter.Seq2[int, []uint64] {
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
func (t *tallier) sort(words []uint64) {
	var next [span + 1]int // of the cell before, where its next word goes
	for _, word := range words {
		next[uint32(word)%span+1]++
	}
	for i := range span {
		next[i+1] += next[i]
	}
	t.ends = next
	t.sorted = slices.Grow(t.sorted[:0], len(words)+pairs.Slack)[:len(words)+pairs.Slack]
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
func (t *tallier) likes(q *rotation.Quarter, evens []matchings, odds []uint64) []uint64 {
	list := t.lists[0][:0]
	for _, group := range evens {
		t.lists[1] = t.counter.Join(t.lists[1][:0], []uint64{group.common}, odds)
		list = t.counter.Join(list, group.rests, t.lists[1])
	}
	for i, word := range list {
		list[i] = q.Sums(word, false)
	}
	t.lists[0] = slices.Grow(list, pairs.Slack)
	return t.lists[0]
}

func withSlack(room, list []uint64) []uint64 {
	return slices.Grow(append(room[:0], list...), pairs.Slack)
}

// Lines is a run of units of a product over sets of lines, see docs/symmetric.md.
type Lines struct {
	First, Count int // indices in the list of all units
}

const pieces = "line sets"

// Kind returns what the pieces are.
func (Lines) Kind() string { return pieces }

// AppendTo appends the run as numbers.
func (l Lines) AppendTo(b []byte) []byte { return kind.AppendNumbers(b, l.First, l.Count) }

type count struct {
	kind.Plain
	scheme  kind.Scheme
	order   int
	half    func() *rotation.Half // a second for order 40
	quarter func() *rotation.Quarter
	torus   func() *rotation.Torus
}

func (c *count) ofHalfTurn() bool {
	return c.scheme.Motion == kind.HalfTurn && c.scheme.Topology != queens.Modular
}

func (c *count) units() []rotation.Unit {
	switch {
	case c.scheme.Topology == queens.Modular:
		return c.torus().Units
	case c.ofHalfTurn():
		return c.half().Units
	default:
		return c.quarter().Units
	}
}

func (c *count) alike(units []rotation.Unit) int {
	if c.ofHalfTurn() {
		return c.half().Alike(units)
	}
	return 1
}

func (c *count) Work(ctx context.Context) (whole kind.Work, err error) {
	if err := ctx.Err(); err != nil {
		return whole, err
	}
	return workOf(c.units()), ctx.Err()
}

func (c *count) Cut(ctx context.Context, target kind.Work) ([]kind.Subproblem, error) {
	list := kind.Pack(c.runs(c.ofHalfTurn()), target, func(a, b Lines) (Lines, bool) {
		a.Count += b.Count
		return a, true
	})
	return list, ctx.Err()
}

// runs yields the units one by one, or those together that are counted together.
func (c *count) runs(together bool) iter.Seq[kind.Subproblem] {
	return func(yield func(kind.Subproblem) bool) {
		units := c.units()
		for first := 0; first < len(units); {
			run := Lines{first, 1}
			if together {
				run.Count = c.alike(units[first:])
			}
			first += run.Count
			if !yield(kind.Subproblem{Work: workOf(units[run.First:first]), Pieces: run}) {
				return
			}
		}
	}
}

// Samples yields units, with those that are counted together.
func (c *count) Samples(ctx context.Context, _ kind.Planner, o kind.Options, seed uint64) (kind.Samples, error) {
	t, err := newTallier(c, o)
	if err != nil {
		return nil, err
	}
	runs := slices.Collect(c.runs(true))
	return kind.Sampled(ctx, t, kind.Draws(runs, kind.Work{}, nil, seed, c.order)), nil
}

func workOf(units []rotation.Unit) (sum kind.Work) {
	for _, u := range units {
		sum = sum.Add(u.Work)
	}
	return sum
}

//go:embed schemes.txt
var words string

func schemes() []kind.Scheme {
	const read, source = "symmetric.md", "symmetric-products"
	return kind.Worded(words, kind.Scheme{
		Name: "half-turn", Read: read, Source: source, Version: 2,
		Motion: kind.HalfTurn, Counts: "solutions unchanged by a half turn", MaxOrder: rotation.MaxHalf,
		SecondBy: bySearch, Kind: Kind{},
	}, kind.Scheme{
		Name: "quarter-turn", Read: read, Source: source, Version: 1,
		Motion: kind.QuarterTurn, Counts: "solutions unchanged by a quarter turn", MaxOrder: rotation.MaxQuarter,
		SecondBy: bySearch, Kind: Kind{},
	}, kind.Scheme{
		Name: "torus-half-turn", Read: read, Source: source, Version: 1, Topology: queens.Modular,
		Motion: kind.HalfTurn, Counts: "modular solutions unchanged by a half turn", MaxOrder: rotation.MaxTorus,
		Kind: Kind{},
	})
}
