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
	if n < 1 || n > maxEighths {
		return nil, fmt.Errorf("torus: conflicts of order %d: want 1 to %d: %w", n, maxEighths, queens.ErrOrder)
	}
	list := tables()
	type sums [4][2*maxEighths + 1]int
	var parts []*sums
	err := eighths(ctx, n, func() func(*visited) {
		part := new(sums)
		parts = append(parts, part)
		return func(s *visited) {
			a := s.analyse()
			for i := range list {
				part[i][list[i].value(a)] += s.weight
			}
		}
	})
	if err != nil {
		return nil, fmt.Errorf("torus: conflicts of order %d: stopped: %w", n, err)
	}
	for i := range list {
		for k := range len(parts[0][i]) {
			total := 0
			for _, part := range parts {
				total += part[i][k]
			}
			if total > 0 {
				list[i].Counts = append(list[i].Counts, make([]int, k+1-len(list[i].Counts))...)
				list[i].Counts[k] = total * 8 / whole
			}
		}
	}
	return list, nil
}
