package symmetric

import "slices"

// MaxTorus is the largest order of [NewTorus].
const MaxTorus = 43

// Torus is the solutions on the modular board that the half turn about a square leaves unchanged,
// see docs/paper. Their queens come in pairs. Rows up to sign form classes 1 to m with one pair
// each, and so do columns, sums and differences. A unit is a placement of the pairs of the first
// two rows.
type Torus struct {
	Order, Classes int
	Units          // Lines is the index of a unit

	rows   [][]uint64
	starts []uint64
}

// NewTorus returns the solutions of order n, 0 to [MaxTorus]. It has no units if 2 or 3 divides n.
func NewTorus(n int) *Torus {
	t := &Torus{Order: n, Classes: n / 2}
	if n > 1 && (n%2 == 0 || n%3 == 0) {
		return t
	}
	for row := 1; row <= t.Classes; row++ {
		t.rows = append(t.rows, t.options(row))
	}
	t.starts = []uint64{0}
	weight := uint64(1)
	for i, row := range t.rows[:min(2, len(t.rows))] {
		if i == 0 { // exchanging left and right exchanges sums and differences
			row, weight = row[:len(row)/2], 2
		}
		var next []uint64
		for _, start := range t.starts {
			for _, option := range row {
				if start&option == 0 {
					next = append(next, start|option)
				}
			}
		}
		t.starts = next
	}
	work := uint64(1) << 6
	for range t.Classes {
		work = work * 5 / 2 // nodes
	}
	for i := range t.starts {
		t.Units = append(t.Units, Unit{Lines: uint32(i), Weight: weight, Work: 1 + work/uint64(len(t.starts))})
	}
	return t
}

func (t *Torus) options(row int) (words []uint64) {
	class := func(x int) int {
		x = (x + t.Order) % t.Order
		return min(x, t.Order-x)
	}
	for _, sign := range [2]int{1, -1} {
		for column := 1; column <= t.Classes; column++ {
			sum, diff := class(row+sign*column), class(row-sign*column)
			if sum > 0 && diff > 0 {
				words = append(words, 1<<(column-1)|1<<(t.Classes+sum-1)|1<<(2*t.Classes+diff-1))
			}
		}
	}
	return words
}

// Board returns the remaining rows of a unit and their options, with a table of one cell.
func (t *Torus) Board(unit uint32) Board {
	b := Board{Table: Table{Cells: 1, Low: []uint32{0}, High: []uint32{0}}}
	for _, row := range t.rows[min(2, len(t.rows)):] {
		b.Rows = append(b.Rows, slices.DeleteFunc(slices.Clone(row),
			func(word uint64) bool { return word&t.starts[unit] != 0 }))
	}
	return b
}
