package ladder

import (
	"queens/count/internal/parity"
	"queens/count/unit"
)

// Step 2: lists.
//
// Step 1 searches the same placements again for every other set. Step 2 fixes the rows X = (A, A')
// alone, a unit. White queens on the even rows A have even columns, any a of them, and those on the
// odd rows A' have odd columns. Both kinds of placements are listed once, ordered by their columns:
//
//	        list x      rows        label   list y      rows        label
//	white   even-even   A           B       odd-odd     A'          B'
//	black   odd-even    all but A'  B       even-odd    all but A   B'
//
// A label is a set of columns, or for black queens the columns that are left to white ones. The
// diagonals of a placement are the bits of a key. A placement of x and one of y are compatible if
// their keys have no bit in common. W(B, B') is the number of compatible pairs, one with label B
// from x and one with label B' from y. So W and K are two matrices, and the solutions of the unit
// are the sum of the products of their equal cells.
//
// Of the pairs (X, Y) of rows and columns that a symmetry of the board maps to each other, one is
// enough. [parity.Class.Units] has one X for all its images by reflection and half turn, with their
// number as its weight. Transposition exchanges X with Y, so a unit needs only the columns in its
// [parity.Reach], and those pairs count twice. Together this saves seven pairs of eight, up to
// ties.

// Lists returns the result of a unit, without its weight. Tests are the pairs compared.
func Lists(c *parity.Class, u parity.Unit) (r unit.Result) {
	var x, y [2][][]uint64
	rows, others := c.RowsOf(u)
	for colour, of := range c.Sides() {
		x[colour] = keysOf(&of.X, rows[colour], 1<<of.X.Squares()-1)
		y[colour] = keysOf(&of.Y, others[colour], of.Y.First())
		r.Items[colour], r.Lanes[colour] = length(x[colour]), length(y[colour])
	}
	reach := c.Reach(u)
	for i := range reach.Rows {
		for j := range reach.Columns {
			var cells [2]uint64
			for colour := range x {
				for _, key := range x[colour][i] {
					for _, other := range y[colour][j] {
						r.Tests++
						if key&other == 0 {
							cells[colour]++
						}
					}
				}
			}
			add(&r, c, reach, i, j, cells)
		}
	}
	return r
}

// keysOf returns the keys of the placements with one queen in each of the rows, by label. The first
// queen is on one of the given squares.
func keysOf(of *parity.Labelled, rows, first uint32) [][]uint64 {
	keys := make([][]uint64, of.Labels)
	of.Each(rows, first, func(label int, key, _ uint64) { keys[label] = append(keys[label], key) })
	return keys
}

func length(list [][]uint64) (n uint64) {
	for _, keys := range list {
		n += uint64(len(keys))
	}
	return n
}

// add adds a cell of both matrices, with row i and column j, to a result.
func add(r *unit.Result, c *parity.Class, reach parity.Reach, i, j int, cells [2]uint64) {
	times := uint64(c.Rows[i].Weight)
	if i < reach.RowsBelow && j < reach.ColumnsBelow {
		times *= 2
	}
	r.Pairs[parity.White] += cells[parity.White]
	r.Pairs[parity.Black] += cells[parity.Black]
	r.AddProduct(times*cells[parity.White], cells[parity.Black])
}
