package halves

import "slices"

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

func (l *List) reset(h *half) *List {
	l.half = h
	queens, sides := size(h.west), [2]side{westPlain, eastPlain}
	switch {
	case l.middle():
		queens, sides = queens-1, [2]side{westMiddle, eastMiddle}
	case h.family == Centre:
		sides = [2]side{westCentre, eastCentre}
	}
	l.groups = nil
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
