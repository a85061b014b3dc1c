package upkeep

import (
	"context"
	"fmt"
	"strings"

	"queens/count"
	"queens/count/ledger"
	"queens/count/plan"
)

// Recheck counts the runs of a complete report again by a second method, and adds what holds to its
// checks: a sample of a run that was saved, all of a short one.
//
// Errors: ledger.ErrMismatch for any difference; those of Verify and count.Run.
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
	v, err := Verify(ctx, saved, o, Sample{Size: AutoSample, Seed: seed})
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
