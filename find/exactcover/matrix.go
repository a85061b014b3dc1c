// Package exactcover solves exact cover problems with dancing links. Given items and options, each
// a set of items, it chooses options so that every primary item is covered exactly once and every
// secondary item at most once.
//
//	m, err := exactcover.New(3, 0, [][]int{{0, 1}, {2}, {0, 1, 2}})
//	if err != nil {
//		return err
//	}
//	err = m.Search(ctx, exactcover.Watch{}, func(options []int) bool {
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
	"errors"
	"math"

	"queens/internal/errs"
)

// ErrItem reports an option with an unknown or repeated item.
var ErrItem = errors.New("bad item in an option")

// Matrix is an exact cover problem. It is not safe for concurrent use.
//
// Entry 0 of the arrays is the head of the list of open primary items. The next entries are the
// items. All others belong to one item in one option each, option by option. They are in the lists
// of their items, linked by up and down, which begin and end at the item.
type Matrix struct {
	left, right []int32 // of items: open primary ones, sorted, in a ring with the head
	up, down    []int32
	item        []int32
	option      []int32 // number of the option of each entry
	first       []int32 // first entry of each option, and the end of the last
	size        []int32 // of items: remaining options
}

// New returns the problem with items 0 to primary-1, covered exactly once, items primary to
// primary+secondary-1, covered at most once, and the options, each a list of different items. An
// empty option is never chosen. Time and space O(items + total length of the options). Errors:
// ErrItem, with the number of the option from 0.
func New(primary, secondary int, options [][]int) (*Matrix, error) {
	items := primary + secondary
	entries := 1 + items
	for _, option := range options {
		entries += len(option)
	}
	if primary < 0 || secondary < 0 || entries > math.MaxInt32 {
		return nil, errs.Errorf("%d primary, %d secondary items, %d entries: want none negative, at most "+
			"%d entries", primary, secondary, entries, math.MaxInt32)
	}
	m := &Matrix{
		left: make([]int32, items+1), right: make([]int32, items+1), size: make([]int32, items+1),
		up: make([]int32, entries), down: make([]int32, entries), item: make([]int32, entries),
		option: make([]int32, entries), first: []int32{int32(items + 1)},
	}
	for i := range int32(items + 1) {
		m.up[i], m.down[i], m.item[i] = i, i, i
		m.left[i], m.right[i] = i, i // secondary items stay outside the ring
	}
	for i := int32(1); i <= int32(primary); i++ {
		last := m.left[0]
		m.left[i], m.right[last] = last, i
		m.right[i], m.left[0] = 0, i
	}
	seenIn := make([]int, items) // by item: option, from 1, that last contained it
	for no, option := range options {
		at := m.first[no]
		for _, item := range option {
			if item < 0 || item >= items {
				return nil, errs.Errorf("option %d: item %d: want 0 to %d: %w", no, item, items-1, ErrItem)
			}
			if seenIn[item] == no+1 {
				return nil, errs.Errorf("option %d: item %d twice: %w", no, item, ErrItem)
			}
			seenIn[item] = no + 1
			head := int32(item + 1)
			m.item[at], m.option[at] = head, int32(no)
			m.up[at], m.down[at] = m.up[head], head
			m.down[m.up[head]], m.up[head] = at, at
			m.size[head]++
			at++
		}
		m.first = append(m.first, at)
	}
	return m, nil
}

// entries returns the first entry of an option and the end of the last.
func (m *Matrix) entries(option int32) (first, end int32) { return m.first[option], m.first[option+1] }

// cover removes a covered item from the ring, and its options from the lists of other items.
func (m *Matrix) cover(item int32) {
	for at := m.down[item]; at != item; at = m.down[at] {
		m.hide(at)
	}
	l, r := m.left[item], m.right[item]
	m.right[l], m.left[r] = r, l
}

func (m *Matrix) uncover(item int32) {
	l, r := m.left[item], m.right[item]
	m.right[l], m.left[r] = item, item
	for at := m.up[item]; at != item; at = m.up[at] {
		m.unhide(at)
	}
}

// hide removes the other entries of an option from their lists.
func (m *Matrix) hide(entry int32) {
	first, end := m.entries(m.option[entry])
	for at := first; at < end; at++ {
		if at != entry {
			u, d := m.up[at], m.down[at]
			m.down[u], m.up[d] = d, u
			m.size[m.item[at]]--
		}
	}
}

func (m *Matrix) unhide(entry int32) {
	first, end := m.entries(m.option[entry])
	for at := first; at < end; at++ {
		if at != entry {
			u, d := m.up[at], m.down[at]
			m.down[u], m.up[d] = at, at
			m.size[m.item[at]]++
		}
	}
}
