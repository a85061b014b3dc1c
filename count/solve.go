// Package count counts solutions of the n-queens problem exactly.
//
// [Solve] answers a [Question] and checks the answer against known values; [All] is the short form.
//
//	total, err := count.All(ctx, 12) // 14200
//
// An answer takes one [Run] for each variant: a plan, its subproblems counted on all cores, their
// results in a ledger. It does not depend on the number of workers, on the kernel or on
// interruptions. A [Session] accepts results from anywhere, and a [Counter] counts one subproblem.
//
// Package methods has the methods of counting, survey has estimates, and verify merges and repairs
// ledgers.
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

// Quantity is what Solve counts. Package survey counts solutions by first queen and by square; the
// solutions unchanged by each symmetry follow from Classes.
type Quantity string

// The quantities.
const (
	AllSolutions   Quantity = "all"              // all solutions
	Fundamental    Quantity = "fundamental"      // solutions up to symmetry
	UpToRotation   Quantity = "up-to-rotation"   // solutions up to rotation
	UpToReflection Quantity = "up-to-reflection" // solutions up to reflection in one axis
	Classes        Quantity = "classes"          // fundamental solutions of each symmetry class
	Symmetric      Quantity = "symmetric"        // solutions unchanged by a half turn and by a quarter turn
	QuarterTurn    Quantity = "quarter-turn"     // solutions unchanged by a quarter turn
	Reflecting     Quantity = "reflecting"       // reflecting solutions
)

// Quantities returns every Quantity as a string.
func Quantities() []string {
	return []string{
		string(AllSolutions), string(Fundamental), string(UpToRotation), string(UpToReflection), string(Classes),
		string(Symmetric), string(QuarterTurn), string(Reflecting),
	}
}

// MaxOrder returns the largest order for which the quantity is counted on a board, or 0.
func (of Quantity) MaxOrder(board queens.Topology) (most int) {
	for _, s := range methods.Of(board, of.motions()[0]) {
		most = max(most, s.MaxOrder)
	}
	return most
}

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

// Question is a question about one order.
type Question struct {
	Order    int             `json:"order"` // 0 to Of.MaxOrder(Topology)
	Topology queens.Topology `json:"topology"`
	Of       Quantity        `json:"of"` // empty: AllSolutions; on the modular board AllSolutions or Symmetric
}

// Validate reports an invalid question: queens.ErrOrder or queens.ErrFormat.
func (q Question) Validate() error {
	switch of := cmp.Or(q.Of, AllSolutions); {
	case !slices.Contains(Quantities(), string(of)):
		return errs.Errorf("%q: want one of %s: %w", string(of), strings.Join(Quantities(), ", "), queens.ErrFormat)
	case q.Topology == queens.Modular && of != AllSolutions && of != Symmetric:
		return errs.Errorf("%s of the modular board: only all and symmetric solutions can be counted; %[1]s "+
			"needs the regular board: %w", of, queens.ErrFormat)
	}
	if most := q.Of.MaxOrder(q.Topology); q.Order < 0 || q.Order > most {
		return errs.Errorf("order %d: want 0 to %d: %w", q.Order, most, queens.ErrOrder)
	}
	return nil
}

// Solve answers a question exactly, with one run per variant. The symmetric solutions, which take
// almost no time, come first. The parts are checked against each other and against package known.
//
// If ctx ends, the Report has the runs so far, but no totals of incomplete runs. Errors: those of
// Run; ledger.ErrMismatch if a check fails.
func Solve(ctx context.Context, q Question, o Options) (*Report, error) {
	j, err := NewJob(q, o)
	if err != nil {
		return nil, err
	}
	return j.Solve(ctx)
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
func NewJob(q Question, o Options) (*Job, error) { return newJob(q, o, plan.Variant.Accepts) }

// NewSampling is NewJob for a job that will only be estimated, even if its order has no plan.
func NewSampling(q Question, o Options) (*Job, error) { return newJob(q, o, plan.Variant.Samples) }

func newJob(q Question, o Options, accepts acceptance) (*Job, error) {
	q.Of = cmp.Or(q.Of, AllSolutions)
	if err := errors.Join(q.Validate(), o.Validate()); err != nil {
		return nil, err
	}
	variants, err := q.variants(o, accepts)
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
	s, o := j.Variant(), j.options.Of(j.Variant())
	return s.Method.Begin(s, j.question.Order).Remark(o.ForMethod(s.Method.Facts()))
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
			o := j.options.Of(variant)
			if i != j.longest {
				o.Progress = nil
			}
			t, err = RunPart(ctx, p, len(p.Subproblems), o, func(s *Session) error {
				return r.checked(variant, s.Tally().Total)
			})
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
		r.take(variant, t.Total)
	}
	if err := r.conclude(); err != nil {
		return nil, err
	}
	r.Elapsed = time.Since(began)
	return r, nil
}

// Variant returns the variant of the question's longest run.
func (q Question) Variant(o Options) (plan.Variant, error) {
	j, err := NewJob(q, o)
	if err != nil {
		return plan.Variant{}, err
	}
	return j.Variant(), nil
}

func (q Question) variants(o Options, accepts acceptance) ([]plan.Variant, error) {
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
			err = s.Method.Facts().Accepted(o.Kernel)
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
	all, err := o.all(q.Order, accepts)
	if err != nil {
		return nil, err
	}
	if err := accepts(all, q.Order); err != nil { // before the other searches
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

// All returns Q(n). It counts on all cores and saves nothing.
func All(ctx context.Context, n int) (queens.Total, error) {
	r, err := Solve(ctx, Question{Order: n}, Options{})
	if err != nil {
		return queens.Total{}, err
	}
	return *r.Solutions, nil
}
