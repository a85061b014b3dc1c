package survey_test

import (
	"context"
	"errors"
	"fmt"
	"slices"
	"testing"

	"queens"
	"queens/count"
	"queens/count/ledger"
	"queens/count/methods"
	"queens/count/plan"
	"queens/count/survey"
	"queens/internal/must"
	"queens/known"
	"queens/symmetry"
)

func ExampleSquares_firstQueen() {
	d, err := survey.Squares(context.Background(), 8, true, count.Options{})
	if err != nil {
		panic(err)
	}
	fmt.Println(d.FirstQueen, "of", d.Solutions)
	// Output: [4 8 16 18 18 16 8 4] of 92
}

func ExampleSquares() {
	d, err := survey.Squares(context.Background(), 6, false, count.Options{})
	if err != nil {
		panic(err)
	}
	for _, row := range d.Squares {
		fmt.Println(row)
	}
	// Output:
	// [0 1 1 1 1 0]
	// [1 0 1 1 0 1]
	// [1 1 0 0 1 1]
	// [1 1 0 0 1 1]
	// [1 0 1 1 0 1]
	// [0 1 1 1 1 0]
}

func row(t *testing.T, series string, n int) (values []queens.Total) {
	t.Helper()
	s, ok := known.Find(series)
	if !ok {
		t.Fatalf("no series %q", series)
	}
	for _, v := range s.Row(n) {
		values = append(values, v.Value)
	}
	return values
}

func TestSquaresEqualKnownValues(t *testing.T) {
	for n := 1; n <= 16; n++ { // package known computes the small ones by a list of all solutions
		d, first := must.Get(survey.Squares(t.Context(), n, true, count.Options{}))(t), row(t, "first-queen", n)
		if !slices.Equal(d.FirstQueen, first) || d.Squares != nil || d.Counted != (n+1)/2 {
			t.Errorf("order %d: %+v, want %v by %d squares, and no matrix", n, d, first, (n+1)/2)
		}
		d = must.Get(survey.Squares(t.Context(), n, false, count.Options{}))(t)
		if got, want := slices.Concat(d.Squares...), row(t, "square-counts", n); !slices.Equal(got, want) {
			t.Errorf("order %d: squares %v, want %v", n, got, want)
		}
		if q, _ := known.Solutions(n); !slices.Equal(d.FirstQueen, first) || d.Solutions != q {
			t.Errorf("order %d: first column %v, %v solutions, want %v and %v", n, d.FirstQueen, d.Solutions, first, q)
		}
		must.Do(t, d.Recheck(t.Context(), count.Options{}))
	}
}

// Results depend on neither workers nor kernel, and all borders have the numbers of the first
// column.
func TestSquaresAreTheSameForAnyWorkersAndKernel(t *testing.T) {
	const n = 9
	want := row(t, "square-counts", n)
	options := []count.Options{{Workers: 1}, {Workers: 2}, {Workers: 7}}
	for _, p := range methods.Processors() {
		if p.Method == "search" && p.Usable {
			options = append(options, count.Options{Kernel: p.Kernel})
		}
	}
	for _, o := range options {
		d := must.Get(survey.Squares(t.Context(), n, false, o))(t)
		first := must.Get(survey.Squares(t.Context(), n, true, o))(t)
		if !slices.Equal(slices.Concat(d.Squares...), want) || !slices.Equal(d.FirstQueen, first.FirstQueen) ||
			!slices.Equal(d.Squares[n-1], first.FirstQueen) {
			t.Errorf("%+v: %v and %v, want %v", o, d.Squares, first.FirstQueen, want)
		}
		if orbits := len(symmetry.SquareOrbits(n)); d.Counted != orbits {
			t.Errorf("%+v: %d squares counted, want %d", o, d.Counted, orbits)
		}
	}
}

func TestSquaresRefuse(t *testing.T) {
	for _, c := range []struct {
		n    int
		o    count.Options
		want error
	}{
		{-1, count.Options{}, queens.ErrOrder},
		{plan.MaxOrder + 1, count.Options{}, queens.ErrOrder},
		{8, count.Options{Workers: -1}, queens.ErrFormat},
		{8, count.Options{Kernel: "unknown"}, queens.ErrFormat},
		{8, count.Options{Method: "search-border"}, queens.ErrFormat},
	} {
		for _, first := range []bool{false, true} {
			if d, err := survey.Squares(t.Context(), c.n, first, c.o); d != nil || !errors.Is(err, c.want) {
				t.Errorf("order %d, %v, %+v: %v, %v; want %v", c.n, first, c.o, d, err, c.want)
			}
		}
	}
}

// A stopped count has no answer, and reports its progress.
func TestSquaresStop(t *testing.T) {
	for _, o := range []count.Options{{Method: "search"}, {Method: "parity"}, {KeepAll: true}} {
		ctx, stop := context.WithCancel(t.Context())
		var last count.Progress
		reports := 0
		o.Workers, o.Progress = 2, func(p count.Progress) {
			last = p
			reports++
			stop()
		}
		d, err := survey.Squares(ctx, 18, false, o)
		if d != nil || !errors.Is(err, context.Canceled) || errors.Is(err, ledger.ErrMismatch) {
			t.Errorf("%s stopped: %v, %v", o.Method, d, err)
		}
		if !last.Final || reports < 2 || last.Done >= last.Subproblems || last.Fraction() >= 1 {
			t.Errorf("%s: %d reports, the last one %+v", o.Method, reports, last)
		}
	}
}

// borderCompletions has completions by symmetry of the constellation, the number of classes without
// completion and the largest number of completions, if known. Two independent programs, written
// from the description of the method for this check alone, computed them.
var borderCompletions = []struct {
	n                               int
	asymmetric, central, rotational uint64
	empty                           int // -1: unknown
	largest                         uint64
}{
	{4, 0, 0, 1, -1, 1},
	{5, 1, 0, 1, -1, 1},
	{6, 0, 1, 0, -1, 1},
	{7, 4, 2, 0, -1, 0},
	{8, 11, 1, 0, 66, 1},
	{9, 42, 4, 0, -1, 0},
	{10, 85, 11, 0, 209, 5},
	{11, 326, 18, 0, 227, 7},
	{12, 1740, 68, 4, 158, 25},
	{13, 9121, 176, 20, 71, 67},
}

func TestBorder(t *testing.T) {
	for _, want := range borderCompletions {
		r := must.Get(survey.Border(t.Context(), want.n, count.Options{}))(t)
		for class, l := range map[symmetry.Class]uint64{
			symmetry.Asymmetric: want.asymmetric,
			symmetry.Central:    want.central, symmetry.Rotational: want.rotational,
		} {
			if got := r.Classes[class].Completions; got != queens.NewTotal(l) {
				t.Errorf("order %d: %v constellations have %v completions, want %d", want.n, class, got, l)
			}
		}
		empty, largest := 0, uint64(0)
		for _, c := range r.Classes {
			empty += c.Empty
			if x, ok := c.Largest.Uint64(); ok {
				largest = max(largest, x)
			}
		}
		if want.empty >= 0 && empty != want.empty || want.largest > 0 && largest != want.largest {
			t.Errorf("order %d: %d classes without completion, at most %d completions, want %d and %d", want.n,
				empty, largest, want.empty, want.largest)
		}
		if len(r.Answer.Checks) < 3 {
			t.Errorf("order %d: only %q was checked", want.n, r.Answer.Checks)
		}
	}
}

func TestBorderRefuses(t *testing.T) {
	for _, n := range []int{-1, 3, 33} {
		if _, err := survey.Border(t.Context(), n, count.Options{}); !errors.Is(err, queens.ErrOrder) {
			t.Errorf("order %d: error %v", n, err)
		}
	}
	if _, err := survey.Border(t.Context(), 8, count.Options{Workers: -1}); !errors.Is(err, queens.ErrFormat) {
		t.Errorf("-1 workers: error %v", err)
	}
	ctx, cancel := context.WithCancel(t.Context())
	cancel()
	if _, err := survey.Border(ctx, 12, count.Options{}); !errors.Is(err, context.Canceled) {
		t.Errorf("ended before it began: error %v", err)
	}
}
