package torus

import (
	"context"
	"math/bits"
	"sync"

	"queens"
	"queens/internal/errs"
	"queens/list"
	"queens/symmetry"
)

// maxOrbits is the largest order whose orbits are visited: some twenty minutes of processor time.
const maxOrbits = 19

// pairs calls do with the lines of each pair of queens of a solution that share a diagonal of the
// torus, which is two of the board with a queen each at most; rising says of which kind. columns
// are those of the lines.
func pairs(columns []uint8, do func(a, b uint8, rising bool)) {
	n := len(columns)
	var sums, diffs [2 * maxOrbits]uint8 // by diagonal, line+column and column-line+n-1: the line of its queen and 1
	for line, column := range columns {
		sums[line+int(column)], diffs[int(column)-line+n-1] = uint8(line+1), uint8(line+1)
	}
	for d := range n {
		if a, b := sums[d], sums[d+n]; a > 0 && b > 0 {
			do(a-1, b-1, true)
		}
	}
	for d := range n {
		if a, b := diffs[d], diffs[d+n]; a > 0 && b > 0 {
			do(a-1, b-1, false)
		}
	}
}

// numbers are what all images of a solution have in common.
type numbers [4]int

// tally is a list.Encoder that writes nothing and adds up orbits by their numbers.
type tally struct {
	of        func(columns []uint8) numbers
	mu        sync.Mutex
	solutions map[numbers]int
}

func (t *tally) AppendSolution(b []byte, p []uint8) []byte {
	of, same := t.of(p), symmetry.Stabilizer(queens.PermOf(p))
	t.mu.Lock()
	t.solutions[of] += symmetry.Count / len(same)
	t.mu.Unlock()
	return b
}

// tallied returns how many solutions of order n have the same numbers. It visits a solution of each
// orbit, on all cores.
func tallied(ctx context.Context, n int, of func(columns []uint8) numbers) (map[numbers]int, error) {
	t := &tally{of: of, solutions: map[numbers]int{}}
	_, err := list.Stream(ctx, n, list.Options{Fundamental: true}, t, func([]byte) error { return nil })
	return t.solutions, err
}

// conflictSeries names what analyse returns, as package known does: pairs of queens that share a
// diagonal of the torus, twice for a pair that shares two, as it may for even n; queens that take
// part; components, of two or more queens, of the graph whose edges are these pairs; queens of the
// largest one, or 1.
var conflictSeries = [...]string{
	"conflicts", "conflicting-queens", "conflict-components", "largest-conflict-component",
}

// analyse returns the conflicts of a solution.
func analyse(columns []uint8) numbers {
	conflicts, components, largest := 0, 0, 1
	var neighbour [maxOrbits]uint32
	left := uint32(0)
	pairs(columns, func(x, y uint8, _ bool) {
		conflicts++
		neighbour[x] |= 1 << y
		neighbour[y] |= 1 << x
		left |= 1<<x | 1<<y
	})
	members := bits.OnesCount32(left)
	for ; left != 0; components++ {
		component := left & -left
		for reached := component; reached != 0; {
			queen := bits.TrailingZeros32(reached)
			more := neighbour[queen] &^ component
			component |= more
			reached = reached&^(1<<queen) | more
		}
		largest = max(largest, bits.OnesCount32(component))
		left &^= component
	}
	return numbers{conflicts, members, components, largest}
}

// Table counts solutions by one number of their conflicts: entry k is for k.
type Table struct {
	Name   string // of the series in package known
	Counts []int
}

// Tables returns the four tables of conflicts of the solutions of the regular board of order n, 1
// to 19: conflicts, conflicting queens, components, largest component. Processor time grows
// sevenfold with every order: half a minute at 17, half an hour at 19.
//
// A symmetry of the board takes diagonals of the torus to such diagonals. So all images of a
// solution have equal numbers, and one in eight is visited.
//
// Errors: queens.ErrOrder for n out of range; ctx's error if it ends.
func Tables(ctx context.Context, n int) ([]Table, error) {
	if n < 1 || n > maxOrbits {
		return nil, errs.Errorf("conflicts of order %d: want 1 to %d: %w", n, maxOrbits, queens.ErrOrder)
	}
	tallied, err := tallied(ctx, n, analyse)
	if err != nil {
		return nil, err
	}
	list := make([]Table, len(conflictSeries))
	for i, name := range conflictSeries {
		list[i].Name = name
		for of, solutions := range tallied {
			if short := of[i] + 1 - len(list[i].Counts); short > 0 {
				list[i].Counts = append(list[i].Counts, make([]int, short)...)
			}
			list[i].Counts[of[i]] += solutions
		}
	}
	return list, nil
}
