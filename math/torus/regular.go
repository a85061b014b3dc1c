package torus

import (
	"context"
	"fmt"
	"math/bits"

	"queens"
	"queens/symmetry"
)

// regularClasses is Count for the solutions of the regular board of order n, 3 to maxOrbits,
// under [Congruence] or [Similarity]. It needs no memory: a solution whose class has k
// solutions counts 1/k.
//
// Two queens share a diagonal of the torus, or do not, whatever the shifts. So of all images of
// a solution by shifts those are solutions in which each such pair is split by a border, once.
func regularClasses(ctx context.Context, n int, e Equivalence) (c Classes, err error) {
	im, order := newImages(n, e), NewCanonizer(n, e).Order()
	weights, err := tallied(ctx, n, func(columns []uint8) numbers { // by images and solutions of a class
		solutions, same := im.solutions(columns)
		return numbers{order / same, solutions / same}
	})
	if err != nil {
		return Classes{}, err
	}
	sizes, meets := map[int]int{}, map[int]int{}
	for of, weight := range weights {
		images, solutions := of[0], of[1]
		if weight%solutions != 0 {
			panic(fmt.Sprintf("torus: order %d: %d solutions in classes of %d", n, weight, solutions))
		}
		sizes[images] += weight / solutions
		meets[solutions] += weight / solutions
	}
	return newClasses(sizes, meets), nil
}

type images struct {
	n     int
	units []int      // up to sign
	above [][]uint64 // of two lines, the shifts after which the first one is above the other one
}

type pair struct {
	lines, columns [2]int
	rising         bool
}

func newImages(n int, e Equivalence) *images {
	c := &images{n: n, units: []int{1}}
	if e == Similarity {
		c.units = nil
		for u := range units(n) {
			if 2*u < n {
				c.units = append(c.units, u)
			}
		}
	}
	for a := range n {
		c.above = append(c.above, make([]uint64, n))
		for b := range n {
			for shift := range n {
				if (a+shift)%n > (b+shift)%n {
					c.above[a][b] |= 1 << shift
				}
			}
		}
	}
	return c
}

func (c *images) solutions(columns []uint8) (solutions, same int) {
	n := c.n
	split := make([]pair, 0, 2*maxOrbits)
	pairs(columns, func(a, b uint8, rising bool) {
		split = append(split, pair{[2]int{int(a), int(b)}, [2]int{int(columns[a]), int(columns[b])}, rising})
	})
	for _, unit := range c.units {
		some := 0
		for shift := range n {
			fit := uint64(1)<<n - 1 // shifts of columns
			for _, p := range split {
				above := c.above[p.columns[0]*unit%n][p.columns[1]*unit%n]
				if (c.above[p.lines[0]*unit%n][p.lines[1]*unit%n]>>shift&1 != 0) != p.rising {
					above = ^above
				}
				fit &= above
			}
			some += bits.OnesCount64(fit)
		}
		solutions += 8 * some
		if some > 0 {
			same += c.same(columns, unit)
		}
	}
	return solutions, same
}

// same returns how many maps of a unit with shifts and symmetries of the board leave the
// solution as it is.
func (c *images) same(columns []uint8, unit int) (same int) {
	n := c.n
	scaled := make(queens.Perm, n)
	for line, column := range columns {
		scaled[line*unit%n] = int(column) * unit % n
	}
	for _, turn := range symmetry.All() {
		q := symmetry.Apply(turn, scaled)
		for shift := range n {
			by := n + int(columns[0]) - q[shift]
			line := 1
			for line < n && (q[(line+shift)%n]+by)%n == int(columns[line]) {
				line++
			}
			if line == n {
				same++
			}
		}
	}
	return same
}
