package count

import (
	"context"
	"time"

	"queens"
	"queens/count/plan"
	"queens/known"
)

// Measure counts the whole plan on the calling goroutine alone and keeps nothing:
// for whoever wants to know what a kernel costs and may have bound its thread to
// one processor. Solutions and nodes are those of every Run of the plan by that
// kernel.
//
// Errors: those of Options.Validate for the kernel; ctx's error, without a Tally.
func Measure(ctx context.Context, p *plan.Plan, kernel string) (*Tally, error) {
	r := &run{plan: p, began: time.Now(), kernels: map[string]int{}}
	r.tally = Tally{Scheme: p.Scheme.Name, Counts: p.Scheme.Counts, Plan: p.HashText(), Subproblems: len(p.Subproblems)}
	w, err := NewCounter(p.Frame, Options{Kernel: kernel, Workers: 1})
	if err != nil {
		return nil, err
	}
	for i := range p.Subproblems {
		result, err := w.Count(ctx, &p.Subproblems[i])
		if err == nil {
			err = r.accept(result)
		}
		if err != nil {
			return nil, err
		}
	}
	return r.finish(nil)
}

// Published returns the known value of what the scheme counts at order n, and
// whether there is one.
func Published(s plan.Scheme, n int) (queens.Total, bool) {
	switch {
	case s.Topology == queens.Modular:
		return known.Toroidal(n)
	case s.Motion == plan.HalfTurn:
		return known.S180(n)
	case s.Motion == plan.QuarterTurn:
		return known.S90(n)
	default:
		return known.Solutions(n)
	}
}
