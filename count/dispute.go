package count

import (
	"context"
	"errors"
	"fmt"
	"slices"

	"queens"
	"queens/count/ledger"
)

// Has reports whether a subproblem has a result.
func (s *Session) Has(subproblem int) bool {
	s.mu.Lock()
	defer s.mu.Unlock()
	return s.results.Has(subproblem)
}

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
	return s.withdraw(reason, subproblem)
}

// withdraw is Withdraw of several; s.mu is held.
func (s *Session) withdraw(reason string, subproblems ...int) error {
	var results []ledger.Result
	for _, subproblem := range subproblems {
		r, ok, err := s.Kept(subproblem)
		if err == nil && !ok {
			err = fmt.Errorf("count: subproblem %d has no result to withdraw: %w", subproblem+1, queens.ErrFormat)
		}
		if err != nil {
			return err
		}
		results = append(results, r)
	}
	if len(results) == 0 {
		return nil
	}
	if err := s.ledger.Withdraw(reason, subproblems...); err != nil {
		return fmt.Errorf("count: %w", err)
	}
	for _, r := range results {
		if r.Subproblem < s.first || r.Subproblem >= s.end {
			continue
		}
		t := &s.tally
		t.Total = t.Total.Minus(r.Total)
		t.Nodes = t.Nodes.Minus(queens.NewTotal(r.Nodes))
		t.Work -= min(t.Work, r.Elapsed)
		t.Done--
		s.doneWork = s.doneWork.Minus(s.plan.Subproblems[r.Subproblem].Work)
	}
	return nil
}

// Settle decides between two results of a subproblem that differ, of which the session has
// none, or none any more: it is computed a third time here, by another kernel again, and a
// fourth time if that differs from both. Two that agree are kept. It returns the results
// that were wrong, one or both.
//
// Errors: ledger.ErrMismatch if all four differ; those of Accept; ctx's.
func (s *Session) Settle(ctx context.Context, first, second ledger.Result) (wrong []ledger.Result, err error) {
	v, err := decide(ctx, s.plan, s.options, first, second)
	wrong = []ledger.Result{v.wrong}
	if errors.Is(err, ledger.ErrMismatch) {
		wrong = []ledger.Result{first, second}
		var again error
		if v.right, again = recount(ctx, s.plan, s.options, first.Subproblem, v.third.Kernel); again != nil {
			err = again
		} else if unequal(v.right, v.third) == nil {
			err = nil
		}
	}
	if err != nil {
		return nil, fmt.Errorf("count: %w", err)
	}
	return wrong, errors.Join(s.Accept(v.right), s.Accept(v.third))
}

// Disown withdraws the results of a worker that nobody else confirms, because it has
// proved wrong, and returns which subproblems are missing again.
//
// Time O(results). Errors: those of Withdraw and of reading the ledger.
func (s *Session) Disown(ctx context.Context, worker, reason string) (missing []int, err error) {
	if s.ledger == nil {
		return nil, nil
	}
	s.mu.Lock() // nothing is accepted or withdrawn between reading and withdrawing
	defer s.mu.Unlock()
	run, err := ledger.Read(ctx, s.ledger.Dir())
	if err != nil {
		return nil, fmt.Errorf("count: %w", err)
	}
	alone := map[int]bool{} // of what the worker has found: nobody else has
	for r, err := range run.Computations() {
		if err != nil {
			return nil, fmt.Errorf("count: %w", err)
		}
		_, seen := alone[r.Subproblem]
		alone[r.Subproblem] = r.Worker == worker && (!seen || alone[r.Subproblem])
	}
	for i := range alone {
		if alone[i] {
			missing = append(missing, i)
		}
	}
	slices.Sort(missing)
	if err := s.withdraw(reason, missing...); err != nil {
		return nil, err
	}
	return missing, nil
}
