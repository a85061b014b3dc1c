package parity

import (
	"context"
	"fmt"
	"iter"
	"math/bits"
	"slices"
	"strings"
	"sync"

	"queens"
	"queens/count/kind"
	"queens/count/ledger"
	"queens/count/rowset"
	"queens/internal/kernel/matrix"
	"queens/internal/kernel/table"
	"queens/internal/kernel/trie"
	"queens/internal/parity"
)

// GroupTile is the units of a parity class whose even and odd row sets lie in two groups: see
// docs/parity-classes.md.
type GroupTile struct {
	Queens    int // on even rows and even columns: the class
	Even, Odd int // groups of the class's even and odd sets
}

// Kind returns what the pieces are.
func (GroupTile) Kind() string { return pieces }

// AppendTo appends the tile as numbers.
func (t GroupTile) AppendTo(b []byte) []byte { return kind.AppendNumbers(b, t.Queens, t.Even, t.Odd) }

// Class returns the number of queens on even rows and even columns.
func (t GroupTile) Class() int { return t.Queens }

func (t GroupTile) sets(c *Count) (even, odd int) {
	evens, odds := c.covers(t.Queens)
	return len(evens.Groups[t.Even]), len(odds.Groups[t.Odd])
}

func (t GroupTile) units(c *Count) iter.Seq2[rowset.Unit, uint64] {
	even, odd := c.covers(t.Queens)
	return c.class(t.Queens).UnitsOf(even, even.Groups[t.Even], odd.Groups[t.Odd])
}

// Sizes of groups. Sets of a group share all but a few of their lines, and so do the lines that odd
// sets lack. Units of the longest orders are so long that a tile has fewer.
const (
	groupDiffer    = 3
	sparseDiffer   = 2 // where few pairs fit
	groupSets      = 24
	longGroupSets  = 16
	longGroupOrder = 27
)

// mostSets returns the most row sets of a group.
func mostSets(order int) int {
	if order < longGroupOrder {
		return groupSets
	}
	return longGroupSets
}

// differ returns in how many lines the sets of a group differ where a colour has so many more queens
// than the other one.
func differ(more int) int {
	if more >= parity.Sparse {
		return sparseDiffer
	}
	return groupDiffer
}

// newCovers returns a function that returns the groups of a class, which are made once.
func newCovers(c *Count, differ func(more int) int) func(queens int) (even, odd parity.Cover) {
	var guard sync.Mutex
	made := map[int][2]parity.Cover{}
	return func(queens int) (even, odd parity.Cover) {
		guard.Lock()
		defer guard.Unlock()
		list, ok := made[queens]
		if !ok {
			class := c.class(queens)
			list[0], list[1] = class.Covers(differ(2*queens-class.Even), differ(class.Even-2*queens), mostSets(c.order))
			made[queens] = list
		}
		return list[0], list[1]
	}
}

// Names of schemes whose subproblems are tiles of groups. In the first one all sets of a group differ
// in groupDiffer lines.
const (
	formerGroups = "parity-groups"
	groupScheme  = "parity-trie"
)

// Groups is a count of tiles of groups.
type Groups struct{ *Count }

// Target is the work of the whole: tiles are as large as their groups.
func (Groups) Target(whole kind.Work) kind.Work { return whole }

// Work adds up the work of all tiles.
func (c Groups) Work(ctx context.Context) (whole kind.Work, err error) {
	list, err := c.Cut(ctx, whole)
	for i := range list {
		whole = whole.Plus(list[i].Work)
	}
	return whole, err
}

// Cut returns a tile for each pair of groups with a unit.
func (c Groups) Cut(ctx context.Context, _ kind.Work) (list []kind.Subproblem, err error) {
	for _, class := range c.classes() {
		cost := newGroupCost(class)
		even, odd := c.covers(class.Queens)
		for i := range even.Groups {
			if err := ctx.Err(); err != nil {
				return nil, err
			}
			for k := range odd.Groups {
				tile, work := GroupTile{class.Queens, i, k}, uint64(0)
				for u := range tile.units(c.Count) {
					work += cost.unit(class.Reach(u))
				}
				if work > 0 {
					list = append(list, kind.Subproblem{Work: queens.NewTotal(work), Pieces: tile})
				}
			}
		}
	}
	return list, ctx.Err()
}

// groupCost estimates the work of the units of a class where groups are walked.
type groupCost struct{ sides [2]groupSide }

// groupSide is the same for one colour, in sixteenths.
type groupSide struct {
	items uint64 // usual placements of a label of x
	test  uint64 // what a test takes: a board state takes as long as 4
	flush uint64 // the same for the counters of a label
}

func newGroupCost(c *parity.Class) (cost groupCost) {
	for i, q := range [...][2]int{{c.Queens, c.Queens - c.Order%2}, {c.Even - c.Queens, c.Even - c.Queens}} {
		keys := parity.UsualList(c.Even, q[1]) / 16 // of a label, and
		for range max(0, q[0]-groupDiffer) {
			keys = keys * 3 / 8 // those that a queen leaves
		}
		cost.sides[i] = groupSide{parity.UsualList(c.Even, q[0]) / 16, 3<<4 + keys/4, uint64(q[0]*(q[0]-1)/2+1) * 8 << 4}
	}
	return cost
}

// unit returns the work of a unit.
func (g *groupCost) unit(r parity.Reach) uint64 {
	const lists = 1 << 12
	work := uint64(lists)
	blocks := uint64(r.Columns+63) / 64
	for _, s := range g.sides {
		_, each := bits.Mul64(s.items, s.test)
		work += uint64(r.Rows) * blocks * (each>>4 + s.flush) >> 6
	}
	return work
}

// grouped begins the names of kernels that count the units of a tile together.
const grouped = "groups-"

func isGrouped(kernel string) bool { return strings.HasPrefix(kernel, grouped) }

// kernels returns those that count one unit after the other, then those that count groups.
func kernels(engine string) []kind.Processor {
	list := kind.Described(engine, matrix.All())
	for _, p := range kind.Described(engine, trie.All()) {
		p.Kernel = grouped + p.Kernel
		list = append(list, p)
	}
	return list
}

// groupsBy returns the kernel that counts groups by the options, if any does.
func (c *Count) groupsBy(o kind.Options) (kernel string, ok bool) {
	if isGrouped(o.Kernel) {
		return strings.TrimPrefix(o.Kernel, grouped), true
	}
	if c.covers == nil || !table.IsAuto(o.Kernel) || len(o.By) > 0 {
		return "", false
	}
	fastest, _ := table.Find("matrix", matrix.All(), table.Auto) // portable runs everywhere
	// A kernel of groups that lacks the instructions of the fastest one would be slower.
	return fastest.Name, slices.ContainsFunc(trie.All(), func(k trie.Kernel) bool { return k.Name == fastest.Name && k.Usable() })
}

// listsOf returns how many bytes the lists of a tile may take.
func listsOf(o kind.Options) int64 { return o.Bytes() / 2 / int64(o.Cores()) }

// takes estimates the bytes of the lists of the largest tile of a class that is counted together.
func (c *Count) takes(class *parity.Class) int64 {
	most := 1
	if c.covers != nil {
		most = mostSets(c.order)
	}
	return trie.Takes(class, most, most)
}

// Remark says which classes are counted unit by unit for want of memory.
func (c *Count) Remark(o kind.Options) string {
	if _, ok := c.groupsBy(o); !ok {
		return ""
	}
	slow, takes := []string(nil), int64(0)
	for _, class := range c.classes() {
		if bytes := c.takes(class); bytes > listsOf(o) && (isGrouped(o.Kernel) || trie.Faster(class)) {
			slow, takes = append(slow, fmt.Sprint(class.Queens)), max(takes, bytes)
		}
	}
	if len(slow) == 0 {
		return ""
	}
	return fmt.Sprintf("lists of groups take too much memory, so units of these classes are counted one by one: %s; "+
		"with --memory %dM they are counted in groups", strings.Join(slow, ", "), (2*takes*int64(o.Cores()))>>20+1)
}

// together reports whether the units of a class are counted in groups. A kernel of groups that is
// asked for counts all classes, and units of tiles without groups alone.
func (p *pairer) together(queens int) bool {
	class := p.of.class(queens)
	return p.groups != nil && p.of.takes(class) <= p.memory && (p.asked || trie.Faster(class))
}

// countGroups is Count for units that are counted in groups.
func (p *pairer) countGroups(ctx context.Context, sub *kind.Subproblem) (ledger.Result, error) {
	sum := newTileSum(sub, grouped+p.groups.Kernel())
	if t, ok := sub.Pieces.(GroupTile); ok {
		tile, weights := p.tileOf(t)
		for i, r := range p.groups.Count(tile) {
			sum.add(r, weights[i])
		}
	} else {
		for u, weight := range p.of.Units(sub.Pieces) {
			if ctx.Err() == nil {
				tile := trie.Tile{Queens: sub.Pieces.(unitPieces).Class(), Even: []int{u.Even}, Odd: []int{u.Odd}, Units: []parity.Unit{u}}
				sum.add(p.groups.Count(tile)[0], weight)
			}
		}
	}
	if err := ctx.Err(); err != nil {
		return ledger.Result{}, err
	}
	return sum.done(), nil
}

// tileOf returns a tile for the kernel, with the weights of its units.
func (p *pairer) tileOf(t GroupTile) (tile trie.Tile, weights []uint64) {
	even, odd := p.of.covers(t.Queens)
	tile = trie.Tile{Queens: t.Queens, Even: even.Groups[t.Even], Odd: odd.Groups[t.Odd]}
	for u, weight := range t.units(p.of) {
		tile.Units, weights = append(tile.Units, u), append(weights, weight)
	}
	return tile, weights
}
