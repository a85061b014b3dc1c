package trie

import "slices"

// join fills the matrices of some members of a group and of one y, a block at a time.
type join struct {
	*Counter
	*group
	targets []*target

	walking []*target // whose leaf placements are tested
	lists   [][]uint64
	batch   []entry
	masks   []vector
	free    []square // of a leaf node
	planes  [64]vector
}

// target is a member with its matrix: a row of 64 cells for each label in reach.
type target struct {
	*member
	slab []uint16
	wide []uint32 // instead of the slab, if not nil
	full bool     // a counter of this accumulator is

	tests uint64
}

// entry is a set of vectors of a leaf node: its masks are from first up to end.
type entry struct{ leaf, first, end int }

// fill adds the pairs with the keys of a block to the matrices.
func (j *join) fill(keys []uint64) {
	for depth := range len(j.core) + 1 {
		if len(j.lists) == depth {
			j.lists = append(j.lists, nil)
		}
		if len(j.lists[depth]) < len(keys) {
			j.lists[depth] = make([]uint64, len(keys))
		}
	}
	for a := range j.accumulators {
		if j.stop.Load() {
			return
		}
		j.walking = j.targets
		j.eachNode(a, keys, func(at int, keys []uint64) { j.walk(at, keys) })
		j.flushAll(a)
		if j.keepFull() {
			j.eachNode(a, keys, j.again)
		}
	}
}

// eachNode filters the keys for each node of an accumulator.
func (j *join) eachNode(a int, keys []uint64, do func(at int, keys []uint64)) {
	for _, at := range j.accumulators[a].nodes {
		n := &j.nodes[at]
		to := j.lists[n.depth]
		if kept := j.kernel.filter(to, keys, n.key); kept > 0 {
			do(at, to[:kept])
		}
	}
}

// walk tests all leaf nodes below a node, for which keys have been filtered.
func (j *join) walk(at int, keys []uint64) {
	if j.nodes[at].depth == len(j.core) {
		j.leafNode(at, keys, maxVectors, func() {})
		return
	}
	j.eachChild(at, keys, j.walk)
}

// eachChild filters the keys for each child of a node.
func (j *join) eachChild(at int, keys []uint64, do func(at int, keys []uint64)) {
	for child := at + 1; child < j.nodes[at].next; child = j.nodes[child].next {
		to := j.lists[j.nodes[child].depth]
		if kept := j.kernel.filter(to, keys, j.nodes[child].queen); kept > 0 {
			do(child, to[:kept])
		}
	}
}

// again walks a node of an accumulator whose counters were full child by child, for these targets alone. At a leaf node no
// counter can be: it is flushed after each set of vectors.
func (j *join) again(at int, keys []uint64) {
	n := &j.nodes[at]
	if n.depth == len(j.core) {
		exact := 1
		for i := 2; i <= j.leafRows(); i++ {
			exact *= i
		}
		j.leafNode(at, keys, min(maxVectors, 254/(slotLanes*exact)), func() {
			j.runBatch()
			for _, t := range j.walking {
				j.flush(t, n.accumulator, never)
			}
		})
		return
	}
	walking := j.walking
	j.eachChild(at, keys, func(child int, keys []uint64) {
		j.walking = walking
		j.walk(child, keys)
		j.flushAll(n.accumulator)
		if j.keepFull() {
			j.again(child, keys)
		}
	})
	j.walking = walking
}

// flushAll flushes the counters of an accumulator.
func (j *join) flushAll(a int) {
	j.runBatch()
	for _, t := range j.walking {
		t.full = j.flush(t, a, j.full)
	}
}

// keepFull leaves those that were full walking, and reports whether there are any.
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

// never is more than any byte.
const never = 256

// flush adds the counters of a target to its matrix unless one is at least full.
func (j *join) flush(t *target, a, full int) bool {
	if t.wide == nil {
		return j.kernel.flush(t.slab, t.counters, t.used[a], full)
	}
	over := slices.ContainsFunc(t.used[a], func(u use) bool {
		for slot := range slots {
			if int(t.counters[u.counter].at(slot)) >= full {
				return true
			}
		}
		return false
	})
	if !over {
		for _, u := range t.used[a] {
			for slot := range slots {
				t.wide[int(u.label)*slots+slot] += uint32(t.counters[u.counter].at(slot))
			}
		}
	}
	clearUsed(t.counters, t.used[a])
	return over
}

// maxVectors is the largest number of vectors of a set: the counts of a test fit a byte.
const maxVectors = 6

// leafNode puts the keys of a leaf node into sets of vectors, of a limited number each, and calls done after each set.
func (j *join) leafNode(at int, keys []uint64, vectors int, done func()) {
	n := &j.nodes[at]
	var runs [slots]run
	for i, key := range keys { // stores without branches: the last key of a label forwards, the first one backwards
		back := len(keys) - 1 - i
		runs[labelOf(key)].to = i + 1
		runs[labelOf(keys[back])].from = back
	}
	most := 0
	for _, r := range runs {
		most = max(most, r.to-r.from)
	}
	if len(j.free) < len(j.squares) {
		j.free = make([]square, len(j.squares))
	}
	free := 0
	for _, s := range j.squares {
		j.free[free] = s.square
		attacked := n.key&s.key | uint64(n.columns&s.column)
		free += int((attacked - 1) >> 63) // 1 if not: no key of a square has bit 63
	}
	stride := j.stride()
	for most > 0 {
		first := len(j.masks)
		for range min(vectors, (most+slotLanes-1)/slotLanes) {
			j.masks = slices.Grow(j.masks, stride)[:len(j.masks)+stride]
			j.kernel.masks(j.masks[len(j.masks)-stride:], keys, &runs, j.free[:free], &j.planes)
			most -= slotLanes
		}
		j.batch = append(j.batch, entry{n.leaf, first, len(j.masks)})
		if len(j.masks) > j.room {
			j.runBatch()
		}
		done()
	}
}

// runBatch tests the leaf placements of each target. The counters of one stay near while the entries pass by.
func (j *join) runBatch() {
	stride, firsts := j.stride(), j.firsts()
	for _, t := range j.walking {
		for _, e := range j.batch {
			t.tests += j.kernel.test(t.counters, j.masks[e.first:e.end], stride, firsts, t.list[t.starts[e.leaf]:])
		}
	}
	j.batch, j.masks = j.batch[:0], j.masks[:0]
}
