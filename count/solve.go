package count

import (
	"cmp"
	"context"
	"errors"
	"fmt"
	"sync"
	"time"

	"queens"
	"queens/count/ledger"
	"queens/count/plan"
	"queens/internal/kernel/table"
	"queens/known"
	"queens/symmetry"
)

// Quantity says what is to be counted.
type Quantity string

// What can be counted.
const (
	AllSolutions Quantity = "all"          // all solutions
	Fundamental  Quantity = "fundamental"  // solutions up to symmetry
	Classes      Quantity = "classes"      // fundamental solutions of each symmetry class
	Symmetric    Quantity = "symmetric"    // solutions unchanged by a half turn and by a quarter turn
	QuarterTurn  Quantity = "quarter-turn" // solutions unchanged by a quarter turn
)

// Quantities returns every Quantity, as words.
func Quantities() []string {
	return []string{string(AllSolutions), string(Fundamental), string(Classes), string(Symmetric), string(QuarterTurn)}
}

// MaxOrder returns the largest order of which the quantity is counted.
func (of Quantity) MaxOrder() int { return of.schemes(queens.Regular)[0].MaxOrder }

// schemes returns the schemes for the quantity, of which all are needed: of the first motion those that
// count the same.
func (of Quantity) schemes(board queens.Topology) []plan.Scheme {
	switch {
	case of == QuarterTurn:
		return plan.Of(board, plan.QuarterTurn)
	case of == Symmetric:
		return append(plan.Of(board, plan.HalfTurn), plan.Of(board, plan.QuarterTurn)...)
	default:
		return plan.Of(board, plan.Still)
	}
}

// Question is what is asked about one order.
type Question struct {
	Order    int             `json:"order"` // 0 to Of.MaxOrder()
	Topology queens.Topology `json:"topology"`
	Of       Quantity        `json:"of"` // empty: AllSolutions, the only one of the modular board.
}

// Validate reports a question without answer: queens.ErrOrder or
// queens.ErrFormat.
func (q Question) Validate() error {
	if most := q.Of.MaxOrder(); q.Order < 0 || q.Order > most {
		return fmt.Errorf("count: order %d: want 0 to %d: %w", q.Order, most, queens.ErrOrder)
	}
	switch q.Of {
	case AllSolutions, "":
		return nil
	case Fundamental, Classes, Symmetric, QuarterTurn:
		if q.Topology == queens.Modular && q.Of != Symmetric {
			return fmt.Errorf("count: %s of the modular board: only all and symmetric solutions are counted there: %w", q.Of, queens.ErrFormat)
		}
		return nil
	default:
		return fmt.Errorf("count: %q: want one of %v: %w", string(q.Of), Quantities(), queens.ErrFormat)
	}
}

// Report answers a Question. What was not asked for or is not known yet is nil.
type Report struct {
	Question
	Solutions   *queens.Total `json:"solutions,omitempty"`   // Q(n), or the modular solutions
	Fundamental *queens.Total `json:"fundamental,omitempty"` // orbits under the eight symmetries
	Asymmetric  *queens.Total `json:"asymmetric,omitempty"`  // orbits of 8 solutions
	Central     *queens.Total `json:"central,omitempty"`     // orbits of 4, unchanged by a half turn only
	Rotational  *queens.Total `json:"rotational,omitempty"`  // orbits of 2, unchanged by a quarter turn; of 1 for n < 2
	HalfTurn    *queens.Total `json:"halfTurn,omitempty"`    // solutions unchanged by a half turn
	QuarterTurn *queens.Total `json:"quarterTurn,omitempty"` // solutions unchanged by a quarter turn

	Runs    []*Tally      `json:"runs"`             // one per scheme, in the order they were made
	Checks  []string      `json:"checks"`           // what was found to hold, one sentence each
	Reason  string        `json:"reason,omitempty"` // why the answer is zero, where a theorem says so
	Elapsed time.Duration `json:"elapsedNanos"`
}

// Solve answers a question exactly, by one run per scheme: the symmetric
// solutions by searches of their own, which takes next to nothing, then all
// solutions. The parts are checked against each other and against package known.
//
// If ctx ends, the Report is partial: it holds the runs so far and no total of a
// run that is not complete. Errors: those of Run; ledger.ErrMismatch if a check
// fails, which means broken hardware or code: then there is no Report.
func Solve(ctx context.Context, q Question, o Options) (*Report, error) {
	j, err := NewJob(q, o)
	if err != nil {
		return nil, err
	}
	return j.Solve(ctx)
}

// Job is a question with the options to answer it by. It keeps the plan of the longest
// run: who asks how long that takes, what it is called and then for the answer does not
// wait for three plans.
type Job struct {
	question Question
	options  Options
	schemes  []plan.Scheme // of the runs, in this order
	longest  int           // of them
	making   sync.Mutex
	draft    *plan.Draft // of the longest
}

// NewJob returns the job of a question. Errors: queens.ErrOrder, queens.ErrFormat.
func NewJob(q Question, o Options) (*Job, error) { return newJob(q, o, plan.Scheme.Accepts) }

// NewSampling is NewJob for a job that is only to be estimated: there may be no plan that it could be counted by, see
// Draft.
func NewSampling(q Question, o Options) (*Job, error) { return newJob(q, o, plan.Scheme.Samples) }

func newJob(q Question, o Options, accepts acceptance) (*Job, error) {
	q.Of = cmp.Or(q.Of, AllSolutions)
	if err := errors.Join(q.Validate(), o.Validate()); err != nil {
		return nil, err
	}
	schemes, err := q.schemes(o, accepts)
	if err != nil {
		return nil, err
	}
	j := &Job{question: q, options: o, schemes: schemes, longest: len(schemes) - 1}
	if q.Of == Symmetric {
		j.longest = 0 // half turns are far more than quarter turns
	}
	return j, nil
}

// Question returns the question.
func (j *Job) Question() Question { return j.question }

// Scheme returns the scheme of the longest run.
func (j *Job) Scheme() plan.Scheme { return j.schemes[j.longest] }

// Remark returns a sentence for people if the options slow the longest run down, otherwise nothing.
func (j *Job) Remark() string {
	s, o := j.Scheme(), j.options.Of(j.Scheme())
	return s.Kind.Begin(s, j.question.Order).Remark(o.ForKind(s.Kind.Facts()))
}

// Draft returns the draft of the longest run. Errors: ctx's.
func (j *Job) Draft(ctx context.Context) (_ *plan.Draft, err error) {
	j.making.Lock()
	defer j.making.Unlock()
	if j.draft == nil {
		if j.draft, err = plan.NewDraft(ctx, j.question.Order, j.Scheme()); err != nil {
			return nil, fmt.Errorf("count: %w", err)
		}
	}
	return j.draft, nil
}

// plan returns the plan of a run.
func (j *Job) plan(ctx context.Context, run int) (p *plan.Plan, err error) {
	if run != j.longest {
		p, err = plan.New(ctx, j.question.Order, j.schemes[run])
	} else {
		var d *plan.Draft
		if d, err = j.Draft(ctx); err == nil {
			p, err = d.Plan(ctx)
		}
	}
	if err != nil {
		return nil, fmt.Errorf("count: %w", err)
	}
	return p, nil
}

// RunName returns the name of the longest run. It makes the plan. Errors: ctx's.
func (j *Job) RunName(ctx context.Context) (string, error) {
	p, err := j.plan(ctx, j.longest)
	if err != nil {
		return "", err
	}
	return RunName(p), nil
}

// Solve answers the question, see the function Solve.
func (j *Job) Solve(ctx context.Context) (*Report, error) {
	began := time.Now()
	r := &Report{Question: j.question, Checks: []string{}, Reason: j.question.reason()}
	for i, scheme := range j.schemes {
		p, err := j.plan(ctx, i)
		var t *Tally
		if err == nil {
			o := j.options.Of(scheme)
			if i != j.longest {
				o.Progress = nil
			}
			t, err = RunPart(ctx, p, len(p.Subproblems), o, func(s *Session) error { return r.checked(scheme, s.Tally().Total) })
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
		r.set(scheme, t.Total)
	}
	if err := r.conclude(); err != nil {
		return nil, err
	}
	r.Elapsed = time.Since(began)
	return r, nil
}

// Scheme returns the scheme of the question's longest run: the one to estimate.
func (q Question) Scheme(o Options) (plan.Scheme, error) {
	j, err := NewJob(q, o)
	if err != nil {
		return plan.Scheme{}, err
	}
	return j.Scheme(), nil
}

// schemes returns the schemes whose runs answer the question.
func (q Question) schemes(o Options, accepts acceptance) ([]plan.Scheme, error) {
	motions := q.Of
	if q.Topology == queens.Regular && !q.isSymmetric() {
		motions = Symmetric // the classes need them
	}
	schemes := motions.schemes(q.Topology)
	if q.isSymmetric() && !table.IsAuto(o.Scheme) && o.Scheme != schemes[0].Name {
		return nil, fmt.Errorf("count: scheme %q: %s solutions are counted by %s: %w", o.Scheme, q.Of, schemes[0].Name, queens.ErrFormat)
	}
	for _, s := range schemes {
		err := s.Accepts(q.Order)
		if q.isSymmetric() && err == nil {
			err = s.Kind.Facts().Accepted(o.Kernel)
		}
		if err != nil {
			return nil, fmt.Errorf("count: %w", err)
		}
	}
	if q.Topology == queens.Modular || q.isSymmetric() {
		return schemes, nil
	}
	engine, err := o.engine(q.Order, accepts)
	if err != nil {
		return nil, err
	}
	if err := accepts(engine, q.Order); err != nil { // before the other searches take their time
		return nil, fmt.Errorf("count: %w", err)
	}
	return append(schemes, engine), nil
}

func (q Question) isSymmetric() bool { return q.Of == Symmetric || q.Of == QuarterTurn }

// reason returns why the answer is zero where no search is needed to know.
func (q Question) reason() string {
	if q.Topology == queens.Modular && q.Order > 1 && (q.Order%2 == 0 || q.Order%3 == 0) {
		return "there is none because the order has a common divisor with 6 [polya1918]"
	}
	return ""
}

// set puts the total of a scheme where it belongs.
func (r *Report) set(s plan.Scheme, total queens.Total) {
	switch s.Motion {
	case plan.HalfTurn:
		r.HalfTurn = &total
	case plan.QuarterTurn:
		r.QuarterTurn = &total
	default:
		r.Solutions = &total
	}
}

// checked reports what does not fit if the scheme has the given total.
func (r *Report) checked(s plan.Scheme, total queens.Total) error {
	with := *r
	with.Checks = nil
	with.set(s, total)
	return with.conclude()
}

// conclude derives the other counts from the totals there are and checks everything.
func (r *Report) conclude() error {
	if r.Topology == queens.Modular && r.Of == Symmetric {
		return r.compare(toroidalHalfTurn, r.HalfTurn, "the number of solutions unchanged by a half turn")
	}
	if r.Topology == queens.Modular {
		return r.compare(known.Modular, r.Solutions, "modular solutions")
	}
	if r.Of == QuarterTurn {
		return r.compare(known.S90, r.QuarterTurn, "S90")
	}
	if r.HalfTurn != nil && r.QuarterTurn != nil {
		if err := r.symmetricChecks(); err != nil {
			return err
		}
	}
	if r.Solutions != nil {
		return r.classes()
	}
	return nil
}

// symmetricChecks derives P and R: S180 = 4P + 2R and S90 = 2R for n > 1.
func (r *Report) symmetricChecks() error {
	if err := r.compare(known.S180, r.HalfTurn, "S180"); err != nil {
		return err
	}
	if err := r.compare(known.S90, r.QuarterTurn, "S90"); err != nil {
		return err
	}
	if r.Order < 2 { // one orbit of one solution, which every symmetry leaves unchanged
		one, zero := queens.NewTotal(1), queens.Total{}
		r.Rotational, r.Central = &one, &zero
		return nil
	}
	if r.HalfTurn.Compare(*r.QuarterTurn) < 0 {
		return r.failf("S180 = %v is less than S90 = %v", r.HalfTurn, r.QuarterTurn)
	}
	rotational, rest2 := r.QuarterTurn.DivMod(symmetry.Rotational.OrbitSize())
	central, rest4 := r.HalfTurn.Minus(*r.QuarterTurn).DivMod(symmetry.Central.OrbitSize())
	if rest2 != 0 || rest4 != 0 {
		return r.failf("S180 = %v and S90 = %v are not 4P + 2R and 2R", r.HalfTurn, r.QuarterTurn)
	}
	r.Rotational, r.Central = &rotational, &central
	r.Checks = append(r.Checks, "S180 = 4P + 2R and S90 = 2R")
	return nil
}

// classes derives A and the number of fundamental solutions: Q = 8A + 4P + 2R
// for n > 1.
func (r *Report) classes() error {
	if err := r.compare(known.Solutions, r.Solutions, "Q"); err != nil {
		return err
	}
	if r.Order < 2 {
		r.Asymmetric, r.Fundamental = new(queens.Total), r.Rotational
		return nil
	}
	if r.Solutions.Compare(*r.HalfTurn) < 0 {
		return r.failf("Q = %v is less than S180 = %v", r.Solutions, r.HalfTurn)
	}
	asymmetric, rest := r.Solutions.Minus(*r.HalfTurn).DivMod(symmetry.Asymmetric.OrbitSize())
	if rest != 0 {
		return r.failf("Q = %v leaves %d modulo 8, 4P + 2R = %v leaves %d",
			r.Solutions, r.Solutions.Mod(8), r.HalfTurn, r.HalfTurn.Mod(8))
	}
	fundamental := asymmetric.Plus(*r.Central).Plus(*r.Rotational)
	r.Asymmetric, r.Fundamental = &asymmetric, &fundamental
	r.Checks = append(r.Checks, "Q = 8A + 4P + 2R")
	return r.compare(known.Fundamental, r.Fundamental, "the number of fundamental solutions")
}

// Conclude derives and checks what all solutions say, beside the symmetric ones that the report has.
//
// Errors: ledger.ErrMismatch.
func (r *Report) Conclude(solutions queens.Total) error {
	r.Solutions = &solutions
	return r.classes()
}

// compare checks a total against the published value, if there is one.
func (r *Report) compare(published func(n int) (queens.Total, bool), total *queens.Total, name string) error {
	want, ok := published(r.Order)
	if !ok {
		return nil
	}
	if want != *total {
		return r.failf("%s = %v, but the known value is %v", name, total, want)
	}
	r.Checks = append(r.Checks, name+" equals the known value")
	return nil
}

// failf returns the error of a check that does not hold.
func (r *Report) failf(format string, args ...any) error {
	return fmt.Errorf("count: order %d: %s: %w", r.Order, fmt.Sprintf(format, args...), ledger.ErrMismatch)
}

// All returns Q(n), the number of all solutions of order n, counted on all cores with
// nothing kept: Solve with no options.
func All(ctx context.Context, n int) (queens.Total, error) {
	r, err := Solve(ctx, Question{Order: n}, Options{})
	if err != nil {
		return queens.Total{}, err
	}
	return *r.Solutions, nil
}
