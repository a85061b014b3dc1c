package halves

// Slack is the free capacity that Fill leaves behind the keys it writes: what reads them reads
// whole vectors.
const Slack = 16

// List yields the keys of the placements of a half board, slice by slice.
type List struct {
	*Lister
	half       *half
	west, east *table
	groups     []group // that remain, the one in progress first

	// Of the group in progress: the segment of the western table to go on with, in it
	// the western placement, and the eastern one that it meets next.
	segment, row, at int
}

// group is the placements with one western row set: which groups of the two tables meet.
type group struct {
	west, east uint32 // ranks of row sets
	kappa      uint32 // of the western row set
}

func (l *List) reset(h *half) *List {
	l.half, l.segment, l.row, l.at = h, 0, 0, 0
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

// middle reports whether queens of the middle lines belong to the list.
func (l *List) middle() bool { return l.half.family == Sides && l.half.top }

// Done reports whether Fill has nothing to add, or has been stopped.
func (l *List) Done() bool { return len(l.groups) == 0 }

// Fill appends the next keys of the list to dst, as many as fit with Slack to
// spare, and returns it.
func (l *List) Fill(dst []uint64) []uint64 {
	before := len(dst)
	for len(l.groups) > 0 {
		if l.stop.Load() {
			l.groups = nil
			break
		}
		var full bool
		if dst, full = l.meetGroup(dst, l.groups[0]); full {
			break
		}
		l.groups = l.groups[1:]
	}
	if l.half.top {
		flip(dst[before:], l.field())
	}
	return dst
}

// meetGroup appends what remains of a group, and reports whether there was not enough room.
func (l *List) meetGroup(dst []uint64, g group) (_ []uint64, full bool) {
	tie := l.half.rows.tie(g.kappa)
	rank, first := g.east, 0
	if l.middle() {
		// Of middle queens the one in the column stands farther out: it belongs to a later
		// segment.
		rank, first = g.west, 1
	}
	starts, eastStarts := l.west.group(g.west), l.east.group(rank)
	last := len(starts) - 1
	for ; l.segment < last; l.segment++ {
		i, j := starts[l.segment], starts[l.segment+1]
		m, n := eastStarts[min(l.segment+first, last)], eastStarts[last]
		if i == j || m == n {
			continue
		}
		west, east := l.west.cut(int(i), int(j)), l.east.cut(int(m), int(n))
		if l.row+l.at == 0 && len(west.keys)*len(east.keys) <= cap(dst)-Slack-len(dst) {
			dst = appendMeet(dst, west, east, tie)
			continue
		}
		if dst, full = l.meetSlowly(dst, west, east, tie); full {
			return dst, true
		}
	}
	l.segment = 0
	return dst, false
}

// meetSlowly is meet where room is short. Room is reckoned with for all pairs, as
// if they fitted; where that is not enough for one western placement, it meets
// some of the eastern ones.
func (l *List) meetSlowly(dst []uint64, west, east placements, tie uint64) (_ []uint64, full bool) {
	for len(east.keys) > 0 && l.row < len(west.keys) {
		room := cap(dst) - Slack - len(dst)
		if room <= 0 {
			return dst, true
		}
		rows, from, to := min(room/len(east.keys), len(west.keys)-l.row), l.at, len(east.keys)
		if rows == 0 || from > 0 {
			rows, to = 1, min(from+room, len(east.keys))
		}
		dst = appendMeet(dst, west.cut(l.row, l.row+rows), east.cut(from, to), tie)
		if l.at = to; to == len(east.keys) {
			l.row, l.at = l.row+rows, 0
		}
	}
	l.row, l.at = 0, 0
	return dst, false
}
