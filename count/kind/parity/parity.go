// Package parity is the kind of subproblems that are tiles of parity classes: products of the pairs of white and
// of black placements. docs/parity-classes.md has the theorem, package internal/parity the theorem as a program.
package parity

import (
	"context"
	"fmt"
	"slices"
	"strings"
	"sync"
	"sync/atomic"
	"time"

	"queens"
	"queens/count/kind"
	"queens/count/ledger"
	"queens/internal/kernel/matrix"
	"queens/internal/kernel/trie"
	"queens/internal/parity"
)

// Kind is the kind of the scheme whose subproblems are tiles.
type Kind struct{}

// Ways to count a unit again.
const (
	byImage   = "image"   // another member of the orbit of each unit, from other lists
	byColours = "colours" // white and black exchanged, for even orders
	byMethod  = "method"  // lists split where blocks are tested, and the other way round
	byPairs   = "pairs"   // the pairs of each colour counted from lists without labels
)

// Facts describes the kind.
func (Kind) Facts() kind.Facts {
	const name = "parity"
	return kind.Facts{
		Name: name, Pieces: pieces, Schemes: schemes(), Kernels: kernels(name), Bounded: true,
		Ways: []string{byImage, byColours, byMethod, byPairs},
		// The reference takes a hundred times as long, and kernels of groups do not count images.
		Checks: func(p kind.Processor) bool { return p.Kernel != kind.Reference && !isGrouped(p.Kernel) },
		Uses:   func(d kind.Device) bool { _, ok := d.(Device); return ok },
	}
}

func schemes() []kind.Scheme {
	return []kind.Scheme{
		{
			Name: "parity", Title: "Parity classes",
			Summary: "rows of the white queens by parity, weighted by the number of their images",
			How:     "Rows and columns are even or odd, which makes four kinds of squares, two white and two black. Queens of two kinds share rows, or columns, or diagonals of one colour, and nothing else. So with the rows and columns of the white queens given, a solution is a pair of white placements and a pair of black ones that know nothing of each other: Q(n) is a sum of products, and only pairs are looked for, not solutions. Short lists are tested in blocks of 512 lanes, long ones split.",
			Cost:    "3 s at order 19, 14 s at 20, a quarter of an hour at 22, for one worker with AVX-512; beyond, 40 to 60 times as long for two orders more, where Q(n) grows 84 to 115 times. Lists within --memory. Fastest from order 16 on.", Read: "parity-classes.md",
			Source: "parity-classes", Version: 1, Counts: "solutions", MaxOrder: maxParityOrder, Sampled: maxUnitOrder, From: 16, Second: "families", Kind: Kind{},
		},
		{
			Name: groupScheme, Title: "Parity classes in groups",
			Summary: "groups of row sets with rows in common, and their units weighted by the number of their images",
			How:     "The sum of products of parity classes, for tiles of units whose row sets share most rows. The placements of one list are walked as a trie of the shared rows, and the other list is filtered along it once for the whole group. The rest is tested at the leaves 64 labels at a time, and the bits of each byte are counted: no pair is ever written. Where few pairs fit they are listed and weighed.",
			Cost:    "A third to two thirds of the time of parity classes from order 22 on, with AVX-512 or AVX2; the same without. Lists within --memory. Fastest from order 22 on.", Read: "parity-classes.md",
			Source: "parity-classes", Version: 1, Former: &kind.Former{Name: formerGroups, Version: 1, Same: func(int) bool { return false }},
			Counts: "solutions", MaxOrder: maxParityOrder, Sampled: maxUnitOrder, From: 22, Second: "families", Kind: Kind{},
		},
	}
}

// Begin returns a count of order n.
func (Kind) Begin(s kind.Scheme, n int) kind.Count {
	c := &Count{order: n, classes: sync.OnceValue(func() []*parity.Class { return slices.Collect(parity.Classes(n)) })}
	c.guesses = sync.OnceValue(func() (list []*unitGuess) {
		for _, class := range c.classes() {
			list = append(list, newUnitGuess(class))
		}
		return list
	})
	switch s.Name {
	case groupScheme:
		c.covers = newCovers(c, differ)
		return Groups{c}
	case formerGroups:
		c.covers = newCovers(c, func(int) int { return groupDiffer })
		return Groups{c}
	}
	return c
}

// Accepts refuses ways that an order or a kernel does not have.
func (c *Count) Accepts(o kind.Options) error {
	switch {
	case o.Has(byColours) && c.order%2 == 1:
		return fmt.Errorf("count: order %d: a reflection exchanges the colours of even orders only: %w", c.order, queens.ErrFormat)
	case o.Has(byMethod) && o.Kernel == kind.Reference:
		return fmt.Errorf("count: kernel %s compares all pairs one by one and has no other method: %w", o.Kernel, queens.ErrFormat)
	case len(o.By) > 0 && isGrouped(o.Kernel):
		return fmt.Errorf("count: kernel %s counts in one way only, not by %s: name a kernel without %q: %w",
			o.Kernel, strings.Join(o.By, ", "), grouped, queens.ErrFormat)
	}
	return nil
}

// Workers returns a worker for each slot of the devices, then workers of the processor. All share the lists.
func (c *Count) Workers(o kind.Options) (func() (kind.Worker, error), error) {
	source := c.newSource(o)
	next := slots(o.Devices)
	return func() (kind.Worker, error) {
		p, err := newPairer(c, source, o)
		if d := next(); d != nil && err == nil {
			return &deviceWorker{p, d}, nil
		}
		return p, err
	}, nil
}

// newSource returns a source of lists that takes half of the memory. The
// rest is for what workers have of their own, lists in use and garbage.
func (c *Count) newSource(o kind.Options) *matrix.Source {
	source := matrix.NewSource(c.order, o.Bytes()/2)
	if o.Has(byColours) {
		source.Exchange()
	}
	return source
}

// pairer counts tiles.
type pairer struct {
	of      *Count
	counter *matrix.Counter
	groups  *trie.Counter // counts the units of a tile together, unless it is nil
	asked   bool          // by name: it counts all classes
	memory  int64         // for the lists of a tile

	// How units are counted again.
	image, exchanged, pairs bool
}

func newPairer(c *Count, source *matrix.Source, o kind.Options) (*pairer, error) {
	p := &pairer{
		of: c, asked: isGrouped(o.Kernel), memory: listsOf(o),
		image: o.Has(byImage), exchanged: o.Has(byColours), pairs: o.Has(byPairs),
	}
	var err error
	if p.counter, err = matrix.New(strings.TrimPrefix(o.Kernel, grouped), source); err != nil {
		return nil, fmt.Errorf("count: %w", err)
	}
	if o.Has(byMethod) {
		p.counter.OtherMethod()
	}
	if kernel, ok := c.groupsBy(o); ok {
		if p.groups, err = trie.New(kernel, trie.NewSource(c.order, source.Store()), p.memory/2); err != nil {
			return nil, fmt.Errorf("count: %w", err)
		}
	}
	return p, nil
}

// parityNames are the figures of evidence.
var parityNames = [...]string{"units", "even-even", "odd-odd", "odd-even", "even-odd", "white", "black"}

// Count returns the result of a subproblem.
func (p *pairer) Count(ctx context.Context, sub *kind.Subproblem) (ledger.Result, error) {
	stop := new(atomic.Bool)
	p.counter.StopOn(stop)
	defer context.AfterFunc(ctx, func() { stop.Store(true) })()
	queens := sub.Pieces.(unitPieces).Class()
	if p.together(queens) {
		p.groups.StopOn(stop)
		return p.countGroups(ctx, sub)
	}
	sum := newTileSum(sub, p.counter.Kernel())
	class := p.of.class(queens)
	for u, weight := range p.of.Units(sub.Pieces) {
		if p.image {
			u = class.Image(u)
		}
		r := p.counter.Count(queens, u)
		if p.pairs {
			r.Pairs = p.counter.Pairs(queens, u)
		}
		if err := ctx.Err(); err != nil {
			return ledger.Result{}, err
		}
		sum.add(p.asUsual(r), weight)
	}
	return sum.done(), nil
}

// tileSum adds up the units of a tile.
type tileSum struct {
	result ledger.Result
	seen   [len(parityNames)]uint64
	began  time.Time
}

func newTileSum(sub *kind.Subproblem, kernel string) *tileSum {
	return &tileSum{result: ledger.Result{Subproblem: sub.Number, Kernel: kernel}, began: time.Now()}
}

func (t *tileSum) add(r matrix.Result, weight uint64) {
	result := &t.result
	kind.Add(result, r.High, r.Low, weight)
	for i, x := range [...]uint64{1, r.Items[0], r.Lanes[0], r.Items[1], r.Lanes[1], r.Pairs[0], r.Pairs[1]} {
		t.seen[i] += x
	}
	result.Nodes += r.Tests
}

func (t *tileSum) done() ledger.Result {
	for i, name := range parityNames {
		t.result.Evidence = append(t.result.Evidence, ledger.Evidence{Name: name, Value: t.seen[i]})
	}
	t.result.Elapsed = time.Since(t.began)
	return t.result
}

// asUsual returns the figures of a unit, perhaps counted otherwise, as a usual count has them.
func (p *pairer) asUsual(r matrix.Result) matrix.Result {
	if p.image && p.of.order%2 == 0 { // a half turn exchanges the two lists of a colour
		r.Items, r.Lanes = r.Lanes, r.Items
	}
	if p.exchanged { // a reflection of the columns exchanges the colours, and the two lists of each
		r.Items, r.Lanes = turned(r.Lanes), turned(r.Items)
		r.Pairs = turned(r.Pairs)
	}
	return r
}

func turned(x [2]uint64) [2]uint64 { return [2]uint64{x[1], x[0]} }
