package halves

import (
	"math/bits"
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
	ranks  *rowRanks
	kappa  []uint32
	tables [2][]atomic.Pointer[table] // western and eastern, by column set
	room   atomic.Int64               // bytes that may still be kept
}

// NewSource returns the Source of a board of order n, MinOrder to MaxOrder, that
// keeps tables of at most the given number of bytes. Tables are made when they are
// asked for first: 0.2 GB for all of order 20, 1.6 GB for order 22, 13 GB for 24.
func NewSource(n int, bytes int64) *Source {
	s := &Source{shape: newShape(n)}
	s.ranks = newRowRanks(s.m)
	s.kappa = kappas(s.m)
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

// recentTables is the number of tables that a Lister keeps for itself where they
// are not shared: those of a column set of the largest order.
const recentTables = 2*MaxOrder/4 + 4

// Lister makes the lists of one worker. It is used by one goroutine.
type Lister struct {
	*Source
	search      *search
	recent      []recentTable // the latest first
	terms       []Term
	top, bottom List
}

// recentTable is a table that is not shared.
type recentTable struct {
	columns uint32
	side    int
	*table
}

// NewLister returns a Lister of s.
func NewLister(s *Source) *Lister {
	l := &Lister{Source: s, search: newSearch(s.shape)}
	l.top.Lister, l.bottom.Lister = l, l
	return l
}

// The sides of a half, as indices.
const (
	western = 0
	eastern = 1
)

// table returns the placements of a quarter with the given column set.
func (l *Lister) table(columns uint32, side int) *table {
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
	t := l.search.table(columns, side == eastern, l.ranks)
	if size := t.bytes(); l.room.Add(-size) >= 0 {
		if !shared.CompareAndSwap(nil, t) {
			l.room.Add(size)
			return shared.Load()
		}
		return t
	} else {
		l.room.Add(size)
	}
	if len(l.recent) < recentTables {
		l.recent = append(l.recent, recentTable{})
	}
	copy(l.recent[1:], l.recent)
	l.recent[0] = recentTable{columns, side, t}
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
	// Where ties is set, placements are listed by the kappa of their western row set:
	// up to limit, with tie bit equal if it is limit, and tie bit beyond if it is more
	// than low. Otherwise, where exact is set, only those of kappa limit are.
	ties, exact   bool
	limit, low    uint32
	equal, beyond uint64
}

// Terms returns the pairs of lists that a column set stands for: its solutions are
// the sum of Factor times the number of disjoint pairs. They are valid until the
// next call.
func (l *Lister) Terms(f Family, set uint64) []Term {
	west, east := l.parts(set)
	top := half{family: f, top: true, west: west, east: east}
	bottom := half{family: f, west: l.all() &^ west, east: l.all() &^ east}
	if f == Sides {
		l.terms = append(l.terms[:0], Term{1, l, top, bottom})
		return l.terms
	}
	high, low := max(l.kappa[west], l.kappa[east]), min(l.kappa[west], l.kappa[east])
	ranked := func(h half) half {
		h.ties, h.limit, h.low = true, high, low
		h.equal, h.beyond = l.tie(0), l.tie(1)
		if !h.top {
			h.equal, h.beyond = h.beyond, h.equal
		}
		return h
	}
	only := func(h half, kappa uint32) half {
		h.exact, h.limit = true, kappa
		return h
	}
	l.terms = append(l.terms[:0],
		Term{2, l, ranked(top), ranked(bottom)},
		Term{-1, l, only(top, high), only(bottom, low)})
	if high != low {
		l.terms = append(l.terms, Term{-1, l, only(top, low), only(bottom, high)})
	}
	return l.terms
}

// images returns the number of images of a column set under the side reflections,
// and whether the set is the least of them.
func (s *Source) images(set uint64) (count uint64, least bool) {
	west, east := s.parts(set)
	all := s.all()
	count = 4
	for _, image := range [3]uint64{
		uint64(east)<<s.m | uint64(west),
		uint64(all&^west)<<s.m | uint64(all&^east),
		uint64(all&^east)<<s.m | uint64(all&^west),
	} {
		switch {
		case image < set:
			return 0, false
		case image == set:
			count = 2
		}
	}
	return count, true
}

// size returns the number of members of a set of lines.
func size(s uint32) int { return bits.OnesCount32(s) }
