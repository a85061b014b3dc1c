package complete

import (
	"context"
	"fmt"
	"math"

	"queens"
	"queens/count/kind/boards"
	"queens/count/plan"
)

// Kernel is the engine of a number that was counted without listing.
const Kernel = "kernel"

// Number is the number of completions.
type Number struct {
	Completions queens.Total
	Engine      string // DFS, Kernel, Matching, Program or Theorem
	Nodes       uint64 // queens placed by the depth-first search
}

// listed is how many queens the depth-first search may place before the kernels of
// package count take over: they are faster where solutions are many, the search where
// free squares are few.
const listed = 1 << 20

// Count returns the exact number of completions of p. Engine of the options is Auto,
// DFS or Kernel, which counts orders up to plan.MaxOrder; Nodes does not matter.
//
// Errors: those of One and of boards.Completions.
func Count(ctx context.Context, p queens.Problem, o Options) (Number, error) {
	if err := p.Validate(); err != nil {
		return Number{}, fmt.Errorf("complete: %w", err)
	}
	var budget uint64
	switch o.Engine {
	case "", Auto:
		budget = math.MaxUint64
		if p.Order <= plan.MaxOrder {
			budget = listed
		}
	case DFS:
		budget = math.MaxUint64
	case Kernel:
	default:
		return Number{}, fmt.Errorf("complete: count by method %q: want one of %s, %s, %s: %w", o.Engine, Auto, DFS,
			Kernel, queens.ErrFormat)
	}
	if theorem(p) != "" {
		return Number{Engine: Theorem}, nil
	}
	if budget > 0 {
		b, err := newBoard(p)
		if err != nil {
			return Number{}, err
		}
		s := newDFS(b)
		if o.Engine != DFS && !s.matchable() {
			return Number{Engine: Matching}, nil
		}
		if o.Engine != DFS && s.small() && s.weights(ctx, false) != nil {
			return Number{Engine: Program}, nil
		}
		var found uint64
		search := newSearch(s, false, nil)
		why := search.run(ctx, o.Seed, budget, func([]int32) bool { found++; return true })
		switch why {
		case exhausted:
			return Number{queens.NewTotal(found), DFS, search.placedSoFar()}, nil
		case canceled:
			return Number{}, fmt.Errorf("complete: stopped after %d completions: %w", found, ctx.Err())
		}
		if found == 0 && s.weights(ctx, true) != nil {
			return Number{Engine: Program, Nodes: search.placedSoFar()}, nil
		}
	}
	total, err := boards.Completions(ctx, p)
	return Number{Completions: total, Engine: Kernel}, err
}
