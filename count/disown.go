package count

import (
	"context"
	"errors"
	"fmt"
	"slices"

	"queens"
	"queens/count/kind"
	"queens/count/ledger"
)

func (s *Session) disownWrong(ctx context.Context, err error) error {
	wrong, ok := errors.AsType[*kind.WrongError](err)
	if !ok {
		return err
	}
	missing, again := s.disown(context.WithoutCancel(ctx), wrong.Worker, wrong.Reason)
	if again != nil || len(missing) == 0 {
		return errors.Join(err, again)
	}
	return fmt.Errorf("%w; %d results of the device are withdrawn", err, len(missing))
}

// disown withdraws the results of a worker that no other one confirms, and returns which
// subproblems are missing again. Time O(results).
func (s *Session) disown(ctx context.Context, worker, reason string) (missing []int, err error) {
	if s.ledger == nil {
		return nil, nil
	}
	s.mu.Lock() // nothing is accepted between reading and withdrawing
	defer s.mu.Unlock()
	run, err := ledger.Read(ctx, s.ledger.Dir())
	if err != nil {
		return nil, fmt.Errorf("count: %w", err)
	}
	alone := map[int]bool{} // what the worker has found, and no other one
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
	return missing, s.withdraw(reason, missing)
}

// withdraw takes results back. The caller holds s.mu.
func (s *Session) withdraw(reason string, subproblems []int) error {
	var results []ledger.Result
	for _, i := range subproblems {
		r, ok, err := s.ledger.Result(i)
		if err != nil {
			return fmt.Errorf("count: %w", err)
		}
		if ok && s.first <= i && i < s.end {
			results = append(results, r)
		}
	}
	if err := s.ledger.Withdraw(reason, subproblems...); err != nil {
		return fmt.Errorf("count: %w", err)
	}
	for _, r := range results {
		t := &s.tally
		t.Total = t.Total.Minus(r.Total)
		t.Nodes = t.Nodes.Minus(queens.NewTotal(r.Nodes))
		t.Work -= min(t.Work, r.Elapsed)
		t.Done--
		s.doneWork = s.doneWork.Minus(s.weights[r.Subproblem])
	}
	return nil
}
