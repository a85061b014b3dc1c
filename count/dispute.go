package count

import (
	"context"
	"errors"
	"fmt"
	"slices"

	"queens"
	"queens/count/ledger"
)

// Confirmed reports whether a second result equals that of a subproblem.
func (s *Session) Confirmed(subproblem int) bool {
	return s.ledger != nil && s.ledger.Confirmed(subproblem)
}

// Kept returns the result that the ledger has of a subproblem; ok is false if it has
// none, or nothing is kept. Errors: those of reading the file.
func (s *Session) Kept(subproblem int) (r ledger.Result, ok bool, err error) {
	if s.ledger == nil {
		return r, false, nil
	}
	if r, ok, err = s.ledger.Result(subproblem); err != nil {
		err = fmt.Errorf("count: %w", err)
	}
	return r, ok, err
}

// Withdraw takes the result of a subproblem back, which is missing again.
//
// Errors: those of ledger.Ledger.Withdraw; queens.ErrFormat if nothing is kept.
func (s *Session) Withdraw(subproblem int, reason string) error {
	s.mu.Lock()
	defer s.mu.Unlock()
	r, ok, err := s.Kept(subproblem)
	if err == nil && !ok {
		err = fmt.Errorf("count: subproblem %d has no result to withdraw: %w", subproblem+1, queens.ErrFormat)
	}
	if err != nil {
		return err
	}
	if err := s.ledger.Withdraw(subproblem, reason); err != nil {
		return fmt.Errorf("count: %w", err)
	}
	if subproblem < s.first || subproblem >= s.end {
		return nil
	}
	t := &s.tally
	t.Total = t.Total.Minus(r.Total)
	t.Nodes = t.Nodes.Minus(queens.NewTotal(r.Nodes))
	t.Work -= min(t.Work, r.Elapsed)
	t.Done--
	s.doneWork = s.doneWork.Minus(s.plan.Subproblems[subproblem].Work)
	return nil
}

// Settle decides between two results of a subproblem that differ, of which the session has
// none, or none any more: it is computed a third time here, by another kernel again, and
// two that agree are kept. It returns the result that was wrong.
//
// Errors: ledger.ErrMismatch if all three differ; those of Accept; ctx's.
func (s *Session) Settle(ctx context.Context, first, second ledger.Result) (wrong ledger.Result, err error) {
	v, err := decide(ctx, s.plan, s.options, first, second)
	if err != nil {
		return wrong, fmt.Errorf("count: %w", err)
	}
	return v.wrong, errors.Join(s.Accept(v.right), s.Accept(v.third))
}

// Disown withdraws the results of a worker that nobody else confirms, because it has
// proved wrong, and returns which subproblems are missing again.
//
// Time O(results). Errors: those of Withdraw and of reading the ledger.
func (s *Session) Disown(ctx context.Context, worker, reason string) (missing []int, err error) {
	if s.ledger == nil {
		return nil, nil
	}
	run, err := ledger.Read(ctx, s.ledger.Dir())
	if err != nil {
		return nil, fmt.Errorf("count: %w", err)
	}
	others := map[int]bool{}
	for r, err := range run.Computations() {
		if err != nil {
			return nil, fmt.Errorf("count: %w", err)
		}
		switch {
		case r.Worker != worker:
			others[r.Subproblem] = true
		case len(missing) == 0 || missing[len(missing)-1] != r.Subproblem:
			missing = append(missing, r.Subproblem)
		}
	}
	missing = slices.DeleteFunc(missing, func(i int) bool { return others[i] })
	for _, i := range missing {
		if err := s.Withdraw(i, reason); err != nil {
			return nil, err
		}
	}
	return missing, nil
}
