package race

import (
	"context"
	"errors"
	"slices"
	"testing"
	"time"

	"queens"
	"queens/find/algorithms"
	"queens/find/solver"
	"queens/internal/must"
)

// entrants are three algorithms of very different speed.
var entrants = []*solver.Algorithm{algorithms.Get("brute-force"), algorithms.Get("bitmask"), algorithms.Get("wirth")}

func TestRace(t *testing.T) {
	var order []string
	o := Options{Order: 6, Runs: 3, Least: time.Millisecond, Progress: func(name string, run int) {
		order = append(order, name)
		if run > 3 {
			t.Errorf("run %d of 3", run)
		}
	}}
	report := must.Get(Run(t.Context(), entrants, o))(t)
	if want := slices.Repeat([]string{"brute-force", "bitmask", "wirth"}, 4); !slices.Equal(order, want) {
		t.Errorf("order of runs %v, want rounds: %v", order, want)
	}
	last := report.Results[len(report.Results)-1]
	if last.Name != "brute-force" || report.Results[0].Ratio != 1 {
		t.Errorf("%s is last, want brute-force, which tests thousands of times as much; the best has ratio %v",
			last.Name, report.Results[0].Ratio)
	}
	for _, res := range report.Results {
		c := solver.Call{Problem: queens.Problem{Order: 6}}
		stats, err := res.Algorithm.Solve(t.Context(), c, func(queens.Perm) bool { return true })
		if err != nil || res.Stats != stats {
			t.Errorf("%s: %+v, want %+v, %v", res.Name, res.Stats, stats, err)
		}
		if len(res.Times) != 3 || res.Median < slices.Min(res.Times) || res.Median > slices.Max(res.Times) ||
			res.Repeats < 1 {
			t.Errorf("%s: median %v of %v, %d repeats", res.Name, res.Median, res.Times, res.Repeats)
		}
		end := res.Samples[len(res.Samples)-1]
		if end.Elapsed != res.Median || end.Stats != stats ||
			!slices.IsSortedFunc(res.Samples, func(a, b Sample) int { return int(a.Elapsed - b.Elapsed) }) {
			t.Errorf("%s: samples %+v do not lead to %+v", res.Name, res.Samples, stats)
		}
	}
}

// TestCoarseClock races runs of 10 µs by clocks that tick seldom, as browsers' do: no measurement
// is of more runs than take Least and two ticks, nor of so few that they take no time.
func TestCoarseClock(t *testing.T) {
	for _, tick := range []time.Duration{1, time.Millisecond, 16700 * time.Microsecond, 100 * time.Millisecond} {
		runs := 0
		alg := *algorithms.Get("wirth")
		alg.Run = func(ctx context.Context, c solver.Call, found func(queens.Perm) bool) (solver.Stats, error) {
			runs++
			return algorithms.Get("wirth").Run(ctx, c, found)
		}
		const takes, least, measured = 10 * time.Microsecond, 20 * time.Millisecond, 3
		r := must.Get(newRunner([]*solver.Algorithm{&alg}, Options{Order: 5, Runs: measured, Least: least}))(t)
		r.now, r.wall = func() time.Duration { return (time.Duration(runs) * takes).Truncate(tick) }, true
		must.Do(t, r.race(t.Context()))
		r.rank()
		if most := 1 + measured*int((least+2*tick)*17/16/takes+2); runs > most {
			t.Errorf("a clock of %v: %d runs, want at most %d", tick, runs, most)
		}
		res := r.results[0]
		if res.Median < takes/2 || res.Median > 2*takes || res.Samples[len(res.Samples)-1].Elapsed != res.Median {
			t.Errorf("a clock of %v: times %v, want about %v, and the last sample at the median: %+v", tick, res.Times,
				takes, res.Samples)
		}
	}
}

func TestFrames(t *testing.T) {
	report := must.Get(Run(t.Context(), []*solver.Algorithm{algorithms.Get("wirth"), algorithms.Get("bitmask")},
		Options{Order: 6, Runs: 1, Least: 1, Frames: 20}))(t)
	for _, res := range report.Results {
		events := []solver.Event{}
		observe := func(e solver.Event) { events = append(events, e) }
		c := solver.Call{Problem: queens.Problem{Order: 6}, Observe: observe}
		must.Get(res.Algorithm.Solve(t.Context(), c, func(queens.Perm) bool { return true }))(t)
		if len(res.Frames) != 21 || res.Frames[20].Work != work(res.Stats) ||
			!slices.Equal(res.Frames[20].Rows, []int32{5, 3, 1, 6, 4, 2}) {
			t.Errorf("%s: %d frames, the last one %+v; want 21, and the last solution of order 6, 531642", res.Name,
				len(res.Frames), res.Frames[len(res.Frames)-1])
		}
		at, done, rows := 0, uint64(0), slices.Repeat([]int32{solver.Whole}, 6)
		for _, e := range append([]solver.Event{{Kind: solver.Prune}}, events...) {
			solver.Apply(rows, e)
			if e.Kind != solver.Conflict && e.Kind != solver.Prune {
				done++
			}
			if at < 20 && res.Frames[at].Work == done {
				same := func(got, row int32) bool { return got == row+1 }
				if got := res.Frames[at].Rows; !slices.EqualFunc(got, rows, same) {
					t.Errorf("%s: frame %d after %d events is %v, want one more than %v", res.Name, at, done, got, rows)
				}
				at++
			}
		}
		if at != 20 {
			t.Errorf("%s: only %d frames are moments of the run", res.Name, at)
		}
	}
}

func TestWhatTakesTooLongIsOut(t *testing.T) {
	o := Options{Order: 9, Runs: 1, Limit: 30 * time.Millisecond, Least: time.Millisecond}
	slow := *algorithms.Get("wirth") // would not end within the limit, however fast the machine
	slow.Name = "slow"
	slow.Run = func(ctx context.Context, _ solver.Call, _ func(queens.Perm) bool) (solver.Stats, error) {
		<-ctx.Done()
		return solver.Stats{Tests: 7}, ctx.Err()
	}
	fast := *algorithms.Get("wirth")
	fast.Run = func(context.Context, solver.Call, func(queens.Perm) bool) (solver.Stats, error) {
		return solver.Stats{Solutions: 352}, nil // Q(9), OEIS A000170
	}
	report := must.Get(Run(t.Context(), []*solver.Algorithm{&slow, &fast}, o))(t)
	if res := report.Results[1]; res.Name != "slow" || res.Out == "" || res.Stats.Tests != 7 || res.Ratio != 0 {
		t.Errorf("last of the race: %+v, want the slow one, out", res)
	}
	if res := report.Results[0]; res.Out != "" || res.Ratio != 1 {
		t.Errorf("first: %+v", res)
	}
}

func TestFirstSolutions(t *testing.T) {
	report, err := Run(t.Context(), []*solver.Algorithm{algorithms.Get("wirth")},
		Options{Order: 8, Solutions: 2, Runs: 1, Least: 1})
	if err != nil || report.Results[0].Stats.Solutions != 2 {
		t.Errorf("%+v, %v; want 2 solutions", report.Results, err)
	}
}

func TestWrongNumbersAndOptionsAreErrors(t *testing.T) {
	wrong := *algorithms.Get("wirth")
	wrong.Run = func(ctx context.Context, c solver.Call, found func(queens.Perm) bool) (solver.Stats, error) {
		c.Problem.Order--
		return algorithms.Get("wirth").Run(ctx, c, found)
	}
	if _, err := Run(t.Context(), []*solver.Algorithm{&wrong}, Options{Order: 8}); !errors.Is(err, ErrWrong) {
		t.Errorf("40 solutions for order 8: %v, want %v", err, ErrWrong)
	}
	restless := *algorithms.Get("wirth")
	runs := uint64(0)
	restless.Run = func(ctx context.Context, c solver.Call, found func(queens.Perm) bool) (solver.Stats, error) {
		stats, err := algorithms.Get("wirth").Run(ctx, c, found)
		runs++
		stats.Tests += runs
		return stats, err
	}
	if _, err := Run(t.Context(), []*solver.Algorithm{&restless}, Options{Order: 4}); !errors.Is(err, ErrWrong) {
		t.Errorf("another cost in every run: %v, want %v", err, ErrWrong)
	}
	if _, err := Run(t.Context(), entrants, Options{Order: 20}); !errors.Is(err, queens.ErrOrder) {
		t.Errorf("an order that brute force refuses: %v", err)
	}
	for _, o := range []Options{{Runs: -1}, {Runs: MaxRuns + 1}, {Least: -1}, {Limit: -1}, {Frames: -1}} {
		if _, err := Run(t.Context(), nil, o); err == nil {
			t.Errorf("%+v is accepted", o)
		}
	}
	ended, cancel := context.WithCancel(t.Context())
	cancel()
	if _, err := Run(ended, entrants, Options{Order: 5}); !errors.Is(err, context.Canceled) {
		t.Errorf("a context that has ended: %v", err)
	}
}

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
