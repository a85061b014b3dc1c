package halves

import (
	"math/bits"
	"slices"
)

// Slack is the free capacity that Fill needs behind the keys it writes.
const Slack = 16

// List yields the keys of the placements of a half board, slice by slice.
type List struct {
	*Lister
	half     *half
	groups   []group    // that remain
	segments []segment  // of the group in progress that remain
	east     placements // eastern placements of the group in progress
	at       int        // of these, the first that the next western placement has not met

	// Memory that is used again.
	groupStore   []group
	segmentStore []segment
	copies       [2]placements // western and eastern
	starts       []int         // Sides: where the eastern placements of each middle-column queen begin
}

// group is the placements with one western row set.
type group struct {
	rows uint32
	tie  uint64 // tie bits of all their keys
}

// diagonals are lines of the board as checks and keys hold them.
type diagonals struct {
	check uint32
	key   uint64
}

// segment is a run of western placements that meet the same eastern ones, of
// which those from a given one on are meant.
type segment struct {
	placements
	add  uint64 // bits of all their keys
	from int    // the first of the eastern placements
}

// reset starts the list of h.
func (l *List) reset(h *half) *List {
	l.half, l.groups, l.segments = h, l.groupStore[:0], nil
	queens := size(h.west)
	if h.sides() {
		queens-- // one of the columns holds the middle-row queen
	}
	if queens >= 0 {
		for _, rows := range l.ranks.sets[queens] {
			if tie, ok := h.rows.tie(l.kappa[rows]); ok {
				l.groups = append(l.groups, group{rows, tie})
			}
		}
	}
	l.groupStore = l.groups
	return l
}

// sides reports whether queens of the middle lines belong to the half.
func (h *half) sides() bool { return h.family == Sides && h.top }

// Done reports whether Fill has nothing to add. It may say no where that is so, but
// says yes as soon as Fill has left room.
func (l *List) Done() bool { return len(l.segments) == 0 && len(l.groups) == 0 }

// Fill appends the next keys of the list to dst, as many as fit with Slack to
// spare, and returns it.
func (l *List) Fill(dst []uint64) []uint64 {
	before := len(dst)
	for !l.Done() {
		if len(l.segments) == 0 {
			l.open(l.groups[0])
			l.groups = l.groups[1:]
			continue
		}
		var full bool
		if dst, full = l.emit(dst, &l.segments[0]); full {
			break
		}
		l.segments = l.segments[1:]
	}
	if l.half.top {
		l.kernel.flip(dst[before:], l.field())
	}
	return dst
}

// emit appends the keys of a segment to dst and reports whether there was not
// enough room; then the segment holds what remains. Room is reckoned with for all
// pairs, as if they fitted: where that is not enough for one western placement, it
// meets some of the eastern ones and l.at notes how many.
func (l *List) emit(dst []uint64, s *segment) (_ []uint64, full bool) {
	east := placements{l.east.checks[s.from:], l.east.keys[s.from:]}
	for len(east.keys) > 0 && len(s.keys) > 0 {
		room := cap(dst) - Slack - len(dst)
		if room <= 0 {
			return dst, true
		}
		rows, from, to := min(room/len(east.keys), len(s.keys)), l.at, len(east.keys)
		if rows == 0 || l.at > 0 {
			rows, to = 1, min(l.at+room, len(east.keys))
		}
		west := placements{s.checks[:rows], s.keys[:rows]}
		count := l.kernel.meet(dst[len(dst):cap(dst)], west, placements{east.checks[from:to], east.keys[from:to]}, s.add)
		dst = dst[:len(dst)+count]
		if l.at = to; to == len(east.keys) {
			l.at = 0
			s.checks, s.keys = s.checks[rows:], s.keys[rows:]
		}
	}
	return dst, false
}

// open makes the placements of a group ready.
func (l *List) open(g group) {
	h := l.half
	l.segments, l.at = l.segmentStore[:0], 0
	if h.sides() {
		l.openSides(g)
	} else {
		l.openPlain(g)
	}
	l.segmentStore = l.segments
}

// openPlain makes ready a group without middle queens, or with one in the centre.
func (l *List) openPlain(g group) {
	west := l.table(l.half.west, western).of(l.ranks, g.rows)
	east := l.table(l.half.east, eastern).of(l.ranks, l.all()&^g.rows)
	if l.half.family == Centre {
		centre := uint64(1) << (l.m - 1)
		l.copies = [2]placements{l.copies[western].empty(), l.copies[eastern].empty()}
		l.copies[western].appendFit(west, diagonals{key: centre}, diagonals{})
		l.copies[eastern].appendFit(east, diagonals{key: l.mirrored(centre)}, diagonals{})
		west, east = l.copies[western], l.copies[eastern]
	}
	l.east = east
	l.segments = append(l.segments, segment{placements: west, add: g.tie})
}

// openSides makes ready a group with queens in the middle row and column. The
// former stands in column b of the west, the latter in row a > b of the top.
//
//   - The eastern placements beside each a follow each other by increasing a, so that
//     those which b may meet are the last ones.
//   - The diagonals of the middle-column queen become part of the checks of eastern
//     placements: bits a-1, where a quarter has such a diagonal, and 2m-3-a.
//   - So does the rising diagonal of the middle-row queen for western ones: bit
//     2m-3-b. For b = 0 no square of a western quarter lies on it, and bit 2m-3 stands
//     for the key bit of the same diagonal.
func (l *List) openSides(g group) {
	h, m := l.half, l.m
	l.copies = [2]placements{l.copies[western].empty(), l.copies[eastern].empty()}
	l.starts = l.starts[:0]
	t := l.table(h.east, eastern)
	for a := range m {
		l.starts = append(l.starts, len(l.copies[eastern].keys))
		if a == 0 || g.rows>>a&1 == 1 {
			continue
		}
		queen := diagonals{check: 1 << (2*m - 3 - a), key: l.flipped(l.key(m-1-a, m))}
		avoid := diagonals{check: queen.check}
		if a < m-1 {
			queen.check |= 1 << (a - 1)
			avoid.check = queen.check
		} else {
			avoid.check |= l.outer()
		}
		l.copies[eastern].appendFit(t.of(l.ranks, l.all()&^g.rows&^(1<<a)), avoid, queen)
	}
	l.east = l.copies[eastern]
	for i, key := range l.east.keys {
		check := &l.east.checks[i]
		*check = *check&^l.outer() | uint32(key>>(3*m-3)&1)<<l.checkWidth()
	}
	for rest := h.west; rest != 0; rest &= rest - 1 {
		b := bits.TrailingZeros32(rest)
		if b == m-1 {
			continue // nothing is farther out
		}
		diagonal := uint32(1) << (2*m - 3 - b)
		from := len(l.copies[western].keys)
		l.copies[western].appendFit(l.table(h.west&^(1<<b), western).of(l.ranks, g.rows),
			diagonals{check: diagonal, key: 1 << (m - 2 - b)}, diagonals{check: diagonal})
		l.segments = append(l.segments, segment{
			placements: l.copies[western].after(from),
			add:        l.flipped(l.key(m, m-1-b)),
			from:       l.starts[b+1],
		})
	}
}

// empty returns no placements, in the memory of p.
func (p placements) empty() placements { return placements{p.checks[:0], p.keys[:0]} }

// after returns the placements from number i on.
func (p placements) after(i int) placements { return placements{p.checks[i:], p.keys[i:]} }

// appendFit appends the placements that use none of the diagonals in avoid, with
// those of add.
func (p *placements) appendFit(more placements, avoid, add diagonals) {
	p.checks = slices.Grow(p.checks, len(more.checks))
	p.keys = slices.Grow(p.keys, len(more.keys))
	n := len(p.keys)
	checks, keys := p.checks[n:n+len(more.keys)], p.keys[n:n+len(more.keys)]
	count := 0
	for i, key := range more.keys {
		check := more.checks[i]
		checks[count], keys[count] = check|add.check, key|add.key
		meets := uint64(check&avoid.check) | key&avoid.key
		count += int((meets - 1) >> 63 &^ (meets >> 63)) // 1 if it is 0
	}
	p.checks, p.keys = p.checks[:n+count], p.keys[:n+count]
}
