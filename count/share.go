package count

import (
	"context"
	"errors"
	"fmt"

	"queens"
	"queens/count/plan"
)

// Share names the subproblems that one of several machines counts.
type Share struct {
	Number int `json:"number"` // from 1
	Of     int `json:"of"`
	First  int `json:"first"` // its first subproblem, from 0
}

// CountShare counts a share of the longest run of the job and saves the results in its ledger.
// Package upkeep merges the ledgers of several machines; Solve then counts the rest and checks.
//
// Errors: queens.ErrFormat without a state directory; those of Run. If ctx ends, the Tally covers
// what is done.
func (j *Job) CountShare(ctx context.Context, share plan.Share) (*Tally, error) {
	o := j.options.Of(j.Scheme())
	o.KeepAll = true
	if o.State == "" && o.NoState != nil {
		return nil, fmt.Errorf("count: %w", o.NoState)
	}
	if o.State == "" {
		return nil, fmt.Errorf("count: without a state directory the results of a share would be lost: %w",
			queens.ErrFormat)
	}
	p, err := j.plan(ctx, j.longest)
	if err != nil {
		return nil, err
	}
	s, err := openPart(ctx, p, o, func(s *Session) {
		bounds := p.Shares(share.Of)
		s.take(bounds[share.Number-1], bounds[share.Number])
		s.tally.Share = &Share{share.Number, share.Of, s.first}
	})
	if err != nil {
		return nil, err
	}
	return s.complete(ctx)
}

// Part counts the part of a plan that the executor of the options chooses, and certifies nothing.
// Errors: those of Run.
func Part(ctx context.Context, p *plan.Plan, o Options) error {
	o.KeepAll = true
	s, err := Open(ctx, p, o)
	if err != nil {
		return err
	}
	return errors.Join(s.run(ctx), s.Close())
}
