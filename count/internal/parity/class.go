package parity

import (
	"cmp"
	"iter"
	"math/bits"
	"slices"

	"queens/count/unit"
)

// Orders that the package accepts. Numbers of diagonals fit 32 bits up to 32.
const (
	MinOrder = 0
	MaxOrder = 32
)

// Class is all solutions of one order with one number of queens on the squares of even rows and
// even columns. With lines counted from 0, Even of them are even, half of the order rounded up, and
// Odd are odd.
//
//	kind of square       queens    rows             columns
//	even row, even col   a         A                B
//	odd row, odd col     c         A'               B'
//	odd row, even col    b         all but A'       all but B
//	even row, odd col    b         all but A        all but B'
//
// A and B are sets of even lines, A' and B' of odd ones: bit i is line 2i
// or 2i+1. c = a for even orders and a-1 for odd ones, b = Even - a.
//
// Other [Board]s have the same classes, with other symmetries.
type Class struct {
	Board     Board
	Order     int // or the number of lines of half turns
	Even, Odd int // lines of either parity
	Queens    int // a

	// EvenSets are the sets A of a even lines, OddSets the sets A' of c odd lines, by ascending
	// rank. Rows and Columns are the sets B and B': those of EvenSets that represent themselves
	// and, if columns may be reversed, their reversals, and OddSets. With blocked squares they
	// differ.
	EvenSets, OddSets, Rows, Columns []Set

	evens, odds []images // of EvenSets and OddSets
	open        *Squares // of the board Open
	apart       uint64   // probability that two squares share no diagonal, times 2^16
}

// images has the indices of the reversed set and of the complement, if the class has it, and the
// reach of units whose largest rank is that of the set.
type images struct {
	reverse, complement int
	reach               Reach
}

// Set is a set of lines of one parity.
//
// Rank is shared by all images of the set under the symmetries that [Class.Units] uses. Any ranks
// do; these put sets with few placements first. Weight is the number of sets that a row of a matrix
// represents: 1 or 2.
type Set struct {
	Lines  uint32
	Rank   uint32
	Weight uint32
}

// Board selects the solutions that are divided into classes.
type Board int

const (
	Square Board = iota // all solutions of an order

	// Turned are the solutions of order 2n+1 that a half turn leaves unchanged. A pair of queens
	// that it exchanges counts as one, and lines are the n distances from the centre: 1, 3, ... are
	// the even lines, 2, 4, ... the odd ones. A row has two squares in each column, and only the
	// transposition is a symmetry.
	Turned

	// Mirrored are reflecting queens: permutations p of 1 to n whose 2n numbers p(x)+x and p(x)-x
	// all differ, as if a mirror on the line x = 0 reflected the diagonals. x is the row and p(x)
	// the column, counted from 1, so line 0 is row 1 or column 1. The numbers replace the
	// diagonals. Only the reflection of the columns is a symmetry. It turns a number v into n+1-v,
	// and in even orders it exchanges the colours. Source: [klarner1967].
	Mirrored

	// Open are the solutions on the open squares of a board, see [Squares]. No symmetry is used.
	Open
)

// Maker makes the class with the given number of queens.
type Maker func(queens int) *Class

// Of makes the classes of order n, or of half turns with n lines.
func (b Board) Of(n int) Maker { return func(queens int) *Class { return b.New(n, queens) } }

// Exchanged makes the classes with white and black exchanged, see [Class.Exchanged].
func (of Maker) Exchanged() Maker { return func(queens int) *Class { return of(queens).Exchanged() } }

// Classes yields the classes that make up all solutions of order n, [MinOrder] to [MaxOrder], or
// all half turns with n lines, up to [MaxLines], if units count with their weights.
func (b Board) Classes(n int) iter.Seq[*Class] {
	return func(yield func(*Class) bool) {
		first, last := n%2, (n+1)/2 // c = a-1 is not negative
		if n%2 == 0 && b != Turned {
			last = n / 4 // classes above are those with the colours exchanged
		}
		for a := first; a <= last; a++ {
			if !yield(b.New(n, a)) {
				return
			}
		}
	}
}

// MaxLines is the largest number of lines of half turns, which is order 45: with more, the numbers
// of the squares of a class exceed eight bits.
const MaxLines = 22

// New returns the class with a queens on even rows and even columns, of order n or with n lines. a
// is 0 to n/2, or 1 to n/2+1 for odd orders.
func (b Board) New(n, a int) *Class {
	c := &Class{Board: b, Order: n, Even: (n + 1) / 2, Odd: n / 2, Queens: a}
	images, offset := n%2 == 0 && b == Square, n%2
	if b == Turned {
		offset = 1
	}
	c.EvenSets, c.OddSets = ranked(c.Even, a, 0, images), ranked(c.Odd, a-n%2, offset, images)
	c.Rows = c.EvenSets
	if n%2 == 1 && b != Turned {
		c.Rows = nil
		for _, s := range c.EvenSets {
			switch r := Reversed(s.Lines, c.Even); {
			case s.Lines < r:
				c.Rows = append(c.Rows, Set{s.Lines, s.Rank, 2})
			case s.Lines == r:
				c.Rows = append(c.Rows, s)
			}
		}
	}
	if b == Mirrored && n%2 == 0 && n > 0 && 2*a == c.Even { // only one of a set and its complement counts
		c.EvenSets = slices.DeleteFunc(slices.Clone(c.EvenSets), func(s Set) bool { return s.Lines&1 == 0 })
	}
	c.Columns = c.OddSets
	return c.measure()
}

// Exchanged returns the image of a class of even order under the reflection of the columns, which
// exchanges white and black. A unit (A, A') becomes the unit of the complements, with the same
// indices, the same reach and the same number of solutions.
func (c *Class) Exchanged() *Class {
	x := &Class{Board: c.Board, Order: c.Order, Even: c.Even, Odd: c.Odd, Queens: c.Even - c.Queens, apart: c.apart}
	for _, s := range c.EvenSets { // the odd sets of an even order are the same
		s.Lines = (1<<c.Even - 1) &^ s.Lines
		x.EvenSets = append(x.EvenSets, s)
	}
	x.OddSets, x.Rows, x.Columns = x.EvenSets, x.EvenSets, x.EvenSets
	x.evens, x.odds = x.imagesOf(x.EvenSets, x.Even), x.imagesOf(x.OddSets, x.Odd)
	return x
}

func (c *Class) imagesOf(sets []Set, m int) []images {
	index := make([]int, 1<<m)
	for i, s := range sets {
		index[s.Lines] = i
	}
	list := make([]images, len(sets))
	for i, s := range sets {
		list[i] = images{index[Reversed(s.Lines, m)], index[(1<<m-1)&^s.Lines], c.reach(s.Rank)}
	}
	return list
}

// Unit is a pair of row sets (A, A'), by their indices in EvenSets and OddSets.
type Unit = unit.Unit

// RowsOf returns the rows of a unit's queens, white and black: x of those on even columns, y of
// those on odd ones.
func (c *Class) RowsOf(u Unit) (x, y [2]uint32) {
	even, odd := c.EvenSets[u.Even].Lines, c.OddSets[u.Odd].Lines
	return [2]uint32{even, 1<<c.Odd - 1 - odd}, [2]uint32{odd, 1<<c.Even - 1 - even}
}

// Units yields the units that represent themselves and their images, with their weights, by Even,
// then by Odd.
func (c *Class) Units() iter.Seq2[Unit, uint64] {
	return c.UnitsOf(Cover{Of: make([]int, len(c.EvenSets))}, Indices(c.EvenSets), Indices(c.OddSets))
}

// Image returns the image of u under a symmetry of the board: with reversed rows in odd orders,
// after a half turn in even ones. It has the same number of solutions, but other lists.
func (c *Class) Image(u Unit) Unit {
	if c.Order%2 == 1 {
		return Unit{Even: c.evens[u.Even].reverse, Odd: c.odds[u.Odd].reverse}
	}
	return Unit{Even: c.odds[u.Odd].reverse, Odd: c.evens[u.Even].reverse}
}

// WeightIn returns how many pairs of all classes a unit represents, the transposition aside, if
// units are chosen by groups of even sets: 0 if another unit represents it.
//
// Reversing the rows of an odd order keeps their parity, so a pair (A, A') has the same number of
// solutions as the pair of the reversed sets. In an even order, a half turn maps (A, A') to (rev
// A', rev A). Reversing the rows exchanges the colours, and both together map a pair to the
// complements of its sets, perhaps in another class. The image whose even set is in the first group
// counts, and of several the least.
//
// A unit of half turns has no images, but one list of each colour has half of its placements only,
// see [Quarter.First].
func (c *Class) WeightIn(even Cover, u Unit) uint64 {
	switch {
	case c.Board == Turned:
		return c.halved(c.Queens-c.Order%2) * c.halved(c.Even-c.Queens)
	case c.Board == Open, c.Board == Mirrored && (c.Order%2 == 1 || c.Order == 0):
		return 1
	case c.Board == Mirrored: // and the unit of the complements
		return 2
	}
	var others [3]Unit
	images, number := append(others[:0], c.Image(u)), uint64(2)
	if c.Order%2 == 0 {
		number = 4
		if 2*c.Queens == c.Even { // complements belong to this class
			other := Unit{Even: c.evens[u.Even].complement, Odd: c.odds[u.Odd].complement}
			images = append(images, other, c.Image(other))
		}
	}
	same := uint64(1) // symmetries that leave u as it is
	for _, image := range images {
		switch order := cmp.Or(even.Of[image.Even]-even.Of[u.Even], image.Even-u.Even, image.Odd-u.Odd); {
		case order < 0:
			return 0
		case order == 0:
			same++
		}
	}
	return number / same
}

// halved returns how many placements one represents if its first queen is on [Quarter.First].
func (c *Class) halved(queens int) uint64 { return uint64(min(queens, 1) + 1) }

// Reach is the part of the sets of columns that a unit needs: the first Rows of Class.Rows and the
// first Columns of Class.Columns. A product counts twice if its sets are among the first RowsBelow
// and the first ColumnsBelow, otherwise once.
//
// Transposing the board exchanges (A, A') with (B, B'). Of two such pairs with different largest
// ranks only the one with the larger rows counts, twice.
type Reach struct {
	Rows, RowsBelow       int
	Columns, ColumnsBelow int
}

// Reach returns the reach of a unit.
func (c *Class) Reach(u Unit) Reach {
	if c.EvenSets[u.Even].Rank > c.OddSets[u.Odd].Rank {
		return c.evens[u.Even].reach
	}
	return c.odds[u.Odd].reach
}

func (c *Class) reach(most uint32) Reach {
	if c.Board == Mirrored || c.Board == Open {
		return Reach{Rows: len(c.Rows), Columns: len(c.Columns)}
	}
	return Reach{
		Rows: below(c.Rows, most+1), RowsBelow: below(c.Rows, most),
		Columns: below(c.Columns, most+1), ColumnsBelow: below(c.Columns, most),
	}
}

// below returns how many of the sets have a smaller rank. Their ranks ascend.
func below(sets []Set, rank uint32) int {
	i, _ := slices.BinarySearchFunc(sets, rank, func(s Set, r uint32) int { return cmp.Compare(s.Rank, r) })
	return i
}

// ranked returns the sets of k of m lines by ascending rank. A set has the rank of its reversal
// and, if m = 2k and complements is set, of their complements. Ranks of sets of different sizes and
// kinds cover the same range; an offset, 0 or 1, keeps two kinds apart.
func ranked(m, k, offset int, complements bool) []Set {
	all := uint32(1)<<m - 1
	least := func(s uint32) uint32 {
		first := min(s, Reversed(s, m))
		if complements && 2*k == m {
			first = min(first, min(all&^s, all&^Reversed(s, m)))
		}
		return first
	}
	var sets []Set
	var classes []uint32
	for s := range all + 1 {
		if bits.OnesCount32(s) == k {
			sets = append(sets, Set{Lines: s, Weight: 1})
			if least(s) == s {
				classes = append(classes, s)
			}
		}
	}
	SortByCrowding(classes, m)
	rank := make(map[uint32]uint32, len(classes))
	for i, s := range classes {
		rank[s] = uint32(uint64(2*i+offset) << 29 / uint64(len(classes)))
	}
	for i := range sets {
		sets[i].Rank = rank[least(sets[i].Lines)]
	}
	slices.SortStableFunc(sets, func(a, b Set) int { return cmp.Compare(a.Rank, b.Rank) })
	return sets
}

// Reversed returns the lowest m bits of s, which has no others, in reverse order.
//
// It avoids bits.Reverse32: inlined on arm64, go1.26.8 miscompiles the minimum of s, its reversal
// and their complements, and drops the last of them.
func Reversed(s uint32, m int) (r uint32) {
	for range m {
		r = r<<1 | s&1
		s >>= 1
	}
	return r
}

// SortByCrowding sorts sets of m lines, those with few placements first. Ties are by number.
func SortByCrowding(sets []uint32, m int) {
	slices.SortFunc(sets, func(a, b uint32) int {
		return cmp.Or(cmp.Compare(crowding(b, m), crowding(a, m)), cmp.Compare(a, b))
	})
}

// crowding measures how much queens on the lines of s, and queens on the other of m lines, get in
// each other's way: two lines at distance d have 2(m-d) pairs of squares on common diagonals.
func crowding(s uint32, m int) (total int) {
	others := (uint32(1)<<m - 1) &^ s
	for d := 1; d < m; d++ {
		total += (m - d) * (bits.OnesCount32(s&(s>>d)) + bits.OnesCount32(others&(others>>d)))
	}
	return total
}

// UsualList estimates the number of placements with given rows and columns on the squares of even
// rows and even columns, times 256. It multiplies the number of permutations by the probability
// that two squares in different rows and columns share no diagonal, once for each pair of queens.
func (c *Class) UsualList(queens int) uint64 {
	number := uint64(1) << 24
	for i := 2; i <= queens; i++ {
		number *= uint64(i)
	}
	for range queens * (queens - 1) / 2 {
		number = number>>16*c.apart + number&0xffff*c.apart>>16
	}
	if number >>= 16; c.Board == Turned {
		number <<= queens
	}
	return number
}

// measure sets the images of sets, and the probability of UsualList.
func (c *Class) measure() *Class {
	c.evens, c.odds = c.imagesOf(c.EvenSets, c.Even), c.imagesOf(c.OddSets, c.Odd)
	q, pairs, fit := c.Quarter(EvenEven), uint64(0), uint64(0)
	for row := range q.Rows {
		for free := q.Free(row, 0, 0); free != 0; free &= free - 1 {
			square := bits.TrailingZeros32(free)
			for other := range row {
				column := uint32(1) << q.Column(square)
				pairs += uint64(bits.OnesCount32(q.Free(other, column, 0)))
				fit += uint64(bits.OnesCount32(q.Free(other, column, q.Key(row, square))))
			}
		}
	}
	if c.apart = 1 << 16; pairs > 0 {
		c.apart = fit << 16 / pairs
	}
	return c
}
