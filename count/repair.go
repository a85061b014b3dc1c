package count

import (
	"context"
	"errors"
	"fmt"
	"path/filepath"
	"slices"
	"strings"

	"queens"
	"queens/count/ledger"
	"queens/count/plan"
)

// Repaired is what Repair found and did. The Sample are the subproblems that it computed
// again.
type Repaired struct {
	Verification
	Confirmed int           `json:"confirmed"` // results that a second computation equals
	Replaced  []Replacement `json:"replaced"`  // results that two others have proved wrong
	Upheld    []Replacement `json:"upheld"`    // results that a second one denied and a third one confirms
}

// Replacement is a subproblem of which two computations differed, and a third one
// decided.
type Replacement struct {
	Subproblem int          `json:"subproblem"` // from 0
	Wrong      queens.Total `json:"wrong"`
	By         string       `json:"by"` // kernel that found it
	Right      queens.Total `json:"right"`
	Kernels    []string     `json:"kernels"` // that found it
}

// Repair is Verify, and settles what it finds in the ledger: a result that the second
// computation equals is confirmed; one that differs is computed a third time, by
// another kernel again, and withdrawn if the second and the third agree, which then
// take its place. Results that are confirmed already are passed over, so that a repair
// of all results goes on where the last one stopped; sample counts the others.
//
// The ledger gets no certificate: a count does that, with its checks.
//
// Errors: ledger.ErrMismatch if three computations of a subproblem differ: this machine
// is broken, and nothing is written about it; those of Verify and of ledger.Open.
func Repair(ctx context.Context, run *ledger.Run, o Options, sample int, seed uint64) (r Repaired, err error) {
	defer func() {
		if err != nil {
			err = fmt.Errorf("count: repair %s: %w", run.Path, err)
		}
	}()
	p, err := planOf(ctx, run, o)
	if err != nil {
		return r, err
	}
	led, _, err := ledger.Open(ctx, filepath.Dir(run.Path), HeaderOf(p, o.Program), ledger.Options{})
	if err != nil {
		return r, err
	}
	defer func() { err = errors.Join(err, led.Close()) }()
	// It is read again, now that nobody else can write it.
	if run, err = ledger.Read(ctx, run.Path); err != nil {
		return r, err
	}
	r.Verification = Verification{Plan: p.HashText(), Results: run.Tally.Results, Seed: seed, Complete: run.Complete()}
	if sample == AutoSample {
		sample = sampleOf(run.Tally, o.workers())
	}
	open := unconfirmed(run)
	chosen := chooseSample(len(open), sample, seed)
	for i, k := range chosen {
		chosen[i] = open[k]
	}
	var disputed []pair
	err = r.recompute(ctx, p, run, o, chosen, func(kept, again ledger.Result) error {
		if unequal(kept, again) != nil {
			disputed = append(disputed, pair{kept, &again})
			return nil
		}
		return led.Append(again)
	})
	if err != nil {
		return r, err
	}
	for _, d := range disputed {
		if err := r.settle(ctx, p, led, o, d); err != nil {
			return r, err
		}
	}
	r.Confirmed = led.Tally().Confirmed
	return r, nil
}

// unconfirmed returns which of the results of a run, in the order of their subproblems,
// no second one confirms.
func unconfirmed(run *ledger.Run) (positions []int) {
	confirmed := map[int]bool{}
	for subproblem := range run.Confirmed() {
		confirmed[subproblem] = true
	}
	position := 0
	for subproblem := range run.Tally.Subproblems {
		if !run.Has(subproblem) {
			continue
		}
		if !confirmed[subproblem] {
			positions = append(positions, position)
		}
		position++
	}
	return positions
}

// settle computes a subproblem a third time and has the ledger keep what two of three
// computations say.
func (r *Repaired) settle(ctx context.Context, p *plan.Plan, led *ledger.Ledger, o Options, d pair) error {
	kept, second := d.kept, *d.again
	o.Kernel, o.By, o.Workers = otherKernel(p.Scheme.Kind(), kept.Kernel+"+"+second.Kernel), nil, 1
	counter, err := NewCounter(p.Frame, o)
	if err != nil {
		return err
	}
	third, err := counter.Count(ctx, &p.Subproblems[kept.Subproblem])
	if err != nil {
		return err
	}
	switch {
	case unequal(second, third) == nil:
		reason := fmt.Sprintf("kernel %s had found %v, kernels %s and %s find %v", kept.Kernel, kept.Total, second.Kernel, third.Kernel, third.Total)
		if err := led.Withdraw(kept.Subproblem, reason); err != nil {
			return err
		}
		r.Replaced = append(r.Replaced, Replacement{kept.Subproblem, kept.Total, kept.Kernel, third.Total, kernelsOf(second, third)})
		return errors.Join(led.Append(second), led.Append(third))
	case unequal(kept, third) == nil:
		r.Upheld = append(r.Upheld, Replacement{kept.Subproblem, second.Total, second.Kernel, third.Total, kernelsOf(kept, third)})
		return led.Append(third)
	default:
		return fmt.Errorf("subproblem %d: the ledger says %v by kernel %s, kernel %s finds %v and kernel %s %v: %w",
			kept.Subproblem+1, kept.Total, kept.Kernel, second.Kernel, second.Total, third.Kernel, third.Total, ledger.ErrMismatch)
	}
}

// kernelsOf returns the names of the kernels of results, each once.
func kernelsOf(results ...ledger.Result) (names []string) {
	for _, r := range results {
		for name := range strings.SplitSeq(r.Kernel, "+") {
			if !slices.Contains(names, name) {
				names = append(names, name)
			}
		}
	}
	return names
}

// Revoke withdraws the results of a run in which a kernel took part, because it has
// proved wrong, and returns how many they were. A count computes them again.
//
// Errors: queens.ErrFormat for what is no name; those of ledger.Open.
func Revoke(ctx context.Context, run *ledger.Run, kernel, reason, program string) (withdrawn int, err error) {
	h := run.Header
	h.Program = program
	led, _, err := ledger.Open(ctx, filepath.Dir(run.Path), h, ledger.Options{})
	if err != nil {
		return 0, fmt.Errorf("count: revoke: %w", err)
	}
	withdrawn, err = led.Revoke(kernel, reason)
	return withdrawn, errors.Join(err, led.Close())
}
