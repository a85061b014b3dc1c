package enumerate

import (
	"bytes"
	"context"
	"errors"
	"fmt"
	"iter"
	"runtime"
	"slices"
	"testing"

	"queens"
	"queens/known"
	"queens/sym"
)

// mustSolutions returns Solutions(n, o).
func mustSolutions(t testing.TB, n int, o Options) iter.Seq[queens.Perm] {
	t.Helper()
	seq, err := Solutions(n, o)
	if err != nil {
		t.Fatal(err)
	}
	return seq
}

// twin returns what the textbook search lists, filtered by package sym.
func twin(t testing.TB, n int, o Options) (list []queens.Perm) {
	t.Helper()
	all, err := Backtrack(n)
	if err != nil {
		t.Fatal(err)
	}
	for p := range all {
		switch {
		case o.After != nil && p.Compare(o.After) <= 0:
		case len(o.Classes) > 0 && !slices.Contains(o.Classes, sym.ClassOf(p)):
		case o.Fundamental && !p.Equal(sym.Canonical(p)):
		default:
			list = append(list, p)
		}
		if o.Limit > 0 && uint64(len(list)) == o.Limit {
			break
		}
	}
	return list
}

func TestListHasKnownLength(t *testing.T) {
	largest := 13
	if testing.Short() {
		largest = 10
	}
	for n := range largest + 1 {
		for _, c := range []struct {
			name string
			o    Options
			want func(int) (queens.Total, bool)
		}{
			{"all", Options{}, known.Solutions},
			{"fundamental", Options{Fundamental: true}, known.Fundamental},
		} {
			t.Run(fmt.Sprintf("%s/n=%d", c.name, n), func(t *testing.T) {
				want, ok := c.want(n)
				if !ok {
					t.Fatal("package known has no value")
				}
				var got queens.Total
				var before queens.Perm
				for p := range mustSolutions(t, n, c.o) {
					if got = got.Add(1); before != nil && before.Compare(p) >= 0 {
						t.Fatalf("%v listed behind %v", p, before)
					}
					if err := queens.Check(p, queens.Regular); err != nil {
						t.Fatal(err)
					}
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
	options := []Options{{}, {Fundamental: true}, {Limit: 3}, {Fundamental: true, Limit: 1}}
	for set := 1; set < 7; set++ { // every set of classes but the full one, which is {}
		var o Options
		for i, class := range classes {
			if set>>i&1 == 1 {
				o.Classes = append(o.Classes, class)
			}
		}
		options = append(options, o)
		o.Fundamental = true
		options = append(options, o)
	}
	for n := range 10 {
		for _, o := range options {
			want := twin(t, n, o)
			got := slices.Collect(mustSolutions(t, n, o))
			if !slices.EqualFunc(got, want, queens.Perm.Equal) {
				t.Errorf("order %d, options %+v: %d solutions %v..., want %d", n, o, len(got), got[:min(2, len(got))], len(want))
			}
		}
	}
}

// TestWideAndNarrowAgree lists order 16 and beyond where the two representations
// of the last columns meet.
func TestWideAndNarrowAgree(t *testing.T) {
	for _, n := range []int{9, 12, 14, 16} {
		_, depth := newLister(n, Options{})
		narrow, wide := newRegular(n, false), newRegular(n, false)
		wide.narrow = false
		parts := 0
		for prefix := range prefixes(n, depth, nil) {
			got, want := narrow.find(nil, prefix), wide.find(nil, prefix)
			if !bytes.Equal(got, want) {
				t.Fatalf("order %d, prefix %v: %d solutions by lanes, %d without", n, prefix, len(got)/n, len(want)/n)
			}
			if parts++; parts == 60 {
				break
			}
		}
	}
}

func TestLexicographicallyFirst(t *testing.T) {
	for n := 4; n <= 24; n++ { // order 24 takes 30 ms
		want, ok := known.LexicographicallyFirst(n)
		if !ok {
			t.Fatalf("package known has no first solution of order %d", n)
		}
		for p := range mustSolutions(t, n, Options{Limit: 1}) {
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
		for _, o := range []Options{{After: after}, {After: after, Fundamental: true}, {After: after, Classes: []sym.Class{sym.Central}}} {
			want := twin(t, n, o)
			got := slices.Collect(mustSolutions(t, n, o))
			if !slices.EqualFunc(got, want, queens.Perm.Equal) {
				t.Errorf("after %v, options %+v: %d solutions, want %d", after, o, len(got), len(want))
			}
		}
	}
}

// TestAfterEachSolution resumes behind every third solution and expects the next.
func TestAfterEachSolution(t *testing.T) {
	all := twin(t, 9, Options{})
	for i := 0; i < len(all)-1; i += 3 {
		for next := range mustSolutions(t, 9, Options{After: all[i]}) {
			if !next.Equal(all[i+1]) {
				t.Fatalf("behind %v comes %v, want %v", all[i], next, all[i+1])
			}
			break
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
		{12, Options{Classes: []sym.Class{sym.Central, sym.Rotational}}},
		{13, Options{Limit: 7}},
	} {
		var want []byte
		var wantCount uint64
		wantLast := []byte{}
		for p := range mustSolutions(t, c.n, c.o) {
			want = append(want, rowsOf(p)...)
			wantLast = rowsOf(p)
			wantCount++
		}
		for _, workers := range []int{1, 2, 7} {
			c.o.Workers = workers
			var got []byte
			report, err := Stream(t.Context(), c.n, c.o, raw{}, func(text []byte) error {
				got = append(got, text...)
				return nil
			})
			if err != nil {
				t.Fatal(err)
			}
			if report.Listed != wantCount || !bytes.Equal(rowsOf(report.Last), wantLast) || !bytes.Equal(got, want) {
				t.Errorf("order %d, options %+v: %d solutions, %d bytes, want %d, %d", c.n, c.o, report.Listed, len(got), wantCount, len(want))
			}
		}
	}
}

func TestStreamStops(t *testing.T) {
	full := errors.New("sink is full")
	before := runtime.NumGoroutine()
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
	if after := runtime.NumGoroutine(); after > before {
		t.Errorf("%d goroutines before, %d after", before, after)
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
		{4, Options{Classes: []sym.Class{9}}, queens.ErrFormat},
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
	if _, err := Backtrack(MaxOrder + 1); !errors.Is(err, queens.ErrOrder) {
		t.Errorf("backtrack: error %v, want %v", err, queens.ErrOrder)
	}
}

func TestClassAgreesWithSym(t *testing.T) {
	for n := range 9 {
		p := make([]uint8, n)
		for i := range p {
			p[i] = uint8(i)
		}
		permute(p, 0, func() {
			if got, want := classOf(p), sym.ClassOf(permOf(p)); got != want {
				t.Fatalf("%v: class %v, want %v", p, got, want)
			}
		})
	}
}

// permute calls visit for every order of p[k:].
func permute(p []uint8, k int, visit func()) {
	if k >= len(p)-1 {
		visit()
		return
	}
	for i := k; i < len(p); i++ {
		p[k], p[i] = p[i], p[k]
		permute(p, k+1, visit)
		p[k], p[i] = p[i], p[k]
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
