package count

import (
	"cmp"
	"context"
	"errors"
	"slices"
	"strings"
	"sync"
	"time"

	"queens"
	"queens/count/internal/kernels/table"
	"queens/count/methods"
	"queens/count/plan"
	"queens/internal/errs"
)

// motions returns the motions whose solutions make up the quantity.
func (of Quantity) motions() []plan.Motion {
	switch of {
	case QuarterTurn:
		return []plan.Motion{plan.QuarterTurn}
	case Reflecting:
		return []plan.Motion{plan.Reflecting}
	case Symmetric:
		return []plan.Motion{plan.HalfTurn, plan.QuarterTurn}
	default:
		return []plan.Motion{plan.Still}
	}
}

// Job is a question with options. It caches the plan of the longest run, so that estimating, naming
// and answering make it only once.
type Job struct {
	question Question
	options  Options
	variants []plan.Variant // of the runs, in order
	longest  int            // index in variants
	making   sync.Mutex
	draft    *plan.Draft // of the longest run
}

// NewJob returns the job of a question. Errors: queens.ErrOrder, queens.ErrFormat.
func NewJob(q Question, o Options) (*Job, error) {
	q.Of = cmp.Or(q.Of, AllSolutions)
	if err := errors.Join(q.Validate(), o.Validate()); err != nil {
		return nil, err
	}
	variants, err := q.variants(o)
	if err != nil {
		return nil, err
	}
	j := &Job{question: q, options: o, variants: variants, longest: len(variants) - 1}
	if q.Of == Symmetric {
		j.longest = 0 // half turns take far longer than quarter turns
	}
	return j, nil
}

// Question returns the question.
func (j *Job) Question() Question { return j.question }

// Variant returns the variant of the longest run.
func (j *Job) Variant() plan.Variant { return j.variants[j.longest] }

// Remark returns a sentence if the options slow down the longest run.
func (j *Job) Remark() string {
	s, o := j.Variant(), j.options.of(j.Variant())
	return s.Method.NewCount(s, j.question.Order).Remark(o.ForMethod(s.Method.Info()))
}

// Draft returns the draft of the longest run. Errors: ctx's.
func (j *Job) Draft(ctx context.Context) (_ *plan.Draft, err error) {
	j.making.Lock()
	defer j.making.Unlock()
	if j.draft == nil {
		if j.draft, err = plan.NewDraft(ctx, j.question.Order, j.Variant()); err != nil {
			return nil, errs.Errorf("%w", err)
		}
	}
	return j.draft, nil
}

func (j *Job) plan(ctx context.Context, run int) (p *plan.Plan, err error) {
	if run != j.longest {
		p, err = plan.New(ctx, j.question.Order, j.variants[run])
	} else {
		var d *plan.Draft
		if d, err = j.Draft(ctx); err == nil {
			p, err = d.Plan(ctx)
		}
	}
	if err != nil {
		return nil, errs.Errorf("%w", err)
	}
	return p, nil
}

// RunName returns the name of the longest run, for which it makes the plan. Errors: ctx's.
func (j *Job) RunName(ctx context.Context) (string, error) {
	p, err := j.plan(ctx, j.longest)
	if err != nil {
		return "", err
	}
	return p.RunName(), nil
}

// Solve answers the question like the function Solve.
func (j *Job) Solve(ctx context.Context) (*Report, error) {
	began := time.Now()
	r := &Report{Schema: "queens.count/1", Question: j.question, Checks: []string{}, Reason: j.question.reason()}
	for i, variant := range j.variants {
		p, err := j.plan(ctx, i)
		var t *Tally
		if err == nil {
			o, check := j.options.of(variant), j.options.Check
			if i != j.longest {
				o.Progress, o.KeepAll, check = nil, false, nil
			}
			o.Check = func(total queens.Total, each []queens.Total) error {
				if err := r.checked(variant, total); err != nil || check == nil {
					return err
				}
				return check(total, each)
			}
			t, err = Run(ctx, p, o)
		}
		if t != nil {
			r.Runs = append(r.Runs, t)
			r.Elapsed = time.Since(began)
		}
		if err != nil && isStop(err) {
			return r, err
		}
		if err != nil {
			return nil, err
		}
		*r.totalOf(variant) = &t.Total
	}
	if err := r.conclude(); err != nil {
		return nil, err
	}
	r.Elapsed = time.Since(began)
	return r, nil
}

// CountShare counts a share of the longest run of the job and saves the results in its ledger.
// Package verify merges the ledgers of several machines; Solve then counts the rest and checks.
//
// Errors: queens.ErrFormat without a state directory; those of Run. If ctx ends, the Tally covers
// the finished part.
func (j *Job) CountShare(ctx context.Context, share plan.Share) (*Tally, error) {
	o := j.options.of(j.Variant())
	o.KeepAll = true
	if o.State == "" && o.NoState != nil {
		return nil, errs.Errorf("%w", o.NoState)
	}
	if o.State == "" {
		return nil, errs.Errorf("without a state directory the results of a share would be lost: %w", queens.ErrFormat)
	}
	p, err := j.plan(ctx, j.longest)
	if err != nil {
		return nil, err
	}
	bounds := p.Shares(share.Of)
	first, end := bounds[share.Number-1], bounds[share.Number]
	o.Only = func(i int) bool { return first <= i && i < end }
	t, err := Run(ctx, p, o)
	if t != nil {
		share.First = first
		t.Share = &share
	}
	return t, err
}

func (q Question) variants(o Options) ([]plan.Variant, error) {
	motions := q.Of
	if q.Topology == queens.Regular && !q.isSpecial() {
		motions = Symmetric // the classes need them
	}
	var variants []plan.Variant
	var names []string
	for _, m := range motions.motions() {
		list := methods.Of(q.Topology, m)
		if len(list) == 0 {
			continue // quarter turns of the modular board have no variant
		}
		s := methods.Fastest(list, q.Order)
		for _, other := range list {
			if names = append(names, other.Name); other.Name == o.Method {
				s = other
			}
		}
		err := s.Accepts(q.Order)
		if q.isSpecial() && err == nil {
			err = s.Method.Info().Accepted(o.Kernel)
		}
		if err != nil {
			return nil, errs.Errorf("%w", err)
		}
		variants = append(variants, s)
	}
	if q.isSpecial() && !table.IsAuto(o.Method) && !slices.Contains(names, o.Method) {
		return nil, errs.Errorf("method %q: %s solutions are counted by %s: %w", o.Method, q.Of,
			strings.Join(names, ", "), queens.ErrFormat)
	}
	if q.Topology == queens.Modular || q.isSpecial() {
		return variants, nil
	}
	all, err := o.all(q.Order)
	if err != nil {
		return nil, err
	}
	if err := o.accepts(all, q.Order); err != nil { // before the other searches
		return nil, errs.Errorf("%w", err)
	}
	return append(variants, all), nil
}

// isSpecial reports whether the question is about some solutions only, which have their own
// variants.
func (q Question) isSpecial() bool {
	return q.Of == Symmetric || q.Of == QuarterTurn || q.Of == Reflecting
}

func (q Question) reason() string {
	if q.Topology == queens.Modular && q.Order > 1 && (q.Order%2 == 0 || q.Order%3 == 0) {
		return "none exists, because the order has a common divisor with 6 [polya1918]"
	}
	return ""
}

// accepts returns why an order cannot be counted, or estimated, by a variant.
func (o Options) accepts(s plan.Variant, n int) error {
	if o.Sampled {
		return s.Samples(n)
	}
	return s.Accepts(n)
}

// all returns the variant for all solutions of order n, by default the fastest one that accepts it
// and has the kernel.
func (o Options) all(n int) (plan.Variant, error) {
	all := methods.Of(queens.Regular, plan.Still)
	if table.IsAuto(o.Method) {
		list := slices.DeleteFunc(slices.Clone(all), func(s plan.Variant) bool {
			return s.Method.Info().Accepted(o.Kernel) != nil || o.accepts(s, n) != nil
		})
		if len(list) == 0 {
			list = all
		}
		return methods.Fastest(list, n), nil
	}
	s, err := methods.Find(o.Method)
	if err == nil && !methods.CountsAll(s) {
		err = errs.Errorf("method %q counts %s, not all solutions: %w", o.Method, s.Counts, queens.ErrFormat)
	}
	return s, err
}
