package algorithms

import (
	"context"
	"errors"
	"slices"
	"testing"

	"queens"
	"queens/find/solver"
)

const maxEvents = 200_000

// testEvents checks that the events of a run are possible on a board, end in the solutions, and add
// up to the stats.
func testEvents(t *testing.T, a *solver.Algorithm, n int) {
	t.Helper()
	s := story{t: t, a: a, n: n, rows: make([]int32, n)}
	for c := range s.rows {
		s.rows[c] = solver.Whole
	}
	ctx, cancel := context.WithCancel(t.Context())
	defer cancel()
	c := callOf(n)
	c.Observe = func(e solver.Event) {
		s.look(e)
		if s.events++; s.events == maxEvents {
			cancel()
		}
	}
	handedOut := 0
	stats, err := a.Solve(ctx, c, func(p queens.Perm) bool {
		handedOut++
		if s.last.Kind != solver.Solution || !sameBoard(s.rows, p) {
			t.Errorf("%s, order %d: solution %v handed out after %v, the board has rows %v", a.Name, n, p, s.last.Kind,
				s.rows)
		}
		return a.Finds != solver.Some || handedOut < someWanted
	})
	if err != nil && (s.events < maxEvents || !errors.Is(err, context.Canceled)) {
		t.Fatal(err)
	}
	for _, st := range solver.StatsTable {
		if got := *st.Value(&stats); got != s.kinds[st.Kind] {
			t.Errorf("%s, order %d: %d %s, but %d events of kind %v", a.Name, n, got, st.Name, s.kinds[st.Kind],
				st.Kind)
		}
	}
	if err != nil {
		return
	}
	wanted := 0
	if a.Finds == solver.Some {
		wanted = someWanted
	}
	if _, unwatched := collect(t, a, callOf(n), wanted); unwatched != stats {
		t.Errorf("%s, order %d: stats %+v when watched, %+v when not", a.Name, n, stats, unwatched)
	}
}

func sameBoard(rows []int32, p queens.Perm) bool {
	return slices.EqualFunc(rows, p, func(a int32, b int) bool { return int(a) == b })
}

// story is a board that follows events and reports impossible ones.
type story struct {
	t      *testing.T
	a      *solver.Algorithm
	n      int
	rows   []int32
	tried  queens.Square
	last   solver.Event
	kinds  [256]uint64
	events int
}

func (s *story) look(e solver.Event) {
	s.kinds[e.Kind]++
	if !s.possible(e) && !s.t.Failed() {
		s.t.Errorf("%s, order %d, event %d: %+v is impossible on a board with rows %v", s.a.Name, s.n, s.events, e,
			s.rows)
	}
	if e.Kind == solver.Try {
		s.tried = queens.Square{Row: int(e.Row), Col: int(e.Col)}
	}
	if s.possibleLine(e) {
		solver.Apply(s.rows, e)
	}
	s.last = e
}

func (s *story) possibleLine(e solver.Event) bool {
	within := func(x int32) bool { return 0 <= x && int(x) < s.n }
	switch e.Kind {
	case solver.Solution, solver.Clear:
		return e.Col == 0 && e.Row == 0
	case solver.Try, solver.Prune:
		return (within(e.Col) || e.Col == solver.Whole) && (within(e.Row) || e.Row == solver.Whole) &&
			(e.Col >= 0 || e.Row >= 0)
	default:
		return within(e.Col) && within(e.Row)
	}
}

func (s *story) possible(e solver.Event) bool {
	if e.Kind > solver.Clear || int(e.Line) >= len(s.a.Pseudocode) || !s.possibleLine(e) {
		return false
	}
	switch e.Kind {
	case solver.Place:
		return s.rows[e.Col] == solver.Whole
	case solver.Remove:
		return s.rows[e.Col] == e.Row
	case solver.Conflict:
		queen := queens.Square{Row: int(e.Row), Col: int(e.Col)}
		if s.rows[e.Col] != e.Row || s.last.Kind != solver.Try || queen == s.tried {
			return false
		}
		_, attacked := solver.LineBetween(queen, s.tried, s.n, queens.Regular)
		return attacked
	case solver.Swap:
		return s.rows[e.Col] != solver.Whole && s.rows[e.Row] != solver.Whole && e.Col != e.Row
	case solver.Solution:
		return !slices.Contains(s.rows, solver.Whole)
	}
	return true
}
