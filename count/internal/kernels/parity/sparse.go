package parity

import (
	"math"
	"math/bits"
	"slices"
	"unsafe"

	"queens/count/internal/kernels/parity/layout"
	"queens/count/internal/kernels/shelf"
	"queens/count/internal/parity"
	"queens/internal/bitmath"
)

// Limits of the sparse join, see doc.go.
const (
	sparseLeaf    = 2       // queens of a leaf
	sparseLines   = 8       // most rows, and most columns, that the queens of a prefix leave
	sparseMembers = 24      // most members of a group
	sparseBatch   = 1 << 8  // leaf nodes of a batch
	sparseNodes   = 1 << 4  // nodes with masks of a batch, before the last one
	sparseKeys    = 1 << 10 // most keys of a node whose masks its leaf nodes share
	mostHits      = 1 << 22 // see hitsRoom
	mostWords     = 1 << 7  // that drain takes at once, a multiple of slack
	slack         = 1 << 3  // room after words and hits

	vectorLanes = slots * slotLanes

	mostWeight = 1 << 15 // more than any weight
)

// seeker is a unit of the sparse join.
type seeker struct {
	member        int
	rows, columns int      // in reach
	allowed       []uint64 // placements in reach, by set
	width         int      // of a row of weights
	weights       []uint16 // how often a pair counts, by label of x and label of y
	hits          []uint32 // indices of the weights of the pairs found, all in reach
	heavy         bool     // some weights are too large

	sum, pairs, tests uint64
}

// hitsRoom returns how many pairs of a unit are listed before they are weighed: as many as there
// are weights, within limits, so that a cache line of weights is used often while it is near.
func hitsRoom(weights int) int { return min(max(weights, 64*mostWords+slack), mostHits) }

// weigh adds the weights of the pairs found, four at a time: the fewer instructions between loads,
// the more of them the processor waits for at once.
func (s *seeker) weigh() {
	s.pairs += uint64(len(s.hits))
	w, hits := s.weights, s.hits
	for ; len(hits) >= 4; hits = hits[4:] {
		s.sum += uint64(w[hits[0]]) + uint64(w[hits[1]]) + uint64(w[hits[2]]) + uint64(w[hits[3]])
	}
	for _, at := range hits {
		s.sum += uint64(w[at])
	}
	s.hits = s.hits[:0]
}

// sparseEntry is a leaf node. Its lanes are those of the keys of a node above, or of itself, that
// its queens do not attack.
type sparseEntry struct {
	masks int    // offset of those of the node above, in bytes
	set   int    // index of its columns
	free  uint64 // squares, see freeIn
	word  int    // the first key of the node above is at 64 times this in the batch
	lanes vector
}

type sparseJoin struct {
	*Counter
	*sparseGroup
	seekers []*seeker
	some    some
}

// labelled is keys in the order of their labels. A key has the lowest bits of its label above its
// diagonals, and further ones at some places. If it has no room for all of them, the rest is the
// number of its part.
type labelled struct {
	keys   []uint64
	ends   []int // of the parts; none if there is one
	places []int
}

type sparseBuffers struct {
	everything []uint64 // keys of y
	batched    []uint16 // labels of the keys of the nodes with masks of a batch, and
	nodeEnds   []int    // where those of each end
	columns    []uint16 // in reach of seekers, each number once
	inReach    []int    // see keysInReach
	entries    []sparseEntry
	free       []square
	words      []uint64
	metas      []uint32
}

// keysOf returns the keys of y in reach of some seeker, with as much of their labels as they have
// room for.
func (j *sparseJoin) keysOf(y *list) (of labelled) {
	keys := shelf.Room(&j.everything, len(y.keys))
	most, diagonals, width := 0, uint64(1)<<j.width()-1, j.width()
	j.columns = j.columns[:0]
	for _, s := range j.seekers {
		most = max(most, s.columns)
		j.columns = append(j.columns, uint16(s.columns))
	}
	j.columns = slices.Compact(j.columns)
	last := min(len(y.starts)-1, (most+partLabels-1)/partLabels)
	for part := range last {
		for i, key := range y.part(part, part+1) {
			label := uint64(part*partLabels) | key>>j.labels.low&(partLabels-1)
			keys[y.starts[part]+i] = key&diagonals | label<<width
		}
	}
	of.keys = keys[:y.starts[last]]
	if room := 64 - width - lowBits; last > 1<<room {
		for at := 1 << room; at < last+1<<room; at += 1 << room {
			of.ends = append(of.ends, y.starts[min(last, at)])
		}
	}
	return of
}

// leave filters keys for a child of a node. Keys without room for all of their label get further
// bits in place of the diagonals of the queen, which no remaining key has.
func (j *sparseJoin) leave(of labelled, depth int, queen uint64) (rest labelled) {
	to := shelf.Room(shelf.At(&j.byDepth, depth), len(of.keys))
	if len(of.ends) == 0 {
		return labelled{keys: to[:j.kernel.filter(to, of.keys, queen)], places: of.places}
	}
	places := slices.Collect(bitmath.Members(queen))
	rest.places = slices.Concat(of.places, places)
	from, n := 0, 0
	for part, end := range of.ends {
		label := uint64(0)
		for bit, place := range places {
			label |= uint64(part>>bit&1) << place
		}
		kept := to[n:][:j.kernel.filter(to[n:], of.keys[from:end], queen)]
		for k := range kept {
			kept[k] |= label
		}
		from, n = end, n+len(kept)
		if next := part + 1; next&(1<<len(places)-1) == 0 || next == len(of.ends) {
			rest.ends = append(rest.ends, n)
		}
	}
	if rest.keys = to[:n]; len(rest.ends) == 1 {
		rest.ends = nil
	}
	return rest
}

func (l *labelled) eachPart(do func(part int, keys []uint64)) {
	if len(l.ends) == 0 {
		do(0, l.keys)
		return
	}
	from := 0
	for part, end := range l.ends {
		do(part, l.keys[from:end])
		from = end
	}
}

// appendLabels appends the labels of keys of a part to the batch. Those of each node begin at a
// multiple of 64.
func (j *sparseJoin) appendLabels(keys []uint64, part int, places []int) {
	width, from := j.width()&63, len(j.batched)
	end := from + len(keys)
	j.batched = slices.Grow(j.batched, len(keys)+64)[:(end+63)&^63]
	j.nodeEnds = append(j.nodeEnds, end)
	to := j.batched[from:end]
	j.kernel.labels(to, keys, width)
	for i := range j.batched[end:] {
		j.batched[end+i] = math.MaxUint16
	}
	if part > 0 {
		for i := range to {
			to[i] |= uint16(part << (64 - width + len(places)))
		}
	}
	for bit, place := range places {
		for i, key := range keys {
			to[i] |= uint16(key >> (place & 63) & 1 << (64 - width + bit))
		}
	}
}

// keysInReach returns how many keys of each node with masks are in reach of seekers, by the first
// word of the node, in a list for each number of columns.
func (j *sparseJoin) keysInReach() (number []int) {
	words, from := len(j.batched)/64, 0
	number = shelf.Room(&j.inReach, len(j.columns)*words)
	for _, end := range j.nodeEnds {
		j.kernel.below(number[from/64:], words, j.batched[from:end], j.columns)
		from = (end + 63) &^ 63
	}
	return number
}

func (j *sparseJoin) fill(of labelled) {
	if len(of.keys) > 0 {
		j.walk(0, 0, 0, of)
	}
	j.runSparse()
	j.clearBatch()
	for _, s := range j.seekers {
		s.weigh()
	}
}

func (j *sparseJoin) walk(depth int, key uint64, columns uint32, of labelled) {
	if depth == len(j.core) || depth > 0 && len(of.keys) <= sparseKeys {
		of.eachPart(func(part int, keys []uint64) {
			for some := range slices.Chunk(keys, vectorLanes) {
				j.inherit(depth, key, columns, some, part, of.places)
			}
		})
		return
	}
	if depth <= 2 && j.stop.Load() {
		return
	}
	row := j.core[depth]
	for free := j.x.Free(row, columns, key); free != 0; free &= free - 1 {
		column := bits.TrailingZeros32(free)
		if j.some.skips(depth) {
			continue
		}
		queen := j.x.Key(row, column)
		if rest := j.leave(of, depth, j.pack(queen)); len(rest.keys) > 0 {
			j.walk(depth+1, key|queen, columns|1<<column, rest)
		}
	}
}

// inherit handles a node with few keys: it makes the masks of all free squares of the rows below,
// which its leaf nodes share.
func (j *sparseJoin) inherit(depth int, key uint64, columns uint32, keys []uint64, part int, places []int) {
	if len(j.masks) >= sparseNodes*layout.MaskStride {
		j.runSparse()
		j.clearBatch()
	}
	j.free = j.free[:0]
	for i, row := range j.rows {
		if i >= len(j.union) && i < len(j.union)+depth {
			continue
		}
		for open := j.x.Free(row, columns, key); open != 0; open &= open - 1 {
			j.free = append(j.free, j.squares[i*j.x.Columns+bits.TrailingZeros32(open)])
		}
	}
	if len(j.free) == 0 {
		return
	}
	above := sparseEntry{masks: len(j.masks) * layout.VectorBytes, word: len(j.batched) / 64}
	for i := range above.lanes {
		above.lanes[i] = math.MaxUint64
	}
	j.growMasks(layout.MaskStride)
	masks := j.moreMasks()
	j.kernel.straight(masks, keys, j.free, j.planes, &j.runs)
	j.appendLabels(keys, part, places)
	j.descend(depth, key, columns, masks, &above)
}

// descend adds the leaf nodes below a node to the batch. Lanes without a key are in no mask.
func (j *sparseJoin) descend(depth int, key uint64, columns uint32, masks []vector, above *sparseEntry) {
	if depth == len(j.core) {
		e := *above
		e.set = j.setOf(columns)
		if e.free = j.freeIn(&j.sets[e.set], key, columns); e.free == 0 {
			return
		}
		if j.entries = append(j.entries, e); len(j.entries) == sparseBatch {
			j.runSparse()
		}
		return
	}
	row, below := j.core[depth], *above
	for free := j.x.Free(row, columns, key); free != 0; free &= free - 1 {
		column := bits.TrailingZeros32(free)
		intersect(&below.lanes, &above.lanes, &masks[(len(j.union)+depth)*j.x.Columns+column])
		if below.lanes != (vector{}) {
			j.descend(depth+1, key|j.x.Key(row, column), columns|1<<column, masks, &below)
		}
	}
}

// runSparse lists and weighs the pairs of the leaf nodes of the batch.
func (j *sparseJoin) runSparse() {
	if len(j.entries) == 0 {
		return
	}
	const most = sparseBatch * sparseLines * sparseLines * len(vector{})
	words, metas := shelf.Room(&j.words, most+slack), shelf.Room(&j.metas, most+slack)
	keys, list := j.keysInReach(), len(j.batched)/64
	for i, s := range j.seekers {
		if i > 0 && s.columns != j.seekers[i-1].columns {
			keys = keys[list:]
		}
		n, tests := j.kernel.hits(words, metas, j.masks, keys, j.entries, j.sets, s.allowed,
			&j.members[s.member])
		s.tests += tests
		for from := 0; from < n; from += mostWords {
			to := min(n, from+mostWords)
			if cap(s.hits)-len(s.hits) < 64*(to-from)+slack {
				s.weigh()
			}
			at := len(s.hits)
			more := j.kernel.drain(s.hits[at:cap(s.hits)], words[from:to], metas[from:to], j.batched, s.width)
			s.hits = s.hits[:at+more]
		}
	}
	j.entries = j.entries[:0]
}

// clearBatch makes room for the masks of other nodes.
func (j *sparseJoin) clearBatch() {
	j.masks, j.batched, j.nodeEnds = j.masks[:0], j.batched[:0], j.nodeEnds[:0]
}

func labelsPortable(to []uint16, keys []uint64, lowest int) {
	to = to[:len(keys)]
	for i, key := range keys {
		to[i] = uint16(key >> (lowest & 63))
	}
}

// belowPortable handles all limits at once, because a step of a search waits for the one before. It
// has no branch that depends on labels.
func belowPortable(number []int, apart int, labels, limits []uint16) {
	for i := range limits {
		number[i*apart] = 0
	}
	for n := len(labels); n > 0; n /= 2 {
		half := (n + 1) / 2
		for i, limit := range limits {
			at := &number[i*apart]
			_, less := bits.Sub64(uint64(labels[*at+half-1]), uint64(limit), 0)
			*at += half & -int(less)
		}
	}
}

func hitsPortable(words []uint64, metas []uint32, masks []vector, keys []int, entries []sparseEntry, sets []columnSet,
	allowed []uint64, m *pairRows,
) (n int, tests uint64) {
	for i := range entries {
		e := &entries[i]
		if keys[e.word] == 0 {
			continue
		}
		in := e.lanes
		for w := range in {
			in[w] &= 1<<max(0, min(64, keys[e.word]-64*w)) - 1
		}
		set := &sets[e.set]
		for rest := m.placements(e.free, allowed[e.set]); rest != 0; rest &= rest - 1 {
			at := bits.TrailingZeros64(rest)
			label := set.labels[at]
			tests++
			x := &masks[(e.masks+m.masks[0]+int(set.columns[at/sparseLines]))/layout.VectorBytes]
			y := &masks[(e.masks+m.masks[1]+int(set.columns[at%sparseLines]))/layout.VectorBytes]
			for w, lanes := range in {
				both := lanes & x[w] & y[w]
				words[n], metas[n] = both, uint32(label)<<16|uint32(e.word+w)
				n += 1 ^ isZero(both)
			}
		}
	}
	return n, tests
}

// drainPortable takes the lowest lane of each word in rounds, without a branch that depends on it.
func drainPortable(hits []uint32, words []uint64, metas []uint32, labels []uint16, width int) (found int) {
	row := uint32(width)
	for len(words) > 0 {
		left, to := uint64(0), hits[found:][:len(words)]
		metas = metas[:len(words)]
		for i, word := range words {
			meta := metas[i]
			at := meta&math.MaxUint16*slots + uint32(bits.TrailingZeros64(word))
			to[i] = meta>>16*row + uint32(labels[at])
			word &= word - 1
			words[left], metas[left] = word, meta
			_, more := bits.Sub64(0, word, 0)
			left += more
		}
		found += len(words)
		words = words[:left]
	}
	return found
}

// countSparse counts the units of a tile with a sparse join. The matrices of the other colour come
// first, as weights. It returns the indices of units whose weights are too large, which it does not
// count.
func (t *tile) countSparse() (heavy []int) {
	seekers := t.seekers(parity.Indices(t.units))
	for block := 0; block < t.blocks() && !t.stop.Load(); block++ {
		t.weighBlock(block, seekers)
	}
	for i := range t.joins[t.seek] {
		for _, first := range t.sides[t.seek].pieces() {
			s, keys := t.seeking(i, first, seekers)
			s.fill(keys)
		}
	}
	for i, s := range seekers {
		if s.heavy {
			heavy = append(heavy, i)
			continue
		}
		r := &t.result[i]
		r.AddProduct(s.sum, 1)
		r.Pairs[t.seek], r.Tests = s.pairs, r.Tests+s.tests
	}
	return heavy
}

func (t *tile) seekers(units []int) []*seeker {
	seekers := make([]*seeker, len(t.units))
	for k, i := range units {
		s := &seeker{rows: t.reach[i].Rows, columns: t.reach[i].Columns, width: t.sides[white].blocks * slots}
		s.weights = shelf.Zeros(shelf.At(&t.Counter.weights, k), s.rows*s.width)
		seekers[i] = s
	}
	return seekers
}

func (t *tile) weighBlock(block int, seekers []*seeker) {
	dense := white + black - t.seek
	for i := range t.joins[dense] {
		j := &t.joins[dense][i]
		t.fill(j, block, &t.Counter.white, func(k int) int { return k })
		for k, unit := range j.units {
			if block*slots < t.reach[unit].Columns && !t.weighted(unit, block, t.Counter.white[k], seekers[unit],
				dense) {
				seekers[unit].heavy = true
			}
		}
	}
}

// seeking returns a sparse join for the units of a list of y, and its keys with the first queen on
// some squares.
func (t *tile) seeking(list int, first uint32, seekers []*seeker) (s *sparseJoin, keys labelled) {
	j, side := &t.joins[t.seek][list], t.sides[t.seek]
	s = &sparseJoin{Counter: t.Counter, sparseGroup: j.found}
	y := j.y
	switch {
	case y != nil:
	case first == side.y.First(): // long, and used once
		y = side.lists.Get(j.rows)
	default:
		y = side.listFrom(j.rows, first)
	}
	for k, unit := range j.units {
		t.result[unit].Lanes[t.seek] += uint64(len(y.keys))
		if !seekers[unit].heavy {
			seekers[unit].member = j.members[k]
			allowed := shelf.At(&t.Counter.allowed, k)
			seekers[unit].allowed = s.reached(allowed, j.members[k], seekers[unit].rows)
			hits := shelf.At(&t.Counter.hits, k)
			room := hitsRoom(len(seekers[unit].weights))
			seekers[unit].hits = shelf.Room(hits, room)[:0:room]
			s.seekers = append(s.seekers, seekers[unit])
		}
	}
	slices.SortStableFunc(s.seekers, func(a, b *seeker) int { return a.columns - b.columns }) // equal ones together
	return s, s.keysOf(y)
}

// weighted makes weights of the slab of a block of a unit, and adds its pairs to the result. It
// reports whether all fit. It handles four cells at a time: a weight that is too large may change
// its neighbour, but then all weights of the unit are dropped.
func (t *tile) weighted(unit, block int, slab []uint16, s *seeker, colour int) bool {
	const each, low = 0x0001_0001_0001_0001, 0x0000_ffff_0000_ffff
	var in, twice [slots / 4]uint64 // cells in reach, and those that count twice in some rows
	reach, r, from := t.reach[unit], &t.result[unit], block*slots
	for k := range slots {
		cell := uint64(math.MaxUint16) << (k % 4 * 16)
		if from+k < reach.Columns {
			in[k/4] |= cell
		}
		if from+k < reach.ColumnsBelow {
			twice[k/4] |= cell
		}
	}
	all := uint64(0)
	for i, row := range t.Rows[:reach.Rows] {
		if i == reach.RowsBelow {
			clear(twice[:])
		}
		cells, weights := fours(slab[i*slots:][:slots]), fours(s.weights[i*s.width+from:][:slots])
		more, even, odd := row.Weight-1, uint64(0), uint64(0)
		for k := range weights {
			cell := cells[k] & in[k]
			even, odd = even+cell&low, odd+cell>>16&low
			weight := cell + cell&twice[k]
			all |= cell | weight | weight<<more
			weights[k] = weight << more
		}
		sum := even + odd // of at most 32 cells each
		r.Pairs[colour] += sum>>32 + sum&math.MaxUint32
	}
	return all&^(uint64(t.heavy-1)*each) == 0
}

func fours(cells []uint16) []uint64 {
	return unsafe.Slice((*uint64)(unsafe.Pointer(&cells[0])), len(cells)/4)
}

// weightBytes estimates the memory of a unit of the sparse join.
func weightBytes(c *parity.Class) int64 { return 2 * int64(len(c.Rows)) * int64(len(c.Columns)+slots) }
