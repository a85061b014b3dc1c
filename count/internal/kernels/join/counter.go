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
