package parity

import (
	_ "embed"
	"fmt"
	"math/bits"
	"slices"
	"sync"

	"queens"
	"queens/count/internal/parity"
	"queens/count/plan"
	"queens/internal/named"
)

// groupCost is the cost model of a class: an estimate of the work of a unit, from the lengths of
// its lists. times.csv has the measured time per unit of this work: measure again after a change of
// the formula. Plans and their hashes depend on neither.
type groupCost struct{ sides [2]groupSide }

// groupSide is the cost of one colour, in sixteenths.
type groupSide struct {
	items uint64 // typical placements of a label of x
	test  uint64 // cost of a test: a board state costs 4
	flush uint64 // cost of flushing the counters of a label
}

func newGroupCost(c *parity.Class) (cost groupCost) {
	for i, q := range [...][2]int{{c.Queens, c.Queens - c.Order%2}, {c.Even - c.Queens, c.Even - c.Queens}} {
		keys := c.UsualList(q[1]) / 16 // of a label, and
		for range max(0, q[0]-groupDiffer) {
			keys = keys * 3 / 8 // those that a queen leaves
		}
		cost.sides[i] = groupSide{c.UsualList(q[0]) / 16, 3<<4 + keys/4, uint64(q[0]*(q[0]-1)/2+1) * 8 << 4}
	}
	return cost
}

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

// classTime is the measured time of a class on one core with AVX-512: of a unit of estimated work,
// in picoseconds, and of a block of labels of one list of y, which all units with that list share,
// in nanoseconds. Orders to 22 were counted completely and fitted, 19 to 21 on Zen 4, the others on
// Zen 5. Those from 23 on are from random tiles, with the share of blocks of order 22. Those of
// sparse joins were then scaled by the ratio, on Zen 4, of the time with shared masks. Those above
// order 28 are from the orders before and few tiles. Those of reflecting queens are from random
// tiles, without blocks.
type classTime struct{ unit, block uint64 }

// classTimes are those of all classes, by variant, order and queens. They are compiled in, so that
// all machines cut the same shares.
var classTimes = sync.OnceValue(func() map[string]classTime {
	table := map[string]classTime{}
	for _, r := range named.Decode[struct {
		Variant, Order, Class string
		Unit, Block           uint64
	}](timesTable) {
		table[r.Variant+","+r.Order+","+r.Class] = classTime{r.Unit, r.Block}
	}
	return table
})

//go:embed times.csv
var timesTable string

func (c *Count) timeOf(class int) (classTime, bool) {
	variant := map[parity.Board]string{parity.Square: allSolutions, parity.Mirrored: reflecting}[c.board]
	w, ok := classTimes()[fmt.Sprintf("%s,%d,%d", variant, c.order, class)]
	return w, ok
}

// Weigh returns the estimated work of a subproblem times the measured time of its class, for shares
// and times only: plans and their hashes do not depend on it.
func (c *Count) Weigh(sub *plan.Subproblem) plan.Work {
	t := sub.Pieces.(groupTile)
	if w, ok := c.timeOf(t.Queens); ok {
		return sub.Work.Times(w.unit).Plus(queens.NewTotal(1000 * w.block * c.sharedBlocks(t)))
	}
	return sub.Work
}

// sharedBlocks returns the blocks of labels of all lists of y of a tile.
func (c *Count) sharedBlocks(t groupTile) (blocks uint64) {
	class := c.class(t.Queens)
	of := c.covers(t.Queens)
	evens, odds := of.even.Groups[t.Even], of.odd.Groups[t.Odd]
	var most [2][groupSets]int // columns in reach, by colour and list
	for u := range t.units(c) {
		columns := class.Reach(u).Columns
		for i, at := range [2]int{slices.Index(odds, u.Odd), slices.Index(evens, u.Even)} {
			most[i][at] = max(most[i][at], columns)
		}
	}
	for _, columns := range append(most[0][:], most[1][:]...) {
		blocks += uint64(columns+63) / 64
	}
	return blocks
}
