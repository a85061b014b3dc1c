// Package pairs counts the pairs of disjoint keys of two lists.
package pairs

import "fmt"

// Slack is the free capacity that Count needs behind both lists.
const Slack = 16

// Stats is what a count took.
type Stats struct {
	Tests, Leaves, Nodes, Direct uint64
}

// Kernel is one implementation.
type Kernel struct {
	Name    string
	Summary string
	Needs   string
	Usable  func() bool
}

func always() bool { return true }

// All returns every kernel of this build, the reference first and the fastest
// last.
func All() []Kernel {
	return []Kernel{
		{Name: "generic", Summary: "reference that tests every pair", Usable: always},
		{Name: "portable", Summary: "splits the lists by a bit until they are short", Usable: always},
	}
}

// Counter counts with one kernel. It is used by one goroutine.
type Counter struct {
	split bool
	stats Stats
	free  [][]uint64
}

// New returns a Counter of the named kernel; empty or "auto" is the fastest.
func New(kernelName string) (*Counter, error) {
	switch kernelName {
	case "", "auto", "portable":
		return &Counter{split: true}, nil
	case "generic":
		return &Counter{}, nil
	}
	return nil, fmt.Errorf("pairs: no kernel %q: want one of auto, generic, portable", kernelName)
}

// Kernel returns the name of the kernel.
func (c *Counter) Kernel() string {
	if c.split {
		return "portable"
	}
	return "generic"
}

// Memory returns the bytes that the Counter holds.
func (c *Counter) Memory() int64 {
	total := 0
	for _, list := range c.free {
		total += 8 * cap(list)
	}
	return int64(total)
}

// Count returns the number of pairs of disjoint keys. It may reorder both lists.
func (c *Counter) Count(a, b []uint64) (pairs uint64, stats Stats) {
	c.stats = Stats{}
	if c.split {
		pairs = c.count(a, b)
	} else {
		pairs = c.naive(a, b)
	}
	return pairs, c.stats
}

func (c *Counter) naive(a, b []uint64) (pairs uint64) {
	c.stats.Leaves++
	c.stats.Tests += uint64(len(a)) * uint64(len(b))
	for _, x := range a {
		for _, y := range b {
			pairs += (x&y - 1) >> 63 &^ (x & y >> 63)
		}
	}
	return pairs
}

// count splits the longer list by the bit that saves most.
func (c *Counter) count(a, b []uint64) uint64 {
	if len(a) > len(b) {
		a, b = b, a
	}
	c.stats.Nodes++
	if len(a) < 8 || len(b) < 32 {
		return c.naive(a, b)
	}
	var inA, inB [64]int
	for i := range 64 {
		x, y := a[i*len(a)/64], b[i*len(b)/64]
		for bit := range 64 {
			inA[bit] += int(x >> bit & 1)
			inB[bit] += int(y >> bit & 1)
		}
	}
	best := 0
	for bit := range 64 {
		if inA[bit]*min(inB[bit], 64-inB[bit]) > inA[best]*min(inB[best], 64-inB[best]) {
			best = bit
		}
	}
	if inA[best]*min(inB[best], 64-inB[best]) == 0 {
		return c.naive(a, b)
	}
	i, j := 0, len(b)
	for i < j {
		if b[i]>>best&1 == 1 {
			i++
		} else {
			j--
			b[i], b[j] = b[j], b[i]
		}
	}
	var fit []uint64
	if last := len(c.free) - 1; last >= 0 {
		fit, c.free = c.free[last][:0], c.free[:last]
	}
	for _, x := range a {
		if x>>best&1 == 0 {
			fit = append(fit, x)
		}
	}
	total := c.count(fit, b[:i])
	c.free = append(c.free, fit)
	return total + c.count(a, b[i:])
}
