package solver

import (
	"context"
	"errors"
	"slices"
	"testing"

	"queens"
	"queens/internal/must"
)

func story(m *Meter) {
	m.Clear(0)
	m.Draw(1, 0, 1)
	m.Place(2, 0, 1)
	m.Test(3, 1, 2)
	m.Conflict(3, 1, 2)
	m.Test(3, 1, 3)
	m.Place(4, 1, 3)
	m.Swap(5, 0, 1)
	m.Prune(6, 2, Whole)
	m.Remove(7, 1, 1)
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
		for m.Test(0, 0, 0); !m.Stopped(); m.Test(0, 0, 0) {
			if m.stats.Tests == 3*pollEvery {
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
