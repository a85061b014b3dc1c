package runs

import (
	"context"
	"sync"

	"queens/count/ledger"
	"queens/count/plan"
)

// Fraction returns the share of a run's estimated time that has a result, from 0 to 1, as
// count.Progress.Fraction does during the count.
//
// An incomplete run needs its plan, which takes milliseconds up to order 24 and seconds above.
// A plan is made once in a process; if ctx ends, that continues. ok is false then, and for a run
// whose plan this program cannot make.
func Fraction(ctx context.Context, run *ledger.Run) (share float64, ok bool) {
	if run.Complete() {
		return 1, true
	}
	scheme, err := plan.Wrote(run.Header.Scheme, run.Header.SchemeVersion, run.Header.Order)
	if err != nil || run.Recovery.NoHeader {
		return 0, false
	}
	if _, version := scheme.Identity(run.Header.Order); version != run.Header.SchemeVersion {
		return 0, false
	}
	if run.Tally.Results == 0 {
		return 0, true
	}
	w := worksOf(run.Header, scheme)
	select {
	case <-ctx.Done():
		return 0, false
	case <-w.made:
	}
	if len(w.of) != run.Tally.Subproblems {
		return 0, false
	}
	var done, all float64
	for i, work := range w.of {
		all += work
		if run.Has(i) {
			done += work
		}
	}
	return done / all, all > 0
}

// works are the estimated times of the subproblems of a plan, when it is made; none if the plan has
// another hash.
type works struct {
	made chan struct{}
	of   []float64
}

var made struct {
	sync.Mutex
	plans map[ledger.Hash]*works
}

const maxPlans = 16

// worksOf returns the works of a plan, which it begins to make unless that has begun.
func worksOf(h ledger.Header, scheme plan.Scheme) *works {
	made.Lock()
	defer made.Unlock()
	w := made.plans[h.Plan]
	if w != nil {
		return w
	}
	if len(made.plans) >= maxPlans || made.plans == nil {
		made.plans = map[ledger.Hash]*works{}
	}
	w = &works{made: make(chan struct{})}
	made.plans[h.Plan] = w
	go func() {
		defer close(w.made)
		p, err := plan.New(context.Background(), h.Order, scheme)
		if err != nil || ledger.Hash(p.Hash) != h.Plan {
			return
		}
		for _, weight := range p.Weights() {
			w.of = append(w.of, weight.Float64())
		}
	}()
	return w
}
