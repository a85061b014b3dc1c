package ledger

import (
	"iter"

	"queens"
)

// kept is what memory holds of one result.
type kept struct {
	high, low uint64 // of its total
	first     ref    // 0 if there is no result
	second    ref    // to a second result that equals it; 0 if there is none
}

// ref packs where a frame is and which kernels counted its result:
//
//	bits   field
//	0-46   1 + offset of the frame
//	47-63  kernelID
type ref uint64

const (
	placeBits = 47
	maxOffset = 1<<placeBits - 2
)

func newRef(offset int64, kernel kernelID) ref { return ref(offset+1) | ref(kernel)<<placeBits }

func (r ref) offset() int64    { return int64(r&(1<<placeBits-1)) - 1 }
func (r ref) kernel() kernelID { return kernelID(r >> placeBits) }

// kernelID is 1 + the number of the names of kernels in an index; moreKernels is that
// of all names for which there is no number left.
type kernelID uint32

const moreKernels = kernelID(1 << 16)

func (k kept) total() queens.Total { return queens.TotalOf(k.high, k.low) }
func (k kept) offset() int64       { return k.first.offset() }

// pageLen is the number of results of a page. Pages come into being with their
// first result: a small file that names far subproblems stays small in memory.
const pageLen = 256

// index holds a kept per subproblem, 32 bytes each.
type index struct {
	pages   []*[pageLen]kept
	kernels map[string]kernelID
	more    map[int][]ref // further frames of a subproblem: third results, and copies
}

// at returns what is kept of a subproblem.
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
	x.pages[page][r.Subproblem%pageLen] = kept{high: high, low: low, first: newRef(offset, x.id(r.Kernel))}
}

func (x *index) confirm(subproblem int, second ref) {
	x.pages[subproblem/pageLen][subproblem%pageLen].second = second
}

func (x *index) unconfirm(subproblem int) {
	x.confirm(subproblem, 0)
	delete(x.more, subproblem)
}

func (x *index) also(subproblem int, r ref) {
	if x.more == nil {
		x.more = map[int][]ref{}
	}
	x.more[subproblem] = append(x.more[subproblem], r)
}

func (x *index) further(subproblem int) []ref {
	k, _ := x.at(subproblem)
	if k.second == 0 {
		return x.more[subproblem] // copies
	}
	return append([]ref{k.second}, x.more[subproblem]...)
}

func (x *index) remove(subproblem int) {
	delete(x.more, subproblem)
	x.pages[subproblem/pageLen][subproblem%pageLen] = kept{}
}

func (x *index) id(kernels string) kernelID {
	if id, ok := x.kernels[kernels]; ok {
		return id
	}
	if len(x.kernels)+1 >= int(moreKernels) {
		return moreKernels
	}
	if x.kernels == nil {
		x.kernels = map[string]kernelID{}
	}
	id := kernelID(len(x.kernels) + 1)
	x.kernels[kernels] = id
	return id
}

// using returns the numbers of all names in which a kernel takes part, and that of
// the names that have none of their own, for it may be among them.
func (x *index) using(kernel string) map[kernelID]bool {
	ids := map[kernelID]bool{moreKernels: true}
	for names, id := range x.kernels {
		if usesKernel(names, kernel) {
			ids[id] = true
		}
	}
	return ids
}

// all yields what is kept, by increasing number of the subproblem.
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
