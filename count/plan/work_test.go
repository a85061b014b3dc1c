package plan

import (
	"context"
	"errors"
	"math"
	"slices"
	"testing"

	"queens"
	"queens/internal/must"
)

func TestTargetOf(t *testing.T) {
	for _, c := range []struct{ total, want float64 }{
		{0, minTarget},
		{minTarget * usualCount, minTarget},
		{1 << 32, 1 << 24},
		{usualTarget * usualCount, usualTarget},
		{usualTarget * maxSubproblems, usualTarget},
		{1 << 60, 1 << 42},
	} {
		total := queens.NewTotal(uint64(c.total))
		if got := TargetOf(total, maxSubproblems).Float64(); got != c.want {
			t.Errorf("work %v is cut at %g, want %g", total, got, c.want)
		}
	}
}

type span struct{ First, Last int }

func (span) Name() string { return "spans" }

func (s span) AppendTo(b []byte) []byte { return AppendNumbers(b, s.First, s.Last) }

func spanOf(first, last int) Subproblem {
	return Subproblem{Work: queens.NewTotal(uint64((first + last) * (last - first + 1) / 2)), Pieces: span{first, last}}
}

func halves(sub Subproblem) []Subproblem {
	s := sub.Pieces.(span)
	if s.First == s.Last {
		return nil
	}
	middle := (s.First + s.Last) / 2
	return []Subproblem{spanOf(s.First, middle), spanOf(middle+1, s.Last)}
}

// Parts come in order, each once, and a context ends it.
func TestSplit(t *testing.T) {
	var got []Pieces
	take := func(sub Subproblem) { got = append(got, sub.Pieces) }
	must.Do(t, Split(t.Context(), spanOf(1, 8), queens.NewTotal(8), halves, take))
	want := []Pieces{span{1, 2}, span{3, 4}, span{5, 5}, span{6, 6}, span{7, 7}, span{8, 8}}
	if !slices.Equal(got, want) {
		t.Errorf("%v, want %v", got, want)
	}
	ctx, cancel := context.WithCancel(t.Context())
	cancel()
	if err := Split(ctx, spanOf(1, 8), queens.NewTotal(8), halves, take); !errors.Is(err, context.Canceled) {
		t.Errorf("after the end of its context: %v", err)
	}
}

// Random represent all numbers: each is drawn in proportion to itself, with the inverse of its
// probability.
func TestDraws(t *testing.T) {
	const last = 12
	drawn, all := [last + 1]int{}, 0
	for sub, inverse := range Random([]Subproblem{spanOf(1, 3), spanOf(4, last)}, Work{}, halves, 1, 8) {
		s, sum := sub.Pieces.(span), float64(last*(last+1)/2)
		if s.First != s.Last || math.Abs(inverse*float64(s.First)/sum-1) > 1e-9 {
			t.Fatalf("%v with %v", s, inverse)
		}
		drawn[s.First]++
		all++
	}
	for i, times := range drawn[1:] { // at least five standard deviations
		if want := float64(all*(i+1)) / (last * (last + 1) / 2); math.Abs(float64(times)-want) > 5*math.Sqrt(want) {
			t.Errorf("%d is drawn %d times of %d, want about %.0f", i+1, times, all, want)
		}
	}
	for range Random(nil, Work{}, nil, 1, 8) {
		t.Error("a draw of nothing")
	}
}

func TestWithTexts(t *testing.T) {
	text := "# one\na # b\nc\nd\ne\n\n# two\nf\ng\nh\ni\n"
	got := WithTexts(text, Variant{Name: "two"}, Variant{Name: "one"})
	one, two := got[1], got[0]
	if one.Title != "a # b" || one.Summary != "c" || one.How != "d" || two.Title != "f" || two.Cost != "i" {
		t.Errorf("%+v", got)
	}
	defer func() {
		if recover() == nil {
			t.Error("a text is missing")
		}
	}()
	WithTexts("# one\na\n", Variant{Name: "one"})
}
