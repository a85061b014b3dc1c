package parity

import (
	"context"
	"fmt"
	"iter"
	"slices"
	"strings"
	"sync"

	"queens"
	kernels "queens/count/internal/kernels/parity"
	"queens/count/internal/parity"
	"queens/count/internal/symmetric"
	"queens/count/plan"
	"queens/count/unit"
)

// Count is a count of tiles.
type Count struct {
	plan.Defaults
	order   int
	lines   int // of the classes
	board   parity.Board
	open    *parity.Squares // of the board Open
	classes func() []*parity.Class
	half    func() *symmetric.Half                    // of half turns
	covers  func(queens int) (even, odd parity.Cover) // groups of a class
	tiles   []plan.Subproblem                         // all of them, once they are made
}

func (c *Count) class(queens int) *parity.Class {
	list := c.classes()
	if i := slices.IndexFunc(list, func(c *parity.Class) bool { return c.Queens == queens }); i >= 0 {
		return list[i]
	}
	return nil
}

// groupTile is the units of a parity class whose even and odd row sets are in two groups, see
// docs/parity-classes.md.
type groupTile struct {
	Queens    int // on even rows and even columns: the class
	Even, Odd int // groups of the class's even and odd sets
}

func (t groupTile) AppendTo(b []byte) []byte { return plan.AppendNumbers(b, t.Queens, t.Even, t.Odd) }

func (t groupTile) units(c *Count) iter.Seq2[unit.Unit, uint64] {
	even, odd := c.covers(t.Queens)
	return c.class(t.Queens).UnitsOf(even, even.Groups[t.Even], odd.Groups[t.Odd])
}

// Sizes of groups. Sets of a group share all but a few of their lines, and so do the lines that odd
// sets lack. The largest orders have fewer sets in a tile, because their units take long.
const (
	shortDiffer    = 4 // below manyRows
	groupDiffer    = 3
	sparseDiffer   = 2 // if few pairs are compatible, and for some half turns
	groupSets      = 24
	longGroupSets  = 16
	longGroupOrder = 27
)

func mostSets(order int) int {
	if order < longGroupOrder {
		return groupSets
	}
	return longGroupSets
}

// differ returns in how many lines the row sets of a group of a colour may differ. A row of half
// turns has twice the number of squares, so fewer rows give the same number of leaf placements. The
// groups of the largest order have a row in common, whose queen makes room in keys.
func differ(c *parity.Class, colour int) int {
	if most := [...]int{c.Queens, c.Even - c.Queens}[colour] - 1; c.Order == kernels.MaxOrder && most < groupDiffer {
		return max(0, most)
	}
	if c.Board == parity.Turned && c.More(colour) <= 0 || c.Board != parity.Turned && c.More(colour) >= parity.Sparse {
		return sparseDiffer
	}
	return groupDiffer
}

// newCovers returns a function that makes and caches the groups of a class.
func newCovers(c *Count, differ func(c *parity.Class, colour int) int) func(queens int) (even, odd parity.Cover) {
	var made sync.Map // by queens
	return func(queens int) (even, odd parity.Cover) {
		once, _ := made.LoadOrStore(queens, sync.OnceValues(func() (even, odd parity.Cover) {
			class := c.class(queens)
			return class.Covers(differ(class, 0), differ(class, 1), mostSets(c.lines))
		}))
		return once.(func() (parity.Cover, parity.Cover))()
	}
}

// Identity returns the open squares of a problem.
func (c *Count) Identity() (parts int, b []byte) {
	if c.open != nil {
		b = plan.AppendNumbers(b, c.open[:c.order]...)
	}
	return 0, b
}

// openSquares returns the squares where a queen can stand beside the given ones.
func openSquares(p queens.Problem, n int) *parity.Squares {
	open := new(parity.Squares)
	for r := range n {
		for c := range n {
			sq := queens.Square{Row: r, Col: c}
			if !slices.ContainsFunc(p.Given, func(q queens.Square) bool { return q != sq && q.Attacks(sq) }) {
				open[r] |= 1 << c
			}
		}
	}
	for _, sq := range p.Forbidden() {
		open[sq.Row] &^= 1 << sq.Col
	}
	return open
}

// Target is the total work: tiles are as large as their groups.
func (*Count) Target(whole plan.Work) plan.Work { return whole }

// Work adds up the work of all tiles.
func (c *Count) Work(ctx context.Context) (whole plan.Work, err error) {
	list, err := c.Cut(ctx, whole)
	for i := range list {
		whole = whole.Plus(list[i].Work)
	}
	return whole, err
}

// Cut returns a tile for each pair of groups with a unit.
func (c *Count) Cut(ctx context.Context, _ plan.Work) (list []plan.Subproblem, err error) {
	if c.tiles != nil {
		return c.tiles, ctx.Err()
	}
	for _, class := range c.classes() {
		cost := newGroupCost(class)
		even, odd := c.covers(class.Queens)
		for i := range even.Groups {
			if err := ctx.Err(); err != nil {
				return nil, err
			}
			for k := range odd.Groups {
				tile, work := groupTile{class.Queens, i, k}, uint64(0)
				for u := range tile.units(c) {
					work += cost.unit(class.Reach(u))
				}
				if work > 0 {
					list = append(list, plan.Subproblem{Work: queens.NewTotal(work), Pieces: tile})
				}
			}
		}
	}
	c.tiles = list
	return list, ctx.Err()
}

// listsOf returns the bytes available for the lists of a tile.
func listsOf(o plan.CountOptions) int64 { return o.Bytes() / 2 / int64(o.Cores()) }

// Floor adds the smallest tile of the largest class, with a quarter of garbage, and half of it for
// each further worker: few count that class at once, and they share lists. At order 26 a tile takes
// 151 MiB, at order 28 1086 MiB.
func (c *Count) Floor(o plan.CountOptions) int64 {
	tile := int64(0)
	for _, class := range c.classes() {
		tile = max(tile, kernels.Takes(class, 1, 1))
	}
	return plan.MinMemory + tile/4*5 + tile/2*int64(o.Cores()-1)
}

// fitting returns the numbers of even and odd sets, at least 1, whose lists fit in memory.
func (c *Count) fitting(class *parity.Class, memory int64) (evens, odds int) {
	evens = mostSets(c.lines)
	for odds = evens; evens > 1 && kernels.Takes(class, evens, odds) > memory; evens, odds = odds, evens/2 {
		continue
	}
	return evens, odds
}

// Remark names the classes that need smaller groups because memory is short.
func (c *Count) Remark(o plan.CountOptions) string {
	if len(o.By) > 0 || o.Kernel == plan.Reference {
		return ""
	}
	slow, takes, most := []string(nil), int64(0), mostSets(c.lines)
	for _, class := range c.classes() {
		if evens, odds := c.fitting(class, listsOf(o)); min(evens, odds) < most {
			slow, takes = append(slow, fmt.Sprint(class.Queens)), max(takes, kernels.Takes(class, most, most))
		}
	}
	if len(slow) == 0 {
		return ""
	}
	return fmt.Sprintf("too little memory to count these classes at full speed, the results are the same: %s; "+
		"--memory %dM, or fewer workers, makes it faster", strings.Join(slow, ", "), (2*takes*int64(o.Cores()))>>20+1)
}

type weighedTile struct {
	kernels.Tile
	weights []uint64
}

// tiles returns the units of a subproblem in the largest tiles that fit in memory. Images are
// alone.
func (p *worker) tiles(t groupTile) (list []weighedTile) {
	class := p.of.class(t.Queens)
	if p.ways.Has(byImage) || p.ways.Has(byColours) {
		for u, weight := range t.units(p.of) {
			if p.ways.Has(byImage) {
				u = class.Image(u)
			}
			list = append(list, weighedTile{
				kernels.Tile{Queens: class.Queens, Even: []int{u.Even}, Odd: []int{u.Odd}, Units: []parity.Unit{u}},
				[]uint64{weight},
			})
		}
		return list
	}
	even, odd := p.of.covers(t.Queens)
	evens, odds := p.of.fitting(class, p.memory)
	for some := range slices.Chunk(even.Groups[t.Even], evens) {
		for others := range slices.Chunk(odd.Groups[t.Odd], odds) {
			tile := weighedTile{Tile: kernels.Tile{Queens: t.Queens, Even: some, Odd: others}}
			for u, weight := range class.UnitsOf(even, some, others) {
				tile.Units, tile.weights = append(tile.Units, u), append(tile.weights, weight)
			}
			if len(tile.Units) > 0 {
				list = append(list, tile)
			}
		}
	}
	return list
}
