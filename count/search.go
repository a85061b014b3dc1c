package count

import (
	"cmp"
	"context"
	"fmt"
	"maps"
	"slices"
	"strings"
	"time"

	"queens"
	"queens/count/ledger"
	"queens/count/plan"
	"queens/internal/kernel"
)

// sliceWork is the work of what is given to a kernel at once, about 1 ms with vectors
// and 20 ms with the scalar kernel: then the worker looks whether to stop. The
// reference kernel, a hundred times slower, keeps a worker for a second or two.
var sliceWork = queens.NewTotal(1 << 22)

// searchEngine counts the boards of a plan's families by search.
func searchEngine() engine {
	return engine{
		name:    "search",
		kind:    plan.Boards,
		kernels: described(kernel.All),
		start: func(f *plan.Frame, o Options) (func() (worker, error), error) {
			choose, err := kernel.Choose(o.Kernel)
			if err != nil {
				return nil, fmt.Errorf("count: %w", err)
			}
			return func() (worker, error) { return &searcher{f, choose}, nil }, nil
		},
		// Kernels for vector units share code with each other, not with the portable ones.
		checks: func(p Processor) bool { return p.Needs == "" },
		sample: sampleBoards,
	}
}

// searcher counts boards with the kernels that were chosen.
type searcher struct {
	frame  *plan.Frame
	choose func(*kernel.Task) kernel.Kernel
}

// taskOf returns a board as kernels take it.
func taskOf(b *plan.Board) *kernel.Task {
	return &kernel.Task{
		Order:   b.Order,
		Modular: b.Topology == queens.Modular,
		Turn:    1,
		Columns: b.Columns,
		Rising:  b.Rising,
		Falling: b.Falling,
		Filled:  b.Filled,
		Blocked: b.Blocked,
		Rows:    b.Rows,
	}
}

// count returns the result of a subproblem, or ctx's error if it ends before.
// The residues are kept beside the sum, by arithmetic of their own.
func (c *searcher) count(ctx context.Context, sub *plan.Subproblem) (ledger.Result, error) {
	began := time.Now()
	result := ledger.Result{Subproblem: sub.Number}
	nodes := map[string]uint64{} // by kernel
	parts := sub.Pieces.(plan.Parts)
	share, _ := sub.Work.DivMod(uint64(len(parts)))
	for _, part := range parts {
		board, weight := c.frame.Board(part)
		for slice := range board.Slices(share, sliceWork) {
			if err := ctx.Err(); err != nil {
				return ledger.Result{}, err
			}
			task := taskOf(&slice)
			k := c.choose(task)
			found := k.Count(task)
			result.Total = result.Total.Plus(queens.NewTotal(found.Solutions).Times(weight))
			result.Mod13 = uint8((uint64(result.Mod13) + found.Solutions%13*(weight%13)) % 13)
			result.Mod15 = uint8((uint64(result.Mod15) + found.Solutions%15*(weight%15)) % 15)
			result.Nodes += found.Nodes
			nodes[k.Name] += found.Nodes + 1 // slices without many rows may get another kernel
		}
	}
	names := slices.SortedFunc(maps.Keys(nodes), func(a, b string) int {
		return cmp.Or(cmp.Compare(nodes[b], nodes[a]), strings.Compare(a, b))
	})
	result.Kernel = strings.Join(names, "+")
	result.Elapsed = time.Since(began)
	return result, nil
}
