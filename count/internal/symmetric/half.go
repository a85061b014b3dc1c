package symmetric

import (
	"cmp"
	"math/bits"
	"slices"

	"queens/internal/bitmath"
)

// MaxHalf is the largest order of [NewHalf]: a word has three bits for each line.
const MaxHalf = 43

// Half is the colour product of the solutions that a half turn leaves unchanged. A unit is a set of
// rows of white queens. Similar units are adjacent, see [Half.Alike].
//
// Line i has distance 2i+1; in odd orders the lines of even distance 2, 4, ... follow those of odd
// distance.
type Half struct {
	Order, Lines int
	Odd          int // lines of odd distance
	Units

	options [2][][]uint64 // of each row, by colour
	crowds  [2]crowd
	// tables of all rows and of all but the last, by the number of rows of white queens (in odd
	// orders, of even ones) and by colour
	columns [][2][2]Table
}

// Colours of squares.
const (
	White = iota
	Black
)

// crowded is the factor by which [crowd] overestimates nodes at orders around 28: it considers
// options only two at a time.
const crowded = 8

// NewHalf returns the product of order n, 0 to [MaxHalf].
func NewHalf(n int) *Half {
	h := &Half{Order: n, Lines: n / 2, Odd: n / 2}
	if n%2 == 1 {
		h.Odd = (n/2 + 1) / 2
	}
	for colour := range h.options {
		for row := range h.Lines {
			h.options[colour] = append(h.options[colour], h.optionsOf(row, colour))
		}
		h.crowds[colour] = newCrowd(h.options[colour])
	}
	for queens := range h.Lines - h.Odd*(n%2) + 1 {
		h.columns = append(h.columns, [2][2]Table{h.tables(queens, White), h.tables(queens, Black)})
	}
	all := uint32(1)<<h.Lines - 1
	for rows := range all + 1 {
		if weight := h.weight(rows); weight > 0 {
			p := h.Product(rows)
			u := Unit{Lines: rows, Weight: weight}
			nodes := (h.crowds[White].nodes(p.White.Rows) + h.crowds[Black].nodes(p.Black.Rows)) / crowded
			u.Work = nodes*uint64(p.Reach)/uint64(p.White.Cells) + uint64(p.Reach)/8 + 1<<8
			h.Units = append(h.Units, u)
		}
	}
	h.Sort(h.Units)
	return h
}

// Sort makes similar units adjacent, see [Half.Alike].
func (h *Half) Sort(units []Unit) {
	slices.SortStableFunc(units, func(a, b Unit) int { return cmp.Compare(h.alike(a), h.alike(b)) })
}

// outer is the number of outermost lines, of even distance in odd orders, in which similar units
// may differ.
const outer = 5

func (h *Half) alike(u Unit) uint64 {
	return uint64(bits.OnesCount32(u.Lines))<<32 | uint64(u.Lines&(1<<max(0, h.Lines-outer)-1))
}

// Alike returns how many of the first units are similar: they have the same number of rows and
// differ only in the outermost ones, so their boards start with the same rows.
func (h *Half) Alike(units []Unit) (n int) {
	for n < len(units) && h.alike(units[n]) == h.alike(units[0]) {
		n++
	}
	return n
}

// weight returns the number of sets of rows that this one represents: 0 if another set represents
// it, or if it has no solutions.
//
// Exchanging left and right exchanges the colours in even orders: of a set and its complement, the
// one with the innermost line counts. In odd orders, white pairs are on squares of even row and
// column, k rows and k columns, or of odd ones. Black ones on the other e-k of e even rows need e-k
// odd columns.
func (h *Half) weight(rows uint32) uint64 {
	switch {
	case h.Order < 2:
		return 1
	case h.Order%2 == 0:
		return 2 * uint64(rows&1)
	case bits.OnesCount32(rows&h.odds())-h.Odd == bits.OnesCount32(rows>>h.Odd)-(h.Lines-h.Odd):
		return 1
	default:
		return 0
	}
}

func (h *Half) odds() uint32 { return 1<<h.Odd - 1 }

func (h *Half) distance(line int) int {
	if line < h.Odd {
		return 2*line + 1
	}
	return 2 * (line - h.Odd + 1)
}

// optionsOf returns words of the squares of a colour on a row: column, sum and difference up to
// sign. In odd orders, exchanging sums and differences maps the first half of them to the second.
func (h *Half) optionsOf(row, colour int) (words []uint64) {
	step := 2 - h.Order%2 // distances of the squares of an even board are odd
	for _, sign := range [2]int{1, -1} {
		for column := range h.Lines {
			y, x := h.distance(row), sign*h.distance(column)
			sum, diff := max(y+x, -y-x)/step, max(y-x, x-y)/step
			if sum%2 == colour && sum > 0 && diff > 0 {
				words = append(words, 1<<column|1<<(h.Lines+sum/2)|1<<(2*h.Lines+diff/2))
			}
		}
	}
	return words
}

// Product is the solutions of a unit without its weight. They are Factor times the sum, over the
// cells below Reach, of White's cell times Black's cell, twice for cells below Below.
type Product struct {
	White, Black Board
	Below, Reach int
	Factor       uint64
}

// Product returns the product of a set of rows.
//
// In odd orders two symmetries save work. Exchanging left and right of one colour alone exchanges
// its sums and differences, and keeps placements valid, so the first row gets half of its options.
// The transposition exchanges rows and columns: the white queens have a set of even rows and one of
// even columns, and if they differ, only the case with the larger rows counts, twice.
func (h *Half) Product(rows uint32) (p Product) {
	others := (uint32(1)<<h.Lines - 1) &^ rows
	high := rows &^ h.odds()
	p.Factor = 1
	if h.Order%2 == 0 {
		high = rows
	}
	columns := h.columns[bits.OnesCount32(high)]
	p.White.Table, p.White.Before = columns[White][0], columns[White][1]
	p.Black.Table, p.Black.Before = columns[Black][0], columns[Black][1]
	if h.Order%2 == 0 {
		p.White.Rows, p.Black.Rows = h.rows(White, rows), h.rows(Black, others)
		p.Reach = p.White.Cells
		return p
	}
	p.White.Rows = slices.Concat(h.rows(White, high), h.rows(White, rows&h.odds()))
	p.Black.Rows = slices.Concat(h.rows(Black, others&h.odds()), h.rows(Black, others&^h.odds()))
	evens := uint64(1)<<h.Lines - 1<<h.Odd
	p.White.After, p.White.Field, p.White.Most = bits.OnesCount32(high), evens, uint64(high)
	p.Black.After, p.Black.Field, p.Black.Least, p.Black.Most = bits.OnesCount32(others&h.odds()), evens,
		evens&^uint64(high), evens
	for _, b := range []*Board{&p.White, &p.Black} {
		if len(b.Rows) > 0 {
			b.Rows[0] = b.Rows[0][:len(b.Rows[0])/2]
			p.Factor *= 2
		}
	}
	at := int(high >> h.Odd) // its cells end where those of the next one begin
	p.Below, p.Reach = int(p.White.High[at]), p.White.Cells
	if at+1 < len(p.White.High) {
		p.Reach = int(p.White.High[at+1])
	}
	return p
}

// tables returns the tables of a colour, for the given number of white queens, in odd orders of
// those in even columns. In odd orders the last row's queen, of either colour, is in an odd column.
func (h *Half) tables(queens, colour int) [2]Table {
	split, high, low := h.Lines/2, queens, 0
	if h.Order%2 == 1 {
		split, low = h.Odd, queens+2*h.Odd-h.Lines
	}
	rest := func(high, low int) func(int) int {
		return func(x int) int {
			switch {
			case h.Order%2 == 0:
				return high + low - x
			case x == high:
				return low
			default:
				return -1
			}
		}
	}
	all := numbered(h.Lines, split, colour == Black, rest(high, low))
	if colour == Black {
		high, low = h.Lines-h.Odd-high, h.Odd-low
	}
	return [2]Table{all, listed(h.Lines, split, rest(high, low-1))}
}

// rows returns the options of a colour on a set of rows. The innermost come first: queens there
// attack the most squares.
func (h *Half) rows(colour int, set uint32) (rows [][]uint64) {
	for row := range bitmath.Members(set) {
		rows = append(rows, h.options[colour][row])
	}
	return rows
}
