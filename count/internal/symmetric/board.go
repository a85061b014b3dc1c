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

func choose(n, k int) int {
	sets := 1
	for i := range k {
		sets = sets * (n - i) / (i + 1)
	}
	return sets
}
