package count

import (
	"errors"
	"slices"
	"sync"
	"testing"

	"queens"
	"queens/count/ledger"
	"queens/count/plan"
)

// resultsBy returns the results of a plan as a worker of that name finds them, some of them
// wrong.
func resultsBy(t *testing.T, p *plan.Plan, worker string, wrong ...int) (list []ledger.Result) {
	t.Helper()
	counter, err := NewCounter(p.Frame, Options{Kernel: "scalar"})
	if err != nil {
		t.Fatal(err)
	}
	for i := range p.Subproblems {
		r, err := counter.Count(t.Context(), &p.Subproblems[i])
		if err != nil {
			t.Fatal(err)
		}
		total := r.Total
		if slices.Contains(wrong, i) {
			total = total.Add(uint64(8 * len(worker)))
		}
		r = ledger.NewResult(i, total)
		r.Kernel, r.Worker = "scalar", worker
		list = append(list, r)
	}
	return list
}

// Of two results that differ the one that a third computation finds is kept, or, if both
// are wrong, what two more agree on; and the worker that was wrong loses what it alone has
// found.
func TestSettleAndDisown(t *testing.T) {
	p, err := plan.New(t.Context(), 14, lookupScheme(t, "families"))
	if err != nil || len(p.Subproblems) != 4 {
		t.Fatalf("%v, want 4 subproblems", err)
	}
	s, err := Open(t.Context(), p, Options{State: t.TempDir(), KeepAll: true, Program: "test"})
	if err != nil {
		t.Fatal(err)
	}
	defer s.Close()
	honest, liar, other := resultsBy(t, p, "honest"), resultsBy(t, p, "liar", 1, 3), resultsBy(t, p, "other", 3)
	if err := errors.Join(s.Accept(liar[0]), s.Accept(liar[1]), s.Accept(honest[2]), s.Accept(liar[2])); err != nil {
		t.Fatal(err)
	}
	for _, d := range []struct {
		first, second ledger.Result
		wrong         []string
	}{
		{liar[1], honest[1], []string{"liar"}},
		{liar[3], other[3], []string{"liar", "other"}},
	} {
		i := d.first.Subproblem
		if _, has, _ := s.Kept(i); has {
			if err := s.Withdraw(i, "a test"); err != nil {
				t.Fatal(err)
			}
		}
		wrong, err := s.Settle(t.Context(), d.first, d.second)
		var names []string
		for _, r := range wrong {
			names = append(names, r.Worker)
		}
		kept, has, _ := s.Kept(i)
		if err != nil || !slices.Equal(names, d.wrong) || !has || kept.Total != honest[i].Total || !s.Confirmed(i) {
			t.Errorf("subproblem %d: wrong %v, %v, kept %+v; want wrong %v and %v kept", i, names, err, kept, d.wrong, honest[i].Total)
		}
	}
	if missing, err := s.Disown(t.Context(), "liar", "a test"); err != nil || !slices.Equal(missing, []int{0}) {
		t.Errorf("disowned %v, %v; want what nobody else has found", missing, err)
	}
	if err := s.Withdraw(0, "a test"); !errors.Is(err, queens.ErrFormat) {
		t.Errorf("withdrawn again: %v", err)
	}
	if t2 := s.Tally(); t2.Done != 3 || t2.Complete() {
		t.Errorf("%+v, want 3 results", t2)
	}
	if err := s.Accept(honest[0]); err != nil {
		t.Fatal(err)
	}
	tally, err := s.Finish()
	if want, _ := Published(p.Scheme, 14); err != nil || tally.Total != want {
		t.Errorf("%+v, %v; want %v", tally, err, want)
	}
}

// Every method of a session may be called by several goroutines at once, with and without a
// ledger. The race detector finds what is not guarded.
func TestSessionIsForSeveralGoroutines(t *testing.T) {
	p, err := plan.New(t.Context(), 14, lookupScheme(t, "families"))
	if err != nil {
		t.Fatal(err)
	}
	honest := resultsBy(t, p, "honest")
	want, _ := Published(p.Scheme, 14)
	for name, o := range map[string]Options{"kept": {State: t.TempDir(), KeepAll: true, Program: "test"}, "not kept": {}} {
		t.Run(name, func(t *testing.T) {
			s, err := Open(t.Context(), p, o)
			if err != nil {
				t.Fatal(err)
			}
			defer s.Close()
			var all sync.WaitGroup
			for _, call := range []func(i int){
				func(int) { s.Missing() },
				func(i int) { s.Has(i) },
				func(i int) { s.Confirmed(i) },
				func(i int) { _, _, _ = s.Kept(i) },
				func(i int) { _ = s.Withdraw(i, "a test") },
				func(int) { _, _ = s.Disown(t.Context(), "honest", "a test") },
				func(i int) { _, _ = s.Settle(t.Context(), honest[i], honest[i]) },
				func(i int) { s.Begin("1", i) },
				func(int) { s.End("1") },
				func(i int) { _ = s.Accept(honest[i]) },
				func(int) { _, _, _ = s.History(0, 100) },
				func(int) { _, _ = s.Totals(t.Context()) },
				func(int) { s.Progress() },
				func(int) { s.Tally() },
				func(int) { _, _ = s.Finish() },
				func(int) { s.Plan(); s.Options() },
			} {
				all.Go(func() {
					for i := range 3 * len(honest) {
						call(i % len(honest))
					}
				})
			}
			all.Wait()
			for _, r := range honest {
				if err := s.Accept(r); err != nil {
					t.Fatal(err)
				}
			}
			if totals, err := s.Totals(t.Context()); err != nil || totals[3] != honest[3].Total {
				t.Errorf("%v, %v", totals, err)
			}
			if tally, err := s.Finish(); err != nil || tally.Total != want {
				t.Errorf("%+v, %v; want %v", tally, err, want)
			}
		})
	}
}
