package list

import (
	"bytes"
	"context"
	"errors"
	"fmt"
	"io"
	"slices"
	"strings"
	"testing"
	"testing/synctest"

	"queens"
	"queens/internal/must"
	"queens/known"
	"queens/symmetry"
)

// plain returns all solutions, by plain backtracking.
func plain(p queens.Perm, n int) (list []queens.Perm) {
	if len(p) == n {
		return []queens.Perm{p.Clone()}
	}
	for row := range n {
		next := append(p, row)
		if !slices.ContainsFunc(p.Squares(), queens.Square{Row: row, Col: len(p)}.Attacks) {
			list = append(list, plain(next, n)...)
		}
	}
	return list
}

var plainLists = map[int][]queens.Perm{}

// twin returns what plain lists, filtered by package symmetry.
func twin(n int, o Options) (list []queens.Perm) {
	if plainLists[n] == nil {
		plainLists[n] = plain(nil, n)
	}
	for _, p := range plainLists[n] {
		if (o.After == nil || p.Compare(o.After) > 0) &&
			(len(o.Classes) == 0 || slices.Contains(o.Classes, symmetry.ClassOf(p))) &&
			(!o.Fundamental || p.Equal(symmetry.Canonical(p))) &&
			(!o.Modular || queens.Check(p, queens.Modular) == nil) &&
			(o.Limit == 0 || uint64(len(list)) < o.Limit) {
			list = append(list, p)
		}
	}
	return list
}

// agree compares a list with that of twin.
func agree(t *testing.T, n int, o Options) {
	t.Helper()
	want, got := twin(n, o), slices.Collect(must.Get(Solutions(n, o))(t))
	if !slices.EqualFunc(got, want, queens.Perm.Equal) {
		t.Errorf("order %d, options %+v: %d solutions %v..., want %d", n, o, len(got), got[:min(2, len(got))],
			len(want))
	}
}

func TestListHasKnownLength(t *testing.T) {
	largest := 13
	if testing.Short() {
		largest = 10
	}
	for _, c := range []struct {
		name    string
		largest int
		o       Options
		want    func(int) (queens.Total, bool)
	}{
		{"all", largest, Options{}, known.Solutions},
		{"fundamental", largest, Options{Fundamental: true}, known.Fundamental},
		// more orders than the textbook search can list
		{"rotational", 25, Options{Classes: []symmetry.Class{symmetry.Rotational}}, known.S90},
	} {
		for n := range c.largest + 1 {
			t.Run(fmt.Sprintf("%s/n=%d", c.name, n), func(t *testing.T) {
				want, ok := c.want(n)
				if !ok {
					t.Fatal("package known has no value")
				}
				var got queens.Total
				var before queens.Perm
				for p := range must.Get(Solutions(n, c.o))(t) {
					if got = got.Add(1); before != nil && before.Compare(p) >= 0 {
						t.Fatalf("%v listed behind %v", p, before)
					}
					must.Do(t, queens.Check(p, queens.Regular))
					before = p
				}
				if got != want {
					t.Errorf("%v solutions, want %v", got, want)
				}
			})
		}
	}
}

func TestListAgreesWithTwin(t *testing.T) {
	options := []Options{
		{},
		{Fundamental: true},
		{Limit: 3},
		{Fundamental: true, Limit: 1},
		{Modular: true},
		{Modular: true, Fundamental: true},
	}
	for set := 1; set < 7; set++ { // every set of classes but the full one, which is {}
		var o Options
		for i, class := range classes {
			if set>>i&1 == 1 {
				o.Classes = append(o.Classes, class)
			}
		}
		fundamental, modular := o, o
		fundamental.Fundamental, modular.Modular = true, true
		options = append(options, o, fundamental, modular)
	}
	for n := range 12 {
		for _, o := range options {
			agree(t, n, o)
		}
	}
}

// TestWideAndNarrowAgree lists order 16 and beyond where the two representations
// of the last columns meet.
func TestWideAndNarrowAgree(t *testing.T) {
	for _, n := range []int{9, 12, 14, 16} {
		narrow, wide := newRegular(n, false), newRegular(n, false)
		wide.narrow = false
		parts := 0
		narrow.prefixes(nil, newWatch(t.Context(), 0), func(prefix []uint8) bool {
			got, want := narrow.find(nil, prefix), wide.find(nil, prefix)
			if !bytes.Equal(got, want) {
				t.Fatalf("order %d, prefix %v: %d solutions by lanes, %d without", n, prefix, len(got)/n, len(want)/n)
			}
			parts++
			return parts < 60
		})
	}
}

// TestNoneByTheory holds the orders that theory rules out against lists of all solutions.
func TestNoneByTheory(t *testing.T) {
	for n := range 12 {
		all := twin(n, Options{})
		for _, o := range []Options{
			{},
			{Modular: true},
			{Classes: []symmetry.Class{symmetry.Rotational}},
			{Classes: []symmetry.Class{symmetry.Central, symmetry.Rotational}},
			{Modular: true, Fundamental: true},
		} {
			found := slices.ContainsFunc(all, func(p queens.Perm) bool {
				return (!o.Modular || queens.Check(p, queens.Modular) == nil) &&
					(len(o.Classes) == 0 || slices.Contains(o.Classes, symmetry.ClassOf(p)))
			})
			if why := o.None(n); why != "" && found {
				t.Errorf("order %d, options %+v: there are solutions, but: %s", n, o, why)
			} else if why == "" && !found && (o.Modular || n == 2 || n == 3 || n%4 > 1 && len(o.Classes) == 1) {
				t.Errorf("order %d, options %+v: no solution, and no reason is given", n, o)
			}
		}
	}
}

// TestListInPages reads lists page by page, by number and by nodes; the pages
// together are the list.
func TestListInPages(t *testing.T) {
	for _, o := range []Options{
		{},
		{Fundamental: true},
		{Classes: []symmetry.Class{symmetry.Central}},
		{Classes: []symmetry.Class{symmetry.Rotational}},
		{Classes: []symmetry.Class{symmetry.Central, symmetry.Rotational}},
		{Modular: true},
	} {
		for _, n := range []int{0, 1, 4, 11} {
			want := slices.Collect(must.Get(Solutions(n, o))(t))
			for _, limits := range []struct{ solutions, nodes uint64 }{{97, 0}, {0, 3000}, {1000, 20_000}} {
				o := o
				o.Limit = limits.solutions
				var got []queens.Perm
				for pages := 0; ; pages++ {
					page := must.Get(NextPage(t.Context(), n, o, limits.nodes))(t)
					if got = append(got, page.Solutions...); page.Next == nil {
						break
					}
					if o.After != nil && page.Next.Compare(o.After) <= 0 {
						t.Fatalf("order %d, options %+v: after %v comes a page that leads to %v", n, o, o.After,
							page.Next)
					}
					o.After = page.Next
				}
				if !slices.EqualFunc(got, want, queens.Perm.Equal) {
					t.Errorf("order %d, options %+v, nodes %d: %d solutions in pages, want %d", n, o, limits.nodes,
						len(got), len(want))
				}
			}
		}
	}
}

// TestListIsBounded looks for what is rare or is not there, by nodes and with a
// context that has ended.
func TestListIsBounded(t *testing.T) {
	ended, cancel := context.WithCancel(t.Context())
	cancel()
	const part = 1_000_000 // nodes, more than a part of a list has
	for _, c := range []struct {
		n int
		o Options
	}{
		{32, Options{Fundamental: true, After: slices.Repeat(queens.Perm{31}, 32)}},
		{32, Options{Classes: []symmetry.Class{symmetry.Central}}},
		{32, Options{Classes: []symmetry.Class{symmetry.Central, symmetry.Rotational}}},
		{32, Options{Classes: []symmetry.Class{symmetry.Rotational}}},
		{31, Options{Modular: true}},
		{31, Options{Modular: true, Classes: []symmetry.Class{symmetry.Central}}},
		{25, Options{Modular: true, After: append(queens.Perm{1}, slices.Repeat(queens.Perm{0}, 24)...)}},
	} {
		const budget = 2_000_000
		page, err := NextPage(t.Context(), c.n, c.o, budget)
		if err != nil || page.Nodes > budget+part {
			t.Errorf("order %d, options %+v: %d nodes, want %d at most, and some for the last part (%v)", c.n, c.o,
				page.Nodes, budget, err)
		}
		page, err = NextPage(ended, c.n, c.o, 0)
		if err != nil || page.Nodes > part {
			t.Errorf("order %d, options %+v: %d nodes after the context had ended (%v)", c.n, c.o, page.Nodes, err)
		}
	}
	for _, c := range []struct {
		n    int
		o    Options
		says string
	}{
		{22, Options{Classes: []symmetry.Class{symmetry.Rotational}}, "order 22 is 2"},
		{20, Options{Modular: true}, "divided by 2"},
		{27, Options{Modular: true}, "divided by 3"},
		{3, Options{}, "order 3"},
	} {
		page, err := NextPage(t.Context(), c.n, c.o, 0)
		if err != nil || page.Nodes > 0 || page.Next != nil || !strings.Contains(page.None, c.says) {
			t.Errorf("order %d, options %+v: %+v, %v; want a reason with %q at once", c.n, c.o, page, err, c.says)
		}
	}
}

// TestModularSearchIsItsOwn compares the queens placed for the torus, at order 13 a
// quarter of those of the whole list, with what a filter of that list would place.
func TestModularSearchIsItsOwn(t *testing.T) {
	all := must.Get(NextPage(t.Context(), 13, Options{}, 0))(t)
	modular, err := NextPage(t.Context(), 13, Options{Modular: true}, 0)
	if err != nil || 3*modular.Nodes > all.Nodes {
		t.Errorf("%d queens were placed for the solutions of the torus, %d for all (%v)", modular.Nodes, all.Nodes, err)
	}
}

func TestLexicographicallyFirst(t *testing.T) {
	for n := 4; n <= 24; n++ { // order 24 takes 30 ms
		want, ok := known.LexicographicallyFirst(n)
		if !ok {
			t.Fatalf("package known has no first solution of order %d", n)
		}
		for p := range must.Get(Solutions(n, Options{Limit: 1}))(t) {
			if !p.Equal(want) {
				t.Errorf("order %d: first solution %v, want %v", n, p, want)
			}
		}
	}
}

func TestAfter(t *testing.T) {
	const n = 8
	for _, after := range []queens.Perm{
		{0, 0, 0, 0, 0, 0, 0, 0},
		{0, 4, 7, 5, 2, 6, 1, 3}, // the first solution
		{0, 4, 7, 5, 2, 6, 1, 4},
		{3, 3, 3, 3, 3, 3, 3, 3},
		{7, 3, 0, 2, 5, 1, 6, 3},
		{7, 3, 0, 2, 5, 1, 6, 4}, // the last solution
		{7, 7, 7, 7, 7, 7, 7, 7},
	} {
		for _, o := range []Options{
			{After: after},
			{After: after, Fundamental: true},
			{After: after, Classes: []symmetry.Class{symmetry.Central}},
		} {
			agree(t, n, o)
		}
	}
}

func TestStreamIsSameForAllWorkers(t *testing.T) {
	for _, c := range []struct {
		n int
		o Options
	}{
		{0, Options{}},
		{1, Options{}},
		{3, Options{}},
		{8, Options{}},
		{12, Options{}},
		{12, Options{Fundamental: true}},
		{12, Options{Limit: 5000}},
		{12, Options{After: queens.Perm{3, 5, 2, 2, 2, 2, 2, 2, 2, 2, 2, 2}}},
		{12, Options{Classes: []symmetry.Class{symmetry.Central, symmetry.Rotational}}},
		{13, Options{Limit: 7}},
	} {
		var want, wantLast []byte
		var wantCount uint64
		for p := range must.Get(Solutions(c.n, c.o))(t) {
			wantLast = queens.RowsOf[uint8](p)
			want = append(want, wantLast...)
			wantCount++
		}
		for _, workers := range []int{1, 2, 7} {
			c.o.Workers = workers
			var got []byte
			report := must.Get(Stream(t.Context(), c.n, c.o, raw{}, func(text []byte) error {
				got = append(got, text...)
				return nil
			}))(t)
			if report.Listed != wantCount || !report.Last.Equal(queens.PermOf(wantLast)) || !bytes.Equal(got, want) {
				t.Errorf("order %d, options %+v: %d solutions, %d bytes, want %d, %d", c.n, c.o, report.Listed,
					len(got), wantCount, len(want))
			}
		}
	}
}

// The bubble of synctest ends only when every goroutine started in it has ended:
// a worker that a stop leaves behind fails the test.
func TestStreamStops(t *testing.T) { synctest.Test(t, streamStops) }

func streamStops(t *testing.T) {
	full := errors.New("sink is full")
	for _, workers := range []int{1, 2, 7} {
		calls := 0
		_, err := Stream(t.Context(), 16, Options{Workers: workers}, raw{}, func([]byte) error {
			if calls++; calls == 3 {
				return full
			}
			return nil
		})
		if err != full || calls != 3 {
			t.Errorf("%d workers: error %v after %d calls, want %v after 3", workers, err, calls, full)
		}

		ctx, cancel := context.WithCancel(t.Context())
		var bytes uint64
		report, err := Stream(ctx, 16, Options{Workers: workers}, raw{}, func(text []byte) error {
			bytes += uint64(len(text))
			cancel()
			return nil
		})
		if !errors.Is(err, context.Canceled) || report.Listed*16 != bytes {
			t.Errorf("%d workers: cancelled: error %v, %d solutions for %d bytes", workers, err, report.Listed, bytes)
		}
	}
}

func TestOptionsAreChecked(t *testing.T) {
	for _, c := range []struct {
		n    int
		o    Options
		want error
	}{
		{-1, Options{}, queens.ErrOrder},
		{MaxOrder + 1, Options{}, queens.ErrOrder},
		{8, Options{After: queens.Perm{}}, queens.ErrFormat},
		{4, Options{After: queens.Perm{0, 1, 2, 4}}, queens.ErrFormat},
		{4, Options{After: queens.Perm{0, 1, -1, 3}}, queens.ErrFormat},
		{4, Options{Classes: []symmetry.Class{9}}, queens.ErrFormat},
	} {
		if _, err := Solutions(c.n, c.o); !errors.Is(err, c.want) {
			t.Errorf("order %d, options %+v: error %v, want %v", c.n, c.o, err, c.want)
		}
		if _, err := Stream(t.Context(), c.n, c.o, raw{}, nil); !errors.Is(err, c.want) {
			t.Errorf("stream of order %d, options %+v: error %v, want %v", c.n, c.o, err, c.want)
		}
	}
	if _, err := Solutions(4, Options{Workers: -1}); err == nil {
		t.Error("-1 workers accepted")
	}
}

func TestEmptyLane(t *testing.T) {
	lanes := []uint64{0, 1, 2, 0x8000, 0xffff}
	for _, a := range lanes {
		for _, b := range lanes {
			for _, c := range lanes {
				w := a | b<<16 | c<<32
				if got, want := empty(w, laneUnits>>16) != 0, a == 0 || b == 0 || c == 0; got != want {
					t.Errorf("lanes %x: empty is %v, want %v", w, got, want)
				}
			}
		}
	}
}

// TestChecker accepts, of all vectors in lexicographic order, exactly the list, and nothing twice.
func TestChecker(t *testing.T) {
	const n = 6
	for _, o := range []Options{
		{},
		{Fundamental: true},
		{Classes: []symmetry.Class{symmetry.Asymmetric}},
		{After: queens.Perm{2, 5, 1, 4, 0, 3}},
	} {
		var got []queens.Perm
		want := twin(n, o)
		p, next := make([]uint8, n), o.Checker(n)
		for c := 0; c >= 0; {
			fresh := o
			if len(got) > 0 {
				fresh.After = got[len(got)-1]
			}
			if fresh.Checker(n)(p) {
				got = append(got, queens.PermOf(p))
				if !next(p) || next(p) {
					t.Errorf("%+v: %v is not accepted, or twice", o, p)
				}
			}
			for c = n - 1; c >= 0 && p[c] == n-1; c-- {
				p[c] = 0
			}
			if c >= 0 {
				p[c]++
			}
		}
		if !slices.EqualFunc(got, want, slices.Equal[queens.Perm]) {
			t.Errorf("%+v: %v, want %v", o, got, want)
		}
	}
}

// TestImagesAgree lists by images, cut by one to three columns, and by the textbook.
func TestImagesAgree(t *testing.T) {
	for n := 1; n <= 10; n++ {
		want := twin(n, Options{})
		for depth := 1; depth <= min(3, n); depth++ {
			var got []queens.Perm
			f := newImageFinder(newImageTable(n, depth))
			newLister(n, Options{}, f).all(newWatch(t.Context(), 0), func(p []uint8) bool {
				got = append(got, queens.PermOf(p))
				return true
			})
			if !slices.EqualFunc(got, want, queens.Perm.Equal) {
				t.Errorf("order %d, %d columns: %d solutions, want %d", n, depth, len(got), len(want))
			}
		}
	}
}

// TestImagesAgreeWithSearch lists by images, on one core and on several, and by searching for every
// solution.
func TestImagesAgreeWithSearch(t *testing.T) {
	for _, c := range []struct {
		n     int
		limit uint64
	}{{13, 0}, {14, 0}, {15, 0}, {16, 60_000}} {
		if testing.Short() && c.limit == 0 && c.n > 13 {
			continue
		}
		var want []byte
		listed := uint64(0)
		newLister(c.n, Options{}, newRegular(c.n, false)).all(newWatch(t.Context(), 0), func(p []uint8) bool {
			want = append(want, p...)
			listed++
			return listed != c.limit
		})
		for _, workers := range []int{1, 2, 7} {
			same, rest := true, want
			report, err := Stream(t.Context(), c.n, Options{Limit: c.limit, Workers: workers}, raw{},
				func(text []byte) error {
					same = same && bytes.HasPrefix(rest, text)
					rest = rest[min(len(text), len(rest)):]
					return nil
				})
			if err != nil || !same || len(rest) > 0 || report.Listed != listed {
				t.Errorf("order %d, %d workers: %d solutions, want %d, the same %v, %v", c.n, workers, report.Listed,
					listed, same, err)
			}
		}
	}
}

// raw is a plain encoder for benchmarks of everything but the encoder.
type raw struct{}

func (raw) AppendSolution(b []byte, p []uint8) []byte { return append(b, p...) }

// BenchmarkFind measures the search alone, on one core.
func BenchmarkFind(b *testing.B) {
	for _, n := range []int{12, 14, 15, 17} {
		b.Run(fmt.Sprintf("n=%d", n), func(b *testing.B) { benchmarkFinder(b, n, Options{}) })
		b.Run(fmt.Sprintf("fundamental/n=%d", n),
			func(b *testing.B) { benchmarkFinder(b, n, Options{Fundamental: true}) })
	}
	for _, n := range []int{20, 24} {
		b.Run(fmt.Sprintf("central/n=%d", n), func(b *testing.B) {
			benchmarkFinder(b, n, Options{Classes: []symmetry.Class{symmetry.Central}})
		})
	}
}

func benchmarkFinder(b *testing.B, n int, o Options) {
	const parts = 300 // as many as take some tens of milliseconds
	l := newLister(n, o, newFinder(n, o))
	listed := 0
	for b.Loop() {
		k := 0
		l.finder.prefixes(nil, newWatch(b.Context(), 0), func(prefix []uint8) bool {
			l.list(prefix, func([]uint8) bool { listed++; return true })
			k++
			return k < parts
		})
	}
	b.ReportMetric(float64(b.Elapsed().Nanoseconds())/float64(listed), "ns/solution")
}

// BenchmarkStream measures everything except writing, with an encoder that copies.
func BenchmarkStream(b *testing.B) {
	for _, workers := range []int{1, 2} {
		b.Run(fmt.Sprintf("workers=%d/n=14", workers), func(b *testing.B) {
			var listed uint64
			for b.Loop() {
				report := must.Get(Stream(b.Context(), 14, Options{Workers: workers}, raw{}, func(text []byte) error {
					_, err := io.Discard.Write(text)
					return err
				}))(b)
				listed += report.Listed
			}
			b.ReportMetric(float64(listed)/b.Elapsed().Seconds(), "solutions/s")
		})
	}
}
