package count

import (
	"context"
	"fmt"
	"math/rand/v2"
	"slices"
	"strings"

	"queens/count/ledger"
	"queens/count/plan"
)

// Verification is what Verify found to hold.
type Verification struct {
	Plan     string   `json:"plan"`    // hash, made anew and equal to the ledger's
	Results  int      `json:"results"` // added up from the file alone, residues checked
	Sample   []int    `json:"sample"`  // subproblems computed again, counted from 0
	Kernels  []string `json:"kernels"` // that computed them
	Seed     uint64   `json:"seed"`    // of the choice
	Complete bool     `json:"complete"`
}

// Verify checks a run as its ledger tells it: the plan is made anew and must be
// the ledger's, the results are added up again, and sample of them, chosen by the
// seed, are computed again by another kernel than the one that found them, if
// there is one; those of a join with the roles of the halves exchanged. Progress, if
// not nil, is told before each.
//
// Errors: ledger.ErrMismatch for any difference; ledger.ErrOtherRun if this
// program would make another plan; ctx's error.
func Verify(ctx context.Context, run *ledger.Run, o Options, sample int, seed uint64, progress func(done, total int)) (Verification, error) {
	scheme, err := plan.Lookup(run.Header.Scheme)
	if err != nil {
		return Verification{}, fmt.Errorf("count: verify %s: %w", run.Path, err)
	}
	p, err := plan.New(ctx, run.Header.Order, scheme)
	if err != nil {
		return Verification{}, fmt.Errorf("count: verify %s: %w", run.Path, err)
	}
	if h := HeaderOf(p, ""); h.Plan != run.Header.Plan || h.Subproblems != run.Header.Subproblems {
		return Verification{}, fmt.Errorf("count: verify %s: this program's plan is %v, version %d of %s, the ledger's is %v, version %d: %w",
			run.Path, h.Plan, scheme.Version, scheme.Name, run.Header.Plan, run.Header.SchemeVersion, ledger.ErrOtherRun)
	}
	v := Verification{Plan: p.HashText(), Results: run.Tally.Results, Seed: seed, Complete: run.Complete()}
	chosen := chooseSample(run.Tally.Results, sample, seed)
	return v, v.recompute(ctx, p, run, o, chosen, progress)
}

// verifySample is the number of subproblems of a kept run that Solve has computed
// again.
const verifySample = 3

// verify counts again by a second method: a sample of a run that was kept, by
// another kernel; all of a short one, by another scheme where there is one and by
// another kernel elsewhere.
func (r *Report) verify(ctx context.Context, s plan.Scheme, t *Tally, o Options) error {
	if t.Ledger != "" {
		kept, err := ledger.Read(ctx, t.Ledger)
		if err != nil {
			return fmt.Errorf("count: %w", err)
		}
		v, err := Verify(ctx, kept, o, verifySample, o.Seed, nil)
		if err == nil {
			r.Checks = append(r.Checks, fmt.Sprintf("%s: %d of %d subproblems computed again by kernel %s", s.Name, len(v.Sample), v.Results, strings.Join(v.Kernels, ", ")))
		}
		return err
	}
	second := s
	for _, other := range plan.Schemes() {
		inRange := other.MinOrder <= r.Order && r.Order <= other.MaxOrder
		if countsAll(s) && countsAll(other) && inRange && other.Kind() == plan.Boards && other.Name != s.Name {
			second = other
		}
	}
	o.State, o.Engine, o.Kernel = "", Auto, otherKernel(second.Kind(), t.Kernel)
	again, err := Run(ctx, r.Order, second, o)
	if err != nil {
		return err
	}
	if again.Total != t.Total {
		return r.failf("%s by kernel %s counts %v %s, %s by kernel %s counts %v",
			t.Scheme, t.Kernel, t.Total, t.Counts, again.Scheme, again.Kernel, again.Total)
	}
	r.Checks = append(r.Checks, fmt.Sprintf("%s counted again by scheme %s, kernel %s", t.Counts, again.Scheme, again.Kernel))
	return nil
}

// chooseSample returns up to sample of the numbers 0..results-1, ascending.
func chooseSample(results, sample int, seed uint64) []int {
	random := rand.New(rand.NewPCG(seed, uint64(results)))
	chosen := random.Perm(results)[:min(sample, results)]
	slices.Sort(chosen)
	return chosen
}

// recompute computes the chosen results again; chosen counts results in the order
// of their subproblems.
func (v *Verification) recompute(ctx context.Context, p *plan.Plan, run *ledger.Run, o Options, chosen []int, progress func(done, total int)) error {
	position := 0
	for kept, err := range run.Results() {
		if err != nil {
			return fmt.Errorf("count: verify %s: %w", run.Path, err)
		}
		if len(v.Sample) == len(chosen) {
			break
		}
		if position++; position-1 != chosen[len(v.Sample)] {
			continue
		}
		if progress != nil {
			progress(len(v.Sample), len(chosen))
		}
		again, err := computeAgain(ctx, p, kept, o)
		if err != nil {
			return fmt.Errorf("count: verify %s: %w", run.Path, err)
		}
		if again.Total != kept.Total {
			return fmt.Errorf("count: verify %s: subproblem %d: the ledger says %v by kernel %s, kernel %s finds %v: %w",
				run.Path, kept.Subproblem+1, kept.Total, kept.Kernel, again.Kernel, again.Total, ledger.ErrMismatch)
		}
		if !slices.Equal(again.Evidence, kept.Evidence) {
			return fmt.Errorf("count: verify %s: subproblem %d: the ledger has evidence %v by kernel %s, kernel %s finds %v: %w",
				run.Path, kept.Subproblem+1, kept.Evidence, kept.Kernel, again.Kernel, again.Evidence, ledger.ErrMismatch)
		}
		v.Sample = append(v.Sample, kept.Subproblem)
		if !slices.Contains(v.Kernels, again.Kernel) {
			v.Kernels = append(v.Kernels, again.Kernel)
		}
	}
	return nil
}

// computeAgain counts a subproblem again: by the kernel that is asked for, or by the
// one that the engine checks with.
func computeAgain(ctx context.Context, p *plan.Plan, kept ledger.Result, o Options) (ledger.Result, error) {
	if isAuto(o.Kernel) {
		o.Kernel = otherKernel(p.Scheme.Kind(), kept.Kernel)
	}
	e, err := engineFor(p.Scheme.Kind(), o.Kernel)
	if err != nil {
		return ledger.Result{}, err
	}
	c, err := e.counter(p.Frame, e.check(o))
	if err != nil {
		return ledger.Result{}, err
	}
	return c.Count(ctx, &p.Subproblems[kept.Subproblem])
}
