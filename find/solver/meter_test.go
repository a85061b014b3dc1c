package solver

import (
	"context"
	"errors"
	"fmt"
	"slices"
	"testing"

	"queens"
	"queens/internal/must"
)

func story(m *Meter) {
	m.Count(Clear, 0, 0, 0)
	m.Count(Draw, 1, 0, 1)
	m.Count(Place, 2, 0, 1)
	m.Count(Try, 3, 1, 2)
	m.Conflict(3, 1, 2)
	m.Count(Try, 3, 1, 3)
	m.Count(Place, 4, 1, 3)
	m.Count(Swap, 5, 0, 1)
	m.Prune(6, 2, Whole)
	m.Count(Remove, 7, 1, 1)
	m.Solution(8, nil)
}

func TestMeterTellsAndCounts(t *testing.T) {
	want := Stats{Solutions: 1, Tests: 2, Placements: 2, Backtracks: 1, Tries: 1, Swaps: 1, Draws: 1}
	var events []Event
	for _, observe := range []func(Event){nil, func(e Event) { events = append(events, e) }} {
		m := NewMeter(t.Context(), Call{Problem: queens.Problem{Order: 4}, Observe: observe}, nobody)
		story(m)
		if got, err := m.End(); got != want || err != nil || !m.Stopped() {
			t.Errorf("watched %v: %+v, %v, stopped %v; want %+v", observe != nil, got, err, m.Stopped(), want)
		}
	}
	wantEvents := []Event{
		{Clear, 0, 0, 0},
		{Draw, 1, 0, 1},
		{Place, 2, 0, 1},
		{Try, 3, 1, 2},
		{Conflict, 3, 0, 1}, // the attacking queen
		{Try, 3, 1, 3},
		{Place, 4, 1, 3},
		{Swap, 5, 0, 1},
		{Prune, 6, 2, Whole},
		{Remove, 7, 1, 1},
		{Solution, 8, 0, 0},
	}
	if !slices.Equal(events, wantEvents) {
		t.Errorf("events %v\nwant   %v", events, wantEvents)
	}
}

func TestMeterLooksAtTheContext(t *testing.T) {
	for _, observe := range []func(Event){nil, func(Event) {}} {
		ctx, cancel := context.WithCancel(t.Context())
		t.Cleanup(cancel)
		var reports []Stats
		c := Call{
			Problem: queens.Problem{Order: 4}, Observe: observe,
			Progress: func(s Stats) { reports = append(reports, s) },
		}
		m := NewMeter(ctx, c, nobody)
		for m.Count(Try, 0, 0, 0); !m.Stopped(); m.Count(Try, 0, 0, 0) {
			if m.counts[Try] == 3*pollEvery {
				cancel()
			}
		}
		stats, err := m.End()
		if !errors.Is(err, context.Canceled) || stats.Tests > 5*pollEvery {
			t.Errorf("%+v, %v; want to be cancelled soon after %d tests", stats, err, 3*pollEvery)
		}
		if len(reports) < 4 || reports[1].Tests == 0 || reports[1].Tests > 2*pollEvery {
			t.Errorf("%d reports of progress, %+v", len(reports), reports)
		}
	}
}

// TestEnoughIsNoError: a run stopped by found returns no error, even if its context ends later.
func TestEnoughIsNoError(t *testing.T) {
	ctx, cancel := context.WithCancel(t.Context())
	m := NewMeter(ctx, Call{}, nobody)
	m.Solution(0, nil)
	cancel()
	m.look()
	must.Get(m.End())(t)
}

func TestLineBetween(t *testing.T) {
	for _, topology := range []queens.Topology{queens.Regular, queens.Modular} {
		for n := 1; n <= 6; n++ {
			for i := range n * n {
				for j := range n * n {
					a, b := queens.Square{Row: i / n, Col: i % n}, queens.Square{Row: j / n, Col: j % n}
					if i == j {
						continue
					}
					want := slices.Collect(queens.Attacks([]queens.Square{a, b}, n, topology))
					if got, ok := LineBetween(a, b, n, topology); ok != (want != nil) || ok && got != want[0].Line {
						t.Fatalf("order %d, %v board, %v and %v: %v, %v; want %v", n, topology, a, b, got, ok, want)
					}
				}
			}
		}
	}
}

var counter = Algorithm{
	Name:     "counter",
	MinOrder: 1,
	MaxOrder: 9,
	Params: []Param{
		{Name: "from", Default: 3, Min: 1, Max: 10_000_000},
		{Name: "step", Default: 1, Min: 1},
	},
	Refuses: func(n int) string {
		if n == 4 {
			return "has bad luck"
		}
		return ""
	},
	Run: func(ctx context.Context, c Call, found func(queens.Perm) bool) (Stats, error) {
		m := NewMeter(ctx, c, found)
		for left := c.Params["from"]; left > 0 && !m.Stopped(); left -= c.Params["step"] {
			m.Count(Try, 0, 0, Whole)
		}
		return m.End()
	},
}

func nobody(queens.Perm) bool { return false }

func TestAccepts(t *testing.T) {
	with := func(name string, value int) Call {
		return Call{Problem: queens.Problem{Order: 5}, Params: map[string]int{name: value}}
	}
	for _, tc := range []struct {
		call Call
		want string // "" if accepted
		is   error
	}{
		{Call{Problem: queens.Problem{Order: 5}}, "", nil},
		{Call{}, "order 0: want 1 to 9", queens.ErrOrder},
		{Call{Problem: queens.Problem{Order: 10}}, "order 10: want 1 to 9", queens.ErrOrder},
		{Call{Problem: queens.Problem{Order: 4}}, "order 4: has bad luck", queens.ErrOrder},
		{
			Call{Problem: queens.Problem{Order: 5, Blocked: []queens.Square{{}}}},
			"a board that is not empty",
			ErrUnsupported,
		},
		{Call{Problem: queens.Problem{Order: 5, Topology: queens.Modular}}, "a modular board", ErrUnsupported},
		{with("to", 1), `parameter "to"`, ErrUnsupported},
		{with("step", 0), "parameter step = 0: want 1 or more", ErrUnsupported},
		{with("from", 10_000_001), "parameter from = 10000001: want 1 to 10000000", ErrUnsupported},
	} {
		err := counter.Accepts(tc.call)
		if tc.want == "" && err == nil {
			continue
		}
		want := "counter: " + tc.want
		if tc.is == ErrUnsupported {
			want += ": " + ErrUnsupported.Error()
		}
		if fmt.Sprint(err) != want || !errors.Is(err, tc.is) {
			t.Errorf("%v, want %q", err, want)
		}
		if stats, solveErr := counter.Solve(t.Context(), tc.call, nobody); solveErr == nil || stats != (Stats{}) {
			t.Errorf("Solve: %+v, %v", stats, solveErr)
		}
	}
}

func TestParametersHaveDefaults(t *testing.T) {
	c := Call{Problem: queens.Problem{Order: 5}}
	for _, tc := range []struct {
		params map[string]int
		tests  uint64
	}{{nil, 3}, {map[string]int{"from": 10}, 10}, {map[string]int{"from": 10, "step": 5}, 2}} {
		c.Params = tc.params
		if stats, err := counter.Solve(t.Context(), c, nobody); err != nil || stats.Tests != tc.tests {
			t.Errorf("%v: %+v, %v; want %d tests", tc.params, stats, err, tc.tests)
		}
	}
}

func TestNames(t *testing.T) {
	seen := map[string]bool{}
	for k := Try; k <= Clear; k++ {
		if name := k.String(); name == "" || seen[name] {
			t.Errorf("kind %d: %q", k, name)
		}
		seen[k.String()] = true
	}
}
