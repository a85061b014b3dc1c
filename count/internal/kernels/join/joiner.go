package join

import (
	"sync/atomic"
	"unsafe"
)

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

// plan returns the least cost of testing items against the blocks of lanes, and the number of
// chunks that has it.
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
