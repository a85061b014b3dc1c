package orbit

import (
	"fmt"
	"iter"
	"slices"
	"strconv"
	"testing"

	"queens"
	"queens/find/enumerate"
	"queens/known"
	"queens/sym"
)

// TestRejectionsAgree compares the three filters with the list of fundamental
// solutions, on solutions in order and in the opposite order.
func TestRejectionsAgree(t *testing.T) {
	for n := range 10 {
		all, want := list(t, n, enumerate.Options{}), list(t, n, enumerate.Options{Fundamental: true})
		backwards := slices.Clone(all)
		slices.Reverse(backwards)
		equal := func(what string, got []queens.Perm) {
			t.Helper()
			if !slices.EqualFunc(got, want, queens.Perm.Equal) {
				t.Errorf("order %d, %s: %v, want %v", n, what, got, want)
			}
		}
		equal("least", slices.Collect(Least(slices.Values(all))))
		equal("earlier", slices.Collect(Earlier(slices.Values(all))))
		var sets, canonical []queens.Perm
		for _, s := range Sets(slices.Values(backwards)) {
			sets = append(sets, s.Least)
			if s.Members != sym.OrbitSize(s.Least) || n > 1 && s.Degenerate() != (sym.ClassOf(s.Least) != sym.Asymmetric) {
				t.Errorf("order %d: %+v", n, s)
			}
		}
		equal("sets", sets)
		for p := range Earlier(slices.Values(backwards)) {
			canonical = append(canonical, sym.Canonical(p))
		}
		slices.SortFunc(canonical, queens.Perm.Compare)
		equal("earlier, backwards", canonical)
		for p := range Least(slices.Values(all)) { // the consumer may stop
			equal("first", append([]queens.Perm{p}, want[1:]...))
			break
		}
	}
}

// TestComposeListsPlacements compares the generator with the list of solutions,
// and its levels with the profile of backtracking.
func TestComposeListsPlacements(t *testing.T) {
	for n := range 9 {
		if got, want := slices.Collect(Compose(n, n)), list(t, n, enumerate.Options{}); !slices.EqualFunc(got, want, queens.Perm.Equal) {
			t.Errorf("order %d: %d placements, want %d", n, len(got), len(want))
		}
		for k := range n + 1 {
			count := 0
			for range Compose(k, n) {
				count++
			}
			if want, ok := known.Lookup("backtrack-profile", n, k); ok && want.Value != queens.NewTotal(uint64(count)) {
				t.Errorf("order %d: %d placements of %d queens, want %v", n, count, k, want.Value)
			}
		}
	}
	first := queens.Perm(nil)
	for p := range Compose(8, 8) {
		first = p
		break
	}
	if first.String() != "15863724" {
		t.Errorf("first solution %v", first)
	}
}

// TestDegenerateOrbits lists the orbits with fewer than eight members.
func TestDegenerateOrbits(t *testing.T) {
	var got [][]string
	for n := 4; n <= 13; n++ {
		for _, class := range []sym.Class{sym.Central, sym.Rotational} {
			for _, p := range list(t, n, enumerate.Options{Fundamental: true, Classes: []sym.Class{class}}) {
				got = append(got, []string{strconv.Itoa(n), class.Letter(), string(p.AppendText(nil, queens.Commas, 1))})
			}
		}
	}
	want := readLines(t, "degenerate.txt")
	if !slices.EqualFunc(got, want, slices.Equal) {
		t.Errorf("%d degenerate orbits differ from the %d of the file", len(got), len(want))
	}
	for n := 4; n <= 9; n++ {
		degenerate := 0
		for _, s := range Sets(slices.Values(list(t, n, enumerate.Options{}))) {
			if s.Degenerate() {
				degenerate++
			}
		}
		count := 0
		for _, line := range want {
			if line[0] == strconv.Itoa(n) {
				count++
			}
		}
		if degenerate != count {
			t.Errorf("order %d: %d degenerate sets, want %d", n, degenerate, count)
		}
	}
}

// TestHalfColumn shows that the upper half of column 1 keeps every orbit and
// repeats most; the numbers come from an independent program.
func TestHalfColumn(t *testing.T) {
	for _, c := range []struct{ n, upper, notCorner int }{
		{4, 1, 1}, {5, 6, 4}, {6, 2, 2}, {7, 23, 19}, {8, 46, 42}, {9, 203, 175}, {10, 362, 298}, {11, 1515, 1419}, {12, 7100, 6600},
	} {
		orbits := list(t, c.n, enumerate.Options{Fundamental: true})
		want := HalfColumn{c.upper, c.notCorner, len(orbits)}
		if got := HalfColumns(slices.Values(orbits)); got != want {
			t.Errorf("order %d: %+v, want %+v", c.n, got, want)
		}
		kept := map[string]bool{}
		counted := HalfColumn{Orbits: want.Orbits}
		for _, p := range list(t, c.n, enumerate.Options{}) {
			if p[0] < (c.n+1)/2 {
				counted.Upper++
				if p[0] > 0 {
					counted.NotCorner++
					kept[sym.Canonical(p).String()] = true
				}
			}
		}
		if counted != want || len(kept) != len(orbits) {
			t.Errorf("order %d: counted one by one %+v with %d orbits, want %+v", c.n, counted, len(kept), want)
		}
	}
	if got := HalfColumns(slices.Values([]queens.Perm{{0}})); got != (HalfColumn{1, 0, 1}) {
		t.Errorf("order 1: %+v: the rule without the corner loses its only solution", got)
	}
}

// BenchmarkFundamental compares the ways to one solution for each orbit.
func BenchmarkFundamental(b *testing.B) {
	const n = 12
	count := func(b *testing.B, seq func() iter.Seq[queens.Perm]) {
		for b.Loop() {
			k := 0
			for range seq() {
				k++
			}
			if want, _ := known.Fundamental(n); want != queens.NewTotal(uint64(k)) {
				b.Fatalf("%d orbits, want %v", k, want)
			}
		}
	}
	must := func(seq iter.Seq[queens.Perm], err error) iter.Seq[queens.Perm] {
		if err != nil {
			b.Fatal(err)
		}
		return seq
	}
	solutions := func(o enumerate.Options) iter.Seq[queens.Perm] { return must(enumerate.Solutions(n, o)) }
	for _, way := range []struct {
		name string
		seq  func() iter.Seq[queens.Perm]
	}{
		{"composed", func() iter.Seq[queens.Perm] { return Least(Compose(n, n)) }},
		{"backtrack", func() iter.Seq[queens.Perm] { return Least(must(enumerate.Backtrack(n))) }},
		{"least", func() iter.Seq[queens.Perm] { return Least(solutions(enumerate.Options{})) }},
		{"dictionary", func() iter.Seq[queens.Perm] { return Earlier(solutions(enumerate.Options{})) }},
		{"searched", func() iter.Seq[queens.Perm] { return solutions(enumerate.Options{Fundamental: true}) }},
	} {
		b.Run(fmt.Sprintf("way=%s/n=%d", way.name, n), func(b *testing.B) { count(b, way.seq) })
	}
}
