package survey_test

import (
	"context"
	"errors"
	"testing"

	"queens"
	"queens/count"
	"queens/count/survey"
	"queens/internal/must"
	"queens/symmetry"
)

// borderCompletions has completions by symmetry of the constellation, the number of classes without
// completion and the largest number of completions, if known. Two independent programs, written
// from the description of the method for this check alone, computed them.
var borderCompletions = []struct {
	n                               int
	asymmetric, central, rotational uint64
	empty                           int // -1: unknown
	largest                         uint64
}{
	{4, 0, 0, 1, -1, 1},
	{5, 1, 0, 1, -1, 1},
	{6, 0, 1, 0, -1, 1},
	{7, 4, 2, 0, -1, 0},
	{8, 11, 1, 0, 66, 1},
	{9, 42, 4, 0, -1, 0},
	{10, 85, 11, 0, 209, 5},
	{11, 326, 18, 0, 227, 7},
	{12, 1740, 68, 4, 158, 25},
	{13, 9121, 176, 20, 71, 67},
}

func TestBorder(t *testing.T) {
	for _, want := range borderCompletions {
		r := must.Get(survey.Border(t.Context(), want.n, count.Options{}))(t)
		for class, l := range map[symmetry.Class]uint64{
			symmetry.Asymmetric: want.asymmetric,
			symmetry.Central:    want.central, symmetry.Rotational: want.rotational,
		} {
			if got := r.Classes[class].Completions; got != queens.NewTotal(l) {
				t.Errorf("order %d: %v constellations have %v completions, want %d", want.n, class, got, l)
			}
		}
		empty, largest := 0, uint64(0)
		for _, c := range r.Classes {
			empty += c.Empty
			if x, ok := c.Largest.Uint64(); ok {
				largest = max(largest, x)
			}
		}
		if want.empty >= 0 && empty != want.empty || want.largest > 0 && largest != want.largest {
			t.Errorf("order %d: %d classes without completion, at most %d completions, want %d and %d", want.n,
				empty, largest, want.empty, want.largest)
		}
		if len(r.Answer.Checks) < 3 {
			t.Errorf("order %d: only %q was checked", want.n, r.Answer.Checks)
		}
	}
}

func TestBorderRefuses(t *testing.T) {
	for _, n := range []int{-1, 3, 33} {
		if _, err := survey.Border(t.Context(), n, count.Options{}); !errors.Is(err, queens.ErrOrder) {
			t.Errorf("order %d: error %v", n, err)
		}
	}
	if _, err := survey.Border(t.Context(), 8, count.Options{Workers: -1}); !errors.Is(err, queens.ErrFormat) {
		t.Errorf("-1 workers: error %v", err)
	}
	ctx, cancel := context.WithCancel(t.Context())
	cancel()
	if _, err := survey.Border(ctx, 12, count.Options{}); !errors.Is(err, context.Canceled) {
		t.Errorf("ended before it began: error %v", err)
	}
}
