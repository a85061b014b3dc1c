package counting

import (
	"context"
	"math"

	"queens"
	"queens/count"
	"queens/count/methods/search"
	"queens/count/plan"
	"queens/internal/errs"
)

// Job is a count of completions.
type Job struct{ problem queens.Problem }

// New returns the job of a problem. The options are ignored. Errors: queens.ErrOrder,
// queens.ErrFormat.
func New(p queens.Problem, _ count.Options) (Job, error) {
	if p.Topology != queens.Regular || p.Order > plan.MaxOrder {
		return Job{}, errs.Errorf("order %d: completions are counted on the regular board to order %d: %w", p.Order,
			plan.MaxOrder, queens.ErrFormat)
	}
	return Job{p}, p.Validate()
}

// Method returns "search".
func (Job) Method() string { return "search" }

// Work returns infinity: it is not known.
func (Job) Work(context.Context) (float64, error) { return math.Inf(1), nil }

// Count returns the number. Errors: those of search.Completions.
func (j Job) Count(ctx context.Context) (queens.Total, error) {
	return search.Completions(ctx, j.problem)
}
