package first_test

import (
	"context"
	"errors"
	"testing"
	"time"

	"queens"
	"queens/find/first"
	"queens/internal/must"
	"queens/known"
)

// TestFirst compares with the known first solutions, which plain backtracking in
// lexicographic order found.
func TestFirst(t *testing.T) {
	for n := range 30 {
		r := must.Get(first.Solution(t.Context(), n, first.Options{}))(t)
		want, ok := known.LexicographicallyFirst(n)
		if n == 0 {
			want, ok = queens.Perm{}, true
		}
		if (r.Solution != nil) != ok || !r.Solution.Equal(want) {
			t.Errorf("order %d: %v, want %v", n, r.Solution, want)
		}
	}
}

// TestFirstRefutes checks the number of smaller beginnings by hand: no solution of
// order 4 begins with 1, none of orders 2 and 3 with anything.
func TestFirstRefutes(t *testing.T) {
	for n, want := range map[int]int{0: 0, 1: 0, 2: 1, 3: 1, 4: 1, 5: 0} {
		r, err := first.Solution(t.Context(), n, first.Options{})
		if err != nil || r.Refuted != want {
			t.Errorf("order %d: %d beginnings refuted, error %v, want %d", n, r.Refuted, err, want)
		}
	}
}

// TestFirstOnAnyNumberOfWorkers: the counts of the proof are part of the answer.
func TestFirstOnAnyNumberOfWorkers(t *testing.T) {
	for _, n := range []int{8, 22, 28, 30} {
		want := must.Get(first.Solution(t.Context(), n, first.Options{Workers: 1}))(t)
		for _, workers := range []int{0, 2, 7} {
			var last first.Progress
			got, err := first.Solution(t.Context(), n,
				first.Options{Workers: workers, Progress: func(p first.Progress) { last = p }})
			if err != nil || !got.Solution.Equal(want.Solution) || got.Refuted != want.Refuted ||
				got.Nodes != want.Nodes {
				t.Errorf("order %d, %d workers: %+v, %v, want %+v", n, workers, got, err, want)
			}
			if last.Refuted > got.Refuted || last.Done > last.Parts || n > 8 && last.Done == 0 {
				t.Errorf("order %d, %d workers: last progress %+v of %+v", n, workers, last, got)
			}
		}
	}
	if _, err := first.Solution(t.Context(), 8, first.Options{Workers: -1}); !errors.Is(err, queens.ErrFormat) {
		t.Errorf("-1 workers: error %v", err)
	}
}

func TestFirstStops(t *testing.T) {
	for _, n := range []int{-1, first.MaxOrder + 1} {
		if _, err := first.Solution(t.Context(), n, first.Options{}); !errors.Is(err, queens.ErrOrder) {
			t.Errorf("order %d: error %v", n, err)
		}
	}
	ctx, cancel := context.WithTimeout(t.Context(), 10*time.Millisecond)
	defer cancel()
	if _, err := first.Solution(ctx, 60, first.Options{}); !errors.Is(err, context.DeadlineExceeded) {
		t.Errorf("error %v", err)
	}
}
