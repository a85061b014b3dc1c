// Package symmetric holds the theorems of docs/paper: the solutions that a half turn or a quarter
// turn leaves unchanged are a sum of products over white and black squares, or over pairs of lines
// of like and of unlike parity. It makes the boards to search and knows the symmetries; package
// histogram counts. Tests check the theorems by brute force, without symmetry.
//
// Coordinates are measured from the centre of the board, doubled for even orders. A line is a row
// or column up to the turn, named by its distance from the centre: 1, 2, 3, ... for odd orders, 1,
// 3, 5, ... for even ones. A solution has one pair of queens for each line under a half turn, and
// four queens for each pair of lines under a quarter turn.
package symmetric

import (
	"math/bits"
	"slices"
)

// Board is a search. Rows has the options of each row, words below 2^63 with the column in the low
// bits. A placement takes one option of every row; no two of them share a bit.
type Board struct {
	Rows [][]uint64

	// A placement is dropped after its first After rows unless Least <= word&Field <= Most. A Field
	// of 0 drops none.
	After       int
	Field       uint64
	Least, Most uint64

	Table        // of placements, by their columns
	Before Table // of placements of all rows but the last; no cells if there are no rows or Before is not used
}

// Table numbers sets of columns from 0 to Cells-1. The cell of a set is Low[its first Split bits] +
// High[the next bits, enough to index High].
type Table struct {
	Cells     int
	Split     int
	Low, High []uint32
	Sets      []uint32 // of each cell; only in Before
}

// Cell returns the cell of a placement.
func (t *Table) Cell(word uint64) uint32 {
	return t.Low[word&uint64(len(t.Low)-1)] + t.High[word>>t.Split&uint64(len(t.High)-1)]
}

// Within reports whether a placement of the first After rows is kept.
func (b *Board) Within(word uint64) bool {
	return b.Field == 0 || b.Least <= word&b.Field && word&b.Field <= b.Most
}

// numbered returns a table of sets of m columns, ordered by their columns from split on, then by
// the lower ones, both as numbers. rest returns the number of lower columns of a set with high
// upper ones, or -1 if there is no such set. With complements, a set has the cell of its
// complement.
func numbered(m, split int, complements bool, rest func(high int) int) (t Table) {
	t.Split = split
	t.Low, t.High = make([]uint32, 1<<split), make([]uint32, 1<<(m-split))
	sizes := make([]uint32, m+1) // sets of low columns by size
	for i := range t.Low {
		size := bits.OnesCount(uint(i))
		t.Low[i] = sizes[size]
		sizes[size]++
	}
	for i := range t.High {
		t.High[i] = uint32(t.Cells)
		if low := rest(bits.OnesCount(uint(i))); low >= 0 {
			t.Cells += int(sizes[low])
		}
	}
	if complements {
		slices.Reverse(t.Low) // the complement of i is at the opposite end
		slices.Reverse(t.High)
	}
	return t
}

func listed(m, split int, rest func(high int) int) Table {
	t := numbered(m, split, false, rest)
	for high := range t.High {
		low := rest(bits.OnesCount(uint(high)))
		for i := range t.Low {
			if bits.OnesCount(uint(i)) == low {
				t.Sets = append(t.Sets, uint32(high<<split|i))
			}
		}
	}
	return t
}

// Unit is the solutions with one set of lines for one part of the queens.
type Unit struct {
	Lines  uint32
	Weight uint64 // number of units that this one represents, itself included
	Work   uint64 // estimated, in nodes
}

// Units are all units of a product.
type Units []Unit

// All returns the units.
func (u Units) All() []Unit { return u }

// Alike returns how many of the first units are counted together: one.
func (u Units) Alike([]Unit) int { return 1 }

// crowd estimates numbers of placements: two options of different rows are compatible with
// probability share/2^16.
type crowd struct{ share uint64 }

func newCrowd(rows [][]uint64) crowd {
	var fit, all uint64
	for i, row := range rows {
		for _, other := range rows[:i] {
			for _, x := range row {
				for _, y := range other {
					all++
					if x&y == 0 {
						fit++
					}
				}
			}
		}
	}
	return crowd{fit << 16 / max(1, all)}
}

// nodes estimates the number of nodes of a search.
func (c crowd) nodes(rows [][]uint64) (sum uint64) {
	const unit = 1 << 8
	placements, left := uint64(unit), uint64(1<<16)
	for _, row := range rows {
		placements = placements * (uint64(len(row)) * left >> 8) >> 8
		left = left * c.share >> 16
		sum += placements
	}
	return sum / unit
}

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
