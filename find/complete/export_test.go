package complete

import (
	"context"
	"math"
	"math/rand/v2"

	"queens"
)

// RandomBoard blocks squares with a chance in percent, excludes so many diagonals, and gives every
// second board a queen if it has room for one.
func RandomBoard(random *rand.Rand, n, chance, excluded int, topology queens.Topology) queens.Problem {
	p := queens.Problem{Order: n, Topology: topology}
	for v := range n * n {
		if random.IntN(100) < chance {
			p.Blocked = append(p.Blocked, queens.Square{Row: v / n, Col: v % n})
		}
	}
	diagonals := [...]int{queens.Regular: 2*n - 1, queens.Modular: n}[topology]
	for range excluded {
		line := queens.Rising + queens.Line(random.IntN(2))
		p.Excluded = append(p.Excluded, queens.Diagonal{Line: line, Index: random.IntN(diagonals)})
	}
	if q := p; random.IntN(2) == 0 {
		if q.Given = []queens.Square{{Row: random.IntN(n), Col: random.IntN(n)}}; q.Validate() == nil {
			return q
		}
	}
	return p
}

// WeightsOf solves the linear program of a board, optionally with cases.
func WeightsOf(ctx context.Context, p queens.Problem, cases bool) *Weights {
	b, err := newBoard(p)
	if err != nil {
		panic(err)
	}
	return b.weights(ctx, cases)
}

// LinesOf searches a regular board by lines several times, and returns the solutions of each
// search. It returns nil if there are too many usable diagonals.
func LinesOf(ctx context.Context, p queens.Problem, times int) (found [][]queens.Perm) {
	b, err := newBoard(p)
	if err != nil {
		panic(err)
	}
	sums := newSums(b)
	if sums == nil {
		return nil
	}
	s := newDFS(b, sums)
	for i := range times {
		var solutions []queens.Perm
		if why := s.run(ctx, uint64(i), math.MaxUint64, func(placed []int32) bool {
			solutions = append(solutions, b.solution(p, placed))
			return true
		}); why != exhausted {
			panic("not exhausted")
		}
		found = append(found, solutions)
	}
	return found
}

// ReasonNodes returns how many queens Explain places.
func ReasonNodes(ctx context.Context, p queens.Problem, found Answer, budget uint64) (uint64, error) {
	r, err := Explain(ctx, p, found, budget, Options{})
	return r.placed, err
}
