package counted

import (
	"testing"
	"time"

	"queens/count/runs"
)

// TestProcessorText says for how many results the processor time is known.
func TestProcessorText(t *testing.T) {
	for _, c := range []struct {
		metered, done int
		want          string
	}{
		{0, 25, "not recorded"},
		{10, 25, "2.00 s for 10 of 25 results; the others are without a record"},
		{25, 25, "2.00 s"},
		{26, 25, "2.00 s"}, // one was withdrawn
	} {
		r := Run{Status: runs.Status{Report: runs.Report{Done: c.done, Metered: c.metered, Processor: 2 * time.Second}}}
		if got := r.processorText(); got != c.want {
			t.Errorf("%d of %d: %q, want %q", c.metered, c.done, got, c.want)
		}
	}
}
