package miscount

import (
	"fmt"
	"maps"
	"math/rand/v2"
	"slices"
	"testing"

	"queens"
	"queens/internal/must"
	"queens/known"
	"queens/list"
	"queens/symmetry"
)

// summaries returns the summaries of lists of placements, which are solutions if they pass Check.
func summaries(topology queens.Topology, all bool, placements ...queens.Perm) []*Summary {
	t := NewTally(topology)
	for _, p := range placements {
		t.Add(len(p), p, queens.Check(p, topology) == nil)
	}
	return t.Summaries(all)
}

// TestSummary compares summaries of random lists with a count that compares every two placements.
func TestSummary(t *testing.T) {
	random := rand.New(rand.NewPCG(1, 2))
	for trial := range 300 {
		n, topology := 1+trial%7, queens.Topology(trial/7%2)
		solutions := slices.Collect(must.Get(list.Solutions(n, list.Options{Modular: topology == queens.Modular}))(t))
		placements := slices.DeleteFunc(slices.Clone(solutions), func(queens.Perm) bool { return random.IntN(3) == 0 })
		for range random.IntN(4) {
			placements = append(placements, random.Perm(n))
		}
		for range random.IntN(3) {
			if len(placements) > 0 {
				placements = append(placements, placements[random.IntN(len(placements))])
			}
		}
		random.Shuffle(len(placements), func(i, j int) {
			placements[i], placements[j] = placements[j], placements[i]
		})
		if len(placements) < 2 {
			continue
		}
		has := func(list []queens.Perm, p queens.Perm) bool { return slices.ContainsFunc(list, p.Equal) }
		want := &Summary{Order: n, Topology: topology, Placements: uint64(len(placements))}
		for k, p := range placements {
			good := has(solutions, p)
			if good {
				want.Solutions++
			}
			if first := slices.IndexFunc(placements, p.Equal); first < k {
				want.Repeats = append(want.Repeats, Repeat{uint64(k + 1), uint64(first + 1)})
				continue
			}
			want.Different++
			if good {
				want.Found++
			}
		}
		want.Repeats = want.Repeats[:min(len(want.Repeats), examples)]
		complete, incomplete, absent := 0, 0, 0
		for _, p := range solutions {
			if !has(placements, p) {
				want.Missing = append(want.Missing, p)
			}
			if orbit := symmetry.Orbit(p); slices.MinFunc(orbit, queens.Perm.Compare).Equal(p) {
				found := len(slices.DeleteFunc(orbit, func(q queens.Perm) bool { return !has(placements, q) }))
				switch found {
				case len(symmetry.Orbit(p)):
					complete++
				case 0:
					absent++
				default:
					if incomplete++; incomplete <= examples {
						want.Incomplete = append(want.Incomplete, p)
					}
				}
			}
		}
		got := summaries(topology, true, placements...)[0]
		if got.Placements != want.Placements || got.Solutions != want.Solutions || got.Different != want.Different ||
			got.Found != want.Found || got.Ignored != 0 || !slices.Equal(got.Repeats, want.Repeats) ||
			!slices.EqualFunc(got.Missing, want.Missing, queens.Perm.Equal) ||
			*got.Known != queens.NewTotal(uint64(len(solutions))) ||
			*got.Lacks != queens.NewTotal(uint64(len(want.Missing))) {
			t.Fatalf("%v: %+v\nwant %+v", placements, got, want)
		}
		if len(want.Missing) > 0 && !maps.Equal(got.Classes,
			map[string]int{"complete": complete, "incomplete": incomplete, "missing": absent}) ||
			len(want.Missing) > 0 && !slices.EqualFunc(got.Incomplete, want.Incomplete, queens.Perm.Equal) {
			t.Fatalf("%v: %+v, want %d complete, %d incomplete, %d absent", placements, got, complete, incomplete,
				absent)
		}
		if whole := len(want.Missing) == 0 && len(placements) == len(solutions); got.Whole() != whole {
			t.Fatalf("%v: whole is %t", placements, got.Whole())
		}
	}
}

// TestSummariesOfOrders has one for each order, in order. Repeats are numbered in the whole list.
func TestSummariesOfOrders(t *testing.T) {
	five := queens.Perm{0, 2, 4, 1, 3}
	got := summaries(queens.Regular, false, five, queens.Perm{1, 3, 0, 2}, queens.Perm{2, 0, 3, 1}, five)
	if len(got) != 2 || got[0].Order != 4 || got[1].Order != 5 || !got[0].Whole() || got[1].Whole() ||
		!slices.Equal(got[1].Repeats, []Repeat{{4, 1}}) || len(got[1].Missing) > 0 {
		t.Errorf("%+v %+v", got[0], got[1])
	}
	got = summaries(queens.Regular, true, five, queens.Perm{1, 3, 0, 2})
	if len(got) != 2 || len(got[0].Missing) != 1 || len(got[1].Missing) != 9 {
		t.Errorf("all: %+v %+v", got[0], got[1])
	}
	if got := summaries(queens.Regular, false, five); got != nil {
		t.Errorf("one placement: %+v", got[0])
	}
}

// TestNearOfLists recognises lists by their number of placements: repeats may be what is wrong.
func TestNearOfLists(t *testing.T) {
	solutions := slices.Collect(must.Get(list.Solutions(6, list.Options{}))(t))
	for _, c := range []struct {
		placements []queens.Perm
		want       string
	}{
		{slices.Concat(solutions, solutions), "twice"},
		{solutions[:3], "one-less"},
		{solutions, ""},
	} {
		names := fmt.Sprint(summaries(queens.Regular, false, c.placements...)[0].Near)
		if (c.want == "") != (names == "[]") || c.want != "" && !slices.ContainsFunc(
			summaries(queens.Regular, false, c.placements...)[0].Near, func(r Rule) bool { return r.Name == c.want }) {
			t.Errorf("%d placements: %s, want %q", len(c.placements), names, c.want)
		}
	}
}

// TestLargeOrders compares placements beyond the order of a key, and none that are too large.
func TestLargeOrders(t *testing.T) {
	p, ok := known.LexicographicallyFirst(20)
	if !ok {
		t.Fatal("no solution of order 20")
	}
	q := symmetry.Apply(symmetry.Rot180, p)
	got := summaries(queens.Regular, true, p, q, p)[0]
	if got.Different != 2 || got.Found != 2 || !slices.Equal(got.Repeats, []Repeat{{3, 1}}) || got.Missing == nil ||
		len(got.Missing) > 0 || got.Classes != nil || got.Lacks == nil || got.Whole() {
		t.Errorf("order 20: %+v", got)
	}
	partial := NewTally(queens.Regular)
	partial.Add(4, queens.Perm{1, 3, 0, 2}, true)
	partial.Add(4, nil, false) // three queens
	if got := partial.Summaries(true)[0]; got.Ignored != 1 || got.Different != 1 || len(got.Missing) != 1 ||
		got.Whole() {
		t.Errorf("one without a queen in a column: %+v", got)
	}
	large := NewTally(queens.Regular)
	large.Add(1000, nil, true)
	large.Add(1000, nil, true)
	if got := large.Summaries(true)[0]; got.Ignored != 2 || got.Different != 0 || got.Lacks != nil || got.Whole() {
		t.Errorf("two that are not compared: %+v", got)
	}
}

func BenchmarkTally(b *testing.B) {
	solutions := slices.Collect(must.Get(list.Solutions(12, list.Options{}))(b))
	for b.Loop() {
		t := NewTally(queens.Regular)
		for _, p := range solutions {
			t.Add(12, p, true)
		}
	}
	b.ReportMetric(float64(b.Elapsed().Nanoseconds())/float64(b.N*len(solutions)), "ns/placement")
}
