package halves

import (
	"cmp"
	"math/bits"
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
	ends := s.groupEnds[queens]
	l.groups = s.groups[queens][ends[h.rows.least]:ends[h.rows.most+1]]
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
	least, most   uint32 // kappas that are listed
	low           uint32 // mu, where most is M
	equal, beyond uint64 // tie bits for kappa = most and for kappa > low
}

// tie returns the tie bits of placements whose western row set has the given kappa.
func (c *condition) tie(kappa uint32) (bits uint64) {
	if kappa == c.most {
		bits = c.equal
	}
	if kappa > c.low {
		bits |= c.beyond
	}
	return bits
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

// placements are checks and keys of quarter placements, perhaps with middle queens.
type placements struct {
	checks []uint32
	keys   []uint64
}

func (p placements) cut(i, j int) placements { return placements{p.checks[i:j:j], p.keys[i:j:j]} }

// side selects the quarter placements of a table, always in the bottom half of the board; lists of
// a top half are flipped.
type side int

const (
	westPlain side = iota
	eastPlain
	// westCentre and eastCentre exclude what the queen in the centre attacks.
	westCentre
	eastCentre
	// westMiddle includes a middle-row queen in one of the columns: groups have a segment for each
	// of its columns b. eastMiddle includes a middle-column queen, in a row without another queen:
	// groups are those of the western row sets, with a segment for each of its rows a.
	westMiddle
	eastMiddle
)

func (s side) east() bool { return s%2 == 1 }

// table has the placements of one quarter with a given column set, grouped by row set, in segments.
type table struct {
	placements
	stride int      // segments of each group
	starts []uint32 // by rank of the row set and number of the segment; one more at the end
}

func (t *table) segment(rank uint32, segment int) placements {
	i := int(rank)*t.stride + segment
	return t.cut(int(t.starts[i]), int(t.starts[i+1]))
}

// group returns the starts of the segments of a group, and the end of the last one.
func (t *table) group(rank uint32) []uint32 {
	i := int(rank) * t.stride
	return t.starts[i : i+t.stride+1 : i+t.stride+1]
}

func (t *table) Bytes() int64 {
	return int64(4*cap(t.starts) + 4*cap(t.checks) + 8*cap(t.keys))
}

type diagonals struct {
	check uint32
	key   uint64
}

// appendFit appends the placements without the diagonals in avoid, and adds those in add.
func (t *table) appendFit(more placements, avoid, add diagonals) {
	t.checks = slices.Grow(t.checks, len(more.checks))
	t.keys = slices.Grow(t.keys, len(more.keys))
	n := len(t.keys)
	checks, keys := t.checks[n:n+len(more.keys)], t.keys[n:n+len(more.keys)]
	count := 0
	for i, key := range more.keys {
		check := more.checks[i]
		checks[count], keys[count] = check|add.check, key|add.key
		meets := uint64(check&avoid.check) | key&avoid.key
		count += int((meets - 1) >> 63 &^ (meets >> 63)) // 1 if meets is 0
	}
	t.checks, t.keys = t.checks[:n+count], t.keys[:n+count]
}

func (l *Source) newTable(q quarter) *table {
	switch q.side {
	case westCentre, eastCentre:
		return l.centreTable(q.columns, q.side)
	case westMiddle:
		return l.middleRowTable(q.columns)
	case eastMiddle:
		return l.middleColumnTable(q.columns)
	default:
		s := l.searches.Get().(*search)
		defer l.searches.Put(s)
		return s.table(q.columns, q.side.east(), l.ranks)
	}
}

func (l *Source) centreTable(columns uint32, s side) *table {
	centre := uint64(1) << (l.m - 1)
	if s.east() {
		centre = l.mirrored(centre)
	}
	all := l.table(columns, westPlain+s%2)
	t := &table{stride: 1, starts: []uint32{0}}
	for rank := range len(all.starts) - 1 {
		t.appendFit(all.segment(uint32(rank), 0), diagonals{key: centre}, diagonals{})
		t.starts = append(t.starts, uint32(len(t.keys)))
	}
	return t.clipped()
}

// middleRowTable has the western placements with a middle-row queen. The queen's rising diagonal
// continues to the east: check bit 2m-3-b. For b = 0 no square of a western quarter is on it, and
// its bit is the one after all western checks, as in middleColumnTable.
func (l *Source) middleRowTable(columns uint32) *table {
	m := l.m
	var plain [MaxOrder / 2]*table
	for rest := columns; rest != 0; rest &= rest - 1 {
		b := bits.TrailingZeros32(rest)
		plain[b] = l.table(columns&^(1<<b), westPlain)
	}
	t := &table{stride: m, starts: []uint32{0}}
	for rank := range l.ranks.sets[size(columns)-1] {
		for b := range m {
			if plain[b] != nil && b < m-1 { // m-1 is outermost
				queen := diagonals{check: 1 << (2*m - 3 - b), key: l.flipped(l.key(m, m-1-b))}
				t.appendFit(plain[b].segment(uint32(rank), 0), diagonals{queen.check, 1 << (m - 2 - b)}, queen)
			}
			t.starts = append(t.starts, uint32(len(t.keys)))
		}
	}
	return t.clipped()
}

// middleColumnTable has the eastern placements with a middle-column queen. Both its diagonals
// continue to the west: check bits a-1, if a quarter has such a diagonal, and 2m-3-a.
func (l *Source) middleColumnTable(columns uint32) *table {
	m := l.m
	plain := l.table(columns, eastPlain)
	t := &table{stride: m, starts: []uint32{0}}
	for _, rows := range l.ranks.sets[m-1-size(columns)] { // of the western quarter
		for a := range m {
			if a > 0 && rows>>a&1 == 0 {
				queen := diagonals{check: 1 << (2*m - 3 - a), key: l.flipped(l.key(m-1-a, m))}
				avoid := diagonals{check: queen.check}
				if a < m-1 {
					queen.check |= 1 << (a - 1)
					avoid.check = queen.check
				} else {
					avoid.check |= l.outer()
				}
				t.appendFit(plain.segment(l.ranks.of[l.all()&^rows&^(1<<a)], 0), avoid, queen)
			}
			t.starts = append(t.starts, uint32(len(t.keys)))
		}
	}
	for i, key := range t.keys {
		check := &t.checks[i]
		*check = *check&^l.outer() | uint32(key>>(3*m-3)&1)<<l.checkWidth()
	}
	return t.clipped()
}

func (t *table) clipped() *table {
	t.checks, t.keys, t.starts = slices.Clone(t.checks), slices.Clone(t.keys), slices.Clone(t.starts)
	return t
}

func newSearch(s shape) *search {
	q := &search{shape: s}
	for a := range q.words[:s.m] {
		for b := range q.words[a][:s.m] {
			q.words[a][b] = s.word(a, b)
		}
	}
	return q
}

func (q *search) table(columns uint32, eastern bool, ranks *rowRanks) *table {
	q.rows, q.found = q.rows[:0], q.found[:0]
	q.fill(columns, 0, 0, 0, 0)
	t := &table{
		stride: 1,
		starts: make([]uint32, len(ranks.sets[bits.OnesCount32(columns)])+1),

		placements: placements{make([]uint32, len(q.found)), make([]uint64, len(q.found))},
	}
	for _, rows := range q.rows {
		t.starts[ranks.of[rows]+1]++
	}
	for i := range t.starts[1:] {
		t.starts[i+1] += t.starts[i]
	}
	cast := q.west
	if eastern {
		cast = q.east
	}
	next := append([]uint32(nil), t.starts...)
	for i, rows := range q.rows {
		at := &next[ranks.of[rows]]
		t.checks[*at], t.keys[*at] = cast(q.found[i])
		*at++
	}
	return t
}

// rowRanks numbers the sets of rows, or columns, of a quarter: those of each size in ascending
// order.
type rowRanks struct {
	of   []uint32   // by set
	sets [][]uint32 // by size and rank
}

func newRowRanks(m int) *rowRanks {
	r := &rowRanks{of: make([]uint32, 1<<m), sets: make([][]uint32, m+1)}
	for set := range uint32(1) << m {
		size := bits.OnesCount32(set)
		r.of[set] = uint32(len(r.sets[size]))
		r.sets[size] = append(r.sets[size], set)
	}
	return r
}

// search finds the placements of a quarter. It belongs to one goroutine.
type search struct {
	shape
	words [16][16]uint64 // by row and column
	rows  []uint32       // of each placement found, its row set
	found []uint64       // and its word
}

// fill finds the placements with a queen in each of the given columns that are compatible with
// queens in rows and on rising and falling diagonals. word has the diagonals of these queens. Bit
// a+b of rising and bit a-b+m-1 of falling belong to the queen at (a, b).
func (q *search) fill(columns, rows uint32, rising, falling, word uint64) {
	if columns == 0 {
		q.rows = append(q.rows, rows)
		q.found = append(q.found, word)
		return
	}
	b := bits.TrailingZeros32(columns)
	attacked := uint64(rows) | rising>>b | falling>>(q.m-1-b)
	for free := q.all() &^ uint32(attacked); free != 0; free &= free - 1 {
		a := bits.TrailingZeros32(free)
		q.fill(columns&(columns-1), rows|1<<a, rising|1<<(a+b), falling|1<<(a-b+q.m-1), word|q.words[a&15][b&15])
	}
}
