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
func New(kernelName string) (*Counter, error) {
	k, err := table.Find(All(), kernelName)
	if err != nil {
		return nil, err
	}
	c := &Counter{kernel: k.Name}
	c.wide = joiner[uint64]{lists: k.wide, stats: &c.stats, next: &c.narrow, block: &shelf.Aligned[block](1)[0]}
	c.narrow = joiner[uint32]{lists: k.narrow, stats: &c.stats, block: c.wide.block}
	c.wide.zeros.down, c.narrow.zeros.down = true, true
	c.StopOn(new(atomic.Bool))
	return c, nil
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
