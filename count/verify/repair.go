package verify

import (
	"context"
	"errors"
	"fmt"
	"maps"
	"path/filepath"
	"slices"
	"strings"

	"queens"
	"queens/count"
	"queens/count/ledger"
	"queens/count/plan"
	"queens/internal/errs"
)

// Repaired is the outcome of Repair.
type Repaired struct {
	Recounted
	Confirmed int           `json:"confirmed"` // results with an equal second computation
	Replaced  []Replacement `json:"replaced"`  // results that two others proved wrong
	Upheld    []Replacement `json:"upheld"`    // results that a second one contradicted and a third one confirmed
}

// Replacement is a subproblem with two different results, decided by a third.
type Replacement struct {
	Subproblem int          `json:"subproblem"` // from 0
	Wrong      queens.Total `json:"wrong"`
	By         string       `json:"by"` // kernel that found the wrong one
	Right      queens.Total `json:"right"`
	Kernels    []string     `json:"kernels"` // that found the right one
}

// Repair verifies results and settles differences in the ledger. An equal result confirms. If the
// results differ, another kernel computes a third one, and if the last two agree they replace the
// first. Repair skips confirmed results, so it continues where the last one stopped. If a run is in
// doubt and no other result was wrong, it computes the confirmed ones again as well, the least
// often computed first.
//
// The ledger gets no certificate. Errors: ledger.ErrMismatch if three computations differ, because
// the machine is broken; those of Run and of ledger.Open.
func Repair(ctx context.Context, run *ledger.Run, o count.Options, sample int, seed uint64) (r Repaired, err error) {
	defer func() {
		if err != nil {
			err = errs.Errorf("repair %s: %w", run.Path, err)
		}
	}()
	p, err := planOf(ctx, run, o)
	if err != nil {
		return r, err
	}
	led, err := reopen(ctx, run, p.Header(o.Program))
	if err != nil {
		return r, err
	}
	defer func() { err = errors.Join(err, led.Close()) }()
	// Read it again, now that no other process can write it.
	if run, err = ledger.Read(ctx, run.Path); err != nil {
		return r, err
	}
	r.Recounted = Recounted{
		Plan: p.HashText(), Results: run.Tally.Results, By: []string{}, Seed: seed, Complete: run.Complete(),
	}
	computed := map[int][]int{} // subproblems, by number of computations
	for _, i := range withResult(run, 0, run.Tally.Subproblems) {
		computed[run.Computed(i)] = append(computed[run.Computed(i)], i)
	}
	for _, times := range slices.Sorted(maps.Keys(computed)) {
		subproblems := computed[times]
		if times > 1 && (!run.DoubtStands() || len(r.Replaced) > 0) {
			break
		}
		if sample != AutoSample && len(r.Sample) >= sample {
			break
		}
		size, before := sample, len(r.Sample)
		if sample != AutoSample {
			size -= before
		}
		var disputed [][2]ledger.Result
		err = r.sample(ctx, p, run, o, subproblems, size, func(kept, again ledger.Result) error {
			if difference(kept, again) != "" {
				disputed = append(disputed, [2]ledger.Result{kept, again})
				return nil
			}
			return led.Append(again)
		})
		if err != nil {
			return r, err
		}
		if err := r.settle(ctx, p, led, o, disputed); err != nil {
			return r, err
		}
		if len(r.Sample)-before < len(subproblems) {
			break
		}
	}
	r.Confirmed = led.Tally().Confirmed
	return r, nil
}

func reopen(ctx context.Context, run *ledger.Run, h ledger.Header) (*ledger.Ledger, error) {
	dir := filepath.Dir(run.Path)
	if filepath.Base(run.Path) != "ledger" { // ledger.Open would create another ledger next to it
		return nil, errors.New("it is a copy; make it a run with \"queens runs merge\" and name that")
	}
	led, _, err := ledger.Open(ctx, dir, h, ledger.Options{})
	return led, err
}

// settle computes disputed subproblems a third time, with another kernel, and records the majority.
//
// Errors: ledger.ErrMismatch if all three differ.
func (r *Repaired) settle(ctx context.Context, p *plan.Plan, led *ledger.Ledger, o count.Options,
	disputed [][2]ledger.Result,
) (err error) {
	reasons, fresh := map[int]string{}, []ledger.Result{}
	for _, d := range disputed {
		saved, again := d[0], d[1]
		third, failed := countThird(ctx, p, o, saved, again)
		if err = failed; err != nil {
			break
		}
		right, wrong, upheld := again, saved, difference(again, third) != ""
		if upheld {
			right, wrong = saved, again
		}
		if difference(right, third) != "" {
			err = fmt.Errorf("subproblem %d: the ledger says %v by kernel %s, kernel %s finds %v and kernel %s %v: %w",
				saved.Subproblem+1, saved.Total, saved.Kernel, again.Kernel, again.Total, third.Kernel, third.Total,
				ledger.ErrMismatch)
			break
		}
		verdict := Replacement{saved.Subproblem, wrong.Total, wrong.Kernel, third.Total, kernelsOf(right, third)}
		if upheld {
			r.Upheld, fresh = append(r.Upheld, verdict), append(fresh, third)
			continue
		}
		reasons[saved.Subproblem] = fmt.Sprintf("kernel %s had found %v, kernels %s and %s find %v", wrong.Kernel,
			wrong.Total, right.Kernel, third.Kernel, third.Total)
		r.Replaced, fresh = append(r.Replaced, verdict), append(fresh, right, third)
	}
	err = errors.Join(err, led.Withdraw(reasons)) // at once: it writes the whole file
	for _, result := range fresh {
		err = errors.Join(err, led.Append(result))
	}
	return err
}

func countThird(ctx context.Context, p *plan.Plan, o count.Options, saved, again ledger.Result) (third ledger.Result,
	err error,
) {
	o.Kernel = p.Variant.Method.Info().OtherKernel(saved.Kernel + "+" + again.Kernel)
	o.State, o.NoState, o.Progress, o.By, o.Workers, o.Devices = "", nil, nil, nil, 1, nil
	o.Only = func(i int) bool { return i == saved.Subproblem }
	o.Found = func(_ *plan.Plan, r *ledger.Result) error { third = *r; return nil }
	_, err = count.Run(ctx, p, o)
	return third, err
}

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

// Revoke withdraws the results that a kernel took part in, and returns their number. Errors:
// queens.ErrFormat for an invalid name; those of ledger.Open.
func Revoke(ctx context.Context, run *ledger.Run, kernel, reason, program string) (withdrawn int, err error) {
	h := run.Header
	h.Program = program
	led, err := reopen(ctx, run, h)
	if err != nil {
		return 0, errs.Errorf("revoke: %w", err)
	}
	withdrawn, err = led.Revoke(kernel, reason)
	return withdrawn, errors.Join(err, led.Close())
}
