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

type visited struct {
	columns      []uint8              // of the lines
	sums, diffs  uint64               // diagonals taken: line+column, column-line+n-1
	onSum, onDif [2 * maxOrbits]uint8 // line of the queen on each of them
}

func visit(p []uint8) *visited {
	s := &visited{columns: p}
	for line, column := range p {
		sum, dif := line+int(column), int(column)-line+len(p)-1
		s.sums |= 1 << sum
		s.diffs |= 1 << dif
		s.onSum[sum], s.onDif[dif] = uint8(line), uint8(line)
	}
	return s
}

// numbers are what all images of a solution have in common.
type numbers [4]int

// tally is a list.Encoder that writes nothing and adds up orbits by their numbers.
type tally struct {
	of        func(*visited) numbers
	mu        sync.Mutex
	solutions map[numbers]int
}

func (t *tally) AppendSolution(b []byte, p []uint8) []byte {
	of, same := t.of(visit(p)), symmetry.Stabilizer(queens.PermOf(p))
	t.mu.Lock()
	t.solutions[of] += symmetry.Count / len(same)
	t.mu.Unlock()
	return b
}

// tallied returns how many solutions of order n have the same numbers. It visits a solution of each
// orbit, on all cores.
func tallied(ctx context.Context, n int, of func(*visited) numbers) (map[numbers]int, error) {
	t := &tally{of: of, solutions: map[numbers]int{}}
	_, err := list.Stream(ctx, n, list.Options{Fundamental: true}, t, func([]byte) error { return nil })
	return t.solutions, err
}

// conflicts returns the diagonals of the torus with two queens, by the first of the two diagonals
// of the board that they are.
func (s *visited) conflicts() (sums, diffs uint64) {
	n := len(s.columns)
	return s.sums & (s.sums >> n), s.diffs & (s.diffs >> n)
}

// pairs calls do with the lines of each pair in conflict; rising says which diagonal they share.
func (s *visited) pairs(do func(a, b uint8, rising bool)) {
	n := len(s.columns)
	sums, diffs := s.conflicts()
	for ; sums != 0; sums &= sums - 1 {
		d := bits.TrailingZeros64(sums)
		do(s.onSum[d], s.onSum[d+n], true)
	}
	for ; diffs != 0; diffs &= diffs - 1 {
		d := bits.TrailingZeros64(diffs)
		do(s.onDif[d], s.onDif[d+n], false)
	}
}

// conflictSeries names what analyse returns, as package known does: pairs of queens that share a
// diagonal of the torus, twice for a pair that shares two, as it may for even n; queens that take
// part; components, of two or more queens, of the graph whose edges are these pairs; queens of the
// largest one, or 1.
var conflictSeries = [...]string{
	"conflicts", "conflicting-queens", "conflict-components", "largest-conflict-component",
}

// analyse returns the conflicts of a solution. A diagonal of the torus is two of the board, with a
// queen each at most.
func (s *visited) analyse() numbers {
	sums, diffs := s.conflicts()
	components, largest := 0, 1
	var neighbour [maxOrbits]uint32
	left := uint32(0)
	s.pairs(func(x, y uint8, _ bool) {
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
	return numbers{bits.OnesCount64(sums) + bits.OnesCount64(diffs), members, components, largest}
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
	tallied, err := tallied(ctx, n, (*visited).analyse)
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
