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
	"queens/count/ledger"
	"queens/count/plan"
	"queens/internal/kernel/table"
)

// Verdict is the outcome of Run.
type Verdict struct {
	Plan     string      `json:"plan"`            // hash of the new plan, equal to the ledger's
	Results  int         `json:"results"`         // added up from the file, with residues checked
	Sample   []int       `json:"sample"`          // subproblems computed again, from 0, ascending
	Kernels  []string    `json:"kernels"`         // that computed them
	By       []string    `json:"by"`              // other methods used, see Ways
	Seed     uint64      `json:"seed,string"`     // of the choice
	Share    *plan.Share `json:"share,omitempty"` // computed again completely instead of a sample
	Complete bool        `json:"complete"`

	goal int // expected size of the sample, for progress
}

// Passes returns the probability that a ledger with this many wrong results, which add up to the
// same sum, passes a verification with another seed: at most (1 - wrong/results)^sample.
func (v Verdict) Passes(wrong int) float64 {
	others := v.Results - len(v.Sample) // not drawn
	probability := 1.0
	for i := range wrong {
		probability *= float64(max(0, others-i)) / float64(max(1, v.Results-i))
	}
	return probability
}

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

func (v *Verdict) sample(ctx context.Context, p *plan.Plan, run *ledger.Run, o count.Options, from []int,
	size int, seed uint64, take func(kept, again ledger.Result) error,
) error {
	drawn := make([]int, len(from))
	for i, k := range rand.New(rand.NewPCG(seed, uint64(len(from)))).Perm(len(from)) {
		drawn[i] = from[k]
	}
	next, before := size, len(v.Sample)
	v.goal = before + min(size, len(drawn))
	if size == AutoSample {
		next, v.goal = max(leastSample, o.Cores()), before+min(usualSample, len(drawn))
	}
	began := time.Now()
	for done := 0; ; {
		next = min(next, len(drawn))
		if err := v.recompute(ctx, p, run, o, drawn[done:next], take); err != nil {
			return err
		}
		done = next
		if size == AutoSample {
			next = growth(done, time.Since(began), 3)
			v.goal = before + min(growth(done, time.Since(began), usualSample), len(drawn))
		}
		if next <= done || done == len(drawn) {
			slices.Sort(v.Sample)
			return nil
		}
	}
}

// Run checks a run. It makes the plan again and compares it with the ledger's, adds up the
// results and computes a sample again, with another kernel if there is one, in the ways of the
// options.
//
// Errors: ledger.ErrMismatch for any difference; ledger.ErrOtherRun if this program makes another
// plan.
func Run(ctx context.Context, run *ledger.Run, o count.Options, sample Sample) (Verdict, error) {
	v := Verdict{Results: run.Tally.Results, Seed: sample.Seed, Complete: run.Complete()}
	p, err := planOf(ctx, run, o)
	if err == nil {
		v.Plan = p.HashText()
		if sample.Share != nil {
			bounds := p.Shares(sample.Share.Of)
			from := bounds[sample.Share.Number-1]
			v.Share = &plan.Share{Number: sample.Share.Number, Of: sample.Share.Of, First: from}
			err = v.recompute(ctx, p, run, o, withResult(run, from, bounds[sample.Share.Number]), unequal)
		} else {
			from := withResult(run, 0, len(p.Subproblems))
			err = v.sample(ctx, p, run, o, from, sample.Size, sample.Seed, unequal)
		}
	}
	if err != nil {
		return v, fmt.Errorf("count: verify %s: %w", run.Path, err)
	}
	return v, nil
}

func planOf(ctx context.Context, run *ledger.Run, o count.Options) (*plan.Plan, error) {
	scheme, err := plan.FindVersion(run.Header.Method, run.Header.MethodVersion)
	if err != nil {
		return nil, err
	}
	if err := o.Validate(); err != nil {
		return nil, err
	}
	p, err := plan.New(ctx, run.Header.Order, scheme)
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

// recompute computes the chosen subproblems, which have results, again, and passes both results to
// take.
func (v *Verdict) recompute(ctx context.Context, p *plan.Plan, run *ledger.Run, o count.Options, chosen []int,
	take func(kept, again ledger.Result) error,
) error {
	o, err := o.Again(p.Frame)
	if err != nil {
		return err
	}
	v.By = append([]string{}, o.By...)
	byKernel := map[string]map[int]ledger.Result{} // to count again
	for saved, err := range run.ResultsOf(chosen) {
		if err != nil {
			return err
		}
		kernel := o.Kernel
		if table.IsAuto(kernel) {
			kernel = p.Scheme.Kind.Facts().OtherKernel(saved.Kernel)
		}
		if byKernel[kernel] == nil {
			byKernel[kernel] = map[int]ledger.Result{}
		}
		byKernel[kernel][saved.Subproblem] = saved
	}
	done, say := len(v.Sample), o.Progress
	v.Sample = append(v.Sample, chosen...)
	for _, kernel := range slices.Sorted(maps.Keys(byKernel)) {
		results, before := byKernel[kernel], done
		o.Kernel, done = kernel, done+len(results)
		if say != nil {
			o.Progress = func(p count.Progress) { // of the whole sample
				p.Finished, p.Subproblems = p.Finished+before, max(v.goal, len(v.Sample))
				say(p)
			}
		}
		err := count.Recount(ctx, p, o, slices.Sorted(maps.Keys(results)), func(again ledger.Result) error {
			if !slices.Contains(v.Kernels, again.Kernel) {
				v.Kernels = append(v.Kernels, again.Kernel)
			}
			return take(results[again.Subproblem], again)
		})
		if err != nil {
			return err
		}
	}
	slices.Sort(v.Kernels)
	return nil
}

func unequal(kept, again ledger.Result) error {
	what, one, two := kept.Differs(again)
	if what == "" {
		return nil
	}
	return fmt.Errorf("subproblem %d: %s: the ledger says %s by kernel %s, kernel %s finds %s: %w",
		kept.Subproblem+1, what, one, kept.Kernel, again.Kernel, two, ledger.ErrMismatch)
}

// Recheck counts the runs of a complete report again by a second method, and adds successes to its
// checks: a sample of a saved run, all of a short one.
//
// Errors: ledger.ErrMismatch for any difference; those of Run and count.Run.
func Recheck(ctx context.Context, r *count.Report, o count.Options, seed uint64) error {
	for _, t := range r.Runs {
		s, err := plan.Find(t.Scheme)
		if err != nil {
			return err
		}
		check := ""
		if t.Ledger != "" {
			check, err = recheckSaved(ctx, t, o.Of(s), seed)
		} else {
			check, err = recheckShort(ctx, r.Order, s, t, o.Of(s))
		}
		if err != nil {
			return err
		}
		r.Checks = append(r.Checks, check)
	}
	return nil
}

func recheckSaved(ctx context.Context, t *count.Tally, o count.Options, seed uint64) (string, error) {
	saved, err := ledger.Read(ctx, t.Ledger)
	if err != nil {
		return "", fmt.Errorf("count: %w", err)
	}
	v, err := Run(ctx, saved, o, Sample{Size: AutoSample, Seed: seed})
	return fmt.Sprintf("%s: %d of %d subproblems computed again by kernel %s", t.Scheme, len(v.Sample), v.Results,
		strings.Join(v.Kernels, ", ")), err
}

func recheckShort(ctx context.Context, order int, s plan.Scheme, t *count.Tally, o count.Options) (_ string,
	err error,
) {
	second := s
	if s.Second != "" {
		if second, err = plan.Find(s.Second); err != nil {
			return "", err
		}
	}
	if second.Accepts(order) != nil {
		second = s
	}
	o.State, o.Scheme, o.Kernel = "", count.Auto, second.Kind.Facts().OtherKernel(t.Kernel)
	by := ""
	if s.SecondBy != "" {
		o.By, by = []string{s.SecondBy}, ", by "+s.SecondBy
	}
	again, err := count.Run(ctx, order, second, o)
	if err != nil {
		return "", err
	}
	if again.Total != t.Total {
		return "", fmt.Errorf("count: order %d: %s by kernel %s counts %v %s, %s by kernel %s counts %v: %w",
			order, t.Scheme, t.Kernel, t.Total, t.Counts, again.Scheme, again.Kernel, again.Total, ledger.ErrMismatch)
	}
	return fmt.Sprintf("%s counted again by method %s%s, kernel %s", t.Counts, again.Scheme, by, again.Kernel), nil
}
