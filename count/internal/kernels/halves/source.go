// Package halves lists the placements of queens on one half of a board, for the half-board join.
//
// The board of order n = 2m or 2m+1 is cut along its horizontal middle. Every solution is a
// placement of the top half and one of the bottom half that use complementary columns and no common
// diagonal. A half placement is therefore reduced to a key, the set of its diagonals that cross the
// middle, and two placements are compatible if their keys have no common bit. The number of
// solutions is
//
//	sum over column sets C of #{(a, b): a in top(C), b in bottom(not C), a AND b = 0}
//
// Package join counts such pairs; this package makes the lists. All workers of a count share a
// [Source], and each has a [Lister]. [Lister.Terms] returns the pairs of lists of a column set,
// with signs, so that every solution counts with the weight of its symmetry.
//
// A half board is itself cut in the middle. Its placements are the pairs of a western and an
// eastern quarter placement with complementary rows and no common diagonal. The quarter placements
// of each column set, grouped by row set, are found by search and cached.
//
// Squares of a quarter are counted from the centre of the board: square (a, b) lies a rows from the
// horizontal and b columns from the vertical middle. So one table serves all four quarters, and the
// mirror images of keys are bit reversals.
//
//	        west   |   east
//	    ... b=1 b=0|b=0 b=1 ...
//	a=1         x  |                  top
//	a=0     x      |      x
//	  -------------+------------- middle row and column between them if n is odd
//	a=0            |
//	a=1            |                  bottom
//
// Column sets are words west<<m | east, with bit b of each part for the column b places from the
// middle. The package knows bitmasks, not boards; its caller validates.
package halves

import (
	"math/bits"
	"sync"
	"sync/atomic"

	"queens/count/internal/kernels/shelf"
)

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
//	4m-2, 4m-1     2       ties, see list.go
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

// Family selects the solutions that a column set represents.
type Family uint8

const (
	// Plain has all solutions of an even order. Column sets are the least of their images under the
	// side reflections.
	Plain Family = iota
	// Centre has the solutions of an odd order with a queen in the centre. Column sets are those of
	// Plain, without the middle column.
	Centre
	// Sides has the solutions of an odd order without a queen in the centre whose middle-row queen
	// is left of the centre, and whose middle-column queen is above it and farther out. That is one
	// of every eight images. The middle row belongs to the top half. Column sets are those of the
	// top half without the middle column, which is always in them.
	Sides
)

// Source is shared by the workers of a count: the geometry of the board and the tables of quarter
// placements. It is safe for concurrent use.
type Source struct {
	shape
	ranks *rowRanks
	kappa []uint32

	// By size of the row set: the groups by ascending kappa, and the number below each kappa.
	groups    [][]group
	groupEnds [][]int

	tables   *shelf.Shelf[quarter, *table]
	searches sync.Pool
}

type quarter struct {
	columns uint32
	side    side
}

// NewSource returns the Source of a board of order n, 4 to MaxOrder, with tables in store:
// 0.2 GB for all of order 20, 1.6 GB for order 22, 13 GB for 24.
//
// ranks has a number for every set of lines of a quarter, shared with its reverse and with the
// complements of both. Solutions do not depend on it, but lists do.
func NewSource(n int, ranks []uint32, store *shelf.Store) *Source {
	s := &Source{shape: shape{n / 2, n % 2}, kappa: ranks}
	s.ranks = newRowRanks(s.m)
	s.groupByKappa()
	s.tables = shelf.New(store, s.newTable)
	s.searches.New = func() any { return newSearch(s.shape) }
	return s
}

// Lister makes the lists of one worker. It belongs to one goroutine.
type Lister struct {
	*Source
	stop *atomic.Bool
}

// NewLister returns a Lister of s.
func NewLister(s *Source) *Lister { return &Lister{s, new(atomic.Bool)} }

// StopOn ends lists early once the flag is set; they are then invalid. The flag must not be cleared
// while a list is in use.
func (l *Lister) StopOn(flag *atomic.Bool) { l.stop = flag }

func (s *Source) table(columns uint32, side side) *table { return s.tables.Get(quarter{columns, side}) }

// Term is a pair of lists and the weight of each pair of disjoint keys.
type Term struct {
	Factor      int64 // 2, 1 or -1
	lister      *Lister
	top, bottom half
}

// Top starts the list of the top half and returns it.
func (t *Term) Top() *List { return t.lister.list(&t.top) }

// Bottom is Top for the bottom half.
func (t *Term) Bottom() *List { return t.lister.list(&t.bottom) }

type half struct {
	family     Family
	top        bool
	west, east uint32 // columns
	rows       condition
}

// Terms returns the pairs of lists of a column set: its number of solutions is the sum of Factor
// times the number of disjoint pairs. Partial sums are never negative.
func (l *Lister) Terms(f Family, set uint64) []Term {
	west, east := uint32(set>>l.m), uint32(set)&l.all()
	top := half{family: f, top: true, west: west, east: east}
	bottom := half{family: f, west: l.all() &^ west, east: l.all() &^ east}
	term := func(factor int64, x, y condition) Term {
		t := Term{Factor: factor, lister: l, top: top, bottom: bottom}
		t.top.rows, t.bottom.rows = x, y
		return t
	}
	if f == Sides {
		every := condition{most: uint32(len(l.groupEnds[0]) - 2)}
		return []Term{term(1, every, every)}
	}
	high, low := max(l.kappa[west], l.kappa[east]), min(l.kappa[west], l.kappa[east])
	only := func(kappa uint32) condition { return condition{least: kappa, most: kappa} }
	terms := []Term{
		term(2,
			condition{most: high, low: low, equal: l.tie(0), beyond: l.tie(1)},
			condition{most: high, low: low, equal: l.tie(1), beyond: l.tie(0)}),
		term(-1, only(high), only(low)),
	}
	if high != low {
		terms = append(terms, term(-1, only(low), only(high)))
	}
	return terms
}

func size(s uint32) int { return bits.OnesCount32(s) }
