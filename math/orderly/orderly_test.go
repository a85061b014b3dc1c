package orderly

import (
	"context"
	"errors"
	"fmt"
	"iter"
	"slices"
	"strconv"
	"strings"
	"testing"

	"queens"
	"queens/internal/must"
	"queens/known"
)

func wanted(k Family, n, size int) (queens.Total, bool) {
	v, ok := known.Lookup(k.Series, n, size)
	return v.Value, ok
}

// testTo bounds n where the largest takes more than a moment.
var testTo = map[string]int{"digraphs": 5, "graphs": 8, "queens": 8}

func TestCountsAreKnown(t *testing.T) {
	if !slices.IsSortedFunc(Families(), func(a, b Family) int { return strings.Compare(a.Name, b.Name) }) {
		t.Error("the kinds are not sorted by name")
	}
	for _, k := range Families() {
		t.Run(k.Name, func(t *testing.T) {
			if k.Summary == "" || k.Size == "" || k.CheckTo < 1 || k.Max < k.CheckTo {
				t.Errorf("%+v is not complete", k)
			}
			for n := 1; n <= testTo[k.Name]; n++ {
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

// anywhere adds a cell anywhere, as the source has it. The result is the same: the order rule
// refuses what was made before.
func anywhere(f *family) *family {
	f.augment = func(x set) iter.Seq[set] {
		return func(yield func(set) bool) {
			for cell := range f.cells {
				at, found := slices.BinarySearch(x, byte(cell))
				if !found && !yield(slices.Insert(slices.Clone(x), at, byte(cell))) {
					return
				}
			}
		}
	}
	return f
}

// TestDigraphCandidates compares the work with that of a program written for the
// check alone, for both ways to add an arc.
func TestDigraphCandidates(t *testing.T) {
	for _, c := range []struct {
		family                          *family
		candidates, outOfOrder, objects int
	}{{Families()[0].family(5), 13965, 0, 9608}, {anywhere(Families()[0].family(5)), 96080, 72452, 9608}} {
		candidates, outOfOrder, objects := 0, 0, 0
		for level, err := range c.family.levels(t.Context()) {
			must.Do(t, err)
			candidates += level.Candidates
			outOfOrder += level.OutOfOrder
			objects += level.Objects
		}
		if candidates != c.candidates || outOfOrder != c.outOfOrder || objects != c.objects {
			t.Errorf("%d candidates, %d out of order, %d objects, want %+v", candidates, outOfOrder, objects, c)
		}
	}
}

func TestKindsHold(t *testing.T) {
	for _, k := range Families() {
		t.Run(k.Name, func(t *testing.T) {
			for n := 1; n <= k.CheckTo; n++ {
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
	must.Do(t, anywhere(Families()[0].family(3)).check(t.Context()))
}

// necklaces are 0-1 words of length 6 up to rotation, by number of ones: a
// definition that a user might write, with one thing wrong.
func necklaces(wrong string) *family {
	f := newFamily(6, func(yield func([]byte) bool) {
		for turn := range 6 {
			to := make([]byte, 6)
			for i := range to {
				to[i] = byte((i + turn) % 6)
			}
			if !yield(to) {
				return
			}
		}
	}, func(cell byte) string { return strconv.Itoa(int(cell)) })
	// turns reports whether the list is turned around: sets of three, where the monotonicity is
	// wrong. They are made in that order, too.
	turns := func(size int) bool { return wrong == "monotonicity" && size == 3 }
	f.canonical = func(x set) bool {
		if !f.isLeast(x) {
			return wrong == "two" && x[0] == 0
		}
		return wrong != "none" || !strings.HasPrefix(f.text(x), "0 1")
	}
	f.compare = func(x, y set) int {
		if turns(len(x)) {
			x, y = y, x
		}
		return slices.Compare(x, y)
	}
	f.augment = func(x set) iter.Seq[set] {
		var list []set
		for y := range f.after(x) {
			list = append(list, slices.Clone(y))
		}
		if wrong == "coverage" {
			list = slices.DeleteFunc(list, func(y set) bool { return y[len(x)] == 1 })
		}
		if wrong == "order" || turns(len(x)+1) {
			slices.Reverse(list)
		}
		return slices.Values(list)
	}
	return f
}

func TestCheckFindsCounterexamples(t *testing.T) {
	for wrong, want := range map[string]string{
		"none": representation + " fails 2 steps above the start: the orbit of 0 1 has 0 canonical objects",
		"two":  "has 2 canonical objects",
		"coverage": coverage + " fails 2 steps above the start: 0 1 is canonical, and no canonical object is " +
			"augmented to it",
		"order": properOrder + " fails 1 steps above the start: - is augmented to 5 and then to 4, which does not " +
			"come after it",
		"monotonicity": monotonicity + " fails 3 steps above the start: " +
			"0 2 4 comes before 0 1 4, but its first parent 0 2 comes after the other's, 0 1",
	} {
		if err := necklaces(wrong).check(t.Context()); err == nil || !strings.Contains(err.Error(), want) {
			t.Errorf("%v, want %q", err, want)
		}
	}
	must.Do(t, necklaces("").check(t.Context()))
}

func TestStops(t *testing.T) {
	ctx, cancel := context.WithCancel(t.Context())
	cancel()
	for _, k := range Families() {
		for c, err := range k.Counts(ctx, 4, nil) {
			if err != nil && !errors.Is(err, context.Canceled) || err == nil && c.Objects != 1 {
				t.Errorf("%d %s, error %v", c.Objects, k.Name, err)
			}
		}
		if err := k.Check(ctx, 4); !errors.Is(err, context.Canceled) {
			t.Errorf("%s: error %v", k.Name, err)
		}
	}
}

// TestCanonicalByDefinition compares the pruned tests of graphs with the definition, no
// image is before it, on objects that the checks above do not reach.
func TestCanonicalByDefinition(t *testing.T) {
	digraphs, graphs := Families()[0].family(5), Families()[1].family(6)
	compareCanonical(t, graphs, 0, 2, 4, 6)
	compareCanonical(t, digraphs, 0, 1, 2, 3, 18, 19, 20)
}

func compareCanonical(t *testing.T, f *family, sizes ...int) {
	t.Helper()
	all := []set{{}}
	for size := range slices.Max(sizes) + 1 {
		for _, x := range all {
			if got := f.canonical(x); slices.Contains(sizes, size) && got != f.isLeast(x) {
				t.Errorf("%v: canonical %v, want %v", f.text(x), got, !got)
			}
		}
		all = f.larger(all)
	}
}

// The graphs on four nodes, by number of edges.
func ExampleFamily_Counts() {
	for count, err := range Families()[1].Counts(context.Background(), 4, func(text string) { fmt.Print(text, ", ") }) {
		fmt.Println(count.Objects, err)
	}
	// Output:
	// -, 1 <nil>
	// 1-2, 1 <nil>
	// 1-2 1-3, 1-2 3-4, 2 <nil>
	// 1-2 1-3 1-4, 1-2 1-3 2-3, 1-2 1-3 2-4, 3 <nil>
	// 1-2 1-3 1-4 2-3, 1-2 1-3 2-4 3-4, 2 <nil>
	// 1-2 1-3 1-4 2-3 2-4, 1 <nil>
	// 1-2 1-3 1-4 2-3 2-4 3-4, 1 <nil>
}
