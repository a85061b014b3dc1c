package algorithms

import (
	"context"
	"errors"
	"os"
	"regexp"
	"slices"
	"strconv"
	"strings"
	"testing"

	"queens"
	"queens/find/solver"
	"queens/internal/must"
	"queens/known"
	"queens/list"
	"queens/symmetry"
)

// someWanted is the number of solutions requested from an algorithm that finds some. One of
// seedsTried seeds must work for a heuristic.
const (
	someWanted = 3
	seedsTried = 20
)

// endless is the number of reports of progress after which an endless run is cancelled.
const endless = 3

// testAlgorithm tests an algorithm against its description: the right solutions for every tested
// order, each once, in the promised order, and reproducible with a seed; stopping and cancelling;
// refusals; and consistent events.
func testAlgorithm(t *testing.T, a *solver.Algorithm) {
	t.Run("description", func(t *testing.T) { testDescription(t, a) })
	t.Run("refusals", func(t *testing.T) { testRefusals(t, a) })
	for n := max(a.MinOrder, 0); n <= a.TestMax; n++ {
		if a.Accepts(callOf(n)) != nil {
			continue
		}
		switch a.Finds {
		case solver.All, solver.Fundamental:
			testList(t, a, n)
		case solver.Some:
			testSome(t, a, n)
		}
		if a.Traced {
			testEvents(t, a, n)
		}
	}
	t.Run("stops", func(t *testing.T) { testStops(t, a) })
	t.Run("seed", func(t *testing.T) { testSeeds(t, a) })
	t.Run("restrictions", func(t *testing.T) { testRestrictions(t, a) })
}

func callOf(n int) solver.Call { return solver.Call{Problem: queens.Problem{Order: n}, Seed: 1} }

// collect runs the algorithm until it ends or has found wanted solutions, if that is not 0. It
// overwrites each solution, as its owner may.
func collect(t *testing.T, a *solver.Algorithm, c solver.Call, wanted int) (found []queens.Perm, stats solver.Stats) {
	t.Helper()
	stats, err := a.Solve(t.Context(), c, func(p queens.Perm) bool {
		found = append(found, p.Clone())
		for i := range p {
			p[i] = -1
		}
		return len(found) != wanted
	})
	if err != nil {
		t.Fatalf("%s, order %d: %v", a.Name, c.Problem.Order, err)
	}
	if stats.Solutions != uint64(len(found)) {
		t.Errorf("%s, order %d: stats say %d solutions, %d were found", a.Name, c.Problem.Order, stats.Solutions,
			len(found))
	}
	return found, stats
}

func wantSolutions(t *testing.T, a *solver.Algorithm, pr queens.Problem, found []queens.Perm) {
	t.Helper()
	for _, p := range found {
		if len(p) != pr.Order {
			t.Fatalf("%s, order %d: found %v of order %d", a.Name, pr.Order, p, len(p))
		}
		if err := pr.Check(p); err != nil {
			t.Fatalf("%s, %+v: found %v: %v", a.Name, pr, p, err)
		}
	}
}

func testList(t *testing.T, a *solver.Algorithm, n int) {
	t.Helper()
	found, _ := collect(t, a, callOf(n), 0)
	wantSolutions(t, a, queens.Problem{Order: n}, found)
	want, ok := known.Solutions(n)
	if a.Finds == solver.Fundamental {
		want, ok = known.Fundamental(n)
	}
	if !ok {
		t.Fatalf("package known has no number of solutions for order %d", n)
	}
	if got := queens.NewTotal(uint64(len(found))); got != want {
		t.Errorf("%s, order %d: %v solutions, want %v", a.Name, n, got, want)
	}
	if a.Sorted && !slices.IsSortedFunc(found, queens.Perm.Compare) {
		t.Errorf("%s, order %d: not in lexicographic order", a.Name, n)
	}
	distinct := map[string]bool{}
	for _, p := range found {
		if a.Finds == solver.Fundamental {
			p = symmetry.Canonical(p)
		}
		distinct[p.String()] = true
	}
	if len(distinct) != len(found) {
		t.Errorf("%s, order %d: %d solutions, only %d different", a.Name, n, len(found), len(distinct))
	}
}

func testSome(t *testing.T, a *solver.Algorithm, n int) {
	t.Helper()
	c := callOf(n)
	found, _ := collect(t, a, c, someWanted)
	for !a.Exact && a.Random && len(found) == 0 && c.Seed < seedsTried {
		c.Seed++
		found, _ = collect(t, a, c, someWanted)
	}
	wantSolutions(t, a, c.Problem, found)
	switch q, ok := known.Solutions(n); {
	case ok && q == queens.Total{} && len(found) > 0:
		t.Errorf("%s, order %d: found %v, but there is no solution", a.Name, n, found[0])
	case (!ok || q != queens.Total{}) && len(found) == 0:
		t.Errorf("%s, order %d: found nothing", a.Name, n)
	}
}

func testRefusals(t *testing.T, a *solver.Algorithm) {
	last := a.MaxOrder
	if last == 0 {
		last = queens.MaxProblemOrder
	}
	for _, n := range []int{-1, a.MinOrder - 1, last + 1} {
		wantRefusal(t, a, callOf(n), queens.ErrOrder)
	}
	if a.Finds == solver.Some && !a.Exact {
		for n := 2; n <= 3; n++ { // no solution exists: a heuristic would search forever
			wantRefusal(t, a, callOf(n), queens.ErrOrder)
		}
	}
	c := callOf(largestTested(t, a))
	c.Params = map[string]int{"no-such": 1}
	wantRefusal(t, a, c, solver.ErrUnsupported)
	for _, p := range a.Params {
		c.Params = map[string]int{p.Name: p.Min - 1}
		wantRefusal(t, a, c, solver.ErrUnsupported)
		if p.Max != 0 {
			c.Params = map[string]int{p.Name: p.Max + 1}
			wantRefusal(t, a, c, solver.ErrUnsupported)
		}
	}
}

// wantRefusal requires an error of this kind, in one line that names the algorithm.
func wantRefusal(t *testing.T, a *solver.Algorithm, c solver.Call, want error) {
	t.Helper()
	stats, err := a.Solve(t.Context(), c, func(p queens.Perm) bool {
		t.Errorf("%s, order %d: found %v, want a refusal", a.Name, c.Problem.Order, p)
		return false
	})
	switch {
	case !errors.Is(err, want):
		t.Errorf("%s, order %d, %v: error %v, want %v", a.Name, c.Problem.Order, c.Params, err, want)
	case strings.Contains(err.Error(), "\n") || !strings.Contains(err.Error(), a.Name) ||
		errors.Is(err, queens.ErrOrder) && !strings.Contains(err.Error(), strconv.Itoa(c.Problem.Order)):
		t.Errorf("%s: refusal %q: want one line with the name of the algorithm, and the order if that is the reason",
			a.Name, err)
	case stats != solver.Stats{}:
		t.Errorf("%s: refused, but worked: %+v", a.Name, stats)
	}
}

func testStops(t *testing.T, a *solver.Algorithm) {
	n := largestTested(t, a)
	if one, _ := collect(t, a, callOf(n), 1); len(one) > 1 {
		t.Errorf("%s, order %d: %d solutions after the receiver had enough", a.Name, n, len(one))
	}

	ended, cancel := context.WithCancel(t.Context())
	cancel()
	if _, err := a.Solve(ended, callOf(n), func(queens.Perm) bool { return true }); !errors.Is(err, context.Canceled) {
		t.Errorf("%s, order %d: error %v in a context that has ended, want %v", a.Name, n, err, context.Canceled)
	}

	// The longest possible run: an algorithm that does not poll its context hangs here.
	if a.Finds == solver.Some {
		testCancel(t, a, n)
	} else if a.MaxOrder > 0 {
		testCancel(t, a, a.MaxOrder)
	}
}

func testCancel(t *testing.T, a *solver.Algorithm, n int) {
	t.Helper()
	c := callOf(n)
	if a.Accepts(c) != nil {
		return
	}
	ctx, cancel := context.WithCancel(t.Context())
	defer cancel()
	reports := 0
	c.Progress = func(solver.Stats) {
		if reports++; reports == endless {
			cancel()
		}
	}
	_, err := a.Solve(ctx, c, func(queens.Perm) bool { return true })
	if err != nil && !errors.Is(err, context.Canceled) {
		t.Errorf("%s, order %d: error %v after %d reports, want %v or none", a.Name, n, err, reports, context.Canceled)
	}
}

func largestTested(t *testing.T, a *solver.Algorithm) int {
	t.Helper()
	for n := a.TestMax; n >= a.MinOrder; n-- {
		if a.Accepts(callOf(n)) == nil {
			return n
		}
	}
	t.Fatalf("%s accepts no order up to TestMax", a.Name)
	return 0
}

func testSeeds(t *testing.T, a *solver.Algorithm) {
	n := largestTested(t, a)
	c := callOf(n)
	first, stats := collect(t, a, c, someWanted)
	again, statsAgain := collect(t, a, c, someWanted)
	if !slices.EqualFunc(first, again, queens.Perm.Equal) || stats != statsAgain {
		t.Errorf("%s, order %d: two runs with seed %d differ: %v %+v and %v %+v", a.Name, n, c.Seed, first, stats,
			again, statsAgain)
	}
	differs := false
	for c.Seed++; c.Seed <= seedsTried; c.Seed++ {
		other, otherStats := collect(t, a, c, someWanted)
		differs = differs || !slices.EqualFunc(first, other, queens.Perm.Equal) || stats != otherStats
	}
	if differs != a.Random {
		t.Errorf("%s, order %d: other seeds give another run: %v, but Random is %v", a.Name, n, differs, a.Random)
	}
}

// Orders of the restricted problems and of the modular board.
const (
	restrictionOrder = 6
	toroidalOrder    = 5
)

func testRestrictions(t *testing.T, a *solver.Algorithm) {
	for _, tc := range []struct {
		name      string
		supported bool
		problem   queens.Problem
	}{
		{"given", false, queens.Problem{Order: restrictionOrder, Given: []queens.Square{{Row: 3, Col: 1}}}},
		{"blocked", false, queens.Problem{Order: restrictionOrder, Blocked: []queens.Square{{Row: 3, Col: 1}, {}}}},
		{"excluded", false, queens.Problem{
			Order: restrictionOrder, Excluded: []queens.Diagonal{{Line: queens.Rising, Index: 5}},
		}},
		{"modular", a.Modular, queens.Problem{Order: toroidalOrder, Topology: queens.Modular}},
		{"modular, no solution", a.Modular, queens.Problem{Order: 4, Topology: queens.Modular}},
	} {
		t.Run(tc.name, func(t *testing.T) {
			c := solver.Call{Problem: tc.problem, Seed: 1}
			if a.Accepts(callOf(c.Problem.Order)) != nil {
				t.Skip("not an order of this algorithm")
			}
			if !tc.supported {
				wantRefusal(t, a, c, solver.ErrUnsupported)
				return
			}
			want := obedient(t, tc.problem)
			if len(want) == 0 && !a.Exact {
				t.Skip("a heuristic may search for ever")
			}
			wanted := 0
			if a.Finds == solver.Some {
				wanted = 1
				want = want[:min(1, len(want))]
			}
			found, _ := collect(t, a, c, wanted)
			wantSolutions(t, a, tc.problem, found)
			if len(found) != len(want) {
				t.Errorf("%s: %d solutions, want %d", a.Name, len(found), len(want))
			}
			slices.SortFunc(found, queens.Perm.Compare)
			if len(slices.CompactFunc(found, queens.Perm.Equal)) != len(want) {
				t.Errorf("%s: the same solution twice", a.Name)
			}
		})
	}
}

func obedient(t *testing.T, pr queens.Problem) (found []queens.Perm) {
	t.Helper()
	for p := range must.Get(list.Solutions(pr.Order, list.Options{}))(t) {
		if pr.Check(p) == nil {
			found = append(found, p)
		}
	}
	return found
}

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

var namePattern = regexp.MustCompile(`^[a-z][a-z0-9-]*$`)

// maxPseudocode is the number of lines of pseudocode that the trace format can address.
const maxPseudocode = 16

func testDescription(t *testing.T, a *solver.Algorithm) {
	if !namePattern.MatchString(a.Name) {
		t.Errorf("name %q: want lower case letters, digits and hyphens", a.Name)
	}
	if a.Title == "" || a.Run == nil || a.Finds.Heading() == "" {
		t.Errorf("%s: title %q, finds %v, or Run is missing", a.Name, a.Title, a.Finds)
	}
	wantPhrase(t, a.Name+": summary", a.Summary)
	for what, text := range map[string]string{"how": a.How, "cost": a.Cost, "limits": a.Limits} {
		if text == "" || !strings.HasSuffix(text, ".") {
			t.Errorf("%s: %s %q: want a text with a period at the end", a.Name, what, text)
		}
	}
	if a.MinOrder < 0 || a.MaxOrder != 0 && a.MaxOrder < a.MinOrder || a.TestMax < a.MinOrder || a.MaxOrder != 0 &&
		a.TestMax > a.MaxOrder {
		t.Errorf("%s: orders %d to %d, tests to %d: not a range", a.Name, a.MinOrder, a.MaxOrder, a.TestMax)
	}
	if a.Traced != (len(a.Pseudocode) > 0) || len(a.Pseudocode) > maxPseudocode {
		t.Errorf("%s: traced %v with %d lines of pseudocode, want some, up to %d, exactly if traced", a.Name, a.Traced,
			len(a.Pseudocode), maxPseudocode)
	}
	for _, p := range a.Params {
		if !namePattern.MatchString(p.Name) || p.Default < p.Min || p.Max != 0 && p.Default > p.Max {
			t.Errorf("%s: parameter %+v: bad name or default", a.Name, p)
		}
		wantPhrase(t, a.Name+": parameter "+p.Name, p.Summary)
	}
	bibliography := must.Get(os.ReadFile("../../docs/bibliography.md"))(t)
	if !strings.Contains(string(bibliography), "`"+a.Source+"`") {
		t.Errorf("%s: source %q is not in docs/bibliography.md", a.Name, a.Source)
	}
}

func wantPhrase(t *testing.T, what, text string) {
	t.Helper()
	if text == "" || strings.HasSuffix(text, ".") || strings.Contains(text, "\n") {
		t.Errorf("%s %q: want one line without a final period", what, text)
	}
}

func TestAlgorithmsConform(t *testing.T) {
	for _, a := range All() {
		t.Run(a.Name, func(t *testing.T) { testAlgorithm(t, a) })
	}
}

// TestFirstChange: the algorithm that CONTRIBUTING.md moves into the package passes the tests.
func TestFirstChange(t *testing.T) {
	page := must.Get(os.ReadFile("../../CONTRIBUTING.md"))(t)
	if !strings.Contains(string(page), "mv find/algorithms/centre_test.go find/algorithms/centre.go\n") {
		t.Error("CONTRIBUTING.md does not move centre_test.go")
	}
	testAlgorithm(t, &centreFirstAlgorithm)
}

func TestNamesAreSortedAndFound(t *testing.T) {
	names := Names()
	if !slices.IsSorted(names) || len(slices.Compact(slices.Clone(names))) != len(names) {
		t.Errorf("names %v: want each once, sorted", names)
	}
	for i, a := range All() {
		if got, err := Find(a.Name); err != nil || got != a || names[i] != a.Name {
			t.Errorf("%s is not found by its name", a.Name)
		}
	}
	if _, err := Find("no-such"); !errors.Is(err, queens.ErrFormat) {
		t.Errorf("an unknown name: error %v", err)
	}
}
