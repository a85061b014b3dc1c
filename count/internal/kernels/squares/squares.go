// Package squares counts, for each square of a board, the solutions with a queen there, by parity
// classes: see docs/parity-classes.md and package parity.
//
// The other kernels of parity classes count pairs of placements. Here each pair is kept until both
// matrices of its unit are known. A white pair is in as many solutions as its cell of the black
// matrix says, a black pair in as many as its cell of the white one: that weight is added to both
// placements, and in the end the weight of a placement to its squares. A unit has few pairs: some
// 3,300 at order 16, 21,000 at order 18.
//
// The units of a tile, all pairs of some even and some odd sets, are counted together. The
// placements x of a set are walked depth first. Each node keeps the placements y of all the tile's
// lists that its queens do not attack, as words of 64 bits, and leaves out words without bits.
package squares

import (
	"math/bits"
	"slices"

	"queens/count/internal/parity"
	"queens/internal/bitmath"
)

const maxLines = parity.MaxOrder / 2

// Board has a number for each square of a board, by row and column.
type Board [parity.MaxOrder][parity.MaxOrder]uint64

// Counter counts the units of a class. It belongs to one goroutine. Its lists grow with the sets
// that it has seen: to 30 MB at order 17, 150 MB at order 19.
type Counter struct {
	*parity.Class
	sides [2]*side
	found Board
	units []unit // of the tile
}

type unit struct {
	parity.Reach
	times uint64 // weight of the unit: 0 if others represent it
}

// side is one colour.
type side struct {
	parity.Side
	order []int // rows of x, from the middle outwards
	lists map[uint32]*list
	size  int // cells of a matrix

	// of the tile
	parts  []part
	used   [64][]uint64 // by diagonal: the y on it, each part from a new word on
	column []uint32     // of each y: its cell in row 0 of the matrix of the tile's first x
	cells  []uint32     // matrices of all units
	walks  []walk
	items  []item
	pairs  []uint32 // the y of all items

	// of a walk
	rows   []int
	base   int // cell 0 of its matrices
	most   int // labels of x in reach
	levels [maxLines]level
}

// list is the placements y on some rows, by label.
type list struct {
	rows    []int
	keys    []uint64
	starts  []int // of each label, and the end
	labels  []int32
	columns []uint64 // four bits for each row
	weight  []uint64 // solutions with this placement, so far
}

// part is a list in a tile.
type part struct {
	*list
	word int // where it begins
}

// level is the y that remain at a node.
type level struct{ words, at []uint64 } // at: the place of each word

// walk is the placements of one x that have partners, up to an item.
type walk struct {
	rows      []int
	base, end int
}

// item is a placement x: its row in a matrix, and the end of its pairs.
type item struct {
	row, end int
	columns  uint64 // four bits for each row of the walk
}

// New returns a counter of the units of a class.
func New(c *parity.Class) *Counter {
	n := &Counter{Class: c}
	for colour, of := range c.Sides() {
		s := &side{Side: of, lists: map[uint32]*list{}, size: of.X.Labels * of.Y.Labels}
		s.order = slices.SortedStableFunc(bitmath.Members(uint32(1)<<s.X.Rows-1),
			func(a, b int) int { return s.eccentricity(a) - s.eccentricity(b) })
		n.sides[colour] = s
	}
	return n
}

func (s *side) eccentricity(row int) int { return max(2*row-s.X.Rows+1, s.X.Rows-1-2*row) }

// Add counts the units of all pairs of some even and some odd sets, each as often as times says.
// The squares are added to those of [Counter.Board].
func (n *Counter) Add(evens, odds []int, times func(parity.Unit) uint64) {
	n.units = n.units[:0]
	for _, even := range evens {
		for _, odd := range odds {
			u := parity.Unit{Even: even, Odd: odd}
			n.units = append(n.units, unit{n.Reach(u), times(u)})
		}
	}
	n.pair(n.sides[0], len(evens), len(odds), func(x, y int) (place int, rowsOfX, rowsOfY uint32) {
		rows, others := n.RowsOf(parity.Unit{Even: evens[x], Odd: odds[y]})
		return x*len(odds) + y, rows[0], others[0]
	})
	n.pair(n.sides[1], len(odds), len(evens), func(x, y int) (place int, rowsOfX, rowsOfY uint32) {
		rows, others := n.RowsOf(parity.Unit{Even: evens[y], Odd: odds[x]})
		return y*len(odds) + x, rows[1], others[1]
	})
	for i, u := range n.units {
		n.weigh(u, i*n.sides[0].size)
	}
	for i, s := range n.sides {
		s.give(&n.found, n.sides[1-i].cells)
	}
}

// pair lists the pairs of one colour, and counts them by unit and cell. at returns the place of the
// unit with the given lists x and y, and the rows of both.
func (n *Counter) pair(s *side, xs, ys int, at func(x, y int) (place int, rowsOfX, rowsOfY uint32)) {
	s.begin(len(n.units) * s.size)
	for y := range ys {
		place, _, rows := at(0, y)
		s.append(rows, place*s.size)
	}
	for x := range xs {
		place, rows, _ := at(x, 0)
		columns := make([]int, ys) // in reach
		s.most = 0
		for y := range ys {
			if other, _, _ := at(x, y); n.units[other].times > 0 {
				columns[y], s.most = n.units[other].Columns, max(s.most, n.units[other].Rows)
			}
		}
		s.walkFrom(rows, place*s.size, columns)
	}
}

// weigh replaces the cells of a unit, from base on, by the number of solutions of a pair of the
// other colour in that cell: 0 out of reach.
func (n *Counter) weigh(u unit, base int) {
	white, black := n.sides[0].cells[base:][:n.sides[0].size], n.sides[1].cells[base:][:n.sides[0].size]
	for i, row := range n.Rows {
		for k := range n.Columns {
			times := u.times * uint64(row.Weight)
			switch {
			case i >= u.Rows || k >= u.Columns:
				times = 0
			case i < u.RowsBelow && k < u.ColumnsBelow:
				times *= 2
			}
			at := i*len(n.Columns) + k
			white[at], black[at] = scaled(white[at], times), scaled(black[at], times)
		}
	}
}

// scaled multiplies a number of pairs, which is far below 2^28: lists have at most millions of
// placements.
func scaled(pairs uint32, times uint64) uint32 {
	high, low := bits.Mul64(uint64(pairs), times)
	if high > 0 || low>>32 > 0 {
		panic("squares: a weight exceeds 32 bits")
	}
	return uint32(low)
}

// give adds the weights of the pairs, in the cells of the other colour, to their placements.
func (s *side) give(found *Board, cells []uint32) {
	from, next, weight := 0, 0, make([]uint64, len(s.column))
	for _, w := range s.walks {
		for ; next < w.end; next++ {
			x, sum := &s.items[next], uint64(0)
			row := cells[w.base+x.row:]
			for _, y := range s.pairs[from:x.end] {
				more := uint64(row[s.column[y]])
				sum += more
				weight[y] += more
			}
			from = x.end
			found.add(s.X.Kind, w.rows, x.columns, sum)
		}
	}
	for _, p := range s.parts {
		for i := range p.weight {
			p.weight[i] += weight[64*p.word+i]
		}
	}
}

// add adds a weight to the squares of a placement.
func (b *Board) add(kind parity.SquareKind, rows []int, columns, weight uint64) {
	row, column := kind.Origin()
	for i, r := range rows {
		b[2*r+row][2*int(columns>>(4*i)&15)+column] += weight
	}
}

// Board returns the sums of all units so far.
func (n *Counter) Board() *Board {
	for _, s := range n.sides {
		for _, l := range s.lists {
			for y, weight := range l.weight {
				n.found.add(s.Y.Kind, l.rows, l.columns[y], weight)
			}
			clear(l.weight)
		}
	}
	return &n.found
}

func (s *side) begin(cells int) {
	s.cells = slices.Grow(s.cells[:0], cells)[:cells]
	clear(s.cells)
	s.parts, s.walks, s.items, s.pairs, s.column = s.parts[:0], s.walks[:0], s.items[:0], s.pairs[:0], s.column[:0]
	for i := range s.used {
		s.used[i] = s.used[i][:0]
	}
}

// append adds a list of y to the tile. Its matrices begin at base for the first x.
func (s *side) append(rows uint32, base int) {
	l := s.list(rows)
	s.parts = append(s.parts, part{l, len(s.column) / 64})
	words := (len(l.keys) + 63) / 64
	for i := range s.used {
		s.used[i] = append(s.used[i], make([]uint64, words)...)
	}
	for i, key := range l.keys {
		at := len(s.column)
		s.column = append(s.column, uint32(base)+uint32(l.labels[i]))
		for diagonal := range bitmath.Members(key) {
			s.used[diagonal][at/64] |= 1 << (at % 64)
		}
	}
	s.column = append(s.column, make([]uint32, 64*words-len(l.keys))...)
}

// walkFrom lists the pairs of the placements x on some rows. columns are the labels of y in reach,
// by part.
func (s *side) walkFrom(rows uint32, base int, columns []int) {
	s.base = base
	s.rows = slices.DeleteFunc(slices.Clone(s.order), func(row int) bool { return rows>>row&1 == 0 })
	top := s.levels[0].sized(len(s.column) / 64)
	kept := 0
	for i, p := range s.parts {
		for left, word := p.starts[columns[i]], p.word; left > 0; left, word = left-64, word+1 {
			top.words[kept], top.at[kept] = ^uint64(0)>>max(0, 64-left), uint64(word)
			kept++
		}
	}
	top.words, top.at = top.words[:kept], top.at[:kept]
	switch none := make([]uint64, len(s.column)/64); {
	case kept == 0:
	case len(s.rows) > 0:
		s.walk(0, 0, 0, 0, top)
	case s.X.Label[0] >= 0: // the empty placement
		s.note(int(s.X.Label[0]), 0, top, none, none)
	}
	s.walks = append(s.walks, walk{s.rows, base, len(s.items)})
}

func (l *level) sized(n int) *level {
	l.words, l.at = slices.Grow(l.words[:0], n)[:n], slices.Grow(l.at[:0], n)[:n]
	return l
}

func (s *side) walk(depth int, key uint64, taken uint32, columns uint64, left *level) {
	row := s.rows[depth]
	for free := s.X.Free(row, taken, key); free != 0; free &= free - 1 {
		square := bits.TrailingZeros32(free)
		queen := s.X.Key(row, square)
		rising, falling := s.used[bits.TrailingZeros64(queen)], s.used[bits.Len64(queen)-1]
		placed := columns | uint64(square)<<(4*depth)
		if depth == len(s.rows)-1 {
			if label := int(s.X.Label[taken|1<<square]); label >= 0 && label < s.most {
				s.note(label, placed, left, rising, falling)
			}
			continue
		}
		next := s.levels[depth+1].sized(len(left.words))
		kept := 0
		for i, word := range left.words {
			at := left.at[i]
			word &^= rising[at] | falling[at]
			next.words[kept], next.at[kept] = word, at
			if word != 0 {
				kept++
			}
		}
		if next.words, next.at = next.words[:kept], next.at[:kept]; kept > 0 {
			s.walk(depth+1, key|queen, taken|1<<square, placed, next)
		}
	}
}

// note lists the pairs of a placement with the y that its last queen leaves.
func (s *side) note(label int, columns uint64, left *level, rising, falling []uint64) {
	cells, before := s.cells[s.base+label*s.Y.Labels:], len(s.pairs)
	for i, word := range left.words {
		at := left.at[i]
		for word &^= rising[at] | falling[at]; word != 0; word &= word - 1 {
			y := 64*uint32(at) + uint32(bits.TrailingZeros64(word))
			cells[s.column[y]]++
			s.pairs = append(s.pairs, y)
		}
	}
	if len(s.pairs) > before {
		s.items = append(s.items, item{label * s.Y.Labels, len(s.pairs), columns})
	}
}

func (s *side) list(rows uint32) *list {
	if l, ok := s.lists[rows]; ok {
		return l
	}
	l := &list{rows: slices.Collect(bitmath.Members(rows))}
	keys, columns := make([][]uint64, s.Y.Labels), make([][]uint64, s.Y.Labels) // by label
	s.Y.Each(rows, 1<<s.Y.Squares()-1, func(label int, key, of uint64) {
		keys[label], columns[label] = append(keys[label], key), append(columns[label], of)
	})
	for label := range keys {
		l.starts = append(l.starts, len(l.labels))
		l.labels = append(l.labels, slices.Repeat([]int32{int32(label)}, len(keys[label]))...)
	}
	l.starts = append(l.starts, len(l.labels))
	l.keys, l.columns, l.weight = slices.Concat(keys...), slices.Concat(columns...), make([]uint64, len(l.labels))
	s.lists[rows] = l
	return l
}
