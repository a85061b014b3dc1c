package reflecting

import (
	"iter"
	"slices"

	"queens/internal/parity"
)

// maxOrder is the largest order: labels of package pairs, and the work of a count fits 64 bits.
const maxOrder = 27

// class is the solutions of one order with one number of white queens, by the sets of
// lines of package parity, whose lines count from 0. Columns are its rows, and the
// rows here are its columns.
//
// Reflecting the rows, y to n+1-y, makes a number v the number n+1-v, and so a solution another
// one. In even orders it exchanges the colours: a unit and that of the complements have equally
// many solutions. In odd orders it keeps them, and of two sets of even rows that are
// reflections of each other one stands for both, see [parity.Class].
type class struct {
	*parity.Class

	evens  []parity.Set // even columns of white queens, of the units that stand for all
	weight uint64       // units of all classes that each of them stands for
	rows   []parity.Set // Rows, the first ones of them those of weight 2
	twice  int          // how many these are
}

// classes yields the classes whose units make up all solutions of order n, 0 to maxOrder.
func classes(n int) iter.Seq[*class] {
	return func(yield func(*class) bool) {
		for c := range parity.Classes(n) {
			if !yield(newClass(c)) {
				return
			}
		}
	}
}

func newClass(c *parity.Class) *class {
	x := &class{Class: c, evens: c.EvenSets, weight: 1, rows: slices.Clone(c.Rows)}
	slices.SortStableFunc(x.rows, func(a, b parity.Set) int { return int(b.Weight) - int(a.Weight) })
	for x.twice < len(x.rows) && x.rows[x.twice].Weight == 2 {
		x.twice++
	}
	if c.Order%2 == 1 || c.Order == 0 {
		return x
	}
	x.weight = 2
	if 2*c.Queens == c.Even { // of a set and its complement the one with column 0
		x.evens = slices.DeleteFunc(slices.Clone(c.EvenSets), func(s parity.Set) bool { return s.Lines&1 == 0 })
	}
	return x
}

// quarter is the squares of one kind, as a board of its own.
type quarter struct {
	columns, rows   int
	sum, difference int // square (i, j) has the numbers j+i+sum and j-i+difference
}

// quarter returns the squares of a kind. Numbers of either colour count from 0.
func (c *class) quarter(k parity.Kind) quarter {
	origin := c.Order / 2
	switch k {
	case parity.EvenEven: // x = 2i+1, y = 2j+1
		return quarter{c.Even, c.Even, origin + 1, origin}
	case parity.OddOdd: // x = 2i+2, y = 2j+2
		return quarter{c.Odd, c.Odd, origin + 2, origin}
	case parity.OddEven: // x = 2i+2, y = 2j+1
		return quarter{c.Odd, c.Even, origin + 1, origin - 1}
	default: // x = 2i+1, y = 2j+2
		return quarter{c.Even, c.Odd, origin + 1, origin}
	}
}

func (q quarter) free(column int, key uint64) uint32 {
	return (1<<q.rows - 1) &^ uint32(key>>(column+q.sum)|key>>(q.difference-column))
}

func (q quarter) key(column, row int) uint64 {
	return 1<<(row+column+q.sum) | 1<<(row-column+q.difference)
}

// queens returns the numbers of queens on the two kinds of squares of each colour.
func (c *class) queens() [2][2]int {
	return [2][2]int{white: {c.Queens, c.Queens - c.Order%2}, black: {c.Even - c.Queens, c.Even - c.Queens}}
}

// sparse returns the colour with more queens, black if both have equally many: few of its pairs
// fit.
func (c *class) sparse() int {
	if 2*(c.Even-c.Queens) >= 2*c.Queens-c.Order%2 {
		return black
	}
	return white
}

// usualNumbers returns the number of equally common numbers that those of a colour are worth.
func (c *class) usualNumbers() int { return max(1, 5*c.Order/4) }

// usual returns about how many placements of that many queens a set of columns has: the next
// queen has a row that is left, and neither of its numbers is one of those before.
func (c *class) usual(queens int) uint64 {
	placements, m := uint64(1), c.usualNumbers()
	for i := range queens {
		left := uint64(max(0, m-2*i))
		placements = placements * uint64(c.Even-i) * left * left / uint64(m*m)
	}
	return placements
}

// usualPairs returns about how many pairs of the sparse colour a unit has.
func (c *class) usualPairs() uint64 {
	queens := c.queens()[c.sparse()]
	pairs, m := c.usual(queens[0])*c.usual(queens[1]), c.usualNumbers()
	for i := range 2 * queens[0] {
		pairs = pairs * uint64(max(0, m-2*queens[1]-i)) / uint64(max(1, m-i))
	}
	return pairs
}

// work returns the estimated work of a unit: a pair of the sparse colour takes 2 ns, a placement
// 8 ns, and a board state is 4 ns.
func (c *class) work() uint64 {
	work := 1 + c.usualPairs()/2
	for _, colour := range c.queens() {
		work += 2 * (c.usual(colour[0]) + c.usual(colour[1]))
	}
	return work
}
