package torus

import (
	"context"
	"fmt"

	"queens"
)

// Analysis is what is said about the conflicts of one permutation: pairs of queens
// that share a diagonal of the torus. Queens that share one are joined in a graph.
type Analysis struct {
	Conflicts  int // pairs that share a diagonal; a pair that shares two, for even n, counts twice
	Queens     int // that take part in a conflict
	Components int // of the graph, lone queens not counted
	Largest    int // queens of the largest component; 1 if there is no conflict, 0 for order 0
}

// Table counts solutions by one number of their Analysis: entry k is for k.
type Table struct {
	Name   string // of the series in package known
	Counts []int
	value  func(Analysis) int
}

func tables() []Table {
	return []Table{
		{Name: "conflicts", value: func(a Analysis) int { return a.Conflicts }},
		{Name: "conflicting-queens", value: func(a Analysis) int { return a.Queens }},
		{Name: "conflict-components", value: func(a Analysis) int { return a.Components }},
		{Name: "largest-conflict-component", value: func(a Analysis) int { return a.Largest }},
	}
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
		return nil, fmt.Errorf("torus: conflicts of order %d: want 1 to %d: %w", n, maxOrbits, queens.ErrOrder)
	}
	list := tables()
	err := orbits(ctx, n, func(s *visited) (of numbers) {
		a := s.analyse()
		for i := range list {
			of[i] = uint32(list[i].value(a))
		}
		return of
	}, func(of numbers, size int) {
		for i, k := range of {
			if short := int(k) + 1 - len(list[i].Counts); short > 0 {
				list[i].Counts = append(list[i].Counts, make([]int, short)...)
			}
			list[i].Counts[k] += size
		}
	})
	if err != nil {
		return nil, fmt.Errorf("torus: conflicts of order %d: stopped: %w", n, err)
	}
	return list, nil
}
