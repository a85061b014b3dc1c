package turns

import (
	"math/bits"
	"slices"
)

// Board is what is to be searched. Rows are the options of each row, words below 2^63
// with the column in the low bits: a placement takes one option of every row, no two of which
// share a bit.
type Board struct {
	Rows [][]uint64

	// A placement is dropped after the first After rows unless it has Least to Most in
	// the bits of Field; a Field of 0 drops none.
	After       int
	Field       uint64
	Least, Most uint64

	// Cells is the number of cells of a table of placements by columns. That of a
	// placement is Low[its first Split bits] + High[the bits above], as many of these as
	// tell one of the elements of High.
	Cells     int
	Split     int
	Low, High []uint32
}

// Cell returns the cell of a placement.
func (b *Board) Cell(word uint64) uint32 {
	return b.Low[word&uint64(len(b.Low)-1)] + b.High[word>>b.Split&uint64(len(b.High)-1)]
}

// Within reports whether a placement of the first After rows is kept.
func (b *Board) Within(word uint64) bool {
	return b.Field == 0 || b.Least <= word&b.Field && word&b.Field <= b.Most
}

// numbered returns a board that numbers sets of m columns 0, 1, 2, ...: by their columns from split on, then by the others, both as
// numbers. rest says how many of the others there are with so many of those, -1 if
// there is no such set. With complements a set has the number of the set of the other columns.
func numbered(m, split int, complements bool, rest func(high int) int) (b Board) {
	b.Split = split
	b.Low, b.High = make([]uint32, 1<<split), make([]uint32, 1<<(m-split))
	sizes := make([]uint32, m+1) // sets of low columns by their number
	for i := range b.Low {
		size := bits.OnesCount(uint(i))
		b.Low[i] = sizes[size]
		sizes[size]++
	}
	for i := range b.High {
		b.High[i] = uint32(b.Cells)
		if low := rest(bits.OnesCount(uint(i))); low >= 0 {
			b.Cells += int(sizes[low])
		}
	}
	if complements {
		slices.Reverse(b.Low) // complements are in opposite places
		slices.Reverse(b.High)
	}
	return b
}

// Unit is the solutions with one set of lines for one part of the queens.
type Unit struct {
	Lines  uint32
	Weight uint64 // number of units that this one stands for, itself included
	Work   uint64 // estimated, in nodes
}

// crowd estimates numbers of placements: two options of different rows share no bit
// with a probability of share/2^16.
type crowd struct{ share uint64 }

// newCrowd takes the mean over all pairs of rows.
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

// nodes returns about how many nodes a search of the rows has: a placement of some rows
// is one of the rows before with one of the options that are left, on average.
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

// choose returns the number of sets of k of n elements.
func choose(n, k int) int {
	sets := 1
	for i := range k {
		sets = sets * (n - i) / (i + 1)
	}
	return sets
}
