package halves

import (
	"math/bits"
	"slices"
	"sync/atomic"
)

// Family says which solutions a column set stands for.
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

// Source is what the workers of one count share: the geometry of the board and
// the tables of quarter placements, as many as fit. It may be used by several
// goroutines at once.
type Source struct {
	shape
	ranks *rowRanks
	kappa []uint32

	// By size of the row set: the groups by increasing kappa, and for each kappa how
	// many have a lower one.
	groups    [][]group
	groupEnds [][]int

	tables [sides][]atomic.Pointer[table] // by column set
	room   atomic.Int64                   // bytes that may still be kept
	spills atomic.Bool                    // a table did not fit
}

// Kept reports whether all tables that were asked for so far are kept for all
// workers.
func (s *Source) Kept() bool { return !s.spills.Load() }

// NewSource returns the Source of a board of order n, MinOrder to MaxOrder, that
// keeps tables of at most the given number of bytes. Tables are made when they are
// asked for first: 0.2 GB for all of order 20, 1.6 GB for order 22, 13 GB for 24.
//
// ranks has a number for every set of lines of a quarter that it shares with its
// reverse and with the complements of both. Solutions do not depend on it, lists
// do.
func NewSource(n int, ranks []uint32, bytes int64) *Source {
	s := &Source{shape: newShape(n), kappa: ranks}
	s.ranks = newRowRanks(s.m)
	s.groupByKappa()
	for i := range s.tables {
		s.tables[i] = make([]atomic.Pointer[table], 1<<s.m)
	}
	s.room.Store(bytes)
	return s
}

// parts returns the western and the eastern part of a column set.
func (s *Source) parts(set uint64) (west, east uint32) {
	return uint32(set >> s.m), uint32(set) & s.all()
}

// Lister makes the lists of one worker. It is used by one goroutine.
type Lister struct {
	*Source
	search      *search
	recent      []recentTable // that are not shared, the latest first
	room        int64         // bytes of them that may be kept
	stop        *atomic.Bool
	terms       []Term
	top, bottom List
}

// recentTable is a table that is not shared.
type recentTable struct {
	columns uint32
	side    side
	*table
}

// NewLister returns a Lister of s. Of the tables that are not shared it keeps the
// latest ones, up to the given number of bytes, and in any case those of the column
// set in progress: 0.2 GB for order 28.
func NewLister(s *Source, bytes int64) *Lister {
	l := &Lister{Source: s, room: bytes, search: newSearch(s.shape), stop: new(atomic.Bool)}
	l.top.Lister, l.bottom.Lister = l, l
	return l
}

// StopOn makes lists end early once the flag is set; they are invalid then. The flag
// must not be cleared while a list is in use.
func (l *Lister) StopOn(flag *atomic.Bool) { l.stop = flag }

// table returns the placements of a quarter with the given column set.
func (l *Lister) table(columns uint32, side side) *table {
	shared := &l.tables[side][columns]
	if t := shared.Load(); t != nil {
		return t
	}
	for i, r := range l.recent {
		if r.columns == columns && r.side == side {
			copy(l.recent[1:i+1], l.recent[:i])
			l.recent[0] = r
			return r.table
		}
	}
	t := l.newTable(columns, side)
	size := t.bytes()
	if l.Source.room.Add(-size) >= 0 {
		if shared.CompareAndSwap(nil, t) {
			return t
		}
		l.Source.room.Add(size) // another worker was faster
		return shared.Load()
	}
	l.Source.room.Add(size)
	l.spills.Store(true)
	l.recent = slices.Insert(l.recent, 0, recentTable{columns, side, t})
	const inUse = 4 // two halves of two quarters
	kept := int64(0)
	for i, r := range l.recent {
		if kept += r.bytes(); kept > l.room && i >= inUse {
			clear(l.recent[i:])
			l.recent = l.recent[:i]
			break
		}
	}
	return t
}

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

// Terms returns the pairs of lists that a column set stands for: its solutions are
// the sum of Factor times the number of disjoint pairs; the sum over the first few
// terms is never negative. They are valid until the next call.
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

// size returns the number of members of a set of lines.
func size(s uint32) int { return bits.OnesCount32(s) }
