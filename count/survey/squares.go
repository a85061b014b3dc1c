// Package survey estimates counts by sampling, and counts solutions by square and by border
// constellation.
package survey

import (
	"context"
	"fmt"
	"slices"
	"time"

	"queens"
	"queens/count"
	"queens/count/ledger"
	"queens/count/methods"
	"queens/count/methods/search"
	"queens/count/plan"
	"queens/internal/errs"
	"queens/known"
	"queens/symmetry"
)

// Distribution is the distribution of the solutions of one order over the squares.
type Distribution struct {
	Order      int            `json:"order"`
	Solutions  queens.Total   `json:"solutions"`  // Q(n)
	FirstQueen []queens.Total `json:"firstQueen"` // [row]: solutions with the first column's queen in that row
	// [row][column]: solutions with a queen on that square; nil if not asked for
	Squares [][]queens.Total `json:"squares,omitzero"`

	// squares with their own search; the others are images of these
	Counted int           `json:"counted"`
	Nodes   queens.Total  `json:"nodes"`            // board states examined
	Kernel  string        `json:"kernel,omitempty"` // that did most of them; empty if none did
	Checks  []string      `json:"checks"`           // successful checks, one sentence each
	Work    time.Duration `json:"workerNanos"`      // elapsed time summed over workers
	Elapsed time.Duration `json:"elapsedNanos"`
}

// FirstQueen returns the number of solutions of order n, 0 to plan.MaxOrder, for each row of the
// first column's queen. By symmetry it counts about half of the solutions: 17 s of one core at n =
// 17 and 2 GHz.
//
// The numbers must add up to the known Q(n). It is the first part of a Run by the variant
// search-squares, which continues its ledger. Errors: those of Run; ledger.ErrMismatch if a check
// fails.
func FirstQueen(ctx context.Context, n int, o count.Options) (*Distribution, error) {
	return distribute(ctx, n, o, false)
}

// Squares returns the number of solutions of order n, 0 to plan.MaxOrder, with a queen on each
// square. It counts one square of each orbit under the eight symmetries: 0.2 s of one core at n =
// 14 and 2 GHz.
//
// Every row and every column must have the same sum, the known Q(n). It is a Run by the variant
// squares. Errors: those of FirstQueen.
func Squares(ctx context.Context, n int, o count.Options) (*Distribution, error) {
	return distribute(ctx, n, o, true)
}

func distribute(ctx context.Context, n int, o count.Options, all bool) (*Distribution, error) {
	began := time.Now()
	variant, err := methods.Find("search-squares")
	if err != nil {
		return nil, err
	}
	if n < 0 || n > variant.MaxOrder {
		return nil, errs.Errorf("squares of order %d: want 0 to %d: %w", n, variant.MaxOrder, queens.ErrOrder)
	}
	if o.Method != "" && o.Method != plan.Auto {
		return nil, errs.Errorf("squares by method %q: only the method search-squares counts them: %w", o.Method,
			queens.ErrFormat)
	}
	if err := o.Validate(); err != nil {
		return nil, err
	}
	a := &Distribution{Order: n, Checks: []string{}}
	if n == 0 {
		a.Solutions = queens.NewTotal(1)
		a.FirstQueen = []queens.Total{}
		if all {
			a.Squares = [][]queens.Total{}
		}
		return a, nil
	}
	p, err := plan.New(ctx, n, variant)
	if err != nil {
		return nil, errs.Errorf("%w", err)
	}
	orbits := len(familiesOf(p))
	if !all {
		orbits = (n + 1) / 2 // the first ones are on the border
	}
	counts, t, err := squaresOf(ctx, p, orbits, o, func(counts []queens.Total) error {
		a.fill(familiesOf(p), counts, all)
		return a.check()
	})
	if err != nil {
		return nil, err
	}
	a.Counted, a.Nodes, a.Kernel, a.Work = len(counts), t.Nodes, t.Kernel, t.Work
	a.Elapsed = time.Since(began)
	return a, nil
}

func squaresOf(ctx context.Context, p *plan.Plan, orbits int, o count.Options,
	check func(counts []queens.Total) error,
) (counts []queens.Total, t *count.Tally, err error) {
	end, _ := slices.BinarySearchFunc(p.Subproblems, orbits, func(sub plan.Subproblem, orbits int) int {
		return sub.Pieces.(search.Parts)[0].Family - orbits
	})
	if end < len(p.Subproblems) {
		o.Only = func(i int) bool { return i < end }
	}
	o.Check = func(_ queens.Total, each []queens.Total) (err error) {
		if counts, err = byFamily(p, each); err == nil {
			counts = counts[:orbits]
			err = check(counts)
		}
		return err
	}
	t, err = count.Run(ctx, p, o)
	return counts, t, err
}

func familiesOf(p *plan.Plan) []search.Family { return p.Count.(*search.Count).Families() }

func byFamily(p *plan.Plan, each []queens.Total) ([]queens.Total, error) {
	families := familiesOf(p)
	sums := make([]queens.Total, len(families))
	for i, total := range each {
		at := p.Subproblems[i].Pieces.(search.Parts)[0].Family
		completions, rest := total.DivMod(families[at].Weight)
		if rest != 0 {
			return nil, errs.Errorf("%s of order %d: the result of subproblem %d is %v, no multiple of %d: %w",
				p.Variant.Name, p.Order, i+1, total, families[at].Weight, ledger.ErrMismatch)
		}
		sums[at] = sums[at].Plus(completions)
	}
	return sums, nil
}

func (a *Distribution) fill(families []search.Family, counts []queens.Total, squares bool) {
	a.FirstQueen = make([]queens.Total, a.Order)
	if squares {
		a.Squares = make([][]queens.Total, a.Order)
		for r := range a.Squares {
			a.Squares[r] = make([]queens.Total, a.Order)
		}
	}
	for i, found := range counts {
		for _, s := range symmetry.All() {
			sq := s.Square(families[i].Fixed[0], a.Order)
			if squares {
				a.Squares[sq.Row][sq.Col] = found
			}
			if sq.Col == 0 {
				a.FirstQueen[sq.Row] = found
			}
		}
	}
	a.Solutions = sumOf(a.FirstQueen)
}

func (a *Distribution) check() error {
	if want, ok := known.Solutions(a.Order); ok && want != a.Solutions {
		return a.failf("the first column adds up to %v, but the known value of Q is %v", a.Solutions, want)
	} else if ok {
		a.Checks = append(a.Checks, "the first column adds up to the known Q")
	}
	if a.Squares == nil {
		return nil
	}
	for i := range a.Order {
		column := make([]queens.Total, 0, a.Order)
		for _, row := range a.Squares {
			column = append(column, row[i])
		}
		if sum := sumOf(a.Squares[i]); sum != a.Solutions {
			return a.failf("row %d adds up to %v, the first column to %v", i+1, sum, a.Solutions)
		}
		if sum := sumOf(column); sum != a.Solutions {
			return a.failf("column %d adds up to %v, the first column to %v", i+1, sum, a.Solutions)
		}
	}
	a.Checks = append(a.Checks, "every row and every column adds up to Q")
	return nil
}

func sumOf(totals []queens.Total) (sum queens.Total) {
	for _, t := range totals {
		sum = sum.Plus(t)
	}
	return sum
}

// Recheck counts every orbit again, on another square and with another kernel, and adds successes
// to the checks. Errors: those of FirstQueen.
func (a *Distribution) Recheck(ctx context.Context, o count.Options) error {
	variant, err := methods.Find("search-squares")
	if err != nil {
		return err
	}
	other, ok := search.Again(variant)
	if !ok || a.Order == 0 {
		return nil
	}
	images, err := plan.New(ctx, a.Order, other)
	if err != nil {
		return errs.Errorf("%w", err)
	}
	o.State, o.Kernel = "", variant.Method.Info().OtherKernel(a.Kernel)
	again, t, err := squaresOf(ctx, images, a.Counted, o, func([]queens.Total) error { return nil })
	if err != nil {
		return err
	}
	b := Distribution{Order: a.Order}
	b.fill(familiesOf(images), again, a.Squares != nil)
	for row := range a.Order {
		one, two := []queens.Total{a.FirstQueen[row]}, []queens.Total{b.FirstQueen[row]}
		if a.Squares != nil {
			one, two = a.Squares[row], b.Squares[row]
		}
		for col, found := range one {
			if found != two[col] {
				return a.failf("%v solutions have a queen at %v, but by kernel %s %v have one there or on an image",
					found, queens.Square{Row: row, Col: col}, t.Kernel, two[col])
			}
		}
	}
	a.Checks = append(a.Checks, fmt.Sprintf("%d squares counted again on images, by kernel %s", len(again), t.Kernel))
	return nil
}

func (a *Distribution) failf(format string, args ...any) error {
	return errs.Errorf("order %d: %s: %w", a.Order, fmt.Sprintf(format, args...), ledger.ErrMismatch)
}
