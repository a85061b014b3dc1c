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
	mostHits      = 1 << 20 // of a unit, before they are weighed
	mostWords     = 1 << 8  // that drain takes at once

	vectorLanes = slots * slotLanes

	mostWeight = 1 << 15 // more than any weight
)

// seeker is a unit of the sparse join.
type seeker struct {
	member        int
	rows, columns int      // in reach
	allowed       []uint64 // placements in reach, by set
	weights       []uint16 // how often a pair counts, by block, label of x and label of y in the block
	hits          []uint32 // indices of the weights of the pairs found, all in reach
	heavy         bool     // some weights are too large

	sum, pairs, tests uint64
}

func (s *seeker) block() int { return slots * s.rows }

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
	batched    []uint64 // keys of the nodes with masks of a batch, or labels if shift is 0, and
	nodeEnds   []int    // where those of each end
	inReach    []int    // see keysInReach
	shift      int      // of labels in batched
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
	for _, s := range j.seekers {
		most = max(most, s.columns)
	}
	last := min(len(y.starts)-1, (most+partLabels-1)/partLabels)
	for part := range last {
		for i, key := range y.part(part, part+1) {
			label := uint64(part*partLabels) | key>>j.labels.low&(partLabels-1)
			keys[y.starts[part]+i] = key&diagonals | label<<width
		}
	}
	of.keys, j.shift = keys[:y.starts[last]], width
	if room := 64 - width - lowBits; last > 1<<room {
		for at := 1 << room; at < last+1<<room; at += 1 << room {
			of.ends = append(of.ends, y.starts[min(last, at)])
		}
		j.shift = 0
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

// appendKeys appends keys of a part to the batch, or their labels if these are not in one place.
func (j *sparseJoin) appendKeys(keys []uint64, part int, places []int) {
	width, from, idle := j.width()&63, len(j.batched), -len(keys)&63
	j.batched = slices.Grow(j.batched, len(keys)+idle)[:from+len(keys)+idle]
	to := j.batched[from:][:len(keys)]
	copy(to, keys)
	j.nodeEnds = append(j.nodeEnds, from+len(keys))
	if j.shift > 0 {
		return
	}
	for i, key := range keys {
		to[i] = key>>width | uint64(part)<<(64-width+len(places))
	}
	for bit, place := range places {
		for i, key := range keys {
			to[i] |= key >> (place & 63) & 1 << (64 - width + bit)
		}
	}
}

// keysInReach returns how many keys of a node with masks are in reach of seekers, by the first word
// of the node.
func (j *sparseJoin) keysInReach(columns int) []int {
	number, from := shelf.Room(&j.inReach, len(j.batched)/64), 0
	for _, end := range j.nodeEnds {
		keys := j.batched[from:end]
		at := 0
		for n := len(keys); n > 0; n /= 2 { // without a branch, which would be mispredicted
			half := (n + 1) / 2
			_, less := bits.Sub64(keys[at+half-1]>>(j.shift&63), uint64(columns), 0)
			at += half & -int(less)
		}
		number[from/64] = at
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
	j.appendKeys(keys, part, places)
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
	words, metas := shelf.Room(&j.words, most+8), shelf.Room(&j.metas, most+8)
	var keys []int
	for i, s := range j.seekers {
		if i == 0 || s.columns != j.seekers[i-1].columns {
			keys = j.keysInReach(s.columns)
		}
		n, tests := j.kernel.hits(words, metas, j.masks, keys, j.entries, j.sets, s.allowed,
			&j.members[s.member])
		s.tests += tests
		for from := 0; from < n; from += mostWords {
			to := min(n, from+mostWords)
			if cap(s.hits)-len(s.hits) < 64*(to-from) {
				s.weigh()
			}
			at := len(s.hits)
			more := drain(s.hits[at:cap(s.hits)], words[from:to], metas[from:to], j.batched, j.shift, s.block())
			s.hits = s.hits[:at+more]
		}
	}
	j.entries = j.entries[:0]
}

// clearBatch makes room for the masks of other nodes.
func (j *sparseJoin) clearBatch() {
	j.masks, j.batched, j.nodeEnds = j.masks[:0], j.batched[:0], j.nodeEnds[:0]
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

// drain writes, for each lane of the words, the index of its cell, which depends on its label of x
// and that of its key. Cells are in blocks of the given size, one for every 64 labels of y; a
// block has a row of 64 cells for each label of x. It takes the lowest lane of each word in rounds,
// without a branch that depends on it, and changes words and metas.
func drain(hits []uint32, words []uint64, metas []uint32, keys []uint64, shift, block int) (found int) {
	apart := uint32(block - slots)
	for len(words) > 0 {
		left, to := uint64(0), hits[found:][:len(words)]
		metas = metas[:len(words)]
		for i, word := range words {
			meta := metas[i]
			at := meta&math.MaxUint16*slots + uint32(bits.TrailingZeros64(word))
			label := uint32(keys[at] >> (shift & 63))
			to[i] = label + label/slots*apart + meta>>16*slots
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
	all := make([]int, len(t.units))
	for i := range all {
		all[i] = i
	}
	seekers := t.seekers(all)
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
		s := &seeker{rows: t.reach[i].Rows, columns: t.reach[i].Columns}
		s.weights = shelf.Zeros(shelf.At(&t.Counter.weights, k), t.sides[white].blocks*s.block())
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
			if *hits == nil {
				*hits = make([]uint32, 0, mostHits)
			}
			seekers[unit].hits = (*hits)[:0]
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
		cells, weights := fours(slab[i*slots:][:slots]), fours(s.weights[block*s.block()+i*slots:][:slots])
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
