package orderly_test

import (
	"context"
	"errors"
	"fmt"
	"iter"
	"slices"
	"strings"
	"testing"

	"queens"
	"queens/internal/must"
	"queens/known"
	"queens/math/orderly"
)

func wanted(k orderly.Kind, n, size int) (queens.Total, bool) {
	v, ok := known.Lookup(k.Series, n, size)
	return v.Value, ok
}

// testTo bounds n where the largest takes more than a moment.
var testTo = map[string]int{"digraphs": 5, "graphs": 8, "queens": 8}

func TestCountsAreKnown(t *testing.T) {
	if !slices.IsSortedFunc(orderly.Kinds(), func(a, b orderly.Kind) int { return strings.Compare(a.Name, b.Name) }) {
		t.Error("the kinds are not sorted by name")
	}
	for _, k := range orderly.Kinds() {
		t.Run(k.Name, func(t *testing.T) {
			if k.Summary == "" || k.Size == "" || k.Min < 1 || k.CheckTo < k.Min || k.Max < k.CheckTo {
				t.Errorf("%+v is not complete", k)
			}
			for n := k.Min; n <= testTo[k.Name]; n++ {
				sizes := 0
				for c, err := range k.Counts(t.Context(), n, nil) {
					must.Do(t, err)
					want, ok := wanted(k, n, c.Size)
					if got := queens.NewTotal(uint64(c.Objects)); !ok || got != want {
						t.Errorf("n = %d, size %d: %v objects, want %v", n, c.Size, got, want)
					}
					if c.OutOfOrder != 0 || sizes > 0 && c.Candidates != c.Objects+c.NotCanonical {
						t.Errorf("n = %d: %+v does not add up", n, c)
					}
					sizes++
				}
				if want, ok := wanted(k, n, sizes); ok && !want.IsZero() {
					t.Errorf("n = %d: nothing of size %d, want %v", n, sizes, want)
				}
			}
		})
	}
}

// anyCell adds an arc anywhere, as the source has it. The result is the same: the order rule
// refuses what was made before.
type anyCell struct{ orderly.Digraphs }

func (d anyCell) Augment(x orderly.Digraph) iter.Seq[orderly.Digraph] {
	return func(yield func(orderly.Digraph) bool) {
		for bit := d.Nodes*(d.Nodes-1) - 1; bit >= 0; bit-- {
			if larger := x | 1<<bit; larger != x && !yield(larger) {
				return
			}
		}
	}
}

// TestDigraphCandidates compares the work with that of a program written for the
// check alone, for both ways to add an arc.
func TestDigraphCandidates(t *testing.T) {
	five := orderly.Digraphs{Nodes: 5}
	for _, c := range []struct {
		family                          orderly.Family[orderly.Digraph]
		candidates, outOfOrder, objects int
	}{{five, 13965, 0, 9608}, {anyCell{five}, 96080, 72452, 9608}} {
		candidates, outOfOrder, objects := 0, 0, 0
		for level, err := range orderly.Levels(t.Context(), c.family) {
			must.Do(t, err)
			candidates += level.Candidates
			outOfOrder += level.OutOfOrder
			objects += level.Objects
		}
		if candidates != c.candidates || outOfOrder != c.outOfOrder || objects != c.objects {
			t.Errorf("%T: %d candidates, %d out of order, %d objects, want %+v", c.family, candidates,
				outOfOrder, objects, c)
		}
	}
}

func TestKindsHold(t *testing.T) {
	for _, k := range orderly.Kinds() {
		t.Run(k.Name, func(t *testing.T) {
			for n := k.Min; n <= k.CheckTo; n++ {
				if err := k.Check(t.Context(), n); err != nil {
					t.Errorf("n = %d: %v", n, err)
				}
			}
			if err := k.Check(t.Context(), k.CheckTo+1); !errors.Is(err, queens.ErrOrder) {
				t.Errorf("beyond what can be checked: %v", err)
			}
			for _, err := range k.Counts(t.Context(), k.Max+1, nil) {
				if !errors.Is(err, queens.ErrOrder) {
					t.Errorf("beyond the largest: %v", err)
				}
			}
		})
	}
	if err := orderly.Check[orderly.Digraph](t.Context(), anyCell{orderly.Digraphs{Nodes: 3}}, 6); err != nil {
		t.Errorf("arcs anywhere: %v", err)
	}
}

// necklaces are 0-1 words of one length up to rotation, by number of ones: a
// definition that a user might write, with one thing wrong at a time.
type necklaces struct {
	length int
	wrong  string
}

func (necklaces) Text(x string) string { return x }

func (f necklaces) Start() []string {
	if f.wrong == "start" {
		return nil
	}
	return []string{strings.Repeat("0", f.length)}
}

func (f necklaces) Augment(x string) iter.Seq[string] {
	return func(yield func(string) bool) {
		first := strings.LastIndexByte(x, '1') + 1
		if f.wrong == "coverage" {
			first += min(first, 1)
		}
		for i := range len(x) - first {
			at := first + i
			if f.wrong == "order" || f.turns(x+"1") {
				at = len(x) - 1 - i
			}
			if !yield(x[:at] + "1" + x[at+1:]) {
				return
			}
		}
	}
}

func (f necklaces) Canonical(x string) bool {
	for y := range f.Images(x) {
		if y > x {
			return f.wrong == "two" && x[0] == '1'
		}
	}
	return f.wrong != "none" || !strings.HasPrefix(x, "11")
}

// Compare puts larger words first, or smaller ones where turns says so.
func (f necklaces) Compare(x, y string) int {
	if f.turns(x) {
		return strings.Compare(x, y)
	}
	return strings.Compare(y, x)
}

// turns reports whether the list of words with as many ones as x is turned around: words of three
// ones, where the monotonicity is wrong. They are made in that order, too.
func (f necklaces) turns(x string) bool {
	return f.wrong == "monotonicity" && strings.Count(x, "1") == 3
}

func (f necklaces) All(step int) iter.Seq[string] {
	return func(yield func(string) bool) {
		for w := range 1 << f.length {
			x := fmt.Sprintf("%0*b", f.length, w)
			if strings.Count(x, "1") == step && !yield(x) {
				return
			}
		}
	}
}

func (f necklaces) Images(x string) iter.Seq[string] {
	return func(yield func(string) bool) {
		for i := range x {
			if !yield(x[i:] + x[:i]) {
				return
			}
		}
	}
}

func TestCheckFindsCounterexamples(t *testing.T) {
	for _, c := range []struct {
		wrong     string
		condition orderly.Condition
		want      string
	}{
		{"start", orderly.Representation, "Start has 0 objects"},
		{"none", orderly.Representation, "has 0 canonical objects"},
		{"two", orderly.Representation, "has 2 canonical objects"},
		{"coverage", orderly.Coverage, "110000 is canonical, and no canonical object is augmented to it"},
		{
			"order", orderly.ProperOrder,
			"000000 is augmented to 000001 and then to 000010, which does not come after it",
		},
		{
			"monotonicity", orderly.Monotonicity,
			"101010 comes before 110010, but its first parent 101000 comes after the other's, 110000",
		},
	} {
		t.Run(c.wrong, func(t *testing.T) {
			err := orderly.Check(t.Context(), orderly.Family[string](necklaces{6, c.wrong}), 6)
			example, ok := errors.AsType[*orderly.Counterexample](err)
			if !ok {
				t.Fatalf("no counterexample: %v", err)
			}
			if example.Condition != c.condition || !strings.Contains(err.Error(), c.want) ||
				!strings.Contains(err.Error(), string(c.condition)) {
				t.Errorf("%v at %v, want %v and %q", err, example.Condition, c.condition, c.want)
			}
		})
	}
	if err := orderly.Check(t.Context(), orderly.Family[string](necklaces{6, ""}), 6); err != nil {
		t.Errorf("the right definition: %v", err)
	}
}

func TestStops(t *testing.T) {
	ctx, cancel := context.WithCancel(t.Context())
	cancel()
	graphs := orderly.Digraphs{Nodes: 4, Symmetric: true}
	for level, err := range orderly.Levels[orderly.Digraph](ctx, graphs) {
		if err != nil && !errors.Is(err, context.Canceled) || err == nil && level.Objects != 1 {
			t.Errorf("%d objects, error %v", level.Objects, err)
		}
	}
	if err := orderly.Check[orderly.Digraph](ctx, graphs, 6); !errors.Is(err, context.Canceled) {
		t.Errorf("error %v", err)
	}
}

// TestCanonicalByDefinition compares the pruned tests with the definition, no
// image is before it, on objects that the checks above do not reach.
func TestCanonicalByDefinition(t *testing.T) {
	graphs := orderly.Digraphs{Nodes: 6, Symmetric: true}
	for step := range 4 {
		compareCanonical(t, orderly.Family[orderly.Digraph](graphs), step*2)
	}
	digraphs := orderly.Digraphs{Nodes: 5}
	for _, step := range []int{0, 1, 2, 3, 18, 19, 20} {
		compareCanonical(t, orderly.Family[orderly.Digraph](digraphs), step)
	}
}

func compareCanonical[T comparable](t *testing.T, u orderly.Family[T], step int) {
	t.Helper()
	for x := range u.All(step) {
		want := true
		for y := range u.Images(x) {
			want = want && u.Compare(y, x) >= 0
		}
		if got := u.Canonical(x); got != want {
			t.Errorf("%v: canonical %v, want %v", x, got, want)
		}
	}
}

// The graphs on four nodes, by number of edges.
func ExampleLevels() {
	graphs := orderly.Digraphs{Nodes: 4, Symmetric: true}
	for level, err := range orderly.Levels(context.Background(), orderly.Family[orderly.Digraph](graphs)) {
		if err != nil {
			panic(err)
		}
		for i, x := range level.List {
			if i > 0 {
				fmt.Print(", ")
			}
			fmt.Print(graphs.Text(x))
		}
		fmt.Println()
	}
	// Output:
	// -
	// 1-2
	// 1-2 1-3, 1-2 3-4
	// 1-2 1-3 1-4, 1-2 1-3 2-3, 1-2 1-3 2-4
	// 1-2 1-3 1-4 2-3, 1-2 1-3 2-4 3-4
	// 1-2 1-3 1-4 2-3 2-4
	// 1-2 1-3 1-4 2-3 2-4 3-4
}
