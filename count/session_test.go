package count

import (
	"sync"
	"testing"

	"queens/count/ledger"
	"queens/count/plan"
)

// resultsBy returns the results of a plan as a worker of that name finds them.
func resultsBy(t *testing.T, p *plan.Plan, worker string) (list []ledger.Result) {
	t.Helper()
	counter, err := NewCounter(p.Frame, Options{Kernel: "scalar", Worker: worker})
	if err != nil {
		t.Fatal(err)
	}
	for i := range p.Subproblems {
		r, err := counter.Count(t.Context(), &p.Subproblems[i])
		if err != nil {
			t.Fatal(err)
		}
		list = append(list, r)
	}
	return list
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
	for name, o := range map[string]Options{
		"kept":     {State: t.TempDir(), KeepAll: true, Program: "test"},
		"not kept": {},
	} {
		t.Run(name, func(t *testing.T) {
			s, err := Open(t.Context(), p, o)
			if err != nil {
				t.Fatal(err)
			}
			defer s.Close()
			var all sync.WaitGroup
			for _, call := range []func(i int){
				func(int) { s.Missing() },
				func(i int) { s.Begin("1", i) },
				func(int) { s.End("1") },
				func(i int) { _ = s.Accept(honest[i]) },
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

// Progress and the order of hand-out go by the weights of a plan, which differ from its work.
func TestSessionGoesByWeights(t *testing.T) {
	p, err := plan.New(t.Context(), 20, lookupScheme(t, "parity"))
	if err != nil {
		t.Fatal(err)
	}
	s, weights, differ := newSession(p, Options{}, &unkept{}), p.Weights(), false
	var whole plan.Work
	todo := s.Missing()
	for i, sub := range todo {
		whole = whole.Plus(weights[sub.Number])
		if i > 0 && weights[todo[i-1].Number].Compare(weights[sub.Number]) < 0 {
			t.Fatalf("subproblem %d is handed out before %d, which takes longer", todo[i-1].Number, sub.Number)
		}
		differ = differ || i > 0 && todo[i-1].Work.Compare(sub.Work) < 0
	}
	if !differ || s.whole.Compare(whole) != 0 {
		t.Errorf("order by work %v; all weigh %v, want %v", !differ, s.whole, whole)
	}
}
