package kit

import (
	"context"
	"errors"
	"fmt"
	"io/fs"
	"testing"

	"queens"
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
		{"usage", Usagef("x"), 2},
		{"not a solution", wrap(queens.ErrNotSolution), 3},
		{"attack", &queens.AttackError{}, 3},
		{"refuted", Refuted(), 3},
		{"limit", wrap(context.DeadlineExceeded), 4},
		{"interrupt", wrap(context.Canceled), 130},
		{"own code wins", wrap(WithCode(CodePartial, wrap(queens.ErrOrder))), 4},
	} {
		t.Run(c.name, func(t *testing.T) {
			if got := ExitCode(c.err); got != c.want {
				t.Errorf("exit code %d, want %d", got, c.want)
			}
		})
	}
}

func TestMessage(t *testing.T) {
	for _, c := range []struct {
		err  error
		want string
	}{
		{nil, ""},
		{Refuted(), ""},
		{errors.New("queens: read x"), "queens: read x"},
		{errors.New("line 3: queens: read x: queens: read square"), "queens: line 3: read x: read square"},
		{context.Canceled, "queens: interrupted"},
		{errors.New("known: no y"), "queens: known: no y"},
	} {
		if got := Message(c.err); got != c.want {
			t.Errorf("%v: %q, want %q", c.err, got, c.want)
		}
	}
}
