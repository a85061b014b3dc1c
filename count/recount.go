package count

import (
	"context"
	"fmt"

	"queens/count/ledger"
	"queens/count/plan"
)

// Recount counts the given subproblems of a plan again, with the executor of the options. It saves
// nothing and passes the results to take, one at a time. An error of take ends it.
//
// Errors: those of Run and of take; ledger.ErrIncomplete if the executor omits one.
func Recount(ctx context.Context, p *plan.Plan, o Options, subproblems []int, take func(ledger.Result) error) error {
	if err := o.Validate(); err != nil {
		return err
	}
	missing := recounted{take: take, missing: map[int]bool{}}
	s := newSession(p, o, missing)
	s.whole, s.tally.Subproblems = plan.Work{}, len(subproblems)
	for _, i := range subproblems {
		missing.missing[i] = true
		s.whole = s.whole.Plus(s.weights[i])
	}
	if err := s.run(ctx); err != nil {
		return err
	}
	for i := range missing.missing {
		return fmt.Errorf("subproblem %d was not computed again: %w", i+1, ledger.ErrIncomplete)
	}
	return nil
}

// recounted is the store of a session that counts subproblems once more.
type recounted struct {
	missing map[int]bool
	take    func(ledger.Result) error
}

func (r recounted) Has(subproblem int) bool { return !r.missing[subproblem] }

func (r recounted) Append(again ledger.Result) error {
	if r.Has(again.Subproblem) {
		return nil
	}
	delete(r.missing, again.Subproblem)
	return r.take(again)
}
