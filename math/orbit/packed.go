package orbit

import (
	"math/bits"

	"queens"
)

// packed is a permutation of order m, at most 16, in one word with four bits to a column:
//
//	bits               field
//	4m-1 .. 4m-4       row of column 0
//	...                ...
//	3 .. 0             row of column m-1
//
// Bits above are 0. For one m the order of the numbers is the lexicographic order
// of the permutations. The order itself is not in the word.
type packed uint64

// Words that repeat one value: 1 in each column, 15 in every second one, 1 in each byte.
const (
	everyColumn = 0x1111_1111_1111_1111
	lowNibbles  = 0x0F0F_0F0F_0F0F_0F0F
	everyByte   = 0x0101_0101_0101_0101
)

func pack(p queens.Perm) (w packed) {
	for _, r := range p {
		w = w<<4 | packed(r)
	}
	return w
}

func (w packed) unpack(m int) queens.Perm {
	p := make(queens.Perm, m)
	for c := m - 1; c >= 0; c-- {
		p[c] = int(w & 15)
		w >>= 4
	}
	return p
}

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
