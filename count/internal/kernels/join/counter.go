// Package join counts the pairs of keys from two lists that share no bit: the number of (a, b)
// with a from one list, b from the other and a AND b = 0.
//
// In the half-board join, a key is the set of crossing diagonals that the queens of one half of the
// board occupy, and a disjoint pair is a solution. The lists are long (a thousand to a hundred
// million keys) and few pairs are disjoint (one in a thousand or less), so pairs are not tested one
// by one:
//
//	split   a node picks a bit that many keys of both lists have. Two keys with the bit are
//	        never disjoint. So the longer list is divided by the bit, and its keys with the
//	        bit meet only those keys of the shorter list that lack it. Either list may be the
//	        longer one at any node.
//	narrow  every split settles a bit. Once at most 32 bits are open the keys are rewritten
//	        with 32 bits: twice as many fit in a vector.
//	leaf    512 keys of the longer list become the lanes of a block. For every open bit there
//	        is a row of 512 lanes, for every chunk of a few bits a table of rows for all its
//	        values. One key of the other list is tested against all 512 lanes with one AND per
//	        chunk and one count of bits.
//	direct  a list of a few keys is compared key by key.
//
// All kernels except the reference share these steps; they differ in the operations on lists.
// docs/laboratory.md has the costs and limits of each operation.
//
// The package knows keys, not boards. The caller makes the lists and knows the weight of a pair.
package join

import (
	"math/bits"
	"sync/atomic"
	"unsafe"

	"queens/count/internal/kernels/shelf"
	"queens/count/internal/kernels/table"
)

// Slack is the room after the last key of a list for [Counter.Count]: cap >= len + Slack. Kernels
// use whole vectors and may read, but never use or write, that many keys beyond the list.
const Slack = 8

// Stats describes how a count was done. It depends on the kernel and on the order of the lists.
type Stats struct {
	Nodes  uint64 // splits
	Leaves uint64 // blocks of up to 512 lanes
	Tests  uint64 // keys tested against the lanes of a block
	Direct uint64 // pairs of keys compared one by one
}

// Counter counts disjoint pairs. It owns scratch memory and belongs to one goroutine at a time.
type Counter struct {
	kernel string
	wide   joiner[uint64]
	narrow joiner[uint32]
	stats  Stats
}

// New returns a counter that uses the named kernel, or the fastest usable one for "auto" and "".
func New(kernel string) *Counter {
	k := table.Find(All(), kernel)
	c := &Counter{kernel: k.Name}
	c.wide = joiner[uint64]{lists: k.wide, stats: &c.stats, next: &c.narrow, block: &shelf.Aligned[block](1)[0]}
	c.narrow = joiner[uint32]{lists: k.narrow, stats: &c.stats, block: c.wide.block}
	c.wide.zeros.down, c.narrow.zeros.down = true, true
	c.StopOn(new(atomic.Bool))
	return c
}

// Kernel returns the name of the kernel the counter uses.
func (c *Counter) Kernel() string { return c.kernel }

// StopOn ends counts early once the flag is set, which must not be cleared meanwhile. Their results
// are then invalid.
func (c *Counter) StopOn(flag *atomic.Bool) { c.wide.stop, c.narrow.stop = flag, flag }

// Count returns the number of pairs (x, y), x from a and y from b, with x AND y = 0. Keys may be
// any words, in any order, with duplicates. Count panics if a list has no [Slack]. It may reorder
// both and does not retain them.
//
// Time grows with the product of the lengths, but far more slowly for lists whose keys share many
// bits. Count allocates only until the scratch memory has the necessary size.
func (c *Counter) Count(a, b []uint64) (pairs uint64, stats Stats) {
	_, _ = a[:len(a):len(a)+Slack], b[:len(b):len(b)+Slack]
	if c.wide.sample == nil {
		return countGeneric(a, b, c.wide.stop), Stats{Direct: uint64(len(a)) * uint64(len(b))}
	}
	c.stats = Stats{}
	pairs = c.wide.join(a, b, union(a)&union(b))
	return pairs, c.stats
}

// A word is a key: a set of at most 32 or 64 bits.
type word interface{ uint32 | uint64 }

func size[K word](set K) int { return bits.OnesCount64(uint64(set)) }

// stack allocates lists that live as long as a node of the recursion. It keeps its memory, so once
// a counter has seen its largest lists it allocates no more. Slabs never move, so pushing does not
// move other lists.
type stack[K word] struct {
	slabs [][]K
	top   place
	down  bool // grows downward
}

// place is a position in a stack: a slab and the number of its keys in use.
type place struct{ slab, taken int }

// Sizes, in keys.
const (
	firstSlab = 1 << 14
	// slack is the room beside each list while it is written, for whole vectors.
	slack = 16
)

// push returns a list with room for n keys and the slack. Popping to a noted place frees everything
// pushed since.
//
// A stack grows upward and keeps the front of the last list, or downward and keeps the back. One
// that grows downward has permanent slack after the list as well.
func (s *stack[K]) push(n int) []K {
	n += slack
	if s.down {
		n += slack
	}
	for ; s.top.slab < len(s.slabs); s.top = (place{slab: s.top.slab + 1}) {
		if s.top.taken+n <= len(s.slabs[s.top.slab]) {
			return s.take(n)
		}
	}
	size := firstSlab
	if len(s.slabs) > 0 {
		size = 2 * len(s.slabs[len(s.slabs)-1])
	}
	s.slabs = append(s.slabs, make([]K, max(size, n)))
	return s.take(n)
}

func (s *stack[K]) take(n int) []K {
	slab, from := s.slabs[s.top.slab], s.top.taken
	s.top.taken += n
	if s.down {
		from = len(slab) - s.top.taken
		return slab[from : from+n-slack : from+n]
	}
	return slab[from : from+n : from+n]
}

// keepFront returns the first k keys of the last list and frees the others, which later lists
// reuse.
func (s *stack[K]) keepFront(list []K, k int) []K {
	s.top.taken -= len(list) - k
	return list[:k:k]
}

// keepBack returns the last k keys of the last list and frees the others.
func (s *stack[K]) keepBack(list []K, k int) []K {
	s.top.taken -= len(list) - k
	return list[len(list)-k:]
}

func (s *stack[K]) pop(p place) { s.top = p }

// lists are a kernel's operations on lists of 32-bit or 64-bit keys. They check nothing.
type lists[K word] struct {
	// sample inspects some keys of each list, spread over it, or all of a list of up to 64. It
	// returns the open bit with the largest product of the shares of keys that have it, and that
	// product in units of 1/4096. Both lists have at least two keys, open is not empty.
	sample func(a, b []K, open K) (bit, product uint)

	// part copies the keys with the bit to the front of ones and the others to the back of zeros,
	// and returns the number of ones. Both have room for all keys and the slack, zeros at both
	// ends.
	part func(ones, zeros, list []K, bit uint) int

	// filter copies the keys without the bit and returns their number. kept has room for all keys
	// and the slack.
	filter func(kept, list []K, bit uint) int

	// narrow packs the at most 32 open bits of every key into to. Nil for 32-bit keys.
	narrow func(to []uint32, list []K, open K)

	// test counts the disjoint pairs of items and at most 512 lanes by open bits only. The block
	// has the plan of the chunks.
	test func(s *block, items, lanes []K, open K) uint64

	costs costs
}

// costs of a kernel's operations in processor cycles, for decisions only. They come from
// measurements (docs/laboratory.md); counts do not depend on them.
type costs struct {
	split  float64 // a node without its keys: sampling, and the tables of an extra leaf
	key    float64 // per key parted or filtered
	block  float64 // a block without its rows: the planes of its bits
	row    float64 // a row of a table
	test   float64 // a test without its chunks
	chunk  float64 // a chunk of a test
	chunks int     // most chunks of a block
	eager  float64 // value of a test saved by a split: splits also pay off further down
	few    int     // length up to which a list is compared key by key
}

type joiner[K word] struct {
	lists[K]
	ones  stack[K] // lists that die with the first call of a node
	zeros stack[K] // lists that die with the node; grows downward
	stats *Stats
	next  *joiner[uint32] // for at most 32 open bits; nil for 32-bit keys
	block *block
	stop  *atomic.Bool // checked in every node and for every block
}

// inPlace is the length from which a list is parted in place: slower per key than into scratch
// memory, but such lists are few, and the scratch memory stays bounded.
const inPlace = 1 << 20

// join counts the disjoint pairs of a and b, which share only open bits.
//
// The pairs of a node are those of (a without the bit, b with it) and of (a, b without it). The bit
// is open in neither. The first part is a call, the second the next iteration.
func (j *joiner[K]) join(a, b []K, open K) (pairs uint64) {
	bottom := j.zeros.top
	for {
		if len(a) > len(b) {
			a, b = b, a
		}
		if j.stop.Load() {
			break // the result is not used, but the stacks are
		}
		if len(a) == 0 || open == 0 {
			pairs += uint64(len(a)) * uint64(len(b))
			break
		}
		if len(a) <= j.costs.few {
			j.stats.Direct += uint64(len(a)) * uint64(len(b))
			pairs += direct(a, b)
			break
		}
		if j.next != nil && size(open) <= 32 {
			pairs += j.handDown(a, b, open)
			break
		}
		bit, product := j.sample(a, b, open)
		if !j.worthSplitting(len(a), len(b), product) {
			pairs += j.leaf(a, b, open)
			break
		}
		open &^= 1 << bit
		j.stats.Nodes++

		mark := j.ones.top
		ones, zeros := j.parted(b, bit)
		pairs += j.join(j.without(a, bit), ones, open)
		j.ones.pop(mark)
		b = zeros
	}
	j.zeros.pop(bottom)
	return pairs
}

// worthSplitting reports whether a split that settles the share product/4096 of the pairs is
// cheaper than testing them.
func (j *joiner[K]) worthSplitting(a, b int, product uint) bool {
	c := &j.costs
	saved := float64(a) * float64(b) * float64(product) / (blockLanes * 4096) * (c.test + 5*c.chunk)
	return saved*c.eager > c.split+c.key*float64(a+b)
}

func (j *joiner[K]) handDown(a, b []K, open K) uint64 {
	n := j.next
	mark := n.ones.top
	x, y := n.ones.push(len(a))[:len(a)], n.ones.push(len(b))[:len(b)]
	j.narrow(x, a, open)
	j.narrow(y, b, open)
	pairs := n.join(x, y, 1<<size(open)-1)
	n.ones.pop(mark)
	return pairs
}

func (j *joiner[K]) parted(list []K, bit uint) (ones, zeros []K) {
	if len(list) >= inPlace {
		k := partInPlace(list, bit)
		return list[k:], list[:k]
	}
	ones, zeros = j.ones.push(len(list)), j.zeros.push(len(list))
	k := j.part(ones, zeros, list, bit)
	return j.ones.keepFront(ones, k), j.zeros.keepBack(zeros, len(list)-k)
}

func (j *joiner[K]) without(list []K, bit uint) []K {
	if len(list) >= inPlace {
		return list[:partInPlace(list, bit)]
	}
	kept := j.ones.push(len(list))
	return j.ones.keepFront(kept, j.filter(kept, list, bit))
}

func partInPlace[K word](list []K, bit uint) int {
	front, back := 0, len(list)
	for {
		for front < back && list[front]>>bit&1 == 0 {
			front++
		}
		for front < back && list[back-1]>>bit&1 == 1 {
			back--
		}
		if front == back {
			return front
		}
		list[front], list[back-1] = list[back-1], list[front]
	}
}

// Keys of a test.
const (
	blockLanes = 512
	rowBytes   = blockLanes / 8
)

type row [blockLanes / 64]uint64

// Limits of the plan of a block.
const (
	maxWidth  = 7  // bits of a chunk; 128 rows
	maxChunks = 13 // enough for 64 bits with tables of 32 rows
)

// block is the scratch memory of a leaf, about 120 KB, aligned to 64 bytes for vectors.
type block struct {
	tables [maxChunks][1 << maxWidth]row // lanes compatible with each value of a chunk
	planes [64]row                       // lanes that have a bit
	valid  row                           // lanes that hold a key
	lanes  [blockLanes]uint64            // keys of a partial block
	taken  int                           // number of lanes
	items  [blockLanes]uint32            // packed open bits of items, for kernels that do that ahead
	chunks int                           // chunks in use
	width  [16]uint8                     // bits of each chunk
	field  [16]uint64                    // each chunk as an operand of BEXTR: first bit, length in bits 8-15
}

// leaf counts the disjoint pairs of a and b. It cuts one list into blocks of lanes, and tests the
// keys of the other against each.
func (j *joiner[K]) leaf(a, b []K, open K) (pairs uint64) {
	open &= union(a) & union(b)
	if open == 0 {
		return uint64(len(a)) * uint64(len(b))
	}
	c := &j.costs
	onA, planA := c.plan(size(open), len(b), len(a))
	onB, planB := c.plan(size(open), len(a), len(b))
	if onA < onB {
		a, b, planB = b, a, planA
	}
	s := j.block
	s.cut(size(open), planB)
	for len(b) > 0 && !j.stop.Load() {
		lanes := b[:min(len(b), blockLanes)]
		b = b[len(lanes):]
		s.setValid(len(lanes))
		pairs += j.test(s, a, fullBlock(s, lanes), open)
		j.stats.Leaves++
		j.stats.Tests += uint64(len(a))
	}
	return pairs
}

// plan returns the least cost of testing items against blocks of lanes, and its number of chunks.
func (c *costs) plan(open, items, lanes int) (cost float64, chunks int) {
	blocks := float64((lanes + blockLanes - 1) / blockLanes)
	cost = -1
	for k := (open + maxWidth - 1) / maxWidth; k <= min(open, c.chunks); k++ {
		width, wider := open/k, open%k
		rows := float64((k + wider) << width)
		x := blocks * (c.block + c.row*rows + float64(items)*(c.test+c.chunk*float64(k)))
		if cost >= 0 && x >= cost {
			break
		}
		cost, chunks = x, k
	}
	return cost, chunks
}

// cut divides the open bits into chunks, the wider ones first.
func (s *block) cut(open, chunks int) {
	s.chunks = chunks
	at := 0
	for i := range chunks {
		width := open / chunks
		if i < open%chunks {
			width++
		}
		s.width[i] = uint8(width)
		s.field[i] = uint64(at | width<<8)
		at += width
	}
}

func (s *block) setValid(n int) {
	s.taken = n
	for i := range s.valid {
		s.valid[i] = 1<<min(max(n-64*i, 0), 64) - 1
	}
}

// fullBlock returns lanes in a list from which a whole block may be read.
func fullBlock[K word](s *block, lanes []K) []K {
	if len(lanes) == blockLanes {
		return lanes
	}
	full := unsafe.Slice((*K)(unsafe.Pointer(&s.lanes)), blockLanes)
	copy(full, lanes)
	return full
}
