package construct

import (
	"iter"
	"slices"

	"queens"
)

// Run is a stretch of neighbouring columns whose queens stand in rows of an
// arithmetic progression: First, First+Step, ..., Len of them. Len is at least 1.
type Run struct{ First, Step, Len int }

// Board is one solution of a pattern.
type Board struct {
	Order int
	Note  string        // what tells it from the other solutions of its pattern; may be empty
	Runs  iter.Seq[Run] // column by column, from column 0 on
}

// blockRows is the number of rows of a block: 64 KiB, which fits the fast caches of
// every processor beside what a reader of it needs.
const blockRows = 1 << 14

// Blocks yields the rows of the queens, counted from 0, column by column in blocks of some
// thousands. The slice is reused for the next block. Time O(n), space O(1).
func (b Board) Blocks() iter.Seq[[]uint32] {
	return func(yield func([]uint32) bool) {
		block := make([]uint32, 0, blockRows)
		for run := range b.Runs {
			for run.Len > 0 {
				count := min(run.Len, blockRows-len(block))
				tail := block[len(block) : len(block)+count]
				row := uint32(run.First)
				for i := range tail {
					tail[i] = row
					row += uint32(run.Step)
				}
				block = block[:len(block)+count]
				run = Run{run.First + count*run.Step, run.Step, run.Len - count}
				if len(block) == blockRows {
					if !yield(block) {
						return
					}
					block = block[:0]
				}
			}
		}
		if len(block) > 0 {
			yield(block)
		}
	}
}

// Perm returns the solution as a Perm of its own. Time and space O(n).
func (b Board) Perm() queens.Perm {
	p := make(queens.Perm, 0, b.Order)
	for run := range b.Runs {
		for i := range run.Len {
			p = append(p, run.First+i*run.Step)
		}
	}
	return p
}

// runsOf returns the runs as a sequence, without those that are empty.
func runsOf(runs ...Run) iter.Seq[Run] {
	return func(yield func(Run) bool) {
		for _, run := range runs {
			if run.Len > 0 && !yield(run) {
				return
			}
		}
	}
}

func chain(parts ...iter.Seq[Run]) iter.Seq[Run] { return joined(slices.Values(parts)) }

func joined(parts iter.Seq[iter.Seq[Run]]) iter.Seq[Run] {
	return func(yield func(Run) bool) {
		for part := range parts {
			for run := range part {
				if !yield(run) {
					return
				}
			}
		}
	}
}

// cyclic yields the runs of first, first+step, ... modulo n, length of them: a new run begins
// wherever the progression passes n. It requires 0 <= first < n and 0 <= step < n.
func cyclic(first, step, length, n int) iter.Seq[Run] {
	return func(yield func(Run) bool) {
		for first, left := first, length; left > 0; {
			count := left
			if step > 0 {
				count = min(left, (n-first+step-1)/step)
			}
			if !yield(Run{first, step, count}) {
				return
			}
			first += count*step - n
			left -= count
		}
	}
}

func shifted(runs iter.Seq[Run], rows int) iter.Seq[Run] {
	return func(yield func(Run) bool) {
		for run := range runs {
			run.First += rows
			if !yield(run) {
				return
			}
		}
	}
}

// withoutCorner yields the runs of a board whose first queen is in row 0,
// without that queen, its column and its row.
func withoutCorner(runs iter.Seq[Run]) iter.Seq[Run] {
	return func(yield func(Run) bool) {
		corner := true
		for run := range runs {
			if corner {
				corner = false
				run = Run{run.First + run.Step, run.Step, run.Len - 1}
			}
			run.First--
			if run.Len > 0 && !yield(run) {
				return
			}
		}
	}
}
