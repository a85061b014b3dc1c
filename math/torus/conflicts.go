package torus

import (
	"cmp"
	"context"
	"fmt"
	"math/bits"
	"slices"
	"strings"
	"sync"

	"queens"
	"queens/internal/errs"
	"queens/list"
	"queens/symmetry"
)

// MaxOrbits is the largest order of [Tables], which visits a solution of each orbit: two hours of
// processor time.
const MaxOrbits = 20

// pairs calls do with the lines of each pair of queens of a solution that share a diagonal of the
// torus, which is two of the board with a queen each at most; rising says of which kind. columns
// are those of the lines.
func pairs(columns []uint8, do func(a, b uint8, rising bool)) {
	n := len(columns)
	var sums, diffs [2 * MaxOrbits]uint8 // by diagonal, line+column and column-line+n-1: the line of its queen and 1
	for line, column := range columns {
		sums[line+int(column)], diffs[int(column)-line+n-1] = uint8(line+1), uint8(line+1)
	}
	for d := range n {
		if a, b := sums[d], sums[d+n]; a > 0 && b > 0 {
			do(a-1, b-1, true)
		}
	}
	for d := range n {
		if a, b := diffs[d], diffs[d+n]; a > 0 && b > 0 {
			do(a-1, b-1, false)
		}
	}
}

// numbers are what all images of a solution have in common.
type numbers [4]int

// tally is a list.Encoder that writes nothing and adds up orbits by their numbers.
type tally struct {
	of        func(columns []uint8) numbers
	mu        sync.Mutex
	solutions map[numbers]int
}

func (t *tally) AppendSolution(b []byte, p []uint8) []byte {
	of, orbit := t.of(p), int(symmetry.ClassOf(p).OrbitSize())
	t.mu.Lock()
	t.solutions[of] += min(orbit, 8*len(p)-7) // order 1 has one solution
	t.mu.Unlock()
	return b
}

// tallied returns how many solutions of order n have the same numbers. It visits a solution of each
// orbit, on all cores.
func tallied(ctx context.Context, n int, of func(columns []uint8) numbers) (map[numbers]int, error) {
	t := &tally{of: of, solutions: map[numbers]int{}}
	_, err := list.Stream(ctx, n, list.Options{Fundamental: true}, t, func([]byte) error { return nil })
	return t.solutions, err
}

// conflictSeries names what analyse returns, as package known does: pairs of queens that share a
// diagonal of the torus, twice for a pair that shares two, as it may for even n; queens that take
// part; components, of two or more queens, of the graph whose edges are these pairs; queens of the
// largest one, or 1.
var conflictSeries = [...]string{
	"conflicts", "conflicting-queens", "conflict-components", "largest-conflict-component",
}

func analyse(columns []uint8) numbers {
	conflicts, members, largest := 0, 0, 1
	components := make([]uint32, 0, MaxOrbits) // disjoint sets of lines
	pairs(columns, func(x, y uint8, _ bool) {
		conflicts++
		joined := uint32(1<<x | 1<<y)
		components = slices.DeleteFunc(components, func(part uint32) bool {
			meets := part&(1<<x|1<<y) != 0
			if meets {
				joined |= part
			}
			return meets
		})
		components = append(components, joined)
	})
	for _, part := range components {
		members += bits.OnesCount32(part)
		largest = max(largest, bits.OnesCount32(part))
	}
	return numbers{conflicts, members, len(components), largest}
}

// Table counts solutions by one number of their conflicts: entry k is for k.
type Table struct {
	Name   string         `json:"name"` // of the series of known values as well
	Counts []queens.Total `json:"counts"`
}

// Tables returns the four tables of conflicts of the solutions of the regular board of order n, 1
// to 20: conflicts, conflicting queens, components, largest component. Processor time grows
// sevenfold with every order: half a minute at 17, two hours at 20.
//
// A symmetry of the board takes diagonals of the torus to such diagonals. So all images of a
// solution have equal numbers, and one in eight is visited.
//
// Errors: queens.ErrOrder for n out of range; ctx's error if it ends.
func Tables(ctx context.Context, n int) ([]Table, error) {
	if n < 1 || n > MaxOrbits {
		return nil, errs.Errorf("conflicts of order %d: want 1 to %d: %w", n, MaxOrbits, queens.ErrOrder)
	}
	tallied, err := tallied(ctx, n, analyse)
	if err != nil {
		return nil, err
	}
	list := make([]Table, len(conflictSeries))
	for i, name := range conflictSeries {
		list[i].Name = name
		for of, solutions := range tallied {
			if short := of[i] + 1 - len(list[i].Counts); short > 0 {
				list[i].Counts = append(list[i].Counts, make([]queens.Total, short)...)
			}
			list[i].Counts[of[i]] = list[i].Counts[of[i]].Add(uint64(solutions))
		}
	}
	return list, nil
}

// regularClasses is Count for the solutions of the regular board of order n, 3 to MaxOrbits,
// under [Congruence] or [Similarity]. It needs no memory: a solution whose class has k
// solutions counts 1/k.
//
// Two queens share a diagonal of the torus, or do not, whatever the shifts. So of all images of
// a solution by shifts those are solutions in which each such pair is split by a border, once.
func regularClasses(ctx context.Context, n int, e Equivalence) (c Classes, err error) {
	im := newImages(n, e)
	weights, err := tallied(ctx, n, func(columns []uint8) numbers { // by images and solutions of a class
		solutions, same := im.solutions(columns)
		return numbers{im.Order() / same, solutions / same}
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
	*Canonizer
	above [][]uint64 // of two lines, the shifts after which the first one is above the other one
}

type pair struct {
	lines, columns [2]int
	rising         bool
}

func newImages(n int, e Equivalence) *images {
	c := &images{Canonizer: NewCanonizer(n, e)}
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
	split := make([]pair, 0, 2*MaxOrbits)
	pairs(columns, func(a, b uint8, rising bool) {
		split = append(split, pair{[2]int{int(a), int(b)}, [2]int{int(columns[a]), int(columns[b])}, rising})
	})
	above := make([][2]uint64, 2*MaxOrbits)[:len(split)] // by pair: its lines, or not if it falls, and its columns
	for _, unit := range c.units {
		for i, p := range split {
			above[i][0] = c.above[p.lines[0]*unit%n][p.lines[1]*unit%n]
			above[i][1] = c.above[p.columns[0]*unit%n][p.columns[1]*unit%n]
			if !p.rising {
				above[i][0] = ^above[i][0]
			}
		}
		some := 0
		for shift := range n {
			fit := uint64(1)<<n - 1 // shifts of columns
			for _, a := range above {
				if fit &= a[1] ^ (a[0]>>shift&1 - 1); fit == 0 {
					break
				}
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

// same returns how many maps of a unit with shifts and symmetries of the board leave the solution
// as it is: those after which the steps from each line to the next are the same, shifted. A
// reflection reverses their order or their signs, a transposition exchanges lines and columns.
func (c *images) same(columns []uint8, unit int) (same int) {
	n := c.n
	var sides [2][MaxOrbits]int
	for line, column := range columns {
		x, y := line*unit%n, int(column)*unit%n
		sides[0][x], sides[1][y] = y, x
	}
	for _, side := range sides {
		var at [MaxOrbits]uint64 // by step: after which lines
		for line := range n {
			at[(side[(line+1)%n]+n-side[line])%n] |= 1 << line
		}
		for way := range 4 {
			fit := uint64(1)<<n - 1 // shifts of lines
			for line := 0; line < n && fit != 0; line++ {
				from := line
				if way&1 != 0 {
					from = n - 1 - line
				}
				step := int(columns[(from+1)%n]) + n - int(columns[from])
				if way&2 != 0 {
					step = 2*n - step
				}
				lines := at[step%n]
				fit &= lines>>line | lines<<(n-line)
			}
			same += bits.OnesCount64(fit)
		}
	}
	return same
}

// Necklace is what a diagonal of the torus looks like: a closed string of n beads, one for each of
// its squares, some of them queens. Strings are the same necklace if one becomes the other by
// rotation, reversal or multiplication of positions by a unit modulo n.
type Necklace struct {
	Beads string `json:"beads"`        // "1" for a queen, "0" for none; the least string
	Count int    `json:"count,string"` // diagonals that look so
}

// leastNecklace returns the least string of n beads, 1 to 64, that is the same
// necklace, the first bead as the highest bit. Time O(units * n).
func leastNecklace(beads uint64, n int) uint64 {
	least := beads
	for u := range units(max(2, n)) {
		image := uint64(0)
		for rest := beads; rest != 0; rest &= rest - 1 {
			image |= 1 << (u * bits.TrailingZeros64(rest) % n)
		}
		for range n {
			image = image>>1 | image&1<<(n-1)
			least = min(least, image)
		}
	}
	return least
}

// Necklaces counts the diagonals of the torus, 2n for each solution of the regular
// board of order n, 1 to Regular.MaxOrder(), by their necklaces: fewest queens first, then
// in the order of the strings.
//
// Errors: queens.ErrOrder for n out of range; ctx's error if it ends.
func Necklaces(ctx context.Context, n int) ([]Necklace, error) {
	solutions, err := Regular.Members(n)
	if err != nil {
		return nil, err
	}
	made := map[uint64]int{} // strings as they are, not the least
	diagonals := make([]uint64, 2*n)
	done := 0
	for p := range solutions {
		if done++; done%pollMembers == 0 && ctx.Err() != nil {
			return nil, errs.Errorf("necklaces of order %d: stopped after %d solutions: %w", n, done, ctx.Err())
		}
		clear(diagonals)
		for c, r := range p {
			diagonals[(r+c)%n] |= 1 << c
			diagonals[n+(r-c+n)%n] |= 1 << c
		}
		for _, beads := range diagonals {
			made[beads]++
		}
	}
	counts := map[uint64]int{}
	for beads, k := range made {
		counts[leastNecklace(beads, n)] += k
	}
	list := []Necklace{}
	for beads, k := range counts {
		list = append(list, Necklace{fmt.Sprintf("%0*b", n, beads), k})
	}
	slices.SortFunc(list, func(a, b Necklace) int {
		return cmp.Or(strings.Count(a.Beads, "1")-strings.Count(b.Beads, "1"), strings.Compare(a.Beads, b.Beads))
	})
	return list, nil
}
