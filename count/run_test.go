package count_test

import (
	"context"
	"errors"
	"testing"

	"queens"
	"queens/count"
	"queens/count/plan"
)

// TestMeasure compares Measure with Run for every scheme and kernel: it is the
// same count, solutions and nodes, whatever the workers of the other.
func TestMeasure(t *testing.T) {
	const order = 11 // 11 has no common divisor with 6, so every scheme finds something or proves there is nothing
	for _, scheme := range plan.Schemes() {
		p, err := plan.New(t.Context(), order, scheme)
		if err != nil {
			t.Fatal(err)
		}
		for _, processor := range scheme.Kind.Facts().Kernels {
			if !processor.Usable {
				continue
			}
			t.Run(scheme.Name+"/"+processor.Kernel, func(t *testing.T) {
				got, err := count.Measure(t.Context(), p, processor.Kernel)
				if err != nil {
					t.Fatal(err)
				}
				want, err := count.Run(t.Context(), order, scheme, count.Options{Kernel: processor.Kernel, Workers: 2})
				if err != nil {
					t.Fatal(err)
				}
				if got.Total != want.Total || got.Nodes != want.Nodes || got.Done != want.Done {
					t.Errorf("%v solutions, %v nodes, %d subproblems; Run has %v, %v, %d",
						got.Total, got.Nodes, got.Done, want.Total, want.Nodes, want.Done)
				}
				if value, ok := count.Published(scheme, order); !ok || value != got.Total {
					t.Errorf("%v solutions, published are %v (%t)", got.Total, value, ok)
				}
			})
		}
	}
}

func TestMeasureRefuses(t *testing.T) {
	scheme, err := plan.Find("families")
	if err != nil {
		t.Fatal(err)
	}
	p, err := plan.New(t.Context(), 8, scheme)
	if err != nil {
		t.Fatal(err)
	}
	if _, err := count.Measure(t.Context(), p, "fastest"); !errors.Is(err, queens.ErrFormat) {
		t.Errorf("an unknown kernel: %v", err)
	}
	ctx, cancel := context.WithCancel(t.Context())
	cancel()
	if tally, err := count.Measure(ctx, p, count.Auto); tally != nil || !errors.Is(err, context.Canceled) {
		t.Errorf("after the end of its context: %v, %v", tally, err)
	}
}
