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
	works := worksOf(run.Header, scheme)
	made := make(chan []float64, 1)
	go func() { made <- works() }()
	var of []float64
	select {
	case <-ctx.Done():
		return 0, false
	case of = <-made:
	}
	if len(of) != run.Tally.Subproblems {
		return 0, false
	}
	var done, all float64
	for i, work := range of {
		all += work
		if run.Has(i) {
			done += work
		}
	}
	return done / all, all > 0
}

// plans makes the estimated times of the subproblems of plans, each once; none if the plan has
// another hash.
var plans struct {
	sync.Mutex
	works map[ledger.Hash]func() []float64
}

// maxPlans bounds the plans that are remembered, of some megabytes each.
const maxPlans = 16

func worksOf(h ledger.Header, scheme plan.Scheme) func() []float64 {
	plans.Lock()
	defer plans.Unlock()
	if works := plans.works[h.Plan]; works != nil {
		return works
	}
	if len(plans.works) >= maxPlans || plans.works == nil {
		plans.works = map[ledger.Hash]func() []float64{}
	}
	works := sync.OnceValue(func() (of []float64) {
		p, err := plan.New(context.Background(), h.Order, scheme)
		if err != nil || ledger.Hash(p.Hash) != h.Plan {
			return nil
		}
		for _, weight := range p.Weights() {
			of = append(of, weight.Float64())
		}
		return of
	})
	plans.works[h.Plan] = works
	return works
}
