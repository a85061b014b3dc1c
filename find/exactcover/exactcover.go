// Package exactcover solves exact cover problems with dancing links. Given items and options, each
// a set of items, it chooses options so that every primary item is covered exactly once and every
// secondary item at most once.
//
//	options := [][]int{{0, 1}, {2}, {0, 1, 2}}
//	err := exactcover.Search(ctx, 3, 0, options, exactcover.Watch{}, func(options []int) bool {
//		fmt.Println(options) // [0 1], then [2]
//		return true
//	})
//
// The search branches on the open primary item with the fewest options left. If there are several,
// the one with the lowest number wins.
//
// Options are in doubly linked lists. To exclude an option, the search unlinks it. Backtracking
// restores the links in reverse order, in constant time, because the option still points to its
// neighbours. Source: [knuth2000].
package exactcover

import (
	"context"
	"fmt"
	"math"
	"slices"
)

// Watch observes a search. Its functions may be nil.
type Watch struct {
	Branch func(item int)   // branch on the item
	Choose func(option int) // choose the option
	GiveUp func(option int) // undo the choice
}

// Search passes every solution, as option numbers in order of choice, to found, which owns the
// slice, until found returns false. Items 0 to primary-1 are covered exactly once, the secondary
// ones after them at most once. The options are lists of different items; it panics if they are
// not. An empty option is never chosen. Space O(items + total length of the options). Errors: that
// of ctx, when it ends; then solutions may be missing.
func Search(ctx context.Context, primary, secondary int, options [][]int, w Watch,
	found func(options []int) bool,
) error {
	s := newSearch(primary, secondary, options)
	s.Watch, s.found, s.ended = w, found, ctx.Err
	s.descend()
	return s.err
}

// search is the state of a search.
//
// Entry 0 of the arrays is the head of the list of open primary items. The next entries are the
// items. All others belong to one item in one option each, option by option. They are in the lists
// of their items, linked by up and down, which begin and end at the item.
type search struct {
	Watch
	left, right []int32 // of items: open primary ones, sorted, in a ring with the head
	up, down    []int32
	item        []int32
	option      []int32 // number of the option of each entry
	first       []int32 // first entry of each option, and the end of the last
	size        []int32 // of items: remaining options
	found       func([]int) bool
	ended       func() error
	chosen      []int // options
	steps       uint64
	over        bool  // the search must end
	err         error // of the context
}

func newSearch(primary, secondary int, options [][]int) *search {
	items := primary + secondary
	entries := 1 + items
	for _, option := range options {
		entries += len(option)
	}
	if entries > math.MaxInt32 {
		panic(fmt.Sprintf("exactcover: %d entries: want at most %d", entries, math.MaxInt32))
	}
	s := &search{
		left: make([]int32, items+1), right: make([]int32, items+1), size: make([]int32, items+1),
		up: make([]int32, entries), down: make([]int32, entries), item: make([]int32, entries),
		option: make([]int32, entries), first: []int32{int32(items + 1)},
	}
	for i := range int32(items + 1) {
		s.up[i], s.down[i], s.item[i] = i, i, i
		s.left[i], s.right[i] = i, i // secondary items stay outside the ring
	}
	for i := int32(1); i <= int32(primary); i++ {
		last := s.left[0]
		s.left[i], s.right[last] = last, i
		s.right[i], s.left[0] = 0, i
	}
	seenIn := make([]int, items) // by item: option, from 1, that last contained it
	for no, option := range options {
		at := s.first[no]
		for _, item := range option {
			if seenIn[item] == no+1 {
				panic(fmt.Sprintf("exactcover: option %d: item %d twice", no, item))
			}
			seenIn[item] = no + 1
			head := int32(item + 1)
			s.item[at], s.option[at] = head, int32(no)
			s.up[at], s.down[at] = s.up[head], head
			s.down[s.up[head]], s.up[head] = at, at
			s.size[head]++
			at++
		}
		s.first = append(s.first, at)
	}
	return s
}

const pollEvery = 1 << 12

func (s *search) descend() {
	if s.steps++; s.steps%pollEvery == 1 {
		s.err = s.ended()
	}
	if s.over = s.over || s.err != nil; s.over {
		return
	}
	if s.right[0] == 0 {
		s.over = !s.found(slices.Clone(s.chosen))
		return
	}
	item := s.smallest()
	if s.Branch != nil {
		s.Branch(int(item) - 1)
	}
	s.cover(item)
	for entry := s.down[item]; entry != item && !s.over; entry = s.down[entry] {
		s.try(entry)
	}
	s.uncover(item)
}

// try chooses the option of an entry, whose own item is covered.
func (s *search) try(entry int32) {
	option := s.option[entry]
	first, end := s.entries(option)
	s.chosen = append(s.chosen, int(option))
	if s.Choose != nil {
		s.Choose(int(option))
	}
	for at := first; at < end; at++ {
		if at != entry {
			s.cover(s.item[at])
		}
	}
	s.descend()
	for at := end - 1; at >= first; at-- {
		if at != entry {
			s.uncover(s.item[at])
		}
	}
	s.chosen = s.chosen[:len(s.chosen)-1]
	if s.GiveUp != nil && !s.over {
		s.GiveUp(int(option))
	}
}

// smallest returns the first open item with the fewest options. At least one item must be open.
func (s *search) smallest() int32 {
	best := s.right[0]
	for item := s.right[best]; item != 0 && s.size[best] > 0; item = s.right[item] {
		if s.size[item] < s.size[best] {
			best = item
		}
	}
	return best
}

// entries returns the first entry of an option and the end of the last.
func (s *search) entries(option int32) (first, end int32) { return s.first[option], s.first[option+1] }

// cover removes a covered item from the ring, and its options from the lists of other items.
func (s *search) cover(item int32) {
	for at := s.down[item]; at != item; at = s.down[at] {
		s.hide(at)
	}
	l, r := s.left[item], s.right[item]
	s.right[l], s.left[r] = r, l
}

func (s *search) uncover(item int32) {
	l, r := s.left[item], s.right[item]
	s.right[l], s.left[r] = item, item
	for at := s.up[item]; at != item; at = s.up[at] {
		s.unhide(at)
	}
}

// hide removes the other entries of an option from their lists.
func (s *search) hide(entry int32) {
	first, end := s.entries(s.option[entry])
	for at := first; at < end; at++ {
		if at != entry {
			u, d := s.up[at], s.down[at]
			s.down[u], s.up[d] = d, u
			s.size[s.item[at]]--
		}
	}
}

func (s *search) unhide(entry int32) {
	first, end := s.entries(s.option[entry])
	for at := first; at < end; at++ {
		if at != entry {
			u, d := s.up[at], s.down[at]
			s.down[u], s.up[d] = at, at
			s.size[s.item[at]]++
		}
	}
}
