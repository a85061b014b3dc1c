package orbit

import (
	"math/bits"

	"queens"
)

// fields is a permutation of order m <= MaxAtlasOrder in two words, six bits to a
// column:
//
//	bits               field
//	6m-1 .. 6m-6       row of column 0
//	...                ...
//	5 .. 0             row of column m-1
//
// Bit 64 is bit 0 of hi; bits above are 0. The order of the numbers is the
// lexicographic order. Rows take five bits, so that fields can be added and compared
// side by side.
type fields struct{ hi, lo uint64 }

const fieldBits = 6

// fieldOnes holds a 1 in each of the last k fields, for k up to MaxAtlasOrder, and
// belowField all bits of them.
var fieldOnes, belowField = func() (ones, below [MaxAtlasOrder + 1]fields) {
	for k := range MaxAtlasOrder {
		ones[k+1] = ones[k].append(1)
		below[k+1] = below[k].append(1<<fieldBits - 1)
	}
	return ones, below
}()

func (f fields) append(row uint8) fields {
	return fields{f.hi<<fieldBits | f.lo>>(64-fieldBits), f.lo<<fieldBits | uint64(row)}
}

func newFields(rows []uint8) fields {
	const last = 10 // columns that fit one word together
	split := max(0, len(rows)-last)
	var high, low uint64
	for _, r := range rows[:split] {
		high = high<<fieldBits | uint64(r)
	}
	for _, r := range rows[split:] {
		low = low<<fieldBits | uint64(r)
	}
	return fields{high >> (64 - last*fieldBits), low | high<<(last*fieldBits)}
}

// times returns f with every field multiplied by k; none may overflow.
func (f fields) times(k int) fields {
	high, lo := bits.Mul64(f.lo, uint64(k))
	return fields{f.hi*uint64(k) + high, lo}
}

func (f fields) minus(g fields) fields {
	lo, borrow := bits.Sub64(f.lo, g.lo, 0)
	hi, _ := bits.Sub64(f.hi, g.hi, borrow)
	return fields{hi, lo}
}

func (f fields) less(g fields) bool { return f.hi < g.hi || f.hi == g.hi && f.lo < g.lo }

// lowerAbove[r] added to fields sets the top bit of those above r.
var lowerAbove = func() (table [MaxAtlasOrder]fields) {
	for r := range table {
		table[r] = fieldOnes[MaxAtlasOrder].times(31 - r)
	}
	return table
}()

// without returns f without its field k, counted from the last, which holds row r:
// the rows above r move down by one.
func (f fields) without(k, r int) fields {
	below, through := &belowField[k], &belowField[k+1]
	rest := fields{f.hi &^ through.hi, f.lo &^ through.lo}
	f = fields{
		f.hi&below.hi | rest.hi>>fieldBits,
		f.lo&below.lo | rest.lo>>fieldBits | rest.hi<<(64-fieldBits),
	}
	add, ones := &lowerAbove[r], &fieldOnes[MaxAtlasOrder]
	lo, carry := bits.Add64(f.lo, add.lo, 0)
	hi, _ := bits.Add64(f.hi, add.hi, carry)
	return f.minus(fields{hi >> 5 & ones.hi, (lo>>5 | hi<<59) & ones.lo})
}

func (f fields) rows(m int) (rows [MaxAtlasOrder]uint8) {
	for c := m - 1; c >= 0; c-- {
		rows[c] = uint8(f.lo & (1<<fieldBits - 1))
		f = fields{f.hi >> fieldBits, f.lo>>fieldBits | f.hi<<(64-fieldBits)}
	}
	return rows
}

// wide is a permutation with its inverse, both forwards and backwards: four of its
// eight images, of which the others are the complements. It does what packed does
// where rows do not fit four bits.
type wide [4]fields

// The images of a wide.
const (
	forwards = iota
	backwards
	inverseForwards
	inverseBackwards
)

func newWide(rows []uint8) (b wide) {
	n := len(rows)
	var cols, reversed [MaxAtlasOrder]uint8
	for c, r := range rows {
		cols[r] = uint8(c)
		reversed[n-1-c] = r
	}
	b[forwards], b[backwards] = newFields(rows), newFields(reversed[:n])
	for r, c := range cols[:n] {
		reversed[n-1-r] = c
	}
	b[inverseForwards], b[inverseBackwards] = newFields(cols[:n]), newFields(reversed[:n])
	return b
}

func (b *wide) without(n, c, r int) wide {
	return wide{
		b[forwards].without(n-1-c, r), b[backwards].without(c, r),
		b[inverseForwards].without(n-1-r, c), b[inverseBackwards].without(r, c),
	}
}

func (b *wide) least(m int) fields {
	top := fieldOnes[m].times(m - 1)
	best := b[forwards]
	for i := range b {
		if b[i].less(best) {
			best = b[i]
		}
		if complement := top.minus(b[i]); complement.less(best) {
			best = complement
		}
	}
	return best
}

// key returns f of order m < MaxAtlasOrder, the least of its eight images, in one word;
// different ones have different keys. To order 16 it is the packed word. A pattern of
// order 17 has one row too many for that. Its column with row 16 is taken out; the
// others have four bits each, and the last one of them, which follows from the rest,
// makes room for where that column was, counted from the last. It is not the first of
// 17: the complement would be less.
func (f fields) key(m int) packed {
	if m <= nibbleOrder {
		return f.nibbles()
	}
	const sixteens = 16 // the bit of row 16 in a field
	place := fieldOnes[nibbleOrder].times(sixteens)
	at := 64 + bits.TrailingZeros64(f.hi&place.hi)
	if low := f.lo & place.lo; low != 0 {
		at = bits.TrailingZeros64(low)
	}
	k := at / fieldBits
	below, through := &belowField[k], &belowField[k+1]
	rest := fields{f.hi &^ through.hi, f.lo &^ through.lo}
	f = fields{
		f.hi&below.hi | rest.hi>>fieldBits,
		f.lo&below.lo | rest.lo>>fieldBits | rest.hi<<(64-fieldBits),
	}
	return f.nibbles()&^15 | packed(k)
}

// nibbles returns the last 16 fields, all below 16, with four bits to a field.
func (f fields) nibbles() packed {
	const together = 10 // fields that fit one word
	return packed(fewerBits(f.lo&(1<<(together*fieldBits)-1)) | fewerBits(f.hi<<4|f.lo>>60)<<(4*together))
}

// fewerBits returns ten fields of six bits with four bits to a field; two bits of each
// are 0. Fields come together in pairs, then pairs of pairs.
func fewerBits(x uint64) uint64 {
	x = x&0x00F_00F_00F_00F_00F | x&(0x00F_00F_00F_00F_00F<<6)>>2
	x = x&0x0000FF_0000FF_0000FF | x>>4&0x00FF00_00FF00
	return x&0xFFFF | x>>8&0xFFFF0000 | x>>16&0xFF_0000_0000
}

// solvedWithout reports whether the permutation of order n without the queen of
// column c is a solution.
func solvedWithout(rows []uint8, c int) bool {
	out := rows[c]
	var rising, falling uint64
	for i, r := range rows {
		if i == c {
			continue
		}
		if r > out {
			r--
		}
		queen := uint64(1) << r
		if (rising|falling)&queen != 0 {
			return false
		}
		rising, falling = (rising|queen)>>1, (falling|queen)<<1
	}
	return true
}

// borders tells to which part a deletion pattern of order m belongs before the pattern
// is made: the two lines along each of the four sides of a board give a number each,
// the same for their mirror image, and their sum is the same for all images of the
// pattern.
type borders struct {
	n     int
	sides [1 << (2 * fieldBits)]uint32 // by the first two fields of an image
}

// newBorders returns the borders of patterns of boards of order n >= 5.
func newBorders(n int) *borders {
	b := &borders{n: n}
	last := n - 2 // row of a pattern
	for u := range last + 1 {
		for v := range last + 1 {
			same := min(u<<fieldBits|v, (last-u)<<fieldBits|last-v)
			b.sides[u<<fieldBits|v] = uint32(uint64(same+1) * 0x9E37_79B9_7F4A_7C15 >> 32 * 0x85EB_CA6B >> 16)
		}
	}
	return b
}

// first3 are the first three fields of the images of a wide.
type first3 [4]uint32

func (b *borders) first3(w *wide) (f first3) {
	shift := fieldBits * (b.n - 3)
	for i, image := range w {
		word := image.hi >> (shift & 63)
		if shift < 64 {
			word = image.lo>>shift | image.hi<<(64-shift)
		}
		f[i] = uint32(word) & (1<<(3*fieldBits) - 1)
	}
	return f
}

// part returns to which of so many parts the pattern without the queen in column c
// and row r belongs.
func (b *borders) part(f *first3, c, r int, parts uint64) uint64 {
	last := b.n - 1
	sum := b.side(f[forwards], c, r) + b.side(f[backwards], last-c, r) +
		b.side(f[inverseForwards], r, c) + b.side(f[inverseBackwards], last-r, c)
	return uint64(sum) * parts >> 32
}

func (b *borders) side(three uint32, k, r int) uint32 {
	const ones = 1<<(2*fieldBits) | 1<<fieldBits | 1
	switch k {
	case 0:
	case 1:
		three = three>>fieldBits&^(1<<fieldBits-1) | three&(1<<fieldBits-1)
	default:
		three >>= fieldBits
	}
	three -= (three + uint32(31-r)*ones) >> 5 & ones
	return b.sides[three&(1<<(2*fieldBits)-1)]
}

// appendWide is appendOrbit for wide boards, one queen, order 5 or more.
func (g *grouping) appendWide(list []pattern, i uint32, part uint64) []pattern {
	n := g.order
	unpacked := g.orbits[i].rows(n)
	rows := unpacked[:n]
	b := newWide(rows)
	first := g.borders.first3(&b)
	for c, r := range rows {
		if part != allParts && g.borders.part(&first, c, int(r), g.parts) != part {
			continue
		}
		s := b.without(n, c, int(r))
		list = append(list, newPattern(scramble(s.least(n-1).key(n-1)), i))
	}
	return list
}

func insertableWide(w packed, n int, accept func(packed) bool) bool {
	unpacked := w.rows(n)
	rows := unpacked[:n]
	for c, r := range rows {
		if solvedWithout(rows, c) {
			b := newWide(rows)
			s := b.without(n, c, int(r))
			least := s.least(n - 1).rows(n - 1)
			if accept(packBytes(least[:n-1])) {
				return true
			}
		}
	}
	return false
}

func permOf(rows []uint8) queens.Perm {
	p := make(queens.Perm, len(rows))
	for c, r := range rows {
		p[c] = int(r)
	}
	return p
}
