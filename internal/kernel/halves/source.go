package halves

import (
	"math/bits"
	"sync"
	"sync/atomic"

	"queens/internal/kernel/shelf"
)

// Family says which solutions a column set represents.
type Family uint8

const (
	// Plain holds all solutions of an even order. Column sets are those least among
	// their images under the side reflections.
	Plain Family = iota
	// Centre holds the solutions of an odd order with a queen in the centre. Column
	// sets are those of Plain; the middle column is not in them.
	Centre
	// Sides holds, of the solutions of an odd order without a queen in the centre,
	// those whose middle-row queen stands left of the centre, whose middle-column
	// queen stands above it, and of these two the latter farther out. That is one of
	// every eight images. The middle row belongs to the top half; column sets are
	// those of the top half without the middle column, which is always in them.
	Sides
)

// Source is what the workers of one count share: the geometry of the board and the tables of
// quarter placements. Several goroutines may use it at once.
type Source struct {
	shape
	ranks *rowRanks
	kappa []uint32

	// By size of the row set: the groups by increasing kappa, and for each kappa how
	// many have a lower one.
	groups    [][]group
	groupEnds [][]int

	tables   *shelf.Shelf[quarter, *table]
	searches sync.Pool
}

type quarter struct {
	columns uint32
	side    side
}

// NewSource returns the Source of a board of order n, MinOrder to MaxOrder, that keeps tables in
// the store: 0.2 GB for all of order 20, 1.6 GB for order 22, 13 GB for 24.
//
// ranks has a number for every set of lines of a quarter that it shares with its reverse and with
// the complements of both. Solutions do not depend on it, lists do.
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

// Lister makes the lists of one worker. It is used by one goroutine.
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

// StopOn makes lists end early once the flag is set; they are invalid then. The flag
// must not be cleared while a list is in use.
func (l *Lister) StopOn(flag *atomic.Bool) { l.stop = flag }

func (s *Source) table(columns uint32, side side) *table { return s.tables.Get(quarter{columns, side}) }

// Term is a pair of lists and what each pair of disjoint keys counts.
type Term struct {
	Factor      int64 // 2, 1 or -1
	lister      *Lister
	top, bottom half
}

// Top starts the list of the top half and returns it. Any list of a top half that
// the Lister gave before is lost.
func (t *Term) Top() *List { return t.lister.top.reset(&t.top) }

// Bottom is Top for the bottom half.
func (t *Term) Bottom() *List { return t.lister.bottom.reset(&t.bottom) }

// half says which placements of a half board are to be listed.
type half struct {
	family     Family
	top        bool
	west, east uint32 // columns
	rows       condition
}

// Terms returns the pairs of lists of a column set: its solutions are the sum of Factor times the
// number of disjoint pairs; the sum over the first few terms is never negative. They are valid
// until the next call.
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
