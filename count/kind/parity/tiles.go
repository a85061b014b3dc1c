package parity

import (
	"context"
	_ "embed"
	"fmt"
	"iter"
	"math"
	"math/bits"
	"slices"
	"sync"

	"queens"
	"queens/count/kind"
	"queens/count/rowset"
	"queens/internal/named"
	"queens/internal/parity"
	"queens/internal/rotation"
)

// Orders of the scheme of parity classes. Up to maxDenseOrder the work of a unit is estimated as if
// all of its pairs were tested in blocks, so that old plans stay unchanged. From there to
// maxShortOrder units are so short that lists dominate if few units share them: tiles have
// shortUnits times the default work.
const (
	maxDenseOrder  = 23
	maxShortOrder  = 26
	maxParityOrder = 28

	shortUnits = 8
	longTile   = 28e9 // most work of a tile of longer units: about 40 s with AVX-512
)

// runTile is the units of a parity class whose even and odd row sets are in two runs, see
// docs/parity-classes.md.
type runTile struct {
	Queens          int // on even rows and even columns: the class
	Even, EvenCount int // indices of the class's EvenSets
	Odd, OddCount   int
}

const pieces = "row sets"

func (runTile) Kind() string { return pieces }

func (t runTile) AppendTo(b []byte) []byte {
	return kind.AppendNumbers(b, t.Queens, t.Even, t.EvenCount, t.Odd, t.OddCount)
}

// Count is a count of tiles.
type Count struct {
	kind.Plain
	order   int
	lines   int // of the classes
	board   parity.Board
	classes func() []*parity.Class
	half    func() *rotation.Half // of half turns

	covers func(queens int) (even, odd parity.Cover) // groups of a class; nil if tiles are runs
}

func (c *Count) class(queens int) *parity.Class {
	list := c.classes()
	if i := slices.IndexFunc(list, func(c *parity.Class) bool { return c.Queens == queens }); i >= 0 {
		return list[i]
	}
	return nil
}

type unitPieces interface {
	kind.Pieces
	Class() int // queens on even rows and even columns
	units(c *Count) iter.Seq2[rowset.Unit, uint64]
}

func (t runTile) Class() int { return t.Queens }

func (t runTile) units(c *Count) iter.Seq2[rowset.Unit, uint64] {
	return c.class(t.Queens).UnitsIn(t.Even, t.Even+t.EvenCount, t.Odd, t.Odd+t.OddCount)
}

// RowSets returns the sets of even and of odd rows of a class as bit masks: bit i is row 2i, or
// 2i+1. queens is the number on even rows and even columns. They are nil if there is no such class.
func (c *Count) RowSets(queens int) (even, odd []uint32) {
	class := c.class(queens)
	if class == nil {
		return nil, nil
	}
	for _, s := range class.EvenSets {
		even = append(even, s.Lines)
	}
	for _, s := range class.OddSets {
		odd = append(odd, s.Lines)
	}
	return even, odd
}

// maxTiles is about the largest number of subproblems.
const maxTiles = 1 << 19

// Target is the default target with at most about half a million subproblems.
func (*Count) Target(whole kind.Work) kind.Work {
	return slices.MinFunc([]kind.Work{kind.TargetOf(whole, maxTiles), whole}, kind.Work.Compare)
}

// Work adds up the work of all units.
func (c *Count) Work(ctx context.Context) (whole kind.Work, err error) {
	for _, class := range c.classes() {
		cost := newUnitCost(class)
		for even := range class.EvenSets {
			if err := ctx.Err(); err != nil {
				return whole, err
			}
			whole = whole.Add(cost.of(runTile{class.Queens, even, 1, 0, len(class.OddSets)}))
		}
	}
	return whole, ctx.Err()
}

// Cut divides the pairs of row sets of each class into tiles. Up to maxDenseOrder these are squares
// of about the target. For larger orders they are runs of odd sets in bands of even sets, with the
// height of such squares, at least two.
func (c *Count) Cut(ctx context.Context, target kind.Work) (list []kind.Subproblem, err error) {
	most, fits := target.Uint64()
	if !fits {
		most = 1 << 62
	}
	for _, c := range c.classes() {
		cost, most := newUnitCost(c), most
		if c.Order > maxDenseOrder && c.Order <= maxShortOrder {
			most *= shortUnits
		}
		if c.Order > maxShortOrder {
			most = min(most, longTile)
		}
		side := int(kind.SquareRoot(max(1, most/cost.largest())))
		cut := func(even int) []kind.Subproblem { return cost.squares(even, side) }
		if c.Order > maxDenseOrder {
			side = max(2, side)
			cut = func(even int) []kind.Subproblem { return cost.runs(even, side, cost.fitting(), most) }
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

// squares cuts a band of side even sets into tiles of the same width.
func (c *unitCost) squares(even, side int) (list []kind.Subproblem) {
	evens, odds := len(c.class.EvenSets), len(c.class.OddSets)
	for odd := 0; odd < odds; odd += side {
		t := runTile{c.class.Queens, even, min(side, evens-even), odd, min(side, odds-odd)}
		if work := c.of(t); work > 0 {
			list = append(list, kind.Subproblem{Work: queens.NewTotal(work), Pieces: t})
		}
	}
	return list
}

// runs cuts a band of side even sets into tiles of at most the given odd sets and work, or of a
// single odd set.
func (c *unitCost) runs(even, side, lists int, most uint64) (list []kind.Subproblem) {
	run, work := runTile{c.class.Queens, even, min(side, len(c.class.EvenSets)-even), 0, 0}, uint64(0)
	finish := func(next int) {
		if work > 0 {
			list = append(list, kind.Subproblem{Work: queens.NewTotal(work), Pieces: run})
		}
		run.Odd, run.OddCount, work = next, 0, 0
	}
	for odd := range c.class.OddSets {
		more := c.of(runTile{run.Queens, run.Even, run.EvenCount, odd, 1})
		if work == 0 || work+more > most || run.OddCount == lists {
			finish(odd)
		}
		run.OddCount++
		work += more
	}
	finish(0)
	return list
}

type unitCost struct {
	class *parity.Class
	sides [2]sideCost          // white and black
	known map[[2]int][2]uint64 // by rows and columns: work, and the part for compatible pairs
	fit   *rowFit              // of the colour whose lists are split; nil if plans do not use it
}

type sideCost struct {
	items, lanes uint64 // typical placements of a label in either list, times 256
	share        uint64 // of the compatible pairs, in 2^-64
	split        bool   // lists may be split or cut
	long         bool   // a compatible pair costs its real time
}

func newUnitCost(c *parity.Class) unitCost {
	cost := unitCost{class: c, known: map[[2]int][2]uint64{}}
	for i, queens := range [...][2]int{{c.Queens, c.Queens - c.Order%2}, {c.Even - c.Queens, c.Even - c.Queens}} {
		cost.sides[i] = sideCost{
			parity.UsualList(c.Even, queens[0]), parity.UsualList(c.Even, queens[1]),
			parity.UsualShare(c.Even, queens[0], queens[1]), c.Order > maxDenseOrder, c.Order > maxShortOrder,
		}
	}
	if c.Order > maxShortOrder {
		cost.fit = newRowFit(c, 2*c.Queens < c.Even+c.Order%2)
	}
	return cost
}

// dense returns the work of a row and a column, times 1<<16. A test of an item with 512 lanes takes
// as long as half a board state, and adding the counters of one label to its row as long as five.
// Lanes come in slots of eight, so each label has about four idle ones.
func (s *sideCost) dense() uint64 { return (s.items/2 + 5<<8) * (s.lanes + 4<<8) / 512 }

// of returns the work of a matrix by the better of two methods, and the part of it for compatible
// pairs. Splitting lists takes about the same number of tests as the join, and a compatible pair
// takes nearly as long as a board state, in long units as four. Tests in blocks save an eighth for
// each diagonal by which the lists are cut.
func (s *sideCost) of(rows, columns int) (work, found uint64) {
	tests := uint64(rows) * uint64(columns) * s.dense() >> 16
	for length := s.lanes >> 8; length >= 32; length /= 2 {
		tests -= tests / 8
	}
	items, lanes := uint64(rows)*s.items>>8, uint64(columns)*s.lanes>>8
	pairs, _ := bits.Mul64(items*lanes, s.share)
	split := 5 * kind.PairsWork(items, lanes) / 2
	found = pairs * 3 / 4
	if split+found >= tests {
		return tests, 0
	}
	if s.long {
		found = 4 * pairs
	}
	return split + found, found
}

const unitOverhead = 1 << 10

func (c *unitCost) unit(u parity.Unit) uint64 {
	reach := c.class.Reach(u)
	size := [2]int{reach.Rows, reach.Columns}
	known, ok := c.known[size]
	if !ok {
		known[0], known[1] = c.work(size[0], size[1])
		c.known[size] = known
	}
	if c.fit == nil || known[1] == 0 {
		return known[0]
	}
	return known[0] - known[1] + c.fit.times(known[1], c.class.EvenSets[u.Even].Lines, c.class.OddSets[u.Odd].Lines)
}

// largest is the work of the largest possible unit with typical compatibility.
func (c *unitCost) largest() uint64 {
	work, _ := c.work(len(c.class.Rows), len(c.class.OddSets))
	return work
}

// work returns the work of a matrix, and the part of it for compatible pairs.
func (c *unitCost) work(rows, columns int) (work, found uint64) {
	if !c.sides[0].split { // rounded as in the first plans
		cell := c.sides[0].dense() + c.sides[1].dense()
		return unitOverhead + uint64(rows)*uint64(columns)*cell>>16, 0
	}
	white, foundWhite := c.sides[0].of(rows, columns)
	black, foundBlack := c.sides[1].of(rows, columns)
	return unitOverhead + white + black, foundWhite + foundBlack
}

// rowFit estimates the compatibility of the row sets of a unit: its share of compatible pairs,
// divided by the mean over units. It is a power of the product of the probabilities for any two
// rows, as if they were independent. All numbers are integers, so that plans are the same
// everywhere.
type rowFit struct {
	near  []uint64  // of queens 1, 3, 5, ... rows apart: probability of no common diagonal, in 2^-64, to that power
	flip  [2]uint32 // masks to complement even and odd rows
	usual uint64    // mean, in 2^-64
}

// fitPower is the power for eight queens on fourteen lines, where compatible pairs dominate.
const fitPower = 3

func newRowFit(c *parity.Class, black bool) *rowFit {
	f := new(rowFit)
	if black {
		f.flip = [2]uint32{1<<c.Even - 1, 1<<c.Odd - 1}
	}
	squares := uint64(c.Even * c.Odd)
	for distance := 1; distance < c.Order; distance += 2 {
		chance := math.MaxUint64 / squares * (squares - uint64(c.Order-distance))
		power := chance
		for range fitPower - 1 {
			power, _ = bits.Mul64(power, chance)
		}
		f.near = append(f.near, power)
	}
	const side = 64
	var high, low uint64
	for i := range side * side {
		even, odd := c.EvenSets[i/side*len(c.EvenSets)/side].Lines, c.OddSets[i%side*len(c.OddSets)/side].Lines
		var carry uint64
		low, carry = bits.Add64(low, f.of(even, odd), 0)
		high += carry
	}
	f.usual, _ = bits.Div64(high, low, side*side)
	f.usual = max(1, f.usual)
	return f
}

func (f *rowFit) of(even, odd uint32) uint64 {
	even, odd = even^f.flip[0], odd^f.flip[1]
	chance := uint64(math.MaxUint64)
	for d, near := range f.near {
		for range bits.OnesCount32(even&(odd>>d)) + bits.OnesCount32(odd&(even>>(d+1))) {
			chance, _ = bits.Mul64(chance, near)
		}
	}
	return chance
}

// times returns work times the estimate, over its mean; at most 2^40.
func (f *rowFit) times(work uint64, even, odd uint32) uint64 {
	const most = 1 << 40
	high, low := bits.Mul64(work, f.of(even, odd))
	if high >= f.usual {
		return most
	}
	work, _ = bits.Div64(high, low, f.usual)
	return min(most, work)
}

// tileLists bounds the bytes of the lists that the units of a tile share.
const tileLists = 1 << 29

// fitting returns the largest number of row sets of either parity in a tile: the units of one even
// set need the lists of that set and of all odd ones.
func (c *unitCost) fitting() int {
	if !c.sides[0].split {
		return math.MaxInt
	}
	bytes := 8 * uint64(len(c.class.OddSets)) * (c.sides[0].lanes + c.sides[1].lanes) >> 8
	return int(max(1, tileLists/max(1, bytes)))
}

func (c *unitCost) of(t runTile) (work uint64) {
	for u := range c.class.UnitsIn(t.Even, t.Even+t.EvenCount, t.Odd, t.Odd+t.OddCount) {
		work += c.unit(u)
	}
	return work
}

// weight is the measured time of a class on one core with AVX-512, in two figures.
//
// Of runs: a unit of estimated work in the first and in the last tiles, in picoseconds. Orders to
// 20 and 22 were counted completely, others by random tiles. Those of 24, 26 and 28 are ratios, and
// order 27 has none.
//
// Of groups: a unit of estimated work, in picoseconds, and a block of labels of one list of y,
// which all units with that list share, in nanoseconds. Orders to 22 were counted completely and
// fitted. Those from 23 on are from random tiles, with the share of blocks of order 22. Those of
// reflecting queens are from random tiles, without blocks.
type weight struct{ first, second uint64 }

// weights are those of all classes, by plan, order and queens. They are compiled in, so that all
// machines cut the same shares.
var weights = sync.OnceValue(func() map[string]weight {
	table := map[string]weight{}
	for _, r := range named.Decode[struct {
		Plan, Order, Class string
		Weight, Second     uint64
	}](weightTable) {
		table[r.Plan+","+r.Order+","+r.Class] = weight{r.Weight, r.Second}
	}
	return table
})

//go:embed weights.csv
var weightTable string

func (c *Count) weighed(plan string, class int) (weight, bool) {
	switch c.board {
	case parity.Turned:
		plan = "turned"
	case parity.Mirrored:
		plan = reflecting
	}
	w, ok := weights()[fmt.Sprintf("%s,%d,%d", plan, c.order, class)]
	return w, ok
}

// Weigh returns the estimated work of a subproblem times the measured time of its class, for shares
// and times only: plans and their hashes do not depend on it.
func (c *Count) Weigh(sub *kind.Subproblem) kind.Work {
	switch t := sub.Pieces.(type) {
	case runTile:
		if w, ok := c.weighed("runs", t.Queens); ok {
			place, places := uint64(t.Even), uint64(len(c.class(t.Queens).EvenSets))
			work, _ := sub.Work.Times(w.first*(places-place) + w.second*place).DivMod(places)
			return work
		}
	case groupTile:
		if w, ok := c.weighed("groups", t.Queens); ok {
			return sub.Work.Times(w.first).Plus(queens.NewTotal(1000 * w.second * c.sharedBlocks(t)))
		}
	}
	return sub.Work
}

// sharedBlocks returns the blocks of labels of all lists of y of a tile.
func (c *Count) sharedBlocks(t groupTile) (blocks uint64) {
	class := c.class(t.Queens)
	most := map[[2]int]int{} // columns in reach, by colour and list
	for u := range t.units(c) {
		columns := class.Reach(u).Columns
		for i, set := range [2]int{u.Odd, u.Even} {
			key := [2]int{i, set}
			most[key] = max(most[key], columns)
		}
	}
	for _, columns := range most {
		blocks += uint64(columns+63) / 64
	}
	return blocks
}
