package symmetric

import (
	"math/bits"
	"slices"

	"queens/count/internal/kernels/shelf"
	"queens/count/internal/symmetric"
	"queens/internal/bitmath"
)

// Lists makes the words of a growth, a list for each set of columns. A list is made from lists that
// are complete, so nothing is sorted. Lists owns its memory and belongs to one goroutine at a time.
type Lists struct {
	counter *Counter
	extend  func(to, nodes, options []uint64) int
	growth  symmetric.Growth
	size    int        // of the sets that have lists
	lists   [][]uint64 // by the cells of the sets, padded to whole vectors
	longest int        // of these lists
	memory  [2]blocks  // of the lists, and of those that they were made from
	last    []uint64
}

// NewLists returns lists made by the kernel of c, by the portable one if that is the reference.
func NewLists(c *Counter) *Lists {
	l := &Lists{counter: c, extend: c.kernel.extend, memory: [2]blocks{{size: 1 << 20}, {size: 1 << 20}}}
	if l.extend == nil {
		l.extend = extendPortable
	}
	return l
}

// Fill makes all lists that the last step needs, and returns a function that makes this step for a
// set, once per call. Its list has room for another vector and lasts until the next call. It is
// incomplete once the flag of [Counter.StopOn] is set.
//
// Memory is that of the words before the last step and of those before the last but one.
func (l *Lists) Fill(g symmetric.Growth) (of func(set uint32) []uint64) {
	l.growth, l.size, l.longest = g, 0, len(g.First)
	l.lists = [][]uint64{whole(slices.Clone(g.First))}
	for i := range g.Steps - 1 {
		l.step(i)
	}
	return func(set uint32) []uint64 {
		l.last = slices.Grow(l.last[:0], l.room(max(1, l.size+g.Columns)))
		if g.Steps == 0 {
			return append(l.last, g.First...)
		}
		return l.list(l.last, g.Steps-1, set)
	}
}

// step replaces the lists. If steps add the last column of their sets, later steps add the last
// ones of all, and sets that have one of these get no list.
func (l *Lists) step(i int) {
	g := &l.growth
	l.memory[0], l.memory[1] = l.memory[1], l.memory[0]
	memory := &l.memory[0]
	memory.clear()
	columns, size, longest := len(g.Sets)-1, l.size+g.Columns, 0
	later := ^uint32(0) << (columns - (g.Columns-1)*(g.Steps-1-i))
	var lists [][]uint64
	for set := range bitmath.OfSize(size, columns) {
		var list []uint64
		if set&later == 0 && !l.counter.stop.Load() {
			list = memory.keep(whole(l.list(memory.room(l.room(size)), i, set)))
		}
		lists, longest = append(lists, list), max(longest, len(list))
	}
	l.size, l.lists, l.longest = size, lists, longest
}

// room is enough for the words of a set, and two vectors.
func (l *Lists) room(size int) int { return size*l.longest + 2*vector }

// list appends the words of a set.
func (l *Lists) list(list []uint64, step int, set uint32) []uint64 {
	columns, options := l.growth.Step(step, set)
	table, n := &l.growth.Sets[l.size], len(list)
	list = list[:cap(list)]
	for rest := columns; rest != 0; rest = bitmath.WithoutLowest(rest) {
		column := bits.TrailingZeros32(rest)
		from := l.lists[table.Cell(uint64(columns&^(1<<column)))]
		n += l.extend(list[n:], options[column:column+1], from)
	}
	return list[:n]
}

// whole pads a list to whole vectors with words that share bits with every option.
func whole(list []uint64) []uint64 {
	for len(list)%vector > 0 {
		list = append(list, ^uint64(0))
	}
	return list
}

// blocks is memory for lists that are dropped together. They do not move.
type blocks struct {
	size int        // of a block, or more if a list needs it
	list [][]uint64 // up to the words in use
	at   int        // of the block in progress
}

func (b *blocks) clear() {
	b.at = 0
	for i := range b.list {
		b.list[i] = b.list[i][:0]
	}
}

// room returns an empty list with room for n words.
func (b *blocks) room(n int) []uint64 {
	for ; ; b.at++ {
		used := shelf.At(&b.list, b.at)
		if *used == nil {
			*used = make([]uint64, 0, max(n, b.size))
		}
		if cap(*used)-len(*used) >= n {
			return (*used)[len(*used) : len(*used) : len(*used)+n]
		}
	}
}

// keep returns a list in the last room, which stays.
func (b *blocks) keep(list []uint64) []uint64 {
	b.list[b.at] = b.list[b.at][:len(b.list[b.at])+len(list)]
	return list
}
