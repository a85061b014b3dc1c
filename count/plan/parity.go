package plan

import (
	"context"
	"encoding/binary"
	"fmt"
	"iter"
	"math"
	"math/bits"
	"slices"

	"queens"
	"queens/internal/parity"
)

// Orders of the scheme of parity classes. Up to maxDenseOrder the work of a unit is estimated
// as if all of its pairs were tested in blocks, so that plans stay as they are. From there to maxShortOrder units are so
// short that lists take much of the time where few units share them: tiles have shortUnits times the usual work.
const (
	maxDenseOrder  = 23
	maxShortOrder  = 26
	maxParityOrder = 28

	shortUnits = 8
)

// Tile is the units of a parity class whose even and odd row sets lie in two runs:
// see docs/parity-classes.md.
type Tile struct {
	Queens          int // on even rows and even columns: the class
	Even, EvenCount int // indices of the class's EvenSets
	Odd, OddCount   int
}

func (Tile) kind() Kind { return RowSets }

func (t Tile) appendTo(b []byte) []byte {
	for _, x := range [...]int{t.Queens, t.Even, t.EvenCount, t.Odd, t.OddCount} {
		b = binary.AppendUvarint(b, uint64(x))
	}
	return b
}

// class returns the class of a tile, nil if there is none.
func (f *Frame) class(queens int) *parity.Class {
	list := f.classes()
	if i := slices.IndexFunc(list, func(c *parity.Class) bool { return c.Queens == queens }); i >= 0 {
		return list[i]
	}
	return nil
}

// Units yields the units of a tile with their weights, and the class.
func (f *Frame) Units(t Tile) (*parity.Class, iter.Seq2[parity.Unit, uint64]) {
	c := f.class(t.Queens)
	return c, c.UnitsIn(t.Even, t.Even+t.EvenCount, t.Odd, t.Odd+t.OddCount)
}

// parityClasses is the kind of the scheme whose subproblems are tiles.
type parityClasses struct{}

func (parityClasses) name() Kind            { return RowSets }
func (parityClasses) families(int) []Family { return nil }

// target is targetOf with half a million subproblems at most, or little more.
func (parityClasses) target(total Work) Work {
	least, _ := total.DivMod(maxJoinSubproblems / 2)
	share, _ := total.DivMod(usualCount)
	return clamp(clamp(share, queens.NewTotal(minTarget), queens.NewTotal(usualTarget)), least, total)
}

// draft adds up the work of all units.
func (parityClasses) draft(ctx context.Context, d *Draft) error {
	for _, c := range d.classes() {
		cost := newUnitCost(c)
		for even := range c.EvenSets {
			if err := ctx.Err(); err != nil {
				return err
			}
			d.Work = d.Work.Add(cost.of(Tile{c.Queens, even, 1, 0, len(c.OddSets)}))
		}
	}
	return ctx.Err()
}

// cut divides the pairs of row sets of each class into tiles: up to maxDenseOrder into squares of about the target, then
// into bands of as many even sets as squares would have, two at least, and these into runs of odd sets.
func (parityClasses) cut(ctx context.Context, d *Draft, target Work) (list []Subproblem, err error) {
	most, fits := target.Uint64()
	if !fits {
		most = 1 << 62
	}
	for _, c := range d.classes() {
		cost, most := newUnitCost(c), most
		if c.Order > maxDenseOrder && c.Order <= maxShortOrder {
			most *= shortUnits
		}
		side := int(squareRoot(max(1, most/cost.largest())))
		cut := func(even int) []Subproblem { return cost.squares(even, side) }
		if c.Order > maxDenseOrder {
			side = max(2, side)
			cut = func(even int) []Subproblem { return cost.runs(even, side, cost.fitting(), most) }
		}
		for even := 0; even < len(c.EvenSets); even += side {
			if err := ctx.Err(); err != nil {
				return nil, err
			}
			list = append(list, cut(even)...)
		}
	}
	return list, ctx.Err()
}

// squares cuts the band of side even sets from the given one on into tiles as wide.
func (c *unitCost) squares(even, side int) (list []Subproblem) {
	evens, odds := len(c.class.EvenSets), len(c.class.OddSets)
	for odd := 0; odd < odds; odd += side {
		t := Tile{c.class.Queens, even, min(side, evens-even), odd, min(side, odds-odd)}
		if work := c.of(t); work > 0 {
			list = append(list, Subproblem{Work: queens.NewTotal(work), Pieces: t})
		}
	}
	return list
}

// runs cuts the band of side even sets from the given one on into tiles of at most so many odd sets and, unless one
// odd set is more, at most so much work.
func (c *unitCost) runs(even, side, lists int, most uint64) (list []Subproblem) {
	run, work := Tile{c.class.Queens, even, min(side, len(c.class.EvenSets)-even), 0, 0}, uint64(0)
	finish := func(next int) {
		if work > 0 {
			list = append(list, Subproblem{Work: queens.NewTotal(work), Pieces: run})
		}
		run.Odd, run.OddCount, work = next, 0, 0
	}
	for odd := range c.class.OddSets {
		more := c.of(Tile{run.Queens, run.Even, run.EvenCount, odd, 1})
		if work == 0 || work+more > most || run.OddCount == lists {
			finish(odd)
		}
		run.OddCount++
		work += more
	}
	finish(0)
	return list
}

// parse reads a tile.
func (parityClasses) parse(f *Frame, r *reader) (Pieces, error) {
	var x [5]int
	for i := range x {
		x[i] = int(min(r.number(), maxNumber))
	}
	if r.err != nil {
		return nil, r.err
	}
	t := Tile{x[0], x[1], x[2], x[3], x[4]}
	c := f.class(t.Queens)
	if c == nil {
		return nil, fmt.Errorf("class %d: the order has none", t.Queens)
	}
	if t.Even+t.EvenCount > len(c.EvenSets) || t.Odd+t.OddCount > len(c.OddSets) {
		return nil, fmt.Errorf("row sets %d to %d and %d to %d of class %d: there are %d and %d",
			t.Even, t.Even+t.EvenCount, t.Odd, t.Odd+t.OddCount, t.Queens, len(c.EvenSets), len(c.OddSets))
	}
	if cost := newUnitCost(c); cost.of(t) == 0 {
		return nil, fmt.Errorf("a tile of class %d that has no unit", t.Queens)
	}
	return t, nil
}

// unitCost estimates the work of the units of a class.
type unitCost struct {
	class *parity.Class
	sides [2]sideCost       // white and black
	known map[[2]int]uint64 // work by rows and columns
}

// sideCost estimates the work of one colour.
type sideCost struct {
	items, lanes uint64 // usual placements of a label in either list, times 256
	share        uint64 // of the pairs that are found, of 2^64
	split        bool   // pairs may be found by splitting lists, and lists may be cut
}

// newUnitCost prepares the estimate.
func newUnitCost(c *parity.Class) unitCost {
	cost := unitCost{class: c, known: map[[2]int]uint64{}}
	for i, queens := range [...][2]int{{c.Queens, c.Queens - c.Order%2}, {c.Even - c.Queens, c.Even - c.Queens}} {
		cost.sides[i] = sideCost{
			parity.UsualList(c.Even, queens[0]), parity.UsualList(c.Even, queens[1]),
			parity.UsualShare(c.Even, queens[0], queens[1]), c.Order > maxDenseOrder,
		}
	}
	return cost
}

// dense returns the work of a row and a column, times 1<<16. A test of an item with 512 lanes takes as
// long as half a board state, and adding the counters of one label to its row as long as five. Lanes come in
// slots of eight, so that each label has some four idle ones.
func (s *sideCost) dense() uint64 { return (s.items/2 + 5<<8) * (s.lanes + 4<<8) / 512 }

// of returns the work of so many rows and columns, in the better of two ways. Where lists are split there are about as many
// tests as for the join, and a pair found takes nearly as long as a board state; where they are tested in blocks, each of the
// diagonals by which they are cut spares an eighth of the tests.
func (s *sideCost) of(rows, columns int) uint64 {
	tests := uint64(rows) * uint64(columns) * s.dense() >> 16
	for length := s.lanes >> 8; length >= 32; length /= 2 {
		tests -= tests / 8
	}
	items, lanes := uint64(rows)*s.items>>8, uint64(columns)*s.lanes>>8
	found, _ := bits.Mul64(items*lanes, s.share)
	return min(tests, 5*joinWork(items, lanes)/2+found*3/4)
}

// unitOverhead is the work of a unit beside its tests.
const unitOverhead = 1 << 10

// unit returns the work of one unit.
func (c *unitCost) unit(u parity.Unit) uint64 {
	reach := c.class.Reach(u)
	size := [2]int{reach.Rows, reach.Columns}
	work, ok := c.known[size]
	if !ok {
		work = c.work(size[0], size[1])
		c.known[size] = work
	}
	return work
}

// largest returns the work of the largest unit there may be.
func (c *unitCost) largest() uint64 { return c.work(len(c.class.Rows), len(c.class.OddSets)) }

func (c *unitCost) work(rows, columns int) uint64 {
	if !c.sides[0].split { // as it was rounded when plans were made first
		cell := c.sides[0].dense() + c.sides[1].dense()
		return unitOverhead + uint64(rows)*uint64(columns)*cell>>16
	}
	return unitOverhead + c.sides[0].of(rows, columns) + c.sides[1].of(rows, columns)
}

// tileLists bounds the bytes of the lists that the units of a tile share.
const tileLists = 1 << 29

// fitting returns how many row sets of either parity a tile may have: the units of one even set need the lists
// of that set and of all odd ones.
func (c *unitCost) fitting() int {
	if !c.sides[0].split {
		return math.MaxInt
	}
	bytes := 8 * uint64(len(c.class.OddSets)) * (c.sides[0].lanes + c.sides[1].lanes) >> 8
	return int(max(1, tileLists/max(1, bytes)))
}

// of returns the work of a tile.
func (c *unitCost) of(t Tile) (work uint64) {
	for u := range c.class.UnitsIn(t.Even, t.Even+t.EvenCount, t.Odd, t.Odd+t.OddCount) {
		work += c.unit(u)
	}
	return work
}
