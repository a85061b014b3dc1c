package count

import (
	"context"
	"errors"
	"fmt"
	"slices"

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
// subproblems are missing again. The session is of no use any more.
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
	return missing, s.ledger.Withdraw(reason, missing...)
}
