// Package verify is the place for what is wrong with results: it checks, repairs and merges the
// ledgers of runs.
//
// [Run] computes a sample or a share of the results of a run again and compares; its [Verdict] can
// be merged with those of others. [Compare] compares a merged ledger with its sources. [Repair]
// replaces wrong results, [Revoke] withdraws those of a kernel, [Merge] combines the ledgers of
// several machines, and [Recheck] counts the runs of an answer again by a second method. None of
// them certifies a total: a count does that.
package verify

import (
	"context"
	"fmt"
	"maps"
	"math/rand/v2"
	"slices"
	"strings"
	"time"

	"queens/count"
	"queens/count/internal/kernels/table"
	"queens/count/ledger"
	"queens/count/methods"
	"queens/count/plan"
	"queens/internal/errs"
)

// Recounted says which results of a run were computed again, and how.
type Recounted struct {
	Plan     string   `json:"plan"`        // hash of the new plan, equal to the ledger's
	Results  int      `json:"results"`     // added up from the file, with residues checked
	Sample   []int    `json:"sample"`      // subproblems computed again, from 0, ascending
	Kernels  []string `json:"kernels"`     // that computed them
	By       []string `json:"by"`          // ways that differ in more than the kernel
	Seed     uint64   `json:"seed,string"` // of the choice
	Complete bool     `json:"complete"`

	goal int // expected size of the sample, for progress
}

// Finds returns the probability that a verification with another seed finds one of this many wrong
// results, which add up to the same sum: at least 1 - (1 - wrong/results)^sample.
func (r *Recounted) Finds(wrong int) float64 {
	others := r.Results - len(r.Sample) // not drawn
	passes := 1.0
	for i := range wrong {
		passes *= float64(max(0, others-i)) / float64(max(1, r.Results-i))
	}
	return 1 - passes
}

// Hundredth returns a hundredth of the results.
func (r *Recounted) Hundredth() int { return r.Results / 100 }

// Sample selects the results that Run computes again.
type Sample struct {
	Size  int         // number of random results, or AutoSample
	Seed  uint64      // of the choice
	Share *plan.Share // if not nil, the whole share instead: several people can check all results this way
}

// AutoSample selects 300 results: a ledger with one false result in a hundred then passes one time
// in twenty. Run takes fewer, but at least 3, if they take more than ten minutes here.
const AutoSample = -1

const (
	usualSample = 300
	leastSample = 3
	sampleLimit = 10 * time.Minute
)

// growth returns the size to reach next, at most 1+most times that of now.
func growth(done int, elapsed time.Duration, most float64) int {
	left := float64(sampleLimit-elapsed) / float64(max(elapsed, 1))
	return min(usualSample, done+int(max(0, float64(done)*min(left, most))))
}

func (r *Recounted) sample(ctx context.Context, p *plan.Plan, run *ledger.Run, o count.Options, from []int,
	size int, take func(kept, again ledger.Result) error,
) error {
	drawn := make([]int, len(from))
	for i, k := range rand.New(rand.NewPCG(r.Seed, uint64(len(from)))).Perm(len(from)) {
		drawn[i] = from[k]
	}
	next, before := size, len(r.Sample)
	r.goal = before + min(size, len(drawn))
	if size == AutoSample {
		next, r.goal = max(leastSample, o.Cores()), before+min(usualSample, len(drawn))
	}
	began := time.Now()
	for done := 0; ; {
		next = min(next, len(drawn))
		if err := r.recompute(ctx, p, run, o, drawn[done:next], take); err != nil {
			return err
		}
		done = next
		if size == AutoSample {
			next = growth(done, time.Since(began), 3)
			r.goal = before + min(growth(done, time.Since(began), usualSample), len(drawn))
		}
		if next <= done || done == len(drawn) {
			slices.Sort(r.Sample)
			return nil
		}
	}
}

// recompute computes the chosen subproblems, which have results, again, and passes both results to
// take.
func (r *Recounted) recompute(ctx context.Context, p *plan.Plan, run *ledger.Run, o count.Options, chosen []int,
	take func(kept, again ledger.Result) error,
) error {
	var err error
	if o.By, err = p.Variant.OtherWays(p.Order, o.By); err != nil {
		return err
	}
	o.State, o.NoState, o.Devices = "", nil, nil
	r.By = append([]string{}, o.By...)
	byKernel := map[string]map[int]ledger.Result{} // to count again
	for saved, err := range run.ResultsOf(chosen) {
		if err != nil {
			return err
		}
		kernel := o.Kernel
		if table.IsAuto(kernel) {
			kernel = p.Variant.Method.Info().OtherKernel(saved.Kernel)
		}
		if byKernel[kernel] == nil {
			byKernel[kernel] = map[int]ledger.Result{}
		}
		byKernel[kernel][saved.Subproblem] = saved
	}
	done, say := len(r.Sample), o.Progress
	r.Sample = append(r.Sample, chosen...)
	for _, kernel := range slices.Sorted(maps.Keys(byKernel)) {
		results, before := byKernel[kernel], done
		o.Kernel, done = kernel, done+len(results)
		if say != nil {
			o.Progress = func(p count.Progress) { // of the whole sample
				p.Done, p.Subproblems = p.Done+before, max(r.goal, len(r.Sample))
				say(p)
			}
		}
		o.Only = func(i int) bool { _, ok := results[i]; return ok }
		o.Found = func(_ *plan.Plan, again *ledger.Result) error {
			if !slices.Contains(r.Kernels, again.Kernel) {
				r.Kernels = append(r.Kernels, again.Kernel)
			}
			return take(results[again.Subproblem], *again)
		}
		if _, err := count.Run(ctx, p, o); err != nil {
			return err
		}
	}
	slices.Sort(r.Kernels)
	return nil
}

// difference says in what a result differs from that of the ledger, or nothing.
func difference(kept, again ledger.Result) string {
	what, one, two := kept.Differs(again)
	if what == "" {
		return ""
	}
	return fmt.Sprintf("subproblem %d: %s: the ledger says %s by kernel %s, kernel %s finds %s", kept.Subproblem+1,
		what, one, kept.Kernel, again.Kernel, two)
}

func planOf(ctx context.Context, run *ledger.Run, o count.Options) (*plan.Plan, error) {
	variant, err := methods.FindVersion(run.Header.Method, run.Header.MethodVersion)
	if err != nil {
		return nil, err
	}
	if err := o.Validate(); err != nil {
		return nil, err
	}
	p, err := plan.New(ctx, run.Header.Order, variant)
	if err != nil {
		return nil, err
	}
	return p, samePlan(p, run.Header)
}

func samePlan(p *plan.Plan, h ledger.Header) error {
	own := p.Header("")
	if own.Plan == h.Plan && own.Subproblems == h.Subproblems {
		return nil
	}
	return fmt.Errorf("this program's plan is %v, version %d of %s, the ledger's is %v, version %d: %w",
		own.Plan, own.MethodVersion, own.Method, h.Plan, h.MethodVersion, ledger.ErrOtherRun)
}

// withResult returns the subproblems in [from, end) that have a result.
func withResult(run *ledger.Run, from, end int) (list []int) {
	for subproblem := from; subproblem < end; subproblem++ {
		if run.Has(subproblem) {
			list = append(list, subproblem)
		}
	}
	return list
}

// Recheck counts the runs of a complete report again by a second method, and adds successes to its
// checks: a sample of a saved run, all of a short one.
//
// Errors: ledger.ErrMismatch for any difference; those of Run and count.Run.
func Recheck(ctx context.Context, r *count.Report, o count.Options, seed uint64) error {
	for _, t := range r.Runs {
		s, err := methods.Find(t.Method)
		if err != nil {
			return err
		}
		own := o
		if s.Method.Info().Accepted(o.Kernel) != nil {
			own.Kernel = plan.Auto
		}
		var check string
		if t.Ledger != "" {
			check, err = recheckSaved(ctx, s, t, own, seed)
		} else {
			check, err = recheckShort(ctx, r.Order, s, t, own)
		}
		if err != nil {
			return errs.Errorf("%w", err)
		}
		r.Checks = append(r.Checks, check)
	}
	return nil
}

func recheckSaved(ctx context.Context, s plan.Variant, t *count.Tally, o count.Options, seed uint64) (string, error) {
	saved, err := ledger.Read(ctx, t.Ledger)
	if err != nil {
		return "", err
	}
	v, err := Run(ctx, saved, o, Sample{Size: AutoSample, Seed: seed})
	if err == nil && len(v.Wrong) > 0 {
		err = fmt.Errorf("verify %s: %s: %w", t.Ledger, v.Wrong[0], ledger.ErrMismatch)
	}
	if err != nil {
		return "", err
	}
	return fmt.Sprintf("%s: %d of %d subproblems computed again by kernel %s", s.Name, len(v.Sample), v.Results,
		strings.Join(v.Kernels, ", ")), nil
}

func recheckShort(ctx context.Context, order int, s plan.Variant, t *count.Tally, o count.Options) (string, error) {
	second := s
	if other, err := methods.Find(s.Second); err == nil && other.Accepts(order) == nil {
		second = other
	}
	o.State, o.Method, o.Kernel = "", plan.Auto, second.Method.Info().OtherKernel(t.Kernel)
	by := ""
	if s.SecondBy != "" {
		o.By, by = []string{s.SecondBy}, ", by "+s.SecondBy
	}
	p, err := plan.New(ctx, order, second)
	if err != nil {
		return "", err
	}
	again, err := count.Run(ctx, p, o)
	if err != nil {
		return "", err
	}
	if again.Total != t.Total {
		return "", fmt.Errorf("order %d: %s by kernel %s counts %v %s, %s by kernel %s counts %v: %w",
			order, t.Method, t.Kernel, t.Total, t.Counts, again.Method, again.Kernel, again.Total, ledger.ErrMismatch)
	}
	return fmt.Sprintf("%s counted again by method %s%s, kernel %s", t.Counts, again.Method, by, again.Kernel), nil
}
