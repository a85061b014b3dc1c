package reflecting

import (
	"iter"
	"math/bits"
	"slices"

	"queens/internal/parity"
)

// MaxOrder is the largest order: a word has a bit for each number of a colour.
const MaxOrder = 27

// Class is the solutions of one order with one number of white queens, by the sets of
// lines of package parity, whose lines count from 0. Columns are its rows, and the
// rows here are its columns.
//
// Reflecting the rows, y to n+1-y, makes a number v the number n+1-v, and so a solution another
// one. In even orders it exchanges the colours: a unit and that of the complements have equally
// many solutions. In odd orders it keeps them, and of two sets of even rows that are
// reflections of each other one stands for both, see [parity.Class].
type Class struct {
	*parity.Class

	Evens  []parity.Set // even columns of white queens, of the units that stand for all
	Weight uint64       // units of all classes that each of them stands for
}

// Classes yields the classes whose units make up all solutions of order n, 0 to [MaxOrder].
func Classes(n int) iter.Seq[*Class] {
	return func(yield func(*Class) bool) {
		for c := range parity.Classes(n) {
			if !yield(newClass(c)) {
				return
			}
		}
	}
}

func newClass(c *parity.Class) *Class {
	x := &Class{Class: c, Evens: c.EvenSets, Weight: 1}
	if c.Order%2 == 1 || c.Order == 0 {
		return x
	}
	x.Weight = 2
	if 2*c.Queens == c.Even { // of a set and its complement the one with column 0
		x.Evens = slices.DeleteFunc(slices.Clone(c.EvenSets), func(s parity.Set) bool { return s.Lines&1 == 0 })
	}
	return x
}

// quarter is the squares of one kind, as a board of its own.
type quarter struct {
	columns, rows   int
	sum, difference int // square (i, j) has the numbers j+i+sum and j-i+difference
}

// quarter returns the squares of a kind. Numbers of either colour count from 0.
func (c *Class) quarter(k parity.Kind) quarter {
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

// free returns the rows of a column that have no number of the key.
func (q quarter) free(column int, key uint64) uint32 {
	return (1<<q.rows - 1) &^ uint32(key>>(column+q.sum)|key>>(q.difference-column))
}

// key returns the numbers of a square.
func (q quarter) key(column, row int) uint64 {
	return 1<<(row+column+q.sum) | 1<<(row-column+q.difference)
}

// placements returns the keys of all placements with one queen in each of the given columns and
// rows, equally many.
func (q quarter) placements(columns, rows uint32) (keys []uint64) {
	if columns == 0 {
		return []uint64{0}
	}
	column := bits.TrailingZeros32(columns)
	for left := rows; left != 0; left &= left - 1 {
		row := bits.TrailingZeros32(left)
		queen := q.key(column, row)
		for _, key := range q.placements(columns&(columns-1), rows&^(1<<row)) {
			if key&queen == 0 {
				keys = append(keys, key|queen)
			}
		}
	}
	return keys
}
