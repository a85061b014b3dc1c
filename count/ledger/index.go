package ledger

import (
	"iter"

	"queens"
)

type kept struct {
	high, low uint64 // of its total
	first     place  // 0 if there is no result
	second    place  // of a second result that equals it; 0 if there is none
}

// place is 1 + the offset of a frame.
type place int64

func (p place) offset() int64 { return int64(p) - 1 }

func (k kept) total() queens.Total { return queens.TotalOf(k.high, k.low) }
func (k kept) offset() int64       { return k.first.offset() }

// pageLen is the number of results of a page. Pages come into being with their
// first result: a small file that names far subproblems stays small in memory.
const pageLen = 256

// index holds a kept per subproblem, 32 bytes each.
type index struct {
	pages []*[pageLen]kept
	more  map[int][]place // further frames of a subproblem: third results, and copies
}

func (x *index) at(subproblem int) (k kept, ok bool) {
	page := subproblem / pageLen
	if subproblem < 0 || page >= len(x.pages) || x.pages[page] == nil {
		return kept{}, false
	}
	k = x.pages[page][subproblem%pageLen]
	return k, k.first != 0
}

func (x *index) put(r Result, offset int64) {
	page := r.Subproblem / pageLen
	for len(x.pages) <= page {
		x.pages = append(x.pages, nil)
	}
	if x.pages[page] == nil {
		x.pages[page] = new([pageLen]kept)
	}
	high, low := r.Total.Words()
	x.pages[page][r.Subproblem%pageLen] = kept{high: high, low: low, first: place(offset + 1)}
}

func (x *index) confirm(subproblem int, second place) {
	x.pages[subproblem/pageLen][subproblem%pageLen].second = second
}

func (x *index) unconfirm(subproblem int) {
	x.confirm(subproblem, 0)
	delete(x.more, subproblem)
}

func (x *index) also(subproblem int, p place) {
	if x.more == nil {
		x.more = map[int][]place{}
	}
	x.more[subproblem] = append(x.more[subproblem], p)
}

func (x *index) further(subproblem int) []place {
	k, _ := x.at(subproblem)
	if k.second == 0 {
		return x.more[subproblem] // copies
	}
	return append([]place{k.second}, x.more[subproblem]...)
}

func (x *index) remove(subproblem int) {
	delete(x.more, subproblem)
	x.pages[subproblem/pageLen][subproblem%pageLen] = kept{}
}

func (x *index) all() iter.Seq2[int, kept] {
	return func(yield func(int, kept) bool) {
		for page, results := range x.pages {
			if results == nil {
				continue
			}
			for i, k := range results {
				if k.first != 0 && !yield(page*pageLen+i, k) {
					return
				}
			}
		}
	}
}
