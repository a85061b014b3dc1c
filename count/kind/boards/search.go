package boards

import (
	"cmp"
	"context"
	"fmt"
	"iter"
	"maps"
	"slices"
	"strings"
	"time"

	"queens"
	"queens/count/kind"
	"queens/count/ledger"
	"queens/internal/kernel"
)

// sliceWork is the work of what is given to a kernel at once, about 1 ms with vectors
// and 20 ms with the scalar kernel: then the worker looks whether to stop. The
// reference kernel, a hundred times slower, keeps a worker for a second or two.
var sliceWork = queens.NewTotal(1 << 22)

// Workers returns searchers, which share the choice of kernels.
func (c *Count) Workers(o kind.Options) (func() (kind.Worker, error), error) {
	s, err := newSearcher(c, o.Kernel)
	return func() (kind.Worker, error) { return s, nil }, err
}

// newSearcher returns a searcher that any number of goroutines may use.
func newSearcher(c *Count, name string) (*searcher, error) {
	choose, err := kernel.Choose(name)
	if err != nil {
		return nil, fmt.Errorf("count: %w", err)
	}
	return &searcher{c, choose}, nil
}

type searcher struct {
	of     *Count
	choose func(*kernel.Task) kernel.Kernel
}

func taskOf(b *Board) *kernel.Task {
	return &kernel.Task{
		Order:   b.Order,
		Modular: b.Topology == queens.Modular,
		Columns: b.Columns,
		Rising:  b.Rising,
		Falling: b.Falling,
		Blocked: b.Blocked,
		Rows:    b.Rows,
	}
}

func (c *searcher) Count(ctx context.Context, sub *kind.Subproblem) (ledger.Result, error) {
	began := time.Now()
	result := ledger.Result{Subproblem: sub.Number}
	nodes := map[string]uint64{} // by kernel
	parts := sub.Pieces.(Parts)
	share, _ := sub.Work.DivMod(uint64(len(parts)))
	for _, part := range parts {
		board, weight := c.of.Board(part)
		for slice := range board.Slices(share, sliceWork) {
			if err := ctx.Err(); err != nil {
				return ledger.Result{}, err
			}
			task := taskOf(&slice)
			k := c.choose(task)
			found := k.Count(task)
			kind.Add(&result, 0, found.Solutions, weight)
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

// sampleWork is the work of one sampled board, some milliseconds.
var sampleWork = queens.NewTotal(1 << 20)

// Samples yields random boards.
func (c *Count) Samples(_ context.Context, _ func(context.Context) ([]kind.Subproblem, error), o kind.Options,
	seed uint64,
) (iter.Seq2[kind.Sample, error], error) {
	s, err := newSearcher(c, o.Kernel)
	if err != nil {
		return nil, err
	}
	return func(yield func(kind.Sample, error) bool) {
		for sample := range c.sample(sampleWork, seed) {
			task := taskOf(&sample.Board)
			seconds := kind.Stopwatch()
			found := s.choose(task).Count(task)
			took := seconds()
			if !yield(kind.Sample{
				Solutions: float64(found.Solutions) * float64(sample.Weight) * sample.Inverse,
				Seconds:   took * sample.Inverse,
			}, nil) {
				return
			}
		}
	}, nil
}
