package parity

import (
	"math"
	"slices"
	"sort"

	"queens/count/internal/kernels/parity/layout"
	"queens/count/internal/kernels/shelf"
)

// join fills the matrices of some members of a group and of one y, block by block.
type join struct {
	*Counter
	*group
	targets []*target
	walking []*target // those whose leaf placements are tested
}

// target is a member and its matrix: a row of 64 cells for each label in reach.
type target struct {
	*member
	slab     []uint16
	wide     []uint32 // used instead of the slab if not nil
	counters []vector
	full     bool // a counter of this accumulator may have saturated

	tests uint64
}

// isMatrix reports whether the counters are the matrix, with cells of one byte.
func (t *target) isMatrix() bool { return t.slab == nil && t.wide == nil }

type buffers struct {
	planes *[64]vector
	left   *[maxVectors * layout.LeftStride]vector

	block   list
	byDepth [][]uint64 // remaining keys at a node
	first   [][]uint64 // of nodes of one queen, by column, and
	known   []bool     // whether they are current
	path    []int      // nodes of the keys in byDepth, plus 1, if accumulators have one node
	batch   []entry
	masks   []vector
	bounds  []uint64 // of the runs of a leaf node
	runs    [slots]run
	wide    [slots]run
	regions [slots / layout.Region]needs

	sparseBuffers
}

type entry struct {
	leaf  int
	form  int // index in forms
	masks int // where the first one begins
	index [maxWider]vector
}

func (j *join) fill(block list) {
	j.block = block
	shelf.Zeros(&j.known, j.x.Squares())
	shelf.Zeros(&j.path, len(j.core)+1)
	for a := range j.accumulators {
		if j.stop.Load() {
			return
		}
		j.walking = j.targets
		j.eachNode(a, j.walk)
		j.flushAll(a, j.full)
		if j.keepFull() {
			j.eachNode(a, func(at int, keys []uint64) { j.again(a, at, keys) })
		}
	}
	if j.kernel.cells != nil {
		for _, t := range j.targets {
			j.kernel.cells(t.slab)
		}
	}
}

func (j *join) eachNode(a int, do func(at int, keys []uint64)) {
	for _, at := range j.accumulators[a].nodes {
		if kept := j.keysOf(at); len(kept) > 0 {
			do(at, kept)
		}
	}
}

// keysOf returns the keys that a node leaves. Single nodes come in preorder and reuse the keys of
// the nodes above.
func (j *join) keysOf(at int) []uint64 {
	n := &j.nodes[at]
	if n.depth == 0 {
		return j.block.part(0, blockParts)
	}
	list := shelf.At(&j.byDepth, n.depth)
	if j.single {
		if j.path[n.depth] == at+1 {
			return *list
		}
		j.path[n.depth] = at + 1
	}
	if n.depth == 1 {
		j.filterFirst(list, n.queen)
		return *list
	}
	var from []uint64
	if j.single {
		from = j.keysOf(n.parent)
		list = shelf.At(&j.byDepth, n.depth)
	} else {
		from = j.firstList(n.first)
	}
	to := shelf.Room(list, len(from))
	*list = to[:j.kernel.filter(to, from, j.pack(n.key)&^j.firstOf(n))]
	return *list
}

func (j *join) firstList(square int) []uint64 {
	list := shelf.At(&j.first, square)
	if !j.known[square] {
		j.filterFirst(list, j.pack(j.x.Key(j.core[0], square)))
		j.known[square] = true
	}
	return *list
}

// filterFirst filters the keys of the block for a first queen.
func (j *join) filterFirst(list *[]uint64, queen uint64) {
	keys := j.block.part(0, blockParts)
	to, n := shelf.Room(list, len(keys)), 0
	if !j.tight() {
		*list = to[:j.kernel.filter(to, keys, queen)]
		return
	}
	labels := j.below(queen)
	for i := range blockParts {
		from := n
		n += j.kernel.filter(to[n:], j.block.part(i, i+1), queen)
		for k := range to[from:n] {
			to[from+k] |= labels.upper(i)
		}
	}
	*list = to[:n]
}

// walk tests all leaf nodes below a node, for which keys have been filtered.
func (j *join) walk(at int, keys []uint64) {
	if j.nodes[at].depth == len(j.core) {
		j.leafNode(at, keys)
		return
	}
	j.eachChild(at, keys, j.walk)
}

func (j *join) eachChild(at int, keys []uint64, do func(at int, keys []uint64)) {
	for child := at + 1; child < j.nodes[at].next; child = j.nodes[child].next {
		to := shelf.Room(shelf.At(&j.byDepth, j.nodes[child].depth), len(keys))
		if kept := j.kernel.filter(to, keys, j.nodes[child].queen); kept > 0 {
			do(child, to[:kept])
		}
	}
}

// again counts a node of an accumulator whose counters may have saturated in parts, for these
// targets alone: child by child, and a leaf node with every second key. With few enough keys no
// counter can saturate.
func (j *join) again(a, at int, keys []uint64) {
	walking := j.walking
	walk := func(at int, keys []uint64) {
		full := j.full
		if j.nodes[at].depth == len(j.core) && len(keys)*j.leafMost() <= math.MaxUint8 {
			full = never
		}
		j.walking = walking
		j.walk(at, keys)
		j.flushAll(a, full)
		if j.keepFull() {
			j.again(a, at, keys)
		}
	}
	if j.nodes[at].depth < len(j.core) {
		j.eachChild(at, keys, walk)
	} else {
		for first := range min(2, len(keys)) {
			half := make([]uint64, 0, len(keys)/2+1+vectorLanes/8)
			for i := first; i < len(keys); i += 2 {
				half = append(half, keys[i])
			}
			walk(at, half)
		}
	}
	j.walking = walking
}

// flushAll flushes each target after its last tests, while its counters are cached.
func (j *join) flushAll(a, full int) {
	for _, t := range j.walking {
		j.testBatch(t)
		t.full = !t.isMatrix() && j.flush(t, a, full)
	}
	j.batch, j.masks = j.batch[:0], j.masks[:0]
}

// keepFull keeps only full targets walking, and reports whether there are any.
func (j *join) keepFull() bool {
	var full []*target
	for _, t := range j.walking {
		if t.full {
			full = append(full, t)
		}
	}
	j.walking = full
	return len(full) > 0
}

// Exceeds any byte.
const never = 256

// flush adds the counters of a target to its matrix and clears them. If one is at least full, it
// only clears them and reports it.
func (j *join) flush(t *target, a, full int) bool {
	labels := j.accumulators[a].labels
	labels = labels[:sort.Search(len(labels), func(i int) bool { return int(labels[i]) >= t.reach })]
	counters := t.counters[spare+1:][:len(labels)]
	slab := t.slab
	if t.wide != nil {
		slab = make([]uint16, len(t.wide))
	}
	over := j.kernel.flush(slab, counters, labels, full)
	if t.wide != nil && j.kernel.cells != nil {
		j.kernel.cells(slab)
	}
	for i := range t.wide { // unless it is full
		t.wide[i] += uint32(slab[i])
	}
	if over {
		clear(counters)
	}
	return over
}

func (j *join) leafNode(at int, keys []uint64) {
	n := &j.nodes[at]
	free := j.group.free[n.free[0]:n.free[1]]
	labels := j.labels
	if j.tight() && n.depth > 0 {
		labels = j.below(j.firstOf(n))
	}
	runs := &j.runs // a local one would be on the heap, because kernels are variables
	var needs []needs
	var most int
	if j.kernel.runs != nil && labels == usualBits {
		j.kernel.runs(runs, keys, j.planes)
		needs, most = j.needsOf(runs)
	} else {
		bounds := shelf.Room(&j.bounds, len(keys)/64+2)
		j.kernel.bounds(bounds, keys, labels.mask())
		needs = j.regions[:slots/j.kernel.region]
		most = runsOf(runs, keys, bounds, labels, needs)
	}
	for {
		number := formOf(needs, most, j.kernel.forms)
		f := j.kernel.forms[number]
		j.growMasks(f.Vectors() * layout.MaskStride)
		j.batch = slices.Grow(j.batch, 1)[:len(j.batch)+1]
		e := &j.batch[len(j.batch)-1] // its index may be an old one
		e.leaf, e.form, e.masks = n.leaf, number, len(j.masks)
		for range f.Bytes {
			j.makeMasks(keys, runs, free, n.bare)
		}
		if len(f.Wider) > 0 {
			needs, _ = j.needsOf(runs)
		}
		for i, width := range f.Wider {
			widen(runs, needs, width, &e.index[i], &j.wide)
			j.makeMasks(keys, &j.wide, free, n.bare)
		}
		if len(j.masks)/layout.MaskStride*len(free) > j.room {
			j.runBatch()
		}
		if empty(runs) {
			return
		}
		needs, most = j.needsOf(runs)
	}
}

// needsOf returns the needs of each region, and the most of all.
func (c *Counter) needsOf(runs *[slots]run) (regions []needs, most int) {
	size := c.kernel.region
	regions = c.regions[:slots/size]
	if c.kernel.needs != nil {
		regions[0] = c.kernel.needs(runs, c.planes)
		return regions, regions[0].most()
	}
	for i := range regions {
		n, of := needsOf(runs[i*size:][:size])
		regions[i], most = n, max(most, of)
	}
	return regions, most
}

// makeMasks makes the masks of a vector of a leaf node. The last square is the one with all lanes:
// those of keys without diagonals if the node is bare.
func (j *join) makeMasks(keys []uint64, runs *[slots]run, free []square, bare bool) {
	to := j.moreMasks()
	if !bare {
		j.kernel.masks(to, keys, runs, free, j.planes)
		return
	}
	same := *runs
	j.kernel.masks(to, keys, runs, free, j.planes)
	j.kernel.masks(to, make([]uint64, len(keys)), &same, free[len(free)-1:], j.planes)
}

func (c *Counter) growMasks(n int) {
	if len(c.masks)+n > cap(c.masks) {
		masks := shelf.Aligned[vector](2 * (len(c.masks) + n))
		copy(masks, c.masks)
		c.masks = masks[:len(c.masks)]
	}
}

func (c *Counter) moreMasks() []vector {
	at := len(c.masks)
	c.masks = c.masks[:at+layout.MaskStride]
	return c.masks[at:]
}

// runBatch tests the leaf placements of each target, one target at a time: its counters stay
// cached.
func (j *join) runBatch() {
	for _, t := range j.walking {
		j.testBatch(t)
	}
	j.batch, j.masks = j.batch[:0], j.masks[:0]
}

func (j *join) testBatch(t *target) {
	for i := range j.batch {
		e := &j.batch[i]
		t.tests += j.kernel.test(t.counters, j.masks[e.masks:], e.form, &e.index, t.list[t.starts[e.leaf]:], j.left)
	}
}
