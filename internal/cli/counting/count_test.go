package counting

import (
	"context"
	"errors"
	"fmt"
	"io/fs"
	"strings"
	"testing"

	"queens/count"
)

// TestStoppedCountSaysWhatHelps gives errors of the ledger a command to type.
func TestStoppedCountSaysWhatHelps(t *testing.T) {
	for _, c := range []struct {
		err  error
		want string
	}{
		{fmt.Errorf("mkdir /runs: %w", fs.ErrPermission), "--state none counts without one"},
		{fmt.Errorf("plan: %w", context.Canceled), "before anything was counted; to continue:\n  queens count 18"},
	} {
		got := new(app).stoppedCount("queens count 18", &count.Report{}, c.err)
		if !errors.Is(got, c.err) || !strings.Contains(got.Error(), c.want) {
			t.Errorf("%v: %v, want %q", c.err, got, c.want)
		}
	}
	if got := new(app).stoppedCount("", nil, fs.ErrClosed); got != fs.ErrClosed {
		t.Errorf("another error: %v", got)
	}
}
