package parity

import (
	"cmp"
	"iter"
	"math/bits"
	"slices"
)

// Cover divides sets of lines into groups. The sets of a group share a core of lines.
type Cover struct {
	Groups [][]int // indices of the sets, ascending
	Of     []int   // the group of each set
}

// coverOf divides sets of m lines into groups of at most the given number, with cores of the given
// size. It takes sets in the order of indices in order. A set and its twin, perhaps itself, are in
// groups whose members are twins.
//
// It is greedy: the next core is the one that most of the remaining sets contain. It is
// deterministic.
func coverOf(sets []uint32, order, twin []int, m, core, most int) Cover {
	c := Cover{Of: slices.Repeat([]int{-1}, len(sets))}
	remaining := make([]int, 1<<m) // sets that contain a core
	count := func(set uint32, step int) {
		for x := set; ; x = (x - 1) & set {
			if bits.OnesCount32(x) == core {
				remaining[x] += step
			}
			if x == 0 {
				return
			}
		}
	}
	for _, set := range sets {
		count(set, 1)
	}
	for left := len(sets); left > 0; {
		best := uint32(0)
		for x, n := range remaining {
			if n > remaining[best] {
				best = uint32(x)
			}
		}
		var groups [2][]int // and its twin
		add := func(which, i int) {
			c.Of[i] = len(c.Groups) + which
			groups[which] = append(groups[which], i)
			count(sets[i], -1)
			left--
		}
		for _, i := range order {
			if c.Of[i] < 0 && sets[i]&best == best && len(groups[0]) < most {
				add(0, i)
				if c.Of[twin[i]] < 0 {
					add(1, twin[i])
				}
			}
		}
		for _, group := range groups {
			if len(group) > 0 {
				slices.Sort(group)
				c.Groups = append(c.Groups, group)
			}
		}
	}
	return c
}

// Indices returns the indices of a list.
func Indices[T any](of []T) (list []int) {
	for i := range of {
		list = append(list, i)
	}
	return list
}

// Sparse is the difference between the numbers of queens of two colours from which few pairs of
// placements of the larger colour are compatible, see [Class.More].
const Sparse = 3

// More returns how many more queens a colour, 0 white or 1 black, has than the other one, counted
// on one of its two kinds of squares. Reflecting queens are counted on both kinds: they have fewer
// numbers than other boards have diagonals, so a smaller difference suffices.
func (c *Class) More(colour int) int {
	more := 2*c.Queens - c.Even
	if c.Board == Mirrored {
		more = 2*more - c.Order%2
	}
	if colour == 1 {
		return -more
	}
	return more
}

// Covers groups the even sets, and the odd sets by the lines that they lack. Members of a group
// differ in at most the given numbers of lines. A unit of groups counts by [Class.WeightIn]. To
// make most units of a tile count or none,
//   - groups of even sets of odd orders are reversals of each other,
//   - groups of odd sets of even orders have members whose images are in neighbouring groups or,
//   - if white and black queens are equal in number, are images of the groups of even sets.
func (c *Class) Covers(evens, odds, most int) (even, odd Cover) {
	lines := func(sets []Set, flip uint32) (list []uint32) {
		for _, s := range sets {
			list = append(list, s.Lines^flip)
		}
		return list
	}
	order, twin := Indices(c.EvenSets), Indices(c.EvenSets)
	if c.Order%2 == 1 && c.Board == Square {
		for i := range twin {
			twin[i] = c.evens[i].reverse
		}
	}
	even = coverOf(lines(c.EvenSets, 0), order, twin, c.Even, max(0, c.Queens-evens), most)
	if c.Order%2 == 1 || c.Board != Square || 2*c.Queens != c.Even {
		order, twin = Indices(c.OddSets), Indices(c.OddSets)
		if c.Order%2 == 0 && c.Board == Square {
			slices.SortStableFunc(order, func(a, b int) int {
				return cmp.Compare(even.Of[c.odds[a].reverse], even.Of[c.odds[b].reverse])
			})
		}
		sets := lines(c.OddSets, 1<<c.Odd-1) // of queens on the lines that an odd set lacks
		return even, coverOf(sets, order, twin, c.Odd, max(0, c.Even-c.Queens-odds), most)
	}
	odd = Cover{Groups: make([][]int, len(even.Groups))}
	for i := range c.OddSets {
		group := even.Of[c.odds[c.odds[i].complement].reverse]
		odd.Of = append(odd.Of, group)
		odd.Groups[group] = append(odd.Groups[group], i)
	}
	return even, odd
}

// UnitsOf yields the units of the given sets that [Class.WeightIn] counts, with their weights.
func (c *Class) UnitsOf(even Cover, evens, odds []int) iter.Seq2[Unit, uint64] {
	return func(yield func(u Unit, weight uint64) bool) {
		for _, i := range evens {
			for _, k := range odds {
				u := Unit{Even: i, Odd: k}
				if weight := c.WeightIn(even, u); weight > 0 && !yield(u, weight) {
					return
				}
			}
		}
	}
}
