package matrix

import (
	"math"

	"queens/internal/kernel/table"
	"queens/internal/parity"
)

// Kernel is one way to fill matrices. All kernels return the same numbers.
type Kernel struct {
	table.Entry

	// Nanoseconds, by which the ways to find pairs are compared: of a test of an item with a block,
	// of a test where lists are split, all told, and of a pair found there.
	testTime, splitTime, hitTime float64

	// saturates says that test leaves a cell that 16 bits do not hold at the largest number that
	// they do.
	saturates bool

	// The operations check nothing; the reference has none of them.

	// open writes, for each of n columns, the lanes of valid that are neither in its
	// row of sum nor in its row of diff.
	open func(to, sum, diff []row, valid *row, n int)
	// join writes the intersections of each of n rows of a with each of n of b.
	join func(to, a, b []row, n int)
	// test runs the jobs with the block's tables.
	test func(tables []row, count int, jobs []job, records []uint64, m []uint16, b *block)
	// multiply returns the sum of products of equal cells, and the sums of both
	// rows, of equal length.
	multiply func(a, b []uint16) (products, sumA, sumB uint64)
}

// All returns every kernel of this build, the reference first and the fastest
// last.
func All() []Kernel { return append([]Kernel{generic, portable}, archKernels...) }

// dense estimates the time to test the items of a colour with its lanes. A cut spares a seventh of
// the tests.
func (k *Kernel) dense(s side) float64 {
	items, lanes := s.lists()
	cuts := float64(cutsOf(s.of.quarter.Columns, s.with.queens))
	return k.testTime * math.Pow(0.85,
		cuts) * float64(items) * float64(lanes+4*uint64(s.with.labels)) / (slotLanes * blockSlots)
}

func (k *Kernel) split(s side) float64 {
	items, lanes := s.lists()
	compared := float64(items) * float64(lanes)
	share := float64(parity.UsualShare(s.of.quarter.Columns, s.of.queens, s.with.queens)) / (1 << 64)
	return k.splitTime*math.Pow(compared, 0.625) + k.hitTime*compared*share
}

// generic compares every item with every lane of a unit.
var generic = Kernel{Entry: table.Entry{Name: "generic"}}

// sparse returns the colour of a class whose pairs are better found by splitting lists than by
// testing all items with all lanes, none if both are tested. The other colour has at most seven
// queens of a kind, so that a cell is at most (7!)^2, and four times that fits 32 bits.
func (k *Kernel) sparse(c *class) int { return k.sparser(c, 1) }

// otherwise returns none where sparse returns a colour, and a colour, if it can, where that returns
// none.
func (k *Kernel) otherwise(c *class) int {
	if k.sparse(c) != none {
		return none
	}
	return k.sparser(c, 0)
}

// sparser returns the colour whose pairs are found by splitting in more than so many times less
// time, none if neither is.
func (k *Kernel) sparser(c *class, gain float64) (best int) {
	best = none
	for colour, s := range c.sides {
		if k.test == nil || s.rows == nil || c.sides[black-colour].queens > 7 {
			continue
		}
		if x := k.dense(s) / k.split(s); x > gain {
			best, gain = colour, x
		}
	}
	return best
}
