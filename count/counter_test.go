package count_test

import (
	"context"
	"errors"
	"slices"
	"testing"

	"queens"
	"queens/count"
	"queens/count/plan"
)

// A Counter finds what a run finds, one subproblem after the other, in any order, and by a fork.
func TestCounter(t *testing.T) {
	const n = 11
	for _, s := range plan.Schemes() {
		p, err := plan.New(t.Context(), n, s)
		if err != nil {
			t.Fatal(err)
		}
		first, err := count.NewCounter(p.Frame, count.Options{Workers: 2})
		if err != nil {
			t.Fatal(err)
		}
		second, err := first.Fork()
		if err != nil {
			t.Fatal(err)
		}
		var sum queens.Total
		for i := range slices.Backward(p.Subproblems) {
			r, err := []*count.Counter{first, second}[i%2].Count(t.Context(), &p.Subproblems[i])
			if err != nil {
				t.Fatal(err)
			}
			if r.Subproblem != i || uint64(r.Mod13) != r.Total.Mod(13) || uint64(r.Mod15) != r.Total.Mod(15) ||
				r.Kernel == "" {
				t.Errorf("%s: subproblem %d has the result %+v", s.Name, i, r)
			}
			sum = sum.Plus(r.Total)
		}
		want, _ := count.Published(s, n)
		if sum != want {
			t.Errorf("%s of order %d: %v, want %v", s.Name, n, sum, want)
		}
	}
}

func TestCounterRefuses(t *testing.T) {
	families, join := lookup(t, "families"), lookup(t, "join")
	own, err := plan.New(t.Context(), 9, families)
	if err != nil {
		t.Fatal(err)
	}
	for _, kernel := range []string{"portable", "fastest"} {
		if _, err := count.NewCounter(own.Frame, count.Options{Kernel: kernel}); !errors.Is(err, queens.ErrFormat) {
			t.Errorf("kernel %q: error %v", kernel, err)
		}
	}
	c, err := count.NewCounter(own.Frame, count.Options{})
	if err != nil {
		t.Fatal(err)
	}
	p, err := plan.New(t.Context(), 9, join)
	if err != nil {
		t.Fatal(err)
	}
	if _, err := c.Count(t.Context(), &p.Subproblems[0]); !errors.Is(err, queens.ErrFormat) {
		t.Errorf("column sets given to the search: error %v", err)
	}
	ctx, cancel := context.WithCancel(t.Context())
	cancel()
	if r, err := c.Count(ctx, &own.Subproblems[0]); !errors.Is(err, context.Canceled) || r.Kernel != "" {
		t.Errorf("after the end of its context: %+v, %v", r, err)
	}
}
