package trace

import (
	"context"
	"encoding/json"
	"errors"
	"io"
	"math/rand/v2"
	"reflect"
	"slices"
	"testing"

	"queens"
	"queens/find/algorithms"
	"queens/find/solver"
	"queens/internal/must"
)

func callOf(n int) solver.Call { return solver.Call{Problem: queens.Problem{Order: n}} }

func watch(t *testing.T, alg *solver.Algorithm, n int) (events []solver.Event, stats solver.Stats) {
	t.Helper()
	c := callOf(n)
	c.Observe = func(e solver.Event) { events = append(events, e) }
	stats = must.Get(alg.Solve(t.Context(), c, func(queens.Perm) bool { return true }))(t)
	return events, stats
}

func open(t *testing.T, alg *solver.Algorithm, n int, o Options) *Trace {
	t.Helper()
	tr := must.Get(Open(alg, callOf(n), o))(t)
	t.Cleanup(tr.Close)
	return tr
}

// tight is an amount of memory for one or two chunks of a small board.
const tight = 100_000

func TestTraceIsTheRun(t *testing.T) {
	for _, n := range []int{0, 1, 4, 8} { // 8 takes several chunks
		want, stats := watch(t, algorithms.Get("wirth"), n)
		for _, o := range []Options{{}, {Memory: tight}, {Memory: 1}} {
			tr := open(t, algorithms.Get("wirth"), n, o)
			var got []solver.Event
			for step, err := range tr.Steps(t.Context(), 0) {
				must.Do(t, err)
				if step.Before.Events != uint64(len(got)) {
					t.Fatalf("order %d: step %d says that %d came before", n, len(got), step.Before.Events)
				}
				got = append(got, step.Event)
			}
			if !slices.Equal(got, want) {
				t.Errorf("order %d, %+v: %d events, want %d; or others", n, o, len(got), len(want))
			}
			end, complete := tr.Recorded()
			if !complete || end.Stats != stats || end.Events != uint64(len(want)) {
				t.Errorf("order %d: recorded %+v, complete %v; want stats %+v after %d events", n, end, complete, stats,
					len(want))
			}
		}
	}
}

func TestRandomAccess(t *testing.T) {
	want, _ := watch(t, algorithms.Get("wirth"), 8)
	tr := open(t, algorithms.Get("wirth"), 8, Options{Memory: tight})
	const seed = 3
	random := rand.New(rand.NewPCG(seed, 0))
	for range 60 {
		at := random.IntN(len(want))
		f, end, err := tr.At(t.Context(), uint64(at))
		if err != nil || end {
			t.Fatalf("seed %d, event %d: end %v, %v", seed, at, end, err)
		}
		slow := newFrame(8, queens.Regular)
		for _, e := range want[:at] {
			slow.Apply(e)
		}
		if !reflect.DeepEqual(f, slow) {
			t.Fatalf("seed %d, event %d: %+v, want %+v", seed, at, f, slow)
		}
	}
	if most := tight / (12 * ChunkEvents); len(tr.run.kept) > most {
		t.Errorf("%d chunks are kept, want at most %d", len(tr.run.kept), most)
	}
	for _, behind := range []int{0, 1, 10 * ChunkEvents} {
		f, end, err := tr.At(t.Context(), uint64(len(want)+behind))
		if err != nil || !end || f.Events != uint64(len(want)) {
			t.Errorf("%d behind the end: frame after %d events, end %v, %v", behind, f.Events, end, err)
		}
	}
	if _, err := tr.Chunk(t.Context(), 1000); !errors.Is(err, io.EOF) {
		t.Errorf("chunk behind the end: %v, want %v", err, io.EOF)
	}
}

func TestRunEndsAfterTheSolutionsWanted(t *testing.T) {
	tr := open(t, algorithms.Get("bitmask"), 8, Options{Solutions: 2})
	for _, err := range tr.Steps(t.Context(), 0) {
		must.Do(t, err)
	}
	if end, complete := tr.Recorded(); !complete || end.Stats.Solutions != 2 {
		t.Errorf("%d solutions, complete %v; want 2, true", end.Stats.Solutions, complete)
	}
}

func TestContextAndClose(t *testing.T) {
	tr := open(t, algorithms.Get("wirth"), 20, Options{Memory: tight})
	ended, cancel := context.WithCancel(t.Context())
	cancel()
	if _, err := tr.Chunk(ended, 5); !errors.Is(err, context.Canceled) {
		t.Errorf("with a context that has ended: %v", err)
	}
	if _, err := tr.Chunk(t.Context(), 5); err != nil {
		t.Errorf("after that: %v", err)
	}
	if _, err := tr.Chunk(ended, 0); !errors.Is(err, context.Canceled) { // forgotten
		t.Errorf("a forgotten chunk with a context that has ended: %v", err)
	}
	tr.Close()
	if _, err := tr.Chunk(t.Context(), 0); err == nil {
		t.Error("a closed trace gives chunks")
	}
}

func TestOpenRefuses(t *testing.T) {
	silent := *algorithms.Get("wirth")
	silent.Traced = false
	if _, err := Open(&silent, callOf(8), Options{}); !errors.Is(err, solver.ErrUnsupported) {
		t.Errorf("an algorithm without steps: %v", err)
	}
	if _, err := Open(algorithms.Get("wirth"), callOf(100), Options{}); !errors.Is(err, queens.ErrOrder) {
		t.Errorf("an order out of range: %v", err)
	}
}

func TestSentences(t *testing.T) {
	f := newFrame(8, queens.Regular)
	f.Rows[1], f.Rows[4] = 5, 0
	f.Tried = solver.Event{Kind: solver.Try, Col: 4, Row: 2}
	full := Frame{Rows: []int32{1, 3, 0, 2}, Stats: solver.Stats{Solutions: 6}}
	for _, tc := range []struct {
		frame    Frame
		kind     solver.EventKind
		col, row int32
		want     string
	}{
		{f, solver.Try, 4, 2, "column 5: is row 3 free?"},
		{f, solver.Try, 4, solver.Whole, "column 5: which rows are free?"},
		{f, solver.Try, solver.Whole, 2, "row 3: which columns are free?"},
		{f, solver.Place, 4, 2, "column 5: queen on row 3"},
		{f, solver.Remove, 4, 2, "column 5: queen removed from row 3"},
		{f, solver.Conflict, 1, 5, "column 5: row 3 is attacked by the queen in column 2 (same rising diagonal)"},
		{f, solver.Conflict, 2, 0, "column 5: row 3 is attacked by the queen in column 3 (same falling diagonal)"},
		{f, solver.Conflict, 0, 2, "column 5: row 3 is attacked by the queen in column 1 (same row)"},
		{f, solver.Prune, 4, 2, "column 5: row 3 skipped"},
		{f, solver.Prune, 1, 5, "this board is skipped"},
		{f, solver.Prune, 4, solver.Whole, "column 5: abandoned, no row leads to a solution"},
		{f, solver.Prune, solver.Whole, 4, "row 5: abandoned, no column leads to a solution"},
		{full, solver.Solution, 0, 0, "solution 7: 2413"},
		{f, solver.Draw, 4, 2, "column 5: row 3 drawn at random"},
		{f, solver.Swap, 1, 4, "columns 2 and 5 exchange rows: 1 goes to column 2, 6 to column 5"},
		{f, solver.Clear, 0, 0, "restart: all queens removed"},
	} {
		if got := tc.frame.Sentence(solver.Event{Kind: tc.kind, Col: tc.col, Row: tc.row}); got != tc.want {
			t.Errorf("%+v: %q, want %q", tc, got, tc.want)
		}
	}
	for k := solver.Try; k <= solver.Clear; k++ {
		if full.Sentence(solver.Event{Kind: k}) == k.String() {
			t.Errorf("%v has no sentence", k)
		}
	}
}

// TestDescribe compares one step with what it must say, numbers from 1.
func TestDescribe(t *testing.T) {
	f := newFrame(3, queens.Regular)
	f.Events, f.Rows[0] = 6, 1
	one, two, three := 1, 2, 3
	got := Step{Before: f, Event: solver.Event{Kind: solver.Place, Line: 4, Col: 2, Row: 0}}.Describe()
	want := Description{
		Step: 7, Kind: "place", Line: 5, Col: &three, Row: &one, Rows: []*int{&two, nil, &one},
		Text: "column 3: queen on row 1",
	}
	if !reflect.DeepEqual(got, want) {
		t.Errorf("%s, want %s", must.Get(json.Marshal(got))(t), must.Get(json.Marshal(want))(t))
	}
}

// TestStepsAreAboutSquares compares the squares of each step with the boards before and after it.
func TestStepsAreAboutSquares(t *testing.T) {
	kinds := map[solver.EventKind]bool{}
	for _, name := range []string{"wirth", "exact-cover", "sosic-gu"} {
		alg := algorithms.Get(name)
		tr := open(t, alg, 6, Options{})
		for step, err := range tr.Steps(t.Context(), 0) {
			must.Do(t, err)
			e, after := step.Event, step.Before.clone()
			after.Apply(e)
			var want []queens.Square // squares whose queen came or went
			for col, row := range after.Rows {
				if before := step.Before.Rows[col]; row != before {
					want = append(want, queens.Square{Row: int(max(row, before)), Col: col})
				}
			}
			got, attacks := step.About()
			kinds[e.Kind] = true
			switch e.Kind {
			case solver.Swap: // both squares that get a queen
				want = want[:0]
				for _, col := range []int32{e.Col, e.Row} {
					want = append(want, queens.Square{Row: int(after.Rows[col]), Col: int(col)})
				}
			case solver.Clear, solver.Solution:
				want = nil
			case solver.Conflict:
				want = []queens.Square{{Row: int(step.Before.Tried.Row), Col: int(step.Before.Tried.Col)}}
				a := attacks[0]
				isQueen := step.Before.Rows[a.A.Col] == int32(a.A.Row)
				if isQueen && a.A.Attacks(a.B) && a.B == want[0] {
					attacks = attacks[1:]
				}
			case solver.Place, solver.Remove:
			default:
				for r := range 6 {
					for c := range 6 {
						if (int(e.Row) == r || e.Row == solver.Whole) && (int(e.Col) == c || e.Col == solver.Whole) {
							want = append(want, queens.Square{Row: r, Col: c})
						}
					}
				}
			}
			if !slices.Equal(got, want) || len(attacks) > 0 {
				t.Fatalf("%s, after %d steps, %v: about %v, %v; want %v", alg.Name, step.Before.Events, e, got, attacks,
					want)
			}
		}
	}
	if len(kinds) < int(solver.Clear) { // all but one
		t.Errorf("only steps of %d kinds: %v", len(kinds), kinds)
	}
}
