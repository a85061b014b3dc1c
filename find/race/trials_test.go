package race

import (
	"context"
	"errors"
	"testing"
	"time"

	"queens"
	"queens/find/algorithms"
	"queens/find/solver"
)

func TestTrials(t *testing.T) {
	e, err := Trials(t.Context(), algorithms.Get("wirth"), 3, Options{Order: 6, Seed: 5, Least: 1})
	if err != nil || len(e.Trials) != 3 || e.Clock == "" || !e.Complete {
		t.Fatalf("%+v, %v; want three trials", e, err)
	}
	for i, trial := range e.Trials {
		// Q(6), OEIS A000170
		if trial.Seed != uint64(5+i) || trial.Stats.Solutions != 4 || trial.Time <= 0 || trial.Out != "" {
			t.Errorf("trial %d: %+v", i, trial)
		}
	}
}

func TestTrialsThatEndEarly(t *testing.T) {
	endless, leave := *algorithms.Get("wirth"), func() {}
	endless.Run = func(ctx context.Context, c solver.Call, _ func(queens.Perm) bool) (solver.Stats, error) {
		if c.Seed == 2 {
			leave()
			<-ctx.Done()
			return solver.Stats{Tests: 7}, ctx.Err()
		}
		return solver.Stats{Solutions: 92}, nil
	}
	e, err := Trials(t.Context(), &endless, 3,
		Options{Order: 8, Seed: 1, Least: 1, Limit: 20 * time.Millisecond})
	if err != nil || len(e.Trials) != 3 || e.Trials[1].Out == "" || e.Trials[1].Stats.Tests != 7 ||
		e.Trials[2].Out != "" {
		t.Errorf("%+v, %v; want the second one out, the others not", e, err)
	}
	ctx, cancel := context.WithCancel(t.Context())
	leave = cancel
	e, err = Trials(ctx, &endless, 3, Options{Order: 8, Seed: 1, Least: 1})
	if err != nil || len(e.Trials) != 1 || e.Complete {
		t.Errorf("%+v, %v; want the one that was done in time", e, err)
	}
	wrong := *algorithms.Get("wirth")
	wrong.Run = func(context.Context, solver.Call, func(queens.Perm) bool) (solver.Stats, error) {
		return solver.Stats{Solutions: 91}, nil
	}
	if _, err := Trials(t.Context(), &wrong, 1, Options{Order: 8, Least: 1}); !errors.Is(err, ErrWrong) {
		t.Errorf("91 solutions of order 8: %v", err)
	}
	if _, err := Trials(t.Context(), algorithms.Get("wirth"), 0, Options{Order: 8}); err == nil {
		t.Error("no seed is accepted")
	}
	if _, err := Trials(t.Context(), algorithms.Get("wirth"), 1, Options{Order: 99}); !errors.Is(err, queens.ErrOrder) {
		t.Errorf("order 99: %v", err)
	}
}
