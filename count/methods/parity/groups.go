package parity

import (
	"context"
	"fmt"
	"iter"
	"slices"
	"strings"

	"queens"
	kernels "queens/count/internal/kernels/parity"
	"queens/count/internal/parity"
	"queens/count/internal/symmetric"
	"queens/count/ledger"
	"queens/count/plan"
	"queens/count/unit"
	"queens/internal/errs"
)

// Count is a count of tiles.
type Count struct {
	plan.Defaults
	order   int
	lines   int // of the classes
	board   parity.Board
	open    *parity.Squares // of the board Open
	classes func() []*parity.Class
	half    func() *symmetric.Half  // of half turns
	covers  func(queens int) covers // of a class
	tiles   []plan.Subproblem       // all of them, once they are made
}

type covers struct{ even, odd parity.Cover }

func (c *Count) class(queens int) *parity.Class {
	list := c.classes()
	return list[slices.IndexFunc(list, func(c *parity.Class) bool { return c.Queens == queens })]
}

// groupTile is the units of a parity class whose even and odd row sets are in two groups, see
// docs/parity-classes.md.
type groupTile struct {
	Queens    int // on even rows and even columns: the class
	Even, Odd int // groups of the class's even and odd sets
}

func (t groupTile) AppendTo(b []byte) []byte { return plan.AppendNumbers(b, t.Queens, t.Even, t.Odd) }

func (t groupTile) units(c *Count) iter.Seq2[unit.Unit, uint64] {
	of := c.covers(t.Queens)
	return c.class(t.Queens).UnitsOf(of.even, of.even.Groups[t.Even], of.odd.Groups[t.Odd])
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

// WhiteQueens groups the results of a plan for all solutions of order n by the number of white
// queens: n%2, n%2+2, ..., n. White is the colour of the square in the first row and column.
//
// A class fixes that number. It has a queens on even rows and even columns. With b on even rows and
// odd columns and c on odd rows and odd columns, the even rows have a+b and the odd columns b+c, so
// c = a - n%2, and a+c = 2a - n%2 queens are white. In even orders the reflection of the columns
// exchanges the colours. A plan then has only the classes with at most n/2 white queens, and their
// units stand for both; a class with n/2 is its own image.
//
// Errors: ledger.ErrMismatch if the two colours of an even order have different shares.
func WhiteQueens(p *plan.Plan, each []queens.Total) ([]queens.Total, error) {
	n := p.Order
	row := make([]queens.Total, n/2+1)
	for i, total := range each {
		sum := &row[p.Subproblems[i].Pieces.(groupTile).Queens-n%2]
		*sum = sum.Plus(total)
	}
	for i := range (n/2 + 1) / 2 * (1 - n%2) {
		half, rest := row[i].DivMod(2)
		if rest != 0 {
			return nil, errs.Errorf("order %d: %v solutions have %d or %d white queens, an odd number: %w", n,
				row[i], 2*i, n-2*i, ledger.ErrMismatch)
		}
		row[i], row[n/2-i] = half, half
	}
	return row, nil
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
		of := c.covers(class.Queens)
		for i := range of.even.Groups {
			if err := ctx.Err(); err != nil {
				return nil, err
			}
			for k := range of.odd.Groups {
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

// tileOf returns the tile of one unit.
func tileOf(queens int, u parity.Unit) kernels.Tile {
	return kernels.Tile{Queens: queens, Even: []int{u.Even}, Odd: []int{u.Odd}, Units: []parity.Unit{u}}
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
			list = append(list, weighedTile{tileOf(t.Queens, u), []uint64{weight}})
		}
		return list
	}
	of := p.of.covers(t.Queens)
	evens, odds := p.of.fitting(class, p.memory)
	for some := range slices.Chunk(of.even.Groups[t.Even], evens) {
		for others := range slices.Chunk(of.odd.Groups[t.Odd], odds) {
			tile := weighedTile{Tile: kernels.Tile{Queens: t.Queens, Even: some, Odd: others}}
			for u, weight := range class.UnitsOf(of.even, some, others) {
				tile.Units, tile.weights = append(tile.Units, u), append(tile.weights, weight)
			}
			if len(tile.Units) > 0 {
				list = append(list, tile)
			}
		}
	}
	return list
}
