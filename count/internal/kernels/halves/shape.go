package halves

import "math/bits"

// MaxOrder is the largest order of a board that can be cut into halves of quarters; the least is 4.
const MaxOrder = 28

type shape struct {
	m   int // rows and columns of a quarter
	odd int // 1 if the board has a middle row and a middle column
}

func (s shape) all() uint32 { return 1<<s.m - 1 }

// A key holds the diagonals that cross the horizontal middle of the board:
//
//	bits           width   field
//	0 to 2m-2      2m-1    rising diagonals: bit i for row + column = m + odd + i
//	2m-1 to 4m-3   2m-1    falling diagonals: bit i for column - row = i - (m-1)
//	4m-2, 4m-1     2       ties, see ties.go
//
// Both fields number diagonals from the west, where they cross the middle. So a reflection at the
// vertical middle reverses a key, and one at the horizontal middle exchanges its fields.

func (s shape) field() int { return 2*s.m - 1 }

func (s shape) tie(i int) uint64 { return 1 << (2*s.field() + i) }

// key returns the diagonals through square (r, c) that squares of quarters on both sides of the
// middle share.
func (s shape) key(r, c int) uint64 {
	var k uint64
	if i := r + c - s.m - s.odd; 0 <= i && i < s.field() {
		k |= 1 << i
	}
	if i := c - r + s.m - 1; 0 <= i && i < s.field() {
		k |= 1 << (s.field() + i)
	}
	return k
}

// mirrored reflects a key without ties at the vertical middle.
func (s shape) mirrored(key uint64) uint64 { return reversed(key, 2*s.field()) }

// flipped reflects a key without ties at the horizontal middle.
func (s shape) flipped(key uint64) uint64 {
	w := s.field()
	return key>>w | key&(1<<w-1)<<w
}

func reversed(x uint64, width int) uint64 { return bits.Reverse64(x) >> (64 - width) }

// A check holds the diagonals of a quarter placement that cross the vertical middle within its half
// of the board. A western and an eastern placement are compatible if their checks have no common
// bit. A check is made from a word of all diagonals of the placement that leave its quarter:
//
//	bits           width   field of a word
//	0 to 2m-2      2m-1    bit a-b+m-1 for the queen at (a, b)
//	2m-1 to 3m-3   m-1     bit m-2-(a+b), where that is not negative
//
// The lowest m+odd bits of the word cross the horizontal middle first, or run through the centre.
// Eastern checks are reversed, so that a bit has the same meaning on both sides.

func (s shape) word(a, b int) uint64 {
	w := uint64(1) << (a - b + s.m - 1)
	if i := s.m - 2 - (a + b); i >= 0 {
		w |= 1 << (s.field() + i)
	}
	return w
}

func (s shape) checkWidth() int { return 2*s.m - 2 - s.odd }

func (s shape) west(word uint64) (check uint32, key uint64) {
	w := s.field()
	return uint32(word >> (s.m + s.odd)), word&(1<<w-1) | word>>w>>s.odd<<w
}

// east returns check and key of the mirror image of a placement, in the bottom eastern quarter. For
// odd orders the outermost rising diagonal of a quarter reaches no square of the other side, only
// the middle lines. It must not share the bit of that number with the western quarter, so it has a
// bit of its own after all others.
func (s shape) east(word uint64) (check uint32, key uint64) {
	check, key = s.west(word)
	check = uint32(reversed(uint64(check), s.checkWidth()))
	if s.odd == 1 {
		own := uint32(1) << (s.m - 2)
		check = check&^own | check&own<<(s.m-1)
	}
	return check, s.mirrored(key)
}

// outer is the check bit of the outermost rising diagonal of an eastern quarter of odd order.
func (s shape) outer() uint32 { return 1 << (2*s.m - 3) }
