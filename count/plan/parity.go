package plan

import (
	"context"
	"encoding/binary"
	"fmt"
	"iter"
	"math/rand/v2"
	"slices"

	"queens"
	"queens/internal/parity"
)

// maxParityOrder is the largest order of the scheme of parity classes.
const maxParityOrder = 26

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
func (parityClasses) target(w Work) Work    { return targetOfJoin(w) }

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

// cut divides the pairs of row sets of each class into squares of about the target.
func (parityClasses) cut(ctx context.Context, d *Draft, target Work) (list []Subproblem, err error) {
	for _, c := range d.classes() {
		cost := newUnitCost(c)
		most, fits := target.Uint64()
		if !fits {
			most = 1 << 62
		}
		side := int(squareRoot(max(1, most/cost.largest())))
		for even := 0; even < len(c.EvenSets); even += side {
			for odd := 0; odd < len(c.OddSets); odd += side {
				if err := ctx.Err(); err != nil {
					return nil, err
				}
				t := Tile{c.Queens, even, min(side, len(c.EvenSets)-even), odd, min(side, len(c.OddSets)-odd)}
				if work := cost.of(t); work > 0 {
					list = append(list, Subproblem{Work: queens.NewTotal(work), Pieces: t})
				}
			}
		}
	}
	return list, ctx.Err()
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
	cell  uint64 // work of a row and a column of both matrices, times 1<<16
}

// newUnitCost prepares the estimate. A test of an item with 512 lanes takes as
// long as half a board state, and adding the counters of one label to its row as long as five. Lanes come in
// slots of eight, so that each label has some four idle ones.
func newUnitCost(c *parity.Class) unitCost {
	cost := unitCost{class: c}
	for _, queens := range [...][2]int{{c.Queens, c.Queens - c.Order%2}, {c.Even - c.Queens, c.Even - c.Queens}} {
		items, lanes := parity.UsualList(c.Even, queens[0]), parity.UsualList(c.Even, queens[1])
		cost.cell += (items/2 + 5<<8) * (lanes + 4<<8) / 512
	}
	return cost
}

// unitOverhead is the work of a unit beside its tests.
const unitOverhead = 1 << 10

// unit returns the work of one unit.
func (c *unitCost) unit(u parity.Unit) uint64 {
	reach := c.class.Reach(u)
	return unitOverhead + uint64(reach.Rows)*uint64(reach.Columns)*c.cell>>16
}

// largest returns the work of the largest unit there may be.
func (c *unitCost) largest() uint64 {
	return unitOverhead + uint64(len(c.class.Rows))*uint64(len(c.class.OddSets))*c.cell>>16
}

// of returns the work of a tile.
func (c *unitCost) of(t Tile) (work uint64) {
	for u := range c.class.UnitsIn(t.Even, t.Even+t.EvenCount, t.Odd, t.Odd+t.OddCount) {
		work += c.unit(u)
	}
	return work
}

// SampleUnits returns so many random units, each as a subproblem of its own, none if the
// scheme has no row sets. Each is chosen with probability proportional to its estimated work. The same
// seed yields the same samples.
func (d *Draft) SampleUnits(samples int, seed uint64) []SetSample {
	total, _ := d.Work.Uint64()
	if d.Scheme.Kind() != RowSets || total == 0 {
		return nil
	}
	random := rand.New(rand.NewPCG(seed, uint64(d.Order)))
	marks := make([]uint64, samples)
	for i := range marks {
		marks[i] = random.Uint64N(total)
	}
	slices.Sort(marks)
	drawn := make([]SetSample, 0, samples)
	var end uint64 // of the work of the units so far
	for _, c := range d.classes() {
		cost := newUnitCost(c)
		for u := range c.Units() {
			work := cost.unit(u)
			for end += work; len(drawn) < samples && marks[len(drawn)] < end; {
				drawn = append(drawn, SetSample{
					Subproblem: Subproblem{Work: queens.NewTotal(work), Pieces: Tile{c.Queens, u.Even, 1, u.Odd, 1}},
					Inverse:    float64(total) / float64(work),
				})
			}
		}
	}
	random.Shuffle(len(drawn), func(i, j int) { drawn[i], drawn[j] = drawn[j], drawn[i] })
	return drawn
}
