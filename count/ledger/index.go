package ledger

import (
	"iter"

	"queens"
)

// kept is what memory holds of one result: its total and where its frame is.
type kept struct {
	high, low uint64
	place     int64 // 1 + offset of the frame; 0 if there is no result
}

func (k kept) total() queens.Total { return queens.TotalOf(k.high, k.low) }
func (k kept) offset() int64       { return k.place - 1 }

// pageLen is the number of results of a page. Pages come into being with their
// first result: a small file that names far subproblems stays small in memory.
const pageLen = 256

// index holds a kept per subproblem, 24 bytes each.
type index struct{ pages []*[pageLen]kept }

// at returns what is kept of a subproblem.
func (x *index) at(subproblem int) (k kept, ok bool) {
	page := subproblem / pageLen
	if subproblem < 0 || page >= len(x.pages) || x.pages[page] == nil {
		return kept{}, false
	}
	k = x.pages[page][subproblem%pageLen]
	return k, k.place != 0
}

// put keeps a result. The subproblem is in 0..MaxSubproblems-1.
func (x *index) put(subproblem int, total queens.Total, offset int64) {
	page := subproblem / pageLen
	for len(x.pages) <= page {
		x.pages = append(x.pages, nil)
	}
	if x.pages[page] == nil {
		x.pages[page] = new([pageLen]kept)
	}
	high, low := total.Words()
	x.pages[page][subproblem%pageLen] = kept{high, low, offset + 1}
}

// remove forgets a subproblem that at has.
func (x *index) remove(subproblem int) {
	x.pages[subproblem/pageLen][subproblem%pageLen] = kept{}
}

// all yields what is kept, by increasing number of the subproblem.
func (x *index) all() iter.Seq2[int, kept] {
	return func(yield func(int, kept) bool) {
		for page, results := range x.pages {
			if results == nil {
				continue
			}
			for i, k := range results {
				if k.place != 0 && !yield(page*pageLen+i, k) {
					return
				}
			}
		}
	}
}
