package orbit

import (
	"math/bits"
	"slices"

	"queens"
)

// packed is a permutation of order m in one word. To m = 16 it has four bits to a
// column:
//
//	bits               field
//	4m-1 .. 4m-4       row of column 0
//	...                ...
//	3 .. 0             row of column m-1
//
// Beyond, to m = 18, it has digits instead of rows. The digit of a column is the
// number of rows below its own (less than it) that no column before it has; with k
// columns to come, itself included, it is less than k and takes the bits that k-1
// takes:
//
//	bits, m = 18   width   field
//	58-54          5       digit of column 0
//	53-49          5       digit of column 1
//	48-17          4       digits of columns 2 to 9
//	16-5           3       digits of columns 10 to 13
//	4-1            2       digits of columns 14 and 15
//	0              1       digit of column 16; column 17 has the row that is left
//
// Bits above are 0. For one m the order of the numbers is the lexicographic order
// of the permutations. The order itself is not in the word.
type packed uint64

// nibbleOrder is the largest order with four bits to a column. What is not pack,
// packBytes and unpack is for these orders; wide is for the others.
const nibbleOrder = 16

// Words that repeat one value: 1 in each column, 15 in every second one, 1 in each
// byte.
const (
	everyColumn = 0x1111_1111_1111_1111
	lowNibbles  = 0x0F0F_0F0F_0F0F_0F0F
	everyByte   = 0x0101_0101_0101_0101
)

// pack returns p in one word. The order of p is at most MaxAtlasOrder.
func pack(p queens.Perm) packed {
	var rows [MaxAtlasOrder]uint8
	for c, r := range p {
		rows[c] = uint8(r)
	}
	return packBytes(rows[:len(p)])
}

func packBytes(rows []uint8) (w packed) {
	if len(rows) <= nibbleOrder {
		for _, r := range rows {
			w = w<<4 | packed(r)
		}
		return w
	}
	left := uint32(1)<<len(rows) - 1 // rows no column has yet
	for c, r := range rows {
		row := uint32(1) << r
		w = w<<digitWidths[len(rows)-c] | packed(bits.OnesCount32(left&(row-1)))
		left &^= row
	}
	return w
}

// digitWidths[k] is the number of bits of a digit below k.
var digitWidths = func() (widths [MaxAtlasOrder + 1]uint8) {
	for k := 1; k < len(widths); k++ {
		widths[k] = uint8(bits.Len(uint(k - 1)))
	}
	return widths
}()

func (w packed) unpack(m int) queens.Perm {
	rows := w.rows(m)
	return permOf(rows[:m])
}

func (w packed) rows(m int) (rows [MaxAtlasOrder]uint8) {
	if m <= nibbleOrder {
		for c := m - 1; c >= 0; c-- {
			rows[c] = uint8(w & 15)
			w >>= 4
		}
		return rows
	}
	for c := m - 1; c >= 0; c-- { // digits, to begin with
		width := digitWidths[m-c]
		rows[c] = uint8(w & (1<<width - 1))
		w >>= width
	}
	// The first columns take their rows one by one; the 16 rows that they leave are
	// numbered in their order, and a list of the numbers still free fits one word.
	first := m - nibbleOrder
	for c := first - 1; c >= 0; c-- {
		for d := c + 1; d < first; d++ {
			rows[d] += atLeast(rows[d], rows[c])
		}
	}
	taken := rows
	slices.Sort(taken[:first])
	free := uint64(everyNumber)
	for c := first; c < m; c++ {
		place := 4 * rows[c]
		row := uint8(free >> place & 15)
		below := uint64(1)<<place - 1
		free = free&below | free>>4&^below
		for _, t := range taken[:first] {
			row += atLeast(row, t)
		}
		rows[c] = row
	}
	return rows
}

// everyNumber holds the numbers 0 to 15, the least in the last nibble.
const everyNumber = 0xFEDC_BA98_7654_3210

// atLeast returns 1 if v is at least t, else 0. Both are below 128.
func atLeast(v, t uint8) uint8 { return 1 - (v-t)>>7 }

func (w packed) row(m, c int) int { return int(w >> (4 * (m - 1 - c)) & 15) }

func (w packed) inverse(m int) (inverse packed) {
	for c := m - 1; c >= 0; c-- {
		inverse |= packed(c) << (4 * (m - 1 - int(w&15)))
		w >>= 4
	}
	return inverse
}

// complement returns the complement: no nibble is above m-1, so none borrows.
func (w packed) complement(m int) packed {
	return everyColumn>>(4*(16-m))*packed(m-1) - w
}

// reverse returns the columns in opposite order: the bytes, then the nibbles of
// each byte change places.
func (w packed) reverse(m int) packed {
	x := bits.ReverseBytes64(uint64(w))
	x = x>>4&lowNibbles | x&lowNibbles<<4
	return packed(x >> (4 * (16 - m)))
}

// without returns w of order m without column c, whose row is r: the rows behind r
// move down by one. Rows of even and of odd columns are treated apart, a byte to
// each: adding 127-r sets the top bit of the byte exactly for rows above r.
func (w packed) without(m, c, r int) packed {
	place := 4 * (m - 1 - c)
	w = w>>(place+4)<<place | w&(1<<place-1)
	above := packed(0x7F-r) * everyByte
	even := (w&lowNibbles + above) >> 7 & everyByte
	odd := (w>>4&lowNibbles + above) >> 7 & everyByte
	return w - even - odd<<4
}

func (w packed) least(m int, inverse packed) packed {
	if m == 0 {
		return 0
	}
	a, b := w.reverse(m), inverse.reverse(m)
	return min(w, a, w.complement(m), a.complement(m), inverse, b, inverse.complement(m), b.complement(m))
}

func (w packed) isSolution(m int) bool {
	var rising, falling uint32
	for range m {
		queen := uint32(1) << (w & 15)
		if (rising|falling)&queen != 0 {
			return false
		}
		rising, falling = (rising|queen)>>1, (falling|queen)<<1
		w >>= 4
	}
	return true
}
