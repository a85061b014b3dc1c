// Package rows is the kind of subproblems that are rows of the first column's queen, counted by
// plain backtracking.
package rows

import (
	"context"

	"queens"
	"queens/count/kind"
	"queens/count/ledger"
)

// Row is the pieces of a subproblem.
type Row int

const pieces = "rows"

// Kind returns what the pieces are.
func (Row) Kind() string { return pieces }

// AppendTo appends the row as a number.
func (r Row) AppendTo(b []byte) []byte { return kind.AppendNumbers(b, r) }

// Kind is the kind of the scheme rows.
type Kind struct{}

// Facts describes the kind.
func (Kind) Facts() kind.Facts {
	return kind.Facts{
		Name: "plain", Pieces: pieces,
		Kernels: []kind.Processor{{Kind: "plain", Kernel: kind.Reference, Usable: true}},
		Checks:  func(kind.Processor) bool { return true },
		Schemes: []kind.Scheme{{
			Name: "rows", Title: "Rows of the first queen", Summary: "rows of the first column's queen",
			How:    "Columns are filled from the left, and each row of a column is tried.",
			Cost:   "Six times as long for each order more.",
			Source: "wirth1971", Version: 1, Counts: "solutions", MinOrder: 1, MaxOrder: kind.MaxOrder,
			From: -1, Second: "families", Kind: Kind{},
		}},
	}
}

// Begin returns a count of order n.
func (Kind) Begin(_ kind.Scheme, n int) kind.Count { return count{order: n} }

// count is a count of one order. It is its worker, too, since it has nothing to remember.
type count struct {
	kind.Plain
	order int
}

// Work returns a rough estimate.
func (c count) Work(ctx context.Context) (kind.Work, error) {
	return queens.NewTotal(uint64(c.order) << c.order), ctx.Err()
}

// Cut returns a subproblem for each row.
func (c count) Cut(ctx context.Context, _ kind.Work) (list []kind.Subproblem, err error) {
	for row := range c.order {
		list = append(list, kind.Subproblem{Work: queens.NewTotal(1 << c.order), Pieces: Row(row)})
	}
	return list, ctx.Err()
}

// Workers returns workers.
func (c count) Workers(kind.Options) (func() (kind.Worker, error), error) {
	return func() (kind.Worker, error) { return c, nil }, nil
}

// Count counts the solutions with a queen in the row.
func (c count) Count(ctx context.Context, sub *kind.Subproblem) (ledger.Result, error) {
	r := ledger.Result{Kernel: kind.Reference}
	kind.Add(&r, 0, c.fill(ctx, []int{int(sub.Pieces.(Row))}, &r.Nodes), 1)
	return kind.Unless(ctx, r)
}

// fill returns the solutions that begin with the given rows.
func (c count) fill(ctx context.Context, rows []int, nodes *uint64) (found uint64) {
	if *nodes++; *nodes%(1<<16) == 0 && ctx.Err() != nil {
		return 0
	}
	if len(rows) == c.order {
		return 1
	}
next:
	for row := range c.order {
		for col, other := range rows {
			if distance := len(rows) - col; row == other || row == other+distance || row == other-distance {
				continue next
			}
		}
		found += c.fill(ctx, append(rows, row), nodes)
	}
	return found
}

// Samples yields random rows, each of which stands for all.
func (c count) Samples(ctx context.Context, plan kind.Planner, _ kind.Options, seed uint64) (kind.Samples, error) {
	rows, err := plan(ctx)
	return kind.Sampled(ctx, c, kind.Draws(rows, kind.Work{}, nil, seed, c.order)), err
}
