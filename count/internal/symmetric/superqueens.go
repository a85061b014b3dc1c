package symmetric

import (
	"math/bits"
	"slices"
	"sync/atomic"

	"queens/internal/bitmath"
)

// Largest orders of [NewSuperqueens].
const (
	MaxSuperHalf    = 40
	MaxSuperQuarter = 61 // a row of columns and its knight's moves fit a word
)

// Superqueens is the placements of superqueens, which also move like knights, that a half turn or a
// quarter turn leaves unchanged. A knight's move changes the colour, so this is no product: a
// search gives each empty row a queen and her images, from the centre outwards. A unit is the
// queens of the first two empty rows, the first of them in the left half of the board. Reflection
// doubles it.
type Superqueens struct {
	Units // Lines has 1 + column of the first row, and from bit 8 that of the second one, 0 if there is none

	order  int
	images int       // of a queen, herself included: 2 or 4
	orbits [][]orbit // of a queen, by row and column
	fits   []uint64  // of each row, the columns where a queen is no knight's move from an image
}

// orbit is a queen and her images.
type orbit struct {
	squares []square
	taken
	sums, diffs uint64 // columns of the row before on their diagonals
}

type square struct {
	row    int
	column uint64 // as a set
}

// taken is sets of columns, of sums row + column and of differences column - row + order - 1.
type taken struct {
	columns   uint64
	all, each wide
}

// NewSuperqueens returns the placements of order n with 2 images of a queen, by half turns, 0 to
// [MaxSuperHalf], or with 4, by quarter turns, 0 to [MaxSuperQuarter].
func NewSuperqueens(n, images int) *Superqueens {
	q := &Superqueens{order: n, images: images, orbits: make([][]orbit, n), fits: slices.Repeat([]uint64{1<<n - 1}, n)}
	for row := range n {
		for column := range n {
			r, c := n-1-row, n-1-column
			all := [...][2]int{{row, column}, {r, c}, {column, r}, {c, row}}
			o := orbit{}
			for _, s := range all[:images] {
				o.squares = append(o.squares, square{s[0], 1 << s[1]})
				o.taken = o.or(taken{1 << s[1], only(s[0] + s[1]), only(s[1] - s[0] + n - 1)})
				if rows, columns := s[0]-row, s[1]-column; rows*rows+columns*columns == 5 {
					q.fits[row] &^= 1 << column
				}
			}
			o.sums, o.diffs = o.all.from(max(row, 1)-1), o.each.from(min(n-row, n-1))
			q.orbits[row] = append(q.orbits[row], o)
		}
	}
	q.addUnits()
	return q
}

func (t taken) or(u taken) taken {
	return taken{t.columns | u.columns, t.all.or(u.all), t.each.or(u.each)}
}

// addUnits divides the placements by the queens of the first two empty rows.
func (q *Superqueens) addUnits() {
	if q.order%q.images > 1 { // a queen and her images take as many rows
		return
	}
	q.Units = Units{{Weight: 1}}
	for i, columns := range [2]uint64{1<<(q.order/2) - 1, 1<<q.order - 1} {
		var next Units
		for _, u := range q.Units {
			s, t, rows := q.unit(u.Lines, nil)
			if len(rows) == 0 {
				next = append(next, u)
				continue
			}
			for column := range bitmath.Members(s.free(t, rows[0]) & columns) {
				next = append(next, Unit{Lines: u.Lines | uint32(column+1)<<(8*i), Weight: 2})
			}
		}
		q.Units = next
	}
	work := uint64(1) // nodes, as in orders 16 to 32: 3/4 i or 6/4 i times as many with each queen
	for i := 2; i <= q.order/q.images; i++ {
		work = work * uint64(i*3*q.images) / 8
	}
	for i := range q.Units {
		q.Units[i].Work = 1 + work/uint64(len(q.Units))
	}
}

// Search counts the solutions of a unit, or counts them again, without shortcuts and with the rows
// in another order. The result is invalid once stop is set.
func (q *Superqueens) Search(lines uint32, again bool, stop *atomic.Bool) uint64 {
	s, t, rows := q.unit(lines, stop)
	if q.images == 2 && len(rows) > 0 && !again {
		row, all := rows[0], uint64(1)<<q.order-1
		return s.outwards(all&^t.columns, t.all.from(row), t.each.from(q.order-1-row), s.at[row+3], s.at[row+4], row)
	}
	for i := 1; i < len(rows) && again; i += 2 {
		rows[i-1], rows[i] = rows[i], rows[i-1]
	}
	return s.place(t, rows)
}

// superSearch is a search in progress.
type superSearch struct {
	*Superqueens
	at   []uint64 // of each row, after two more, the column of its queen
	stop *atomic.Bool
}

// unit begins the search of a unit. It returns the other rows of the upper half, the first of them
// empty. A queen on a main diagonal attacks an image, except in the centre, the only square that
// does not move.
func (q *Superqueens) unit(lines uint32, stop *atomic.Bool) (s *superSearch, t taken, rows []int) {
	s = &superSearch{q, make([]uint64, q.order+4), stop}
	centre, main := uint64(q.order%2)<<(q.order/2), only(max(q.order, 1)-1)
	t = taken{centre, main, main}
	s.at[q.order/2+2] = centre
	for row := q.order/2 - 1; row >= 0; row-- {
		rows = append(rows, row)
	}
	for ; lines > 0; lines >>= 8 {
		rows = s.empty(rows)
		o := &q.orbits[rows[0]][lines&0xff-1]
		s.turn(o)
		t = t.or(o.taken)
	}
	return s, t, s.empty(rows)
}

// turn puts a queen and her images on the board, or takes them off.
func (s *superSearch) turn(o *orbit) {
	for _, q := range o.squares {
		s.at[q.row+2] ^= q.column
	}
}

// empty returns the rows from the first empty one on.
func (s *superSearch) empty(rows []int) []int {
	for len(rows) > 0 && s.at[rows[0]+2] != 0 {
		rows = rows[1:]
	}
	return rows
}

func (s *superSearch) free(t taken, row int) uint64 {
	near, far := s.at[row+1]|s.at[row+3], s.at[row]|s.at[row+4]
	return s.fits[row] &^ (t.columns | t.all.from(row) | t.each.from(s.order-1-row) |
		near<<2 | near>>2 | far<<1 | far>>1)
}

func (s *superSearch) place(t taken, rows []int) (solutions uint64) {
	if rows = s.empty(rows); len(rows) == 0 {
		return 1
	}
	if s.stop != nil && s.stop.Load() {
		return 0
	}
	row := rows[0]
	for c := s.free(t, row); c != 0; c &= c - 1 {
		o := &s.orbits[row][bits.TrailingZeros64(c)]
		s.turn(o)
		solutions += s.place(t.or(o.taken), rows[1:])
		s.turn(o)
	}
	return solutions
}

// outwards is place for half turns. From the third row on, images are too far for knight's moves.
func (s *superSearch) outwards(free, sums, diffs, near, far uint64, row int) (solutions uint64) {
	c := free &^ (sums | diffs | near<<2 | near>>2 | far<<1 | far>>1)
	if row == 0 {
		return uint64(bits.OnesCount64(c))
	}
	if s.stop != nil && s.stop.Load() {
		return 0
	}
	orbits := s.orbits[row]
	for ; c != 0; c &= c - 1 {
		o := &orbits[bits.TrailingZeros64(c)]
		solutions += s.outwards(free&^o.columns, sums<<1|o.sums, diffs>>1|o.diffs, c&-c, near, row-1)
	}
	return solutions
}
