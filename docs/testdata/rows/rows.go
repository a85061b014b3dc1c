// Package rows is a method of counting: its subproblems are the rows of the first column's queen,
// counted by plain backtracking.
package rows

import (
	"context"

	"queens"
	"queens/count/ledger"
	"queens/count/plan"
)

// Row is the pieces of a subproblem.
type Row int

// AppendTo appends the row as a number.
func (r Row) AppendTo(b []byte) []byte { return plan.AppendNumbers(b, r) }

// Method counts by the row of the first queen.
type Method struct{}

// Info describes the method.
func (Method) Info() plan.Info {
	return plan.Info{
		Name:    "rows",
		Kernels: []plan.Processor{{Method: "rows", Kernel: plan.Reference, Usable: true}},
		Variants: []plan.Variant{{
			Name: "rows", Title: "Rows of the first queen", Summary: "rows of the first column's queen",
			How:    "Columns are filled from the left, and each row of a column is tried.",
			Cost:   "Six times as long for each order more.",
			Source: "wirth1971", Version: 1, Counts: "solutions", MinOrder: 1, MaxOrder: plan.MaxOrder,
			From: -1, Second: "search", Method: Method{},
		}},
	}
}

// NewCount returns a count of order n.
func (Method) NewCount(_ plan.Variant, n int) plan.Count { return count{order: n} }

// count is a count of one order. It is its worker, too, since it has nothing to remember.
type count struct {
	plan.Defaults
	order int
}

// Work returns a rough estimate.
func (c count) Work(ctx context.Context) (plan.Work, error) {
	return queens.NewTotal(uint64(c.order) << c.order), ctx.Err()
}

// Cut returns a subproblem for each row.
func (c count) Cut(ctx context.Context, _ plan.Work) (list []plan.Subproblem, err error) {
	for row := range c.order {
		list = append(list, plan.Subproblem{Work: queens.NewTotal(1 << c.order), Pieces: Row(row)})
	}
	return list, ctx.Err()
}

// Workers returns workers.
func (c count) Workers(plan.CountOptions) func() plan.Worker {
	return func() plan.Worker { return c }
}

// Count counts the solutions with a queen in the row.
func (c count) Count(ctx context.Context, sub *plan.Subproblem) (ledger.Result, error) {
	r := ledger.Result{Kernel: plan.Reference}
	plan.Add(&r, 0, c.fill(ctx, []int{int(sub.Pieces.(Row))}, &r.Nodes), 1)
	return r, ctx.Err()
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
func (c count) Samples(ctx context.Context, planned plan.Planner, _ plan.CountOptions, seed uint64) (plan.Samples, error) {
	rows, err := planned(ctx)
	return plan.Sampled(ctx, c, plan.Random(rows, plan.Work{}, nil, seed, c.order)), err
}
