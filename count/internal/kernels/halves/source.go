package halves

import (
	"math/bits"
	"sync"
	"sync/atomic"

	"queens/count/internal/kernels/shelf"
)

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

func (s *Source) parts(set uint64) (west, east uint32) {
	return uint32(set >> s.m), uint32(set) & s.all()
}

// Lister makes the lists of one worker. It belongs to one goroutine.
type Lister struct {
	*Source
	stop        *atomic.Bool
	terms       []Term
	top, bottom List
}

// NewLister returns a Lister of s.
func NewLister(s *Source) *Lister {
	l := &Lister{Source: s, stop: new(atomic.Bool)}
	l.top.Lister, l.bottom.Lister = l, l
	return l
}

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

// Top starts the list of the top half and returns it. It invalidates the Lister's last top list.
func (t *Term) Top() *List { return t.lister.top.reset(&t.top) }

// Bottom is Top for the bottom half.
func (t *Term) Bottom() *List { return t.lister.bottom.reset(&t.bottom) }

type half struct {
	family     Family
	top        bool
	west, east uint32 // columns
	rows       condition
}

// Terms returns the pairs of lists of a column set: its number of solutions is the sum of Factor
// times the number of disjoint pairs. Partial sums are never negative. The terms are valid until
// the next call.
func (l *Lister) Terms(f Family, set uint64) []Term {
	west, east := l.parts(set)
	top := half{family: f, top: true, west: west, east: east}
	bottom := half{family: f, west: l.all() &^ west, east: l.all() &^ east}
	if f != Sides {
		return l.rankedTerms(top, bottom)
	}
	l.terms = append(l.terms[:0], Term{1, l, top, bottom})
	return l.terms
}

func size(s uint32) int { return bits.OnesCount32(s) }
