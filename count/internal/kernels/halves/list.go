package halves

import (
	"cmp"
	"slices"
)

// Slack is the free capacity that Fill leaves after its keys, because vector code reads whole
// vectors.
const Slack = 16

// List yields the keys of the placements of a half board, slice by slice.
type List struct {
	*Lister
	half       *half
	west, east *table
	groups     []group // that remain, the one in progress first
}

// group is the placements with one western row set: the groups of the two tables to combine.
type group struct {
	west, east uint32 // ranks of row sets
	kappa      uint32 // of the western row set
}

func (s *Lister) list(h *half) *List {
	l := &List{Lister: s, half: h}
	queens, sides := size(h.west), [2]side{westPlain, eastPlain}
	switch {
	case l.middle():
		queens, sides = queens-1, [2]side{westMiddle, eastMiddle}
	case h.family == Centre:
		sides = [2]side{westCentre, eastCentre}
	}
	if queens < 0 {
		return l // no column for the middle-row queen
	}
	l.west = l.table(h.west, sides[0])
	if l.stop.Load() {
		return l
	}
	l.east = l.table(h.east, sides[1])
	l.groups = h.rows.listed(l.Source, queens)
	return l
}

func (l *List) middle() bool { return l.half.family == Sides && l.half.top }

// Done reports whether Fill has nothing to add or has been stopped.
func (l *List) Done() bool { return len(l.groups) == 0 }

// Fill appends the next keys of the list to dst, as many whole groups as fit with Slack to spare,
// and returns it. It grows dst if not even one group fits.
func (l *List) Fill(dst []uint64) []uint64 {
	before := len(dst)
	for ; len(l.groups) > 0; l.groups = l.groups[1:] {
		if l.stop.Load() {
			l.groups = nil
			break
		}
		g := l.groups[0]
		rank, first := g.east, 0
		if l.middle() {
			// Of the two middle queens the one in the column is farther out, in a later segment.
			rank, first = g.west, 1
		}
		west, east := l.west.group(g.west), l.east.group(rank)
		last := len(west) - 1
		room := Slack // for all pairs, as if they fitted
		for i := range last {
			room += int(west[i+1]-west[i]) * int(east[last]-east[min(i+first, last)])
		}
		if len(dst)+room > cap(dst) {
			if len(dst) > before {
				break
			}
			dst = slices.Grow(dst, room)
		}
		tie := l.half.rows.tie(g.kappa)
		for i := range last {
			dst = appendMeet(dst, l.west.cut(int(west[i]), int(west[i+1])),
				l.east.cut(int(east[min(i+first, last)]), int(east[last])), tie)
		}
	}
	if l.half.top {
		flip(dst[before:], l.field())
	}
	return dst
}

// appendMeet appends the keys of compatible western and eastern placements, with the bits of add.
// dst has room for all pairs.
func appendMeet(dst []uint64, west, east placements, add uint64) []uint64 {
	count := len(dst)
	dst = dst[:cap(dst)]
	for i, check := range west.checks {
		key := west.keys[i] | add
		keys := east.keys[:len(east.checks)]
		for j, c := range east.checks {
			dst[count] = key | keys[j]
			count += int((uint64(c&check) - 1) >> 63) // 1 if they share no diagonal
		}
	}
	return dst[:count]
}

// flip exchanges the two fields, of the given width, of every key.
func flip(keys []uint64, field int) {
	low := uint64(1)<<field - 1
	for i, k := range keys {
		keys[i] = k&^(low|low<<field) | k>>field&low | k&low<<field
	}
}

// The eight symmetries act on a solution through two sets: C, the columns of the queens in the top
// half, and R, the rows of those in the western half. The two side reflections complement one of
// them and reverse the other; the reflection at the main diagonal exchanges them. Let kappa be a
// number of sets of quarter lines that a set shares with its reverse and with the complements of
// both. Let the rank of C be (M, mu), the kappas of its two parts, larger first, and likewise for
// R. Side reflections do not change ranks. So pairs whose R has the lower rank count twice, those
// of equal rank once and the others not at all. With N the number of solutions with column set C
// and a condition on R,
//
//	F(C) = 2 N(rank(R) <= rank(C)) - N(rank(R) = rank(C))
//
// and the count is the sum of F(C) over all C that are the least of their images under the side
// reflections, times the number of these images.
//
// Let x be the kappa of the part of R in the top half, y that of the part in the bottom half.
// Placements with x > M, or y > M, are not listed. Two tie bits settle the rest, so that the
// condition becomes one of disjoint keys:
//
//	bit   set in a top key if   set in a bottom key if   excludes
//	0     x = M                 y > mu                   x = M, y > mu
//	1     x > mu                y = M                    x > mu, y = M
//
// Source: orbits of the pair of sets as in [engelhardt2010]; the ranks are original.

type condition struct {
	kind          conditionKind
	limit, low    uint32 // M and mu, or the only kappa listed in limit
	equal, beyond uint64 // tie bits for kappa = limit and for kappa > low
}

type conditionKind uint8

const (
	anyRows    conditionKind = iota // all of them
	rankedRows                      // kappa up to limit, with tie bits
	equalRows                       // kappa equal to limit
)

// tie returns the tie bits of placements whose western row set has the given kappa.
func (c *condition) tie(kappa uint32) (bits uint64) {
	if kappa == c.limit {
		bits = c.equal
	}
	if kappa > c.low {
		bits |= c.beyond
	}
	return bits
}

// listed returns the groups of listed row sets of the given size, by ascending kappa.
func (c *condition) listed(s *Source, size int) []group {
	groups, ends := s.groups[size], s.groupEnds[size]
	switch c.kind {
	case anyRows:
		return groups
	case equalRows:
		return groups[ends[c.limit]:ends[c.limit+1]]
	default:
		return groups[:ends[c.limit+1]]
	}
}

// groupByKappa sorts the row sets of each size by kappa and notes where each kappa begins.
func (s *Source) groupByKappa() {
	highest := slices.Max(s.kappa)
	for _, sets := range s.ranks.sets {
		groups := make([]group, len(sets))
		for rank, rows := range sets {
			groups[rank] = group{west: uint32(rank), east: s.ranks.of[s.all()&^rows], kappa: s.kappa[rows]}
		}
		slices.SortFunc(groups, func(a, b group) int {
			return cmp.Or(cmp.Compare(a.kappa, b.kappa), cmp.Compare(a.west, b.west))
		})
		ends := make([]int, highest+2)
		for i := range ends {
			ends[i], _ = slices.BinarySearchFunc(groups, uint32(i),
				func(g group, kappa uint32) int { return cmp.Compare(g.kappa, kappa) })
		}
		s.groups, s.groupEnds = append(s.groups, groups), append(s.groupEnds, ends)
	}
}

func (l *Lister) rankedTerms(top, bottom half) []Term {
	west, east := l.kappa[top.west], l.kappa[top.east]
	high, low := max(west, east), min(west, east)
	term := func(factor int64, x, y condition) Term {
		t := Term{Factor: factor, lister: l, top: top, bottom: bottom}
		t.top.rows, t.bottom.rows = x, y
		return t
	}
	only := func(kappa uint32) condition { return condition{kind: equalRows, limit: kappa} }
	terms := []Term{
		term(2,
			condition{rankedRows, high, low, l.tie(0), l.tie(1)},
			condition{rankedRows, high, low, l.tie(1), l.tie(0)}),
		term(-1, only(high), only(low)),
	}
	if high != low {
		terms = append(terms, term(-1, only(low), only(high)))
	}
	return terms
}
