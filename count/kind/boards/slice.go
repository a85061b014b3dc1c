package boards

import (
	"iter"
	"math/bits"

	"queens/count/kind"
)

// Slices yields boards that together have the completions of b, each exactly once, in the order of
// the search. b has about the given work, and each slice about most or less, so that counting can
// stop between two of them.
func (b *Board) Slices(work, most kind.Work) iter.Seq[Board] {
	return func(yield func(Board) bool) { b.slice(work, most, yield) }
}

func (b *Board) slice(work, most kind.Work, yield func(Board) bool) bool {
	if work.Compare(most) <= 0 || len(b.Rows) == 0 {
		return yield(*b)
	}
	share := work
	if free := bits.OnesCount64(b.Free(b.Rows[0])); free > 1 {
		share, _ = work.DivMod(uint64(free))
	}
	for _, child := range b.children() {
		if !child.slice(share, most, yield) {
			return false
		}
	}
	return true
}
