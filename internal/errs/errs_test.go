package errs_test

import (
	"context"
	"errors"
	"fmt"
	"io/fs"
	"testing"

	"queens"
	"queens/count/ledger"
	. "queens/internal/errs"
)

func TestExitCodes(t *testing.T) {
	wrap := func(err error) error { return fmt.Errorf("while testing: %w", err) }
	for _, c := range []struct {
		name string
		err  error
		want int
	}{
		{"none", nil, 0},
		{"failure", fs.ErrPermission, 1},
		{"order", wrap(queens.ErrOrder), 2},
		{"format", wrap(queens.ErrFormat), 2},
		{"usage", WithCode(Usage, errors.New("x")), 2},
		{"not a solution", wrap(queens.ErrNotSolution), 3},
		{"attack", &queens.AttackError{}, 3},
		{"refuted", WithCode(Refuted, nil), 3},
		{"sum beyond 128 bits", wrap(ledger.ErrOverflow), 3},
		{"limit", wrap(context.DeadlineExceeded), 4},
		{"interrupt", wrap(context.Canceled), 130},
		{"own code wins", wrap(WithCode(Partial, wrap(queens.ErrOrder))), 4},
	} {
		if got := ExitCode(c.err); got != c.want {
			t.Errorf("%s: exit code %d, want %d", c.name, got, c.want)
		}
	}
}
