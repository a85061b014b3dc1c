package halves

import "math/bits"

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
	copies       placements
	starts       []int // Sides: where the eastern placements of each middle-column queen begin
}

// group is the placements with one western row set.
type group struct {
	rows uint32
	tie  uint64 // tie bits of all their keys
}

// placements are checks and keys of quarter placements, or of a few more queens.
type placements struct {
	checks []uint32
	keys   []uint64
}

// diagonals are lines of the board as checks and keys hold them.
type diagonals struct {
	check uint32
	key   uint64
}

// segment is a run of western placements that meet the same eastern ones.
type segment struct {
	placements
	avoid diagonals // which none of them may use
	add   diagonals // of queens that stand beside each of them
	from  int       // first eastern placement that they meet
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
	for {
		for len(l.segments) > 0 {
			var full bool
			if dst, full = l.emit(dst, &l.segments[0]); full {
				return dst
			}
			l.segments = l.segments[1:]
		}
		if len(l.groups) == 0 {
			return dst
		}
		l.open(l.groups[0])
		l.groups = l.groups[1:]
	}
}

// emit appends the keys of a segment to dst and reports whether there was not
// enough room; then the segment holds what remains.
func (l *List) emit(dst []uint64, s *segment) (_ []uint64, full bool) {
	for len(s.keys) > 0 {
		check, key := s.checks[0], s.keys[0]
		if check&s.avoid.check == 0 && key&s.avoid.key == 0 {
			if l.half.top {
				key = l.flipped(key)
			}
			key |= s.add.key
			check |= s.add.check
			l.at = max(l.at, s.from)
			for l.at < len(l.east.keys) {
				room := cap(dst) - Slack - len(dst)
				if room <= 0 {
					return dst, true
				}
				to := min(l.at+room, len(l.east.keys))
				count := pairUp(dst[len(dst):cap(dst)], check, key, l.east.checks[l.at:to], l.east.keys[l.at:to])
				dst = dst[:len(dst)+count]
				l.at = to
			}
			l.at = 0
		}
		s.checks, s.keys = s.checks[1:], s.keys[1:]
	}
	return dst, false
}

// pairUp writes the keys of the eastern placements that fit a western one,
// together with its key, to dst and returns their number. dst has room for all of
// them.
func pairUp(dst []uint64, check uint32, key uint64, checks []uint32, keys []uint64) int {
	count := 0
	keys = keys[:len(checks)]
	for i, c := range checks {
		dst[count] = key | keys[i]
		count += int((uint64(c&check) - 1) >> 63) // 1 if they share no diagonal
	}
	return count
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
	h := l.half
	var west, east diagonals // of the centre
	if h.family == Centre {
		west.key = 1 << (l.m - 1)
		east.key = l.mirrored(west.key)
	}
	t := l.table(h.west, western)
	from, to := t.segment(l.ranks.of[g.rows])
	l.segments = append(l.segments, segment{
		placements: placements{t.checks[from:to], t.keys[from:to]},
		avoid:      west, add: diagonals{key: g.tie},
	})
	t = l.table(h.east, eastern)
	from, to = t.segment(l.ranks.of[l.all()&^g.rows])
	l.east = placements{t.checks[from:to], t.keys[from:to]}
	if h.top || l.middle == 1 {
		l.copies = placements{l.copies.checks[:0], l.copies.keys[:0]}
		l.copyEast(l.east, east, diagonals{}, 0)
		l.east = l.copies
	}
}

// openSides makes ready a group with queens in the middle row and column. The
// former stands in column b of the west, the latter in row a > b of the top.
//
//   - The eastern placements beside each a follow each other by increasing a, so that
//     those which b may meet are the last ones.
//   - The diagonals of the middle-column queen become part of the checks of eastern
//     placements: bits a-1 and 2m-3-a.
//   - So does the rising diagonal of the middle-row queen for western ones: bit
//     2m-3-b. For b = 0, where no square of a western quarter lies on it, that is
//     one bit more than a check has, which stands for the key bit of the same diagonal.
func (l *List) openSides(g group) {
	h, m := l.half, l.m
	l.copies = placements{l.copies.checks[:0], l.copies.keys[:0]}
	l.starts = l.starts[:0]
	t := l.table(h.east, eastern)
	for a := range m {
		l.starts = append(l.starts, len(l.copies.keys))
		if a == 0 || g.rows>>a&1 == 1 {
			continue
		}
		from, to := t.segment(l.ranks.of[l.all()&^g.rows&^(1<<a)])
		queen := diagonals{check: 1<<(2*m-3-a) | 1<<(a-1), key: l.key(m-1-a, m)}
		avoid := diagonals{check: queen.check}
		if a == m-1 {
			queen.check = 1 << (2*m - 3 - a)
		}
		l.copyEast(placements{t.checks[from:to], t.keys[from:to]}, avoid, queen, 3*m-3)
	}
	l.east = l.copies
	for rest := h.west; rest != 0; rest &= rest - 1 {
		b := bits.TrailingZeros32(rest)
		if b == m-1 {
			continue // nothing is farther out
		}
		t := l.table(h.west&^(1<<b), western)
		from, to := t.segment(l.ranks.of[g.rows])
		check := uint32(1) << (2*m - 3 - b)
		l.segments = append(l.segments, segment{
			placements: placements{t.checks[from:to], t.keys[from:to]},
			avoid:      diagonals{check: check, key: 1 << (m - 2 - b)},
			add:        diagonals{check: check, key: l.key(m, m-1-b)},
			from:       l.starts[b+1],
		})
	}
}

// copyEast appends the eastern placements that use none of the diagonals in avoid
// to the copies, with those of add. If bit is not 0, key bit number bit becomes
// the check bit behind the last one, too.
func (l *List) copyEast(east placements, avoid, add diagonals, bit int) {
	top, extra, own := l.half.top, l.checkWidth(), uint32(l.middle)<<(l.m-2)
	for i, key := range east.keys {
		check := east.checks[i]
		if check&avoid.check != 0 || key&avoid.key != 0 {
			continue
		}
		check &^= own
		if bit != 0 {
			check |= uint32(key>>bit&1) << extra
		}
		if top {
			key = l.flipped(key)
		}
		l.copies.checks = append(l.copies.checks, check|add.check)
		l.copies.keys = append(l.copies.keys, key|add.key)
	}
}
