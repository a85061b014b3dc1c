package symmetric

import (
	"math/bits"
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
	fits   []uint64  // of each row, the columns where a queen does not attack her images
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

// NewSuperqueens returns the placements of order n that a half turn leaves unchanged, 0 to
// [MaxSuperHalf], or a quarter turn, 0 to [MaxSuperQuarter].
func NewSuperqueens(n int, half bool) *Superqueens {
	q := &Superqueens{order: n, images: 4, orbits: make([][]orbit, n), fits: make([]uint64, n)}
	if half {
		q.images = 2
	}
	for row := range n {
		for column := range n {
			r, c := n-1-row, n-1-column
			images := [...][2]int{{row, column}, {r, c}, {column, r}, {c, row}}
			o, fits := orbit{}, true
			for i, s := range images[:q.images] {
				o.squares = append(o.squares, square{s[0], 1 << s[1]})
				o.taken = o.or(taken{1 << s[1], only(s[0] + s[1]), only(s[1] - s[0] + n - 1)})
				fits = fits && (i == 0 || !meet(s[0]-row, s[1]-column))
			}
			o.sums, o.diffs = o.all.from(max(row, 1)-1), o.each.from(min(n-row, n-1))
			q.orbits[row] = append(q.orbits[row], o)
			if fits {
				q.fits[row] |= 1 << column
			}
		}
	}
	q.addUnits()
	return q
}

// meet reports whether superqueens attack each other, by the distance of their rows and columns.
func meet(rows, columns int) bool {
	rows, columns = rows*rows, columns*columns
	return rows == 0 || columns == 0 || rows == columns || rows+columns == 5
}

func (t taken) or(u taken) taken {
	return taken{t.columns | u.columns, t.all.or(u.all), t.each.or(u.each)}
}

func (q *Superqueens) addUnits() {
	if q.order%q.images > 1 { // a queen and her images take as many rows
		return
	}
	s, centre := q.begin(nil)
	if len(s.rows) == 0 {
		q.Units = Units{{Weight: 1, Work: 1}}
		return
	}
	row := s.rows[0]
	left := uint64(1)<<(q.order/2) - 1
	for first := range bitmath.Members(s.free(centre, row) & left) {
		t, second := s.put(centre, row, first), uint64(1)<<63 // column 63 is none: plus 1 and shifted, 0
		if rest := s.empty(s.rows); len(rest) > 0 {
			second = s.free(t, rest[0])
		}
		for column := range bitmath.Members(second) {
			q.Units = append(q.Units, Unit{Lines: uint32(first) + 1 | uint32(column+1)%64<<8, Weight: 2})
		}
		s.remove(row, first)
	}
	work := uint64(1) // nodes, as in orders 16 to 32: 3/4 i or 6/4 i times as many with each queen
	for i := 2; i <= q.order/q.images; i++ {
		work = work * uint64(i*3*q.images) / 8
	}
	for i := range q.Units {
		q.Units[i].Work = 1 + work/uint64(len(q.Units))
	}
}

// Search counts the solutions of a unit. The result is invalid once stop is set.
func (q *Superqueens) Search(lines uint32, stop *atomic.Bool) uint64 {
	s, t, rows := q.unit(lines, stop)
	if q.images == 4 || len(rows) == 0 {
		return s.place(t, rows)
	}
	row, all := rows[0], uint64(1)<<q.order-1
	mainSum, mainDiff := uint64(1)<<(q.order-1-row), uint64(1)<<row // where a queen attacks her image
	return s.outwards(all&^t.columns, t.all.from(row)|mainSum, t.each.from(q.order-1-row)|mainDiff, s.at[row+3],
		s.at[row+4], row)
}

// Again is Search without shortcuts and with the rows in another order.
func (q *Superqueens) Again(lines uint32, stop *atomic.Bool) uint64 {
	s, t, _ := q.unit(lines, stop)
	for i := 1; i < len(s.rows); i += 2 {
		s.rows[i-1], s.rows[i] = s.rows[i], s.rows[i-1]
	}
	return s.place(t, s.rows)
}

// superSearch is a search in progress.
type superSearch struct {
	*Superqueens
	at   []uint64 // of each row, after two more, the column of its queen
	rows []int    // of the upper half, in order
	stop *atomic.Bool
}

func (q *Superqueens) begin(stop *atomic.Bool) (s *superSearch, t taken) {
	s = &superSearch{q, make([]uint64, q.order+4), nil, stop}
	for row := q.order/2 - 1; row >= 0; row-- {
		s.rows = append(s.rows, row)
	}
	if q.order%2 == 1 { // the centre is the only square that does not move
		t = s.put(t, q.order/2, q.order/2)
	}
	return s, t
}

// unit begins the search of a unit, and returns the other rows.
func (q *Superqueens) unit(lines uint32, stop *atomic.Bool) (s *superSearch, t taken, rest []int) {
	s, t = q.begin(stop)
	rest = s.rows
	for ; lines > 0; lines >>= 8 {
		rest = s.empty(rest)
		t = s.put(t, rest[0], int(lines&0xff)-1)
	}
	return s, t, s.empty(rest)
}

func (s *superSearch) put(t taken, row, column int) taken {
	o := &s.orbits[row][column]
	for _, q := range o.squares {
		s.at[q.row+2] = q.column
	}
	return t.or(o.taken)
}

func (s *superSearch) remove(row, column int) {
	for _, q := range s.orbits[row][column].squares {
		s.at[q.row+2] = 0
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
		column := bits.TrailingZeros64(c)
		solutions += s.place(s.put(t, row, column), rows[1:])
		s.remove(row, column)
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
