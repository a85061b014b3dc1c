package count

import (
	"cmp"
	"context"
	"errors"
	"fmt"
	"slices"
	"strings"
	"sync"
	"time"

	"queens"
	"queens/count/internal/kernels/table"
	"queens/count/ledger"
	"queens/count/methods"
	"queens/count/methods/parity"
	"queens/count/plan"
	"queens/internal/errs"
	"queens/known"
	"queens/symmetry"
)

// special has the motions whose solutions make up a quantity of some solutions only.
var special = map[Quantity][]plan.Motion{
	QuarterTurn:      {plan.QuarterTurn},
	Reflecting:       {plan.Reflecting},
	Symmetric:        {plan.HalfTurn, plan.QuarterTurn},
	Superqueens:      {plan.SuperHalfTurn, plan.SuperQuarterTurn},
	SuperQuarterTurn: {plan.SuperQuarterTurn},
}

// motions returns the motions whose solutions make up the quantity.
func (of Quantity) motions() []plan.Motion {
	if motions := special[of]; motions != nil {
		return motions
	}
	return []plan.Motion{plan.Still}
}

// Job is a question with options. It caches the plan of the longest run, so that estimating, naming
// and answering make it only once.
type Job struct {
	question Question
	options  Options
	variants []plan.Variant // of the runs, in order
	longest  int            // index in variants
	making   sync.Mutex
	draft    *plan.Plan // of the longest run
}

// NewJob returns the job of a question. Errors: queens.ErrOrder, queens.ErrFormat.
func NewJob(q Question, o Options) (*Job, error) {
	q.Of = cmp.Or(q.Of, AllSolutions)
	if err := errors.Join(q.Validate(), o.Validate()); err != nil {
		return nil, err
	}
	j := &Job{question: q, options: o}
	var err error
	if q.onBoard() {
		j.variants, err = q.choose(o)
	} else {
		j.variants, err = q.variants(o)
	}
	if err != nil {
		return nil, err
	}
	j.longest = len(j.variants) - 1
	if q.Of == Symmetric || q.Of == Superqueens {
		j.longest = 0 // half turns take far longer than quarter turns
	}
	return j, nil
}

// searchCosts is the time of a state of the search, in units of the estimated work by parity
// classes.
const searchCosts = 2

// shortSearch is the work of a search of some milliseconds, as long as the choice of another
// method.
var shortSearch = queens.NewTotal(1 << 21)

// choose returns the method for the board of a question that takes least time, by estimated work,
// among those that the options allow.
func (q Question) choose(o Options) (best []plan.Variant, err error) {
	var least plan.Work
	var refusals error
	for _, s := range methods.OnBoard() {
		if best != nil && least.Compare(shortSearch) < 0 {
			break
		}
		info := s.Method.Info()
		if !table.IsAuto(o.Method) && o.Method != info.Name && o.Method != s.Name {
			continue
		}
		s, err := s.On(q.Problem())
		if err = cmp.Or(err, info.Accepted(o.Kernel)); err != nil {
			refusals = errors.Join(refusals, err)
			continue
		}
		d, err := plan.NewDraft(context.Background(), q.Order, s)
		if err != nil {
			return nil, err
		}
		if info.Name == "search" {
			d.Work = d.Work.Times(searchCosts)
		}
		if best == nil || d.Work.Compare(least) < 0 {
			best, least = []plan.Variant{s}, d.Work
		}
	}
	if best == nil {
		return nil, cmp.Or(refusals, errs.Errorf("method %q counts no completions: want search or parity: %w", o.Method,
			queens.ErrFormat))
	}
	return best, nil
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
func (j *Job) Draft(ctx context.Context) (_ *plan.Plan, err error) {
	j.making.Lock()
	defer j.making.Unlock()
	if j.draft == nil {
		j.draft, err = plan.NewDraft(ctx, j.question.Order, j.Variant())
	}
	return j.draft, err
}

func (j *Job) plan(ctx context.Context, run int) (p *plan.Plan, err error) {
	if run != j.longest {
		p, err = plan.New(ctx, j.question.Order, j.variants[run])
	} else if p, err = j.Draft(ctx); err == nil {
		err = p.Cut(ctx)
	}
	return p, err
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
				err := r.checked(variant, total)
				if err == nil && r.Of == WhiteQueens && i == j.longest {
					err = r.byWhiteQueens(p, each)
				}
				if err == nil && check != nil {
					err = check(total, each)
				}
				return err
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
		return nil, o.NoState
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

// variants returns the variant of each run, in order. Method and kernel of the options are those of
// the solutions asked about, by default of the fastest variant that accepts both.
func (q Question) variants(o Options) (list []plan.Variant, err error) {
	motions, of := q.Of.motions(), q.Of
	some := special[q.Of] != nil
	if q.Topology == queens.Regular && !some {
		motions = []plan.Motion{plan.HalfTurn, plan.QuarterTurn, plan.Still} // the classes need them
		if of != WhiteQueens {
			of = AllSolutions
		}
	}
	var names []string
	for _, m := range motions {
		own := methods.Of(q.Topology, m)
		if of == WhiteQueens && m == plan.Still {
			own = slices.DeleteFunc(own, func(v plan.Variant) bool { return v.Method.Info().Name != "parity" })
		}
		if len(own) == 0 {
			continue // quarter turns of the modular board have no variant
		}
		asked := some || q.Topology == queens.Regular && m == plan.Still
		fit := slices.DeleteFunc(slices.Clone(own), func(v plan.Variant) bool {
			return asked && (v.Method.Info().Accepted(o.Kernel) != nil || v.Accepts(q.Order) != nil)
		})
		if len(fit) == 0 {
			fit = own
		}
		chosen := methods.Fastest(fit, q.Order)
		for _, v := range own {
			if v.Name == o.Method {
				chosen = v
			}
			if asked {
				names = append(names, v.Name)
			}
		}
		err := chosen.Accepts(q.Order)
		if err == nil && asked {
			err = chosen.Method.Info().Accepted(o.Kernel)
		}
		if err != nil {
			return nil, err
		}
		list = append(list, chosen)
	}
	if len(names) > 0 && !table.IsAuto(o.Method) && !slices.Contains(names, o.Method) {
		return nil, errs.Errorf("method %q: %s solutions are counted by %s: %w", o.Method, of,
			strings.Join(names, ", "), queens.ErrFormat)
	}
	return list, nil
}

func (q Question) reason() string {
	if q.Topology == queens.Modular && q.Order > 1 && (q.Order%2 == 0 || q.Order%3 == 0) {
		return "none exists, because the order has a common divisor with 6 [polya1918]"
	}
	return ""
}

// totalOf returns the total of what a variant counts.
func (r *Report) totalOf(v plan.Variant) **queens.Total {
	return [...]**queens.Total{
		plan.Still: &r.Solutions, plan.HalfTurn: &r.HalfTurn, plan.QuarterTurn: &r.QuarterTurn,
		plan.Reflecting: &r.Reflecting, plan.SuperHalfTurn: &r.HalfTurn, plan.SuperQuarterTurn: &r.QuarterTurn,
	}[v.Motion]
}

func (r *Report) checked(s plan.Variant, total queens.Total) error {
	with := *r
	with.Checks = nil
	*with.totalOf(s) = &total
	return with.conclude()
}

func (r *Report) conclude() error {
	switch {
	case r.onBoard():
		return r.completions()
	case r.Topology == queens.Modular && r.Of == Symmetric:
		return r.compare("toroidal-half-turn", r.HalfTurn, "the number of solutions unchanged by a half turn")
	case r.Topology == queens.Modular:
		return r.compare("toroidal", r.Solutions, "modular solutions")
	case r.Of == QuarterTurn || r.Of == SuperQuarterTurn:
		return r.compare(r.series()[1], r.QuarterTurn, "S90")
	case r.Of == Reflecting:
		return r.compare("reflecting", r.Reflecting, "the number of reflecting solutions")
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

func (r *Report) completions() error {
	all, ok := known.Solutions(r.Order)
	if ok && all.Compare(*r.Solutions) < 0 {
		return r.failf("%v completions, but the known value of Q is %v", *r.Solutions, all)
	}
	if ok {
		r.Checks = append(r.Checks, "no more completions than the known value of Q")
	}
	return nil
}

// series names the known numbers of solutions unchanged by half and by quarter turns.
func (q Question) series() [2]string {
	if q.Of == Superqueens || q.Of == SuperQuarterTurn {
		return [2]string{"superqueens-half-turn", "superqueens-quarter-turn"}
	}
	return [2]string{"s180", "s90"}
}

// symmetricChecks derives P and R: S180 = 4P + 2R and S90 = 2R for n > 1.
func (r *Report) symmetricChecks() error {
	series := r.series()
	err := cmp.Or(r.compare(series[0], r.HalfTurn, "S180"), r.compare(series[1], r.QuarterTurn, "S90"))
	if err != nil {
		return err
	}
	half, quarter, one := *r.HalfTurn, *r.QuarterTurn, queens.NewTotal(1)
	if r.Order < 2 { // one orbit of one solution, unchanged by every symmetry
		r.Rotational, r.Central = &one, new(queens.Total)
		return nil
	}
	if half.Compare(quarter) < 0 {
		return r.failf("S180 = %v is less than S90 = %v", half, quarter)
	}
	rotational, rest2 := quarter.DivMod(symmetry.Rotational.OrbitSize())
	central, rest4 := half.Minus(quarter).DivMod(symmetry.Central.OrbitSize())
	if rest2 != 0 || rest4 != 0 {
		return r.failf("S180 = %v and S90 = %v are not 4P + 2R and 2R", half, quarter)
	}
	r.Rotational, r.Central = &rotational, &central
	r.Checks = append(r.Checks, "S180 = 4P + 2R and S90 = 2R")
	return nil
}

// classes derives the classes: Q = 8A + 4P + 2R for n > 1.
func (r *Report) classes() error {
	if err := r.compare("solutions", r.Solutions, "Q"); err != nil {
		return err
	}
	all, half := *r.Solutions, *r.HalfTurn
	switch r.Of { // by Burnside's lemma
	case UpToRotation:
		orbits, _ := all.Plus(half).Plus(r.QuarterTurn.Times(2)).DivMod(4)
		r.UpToRotation = &orbits
	case UpToReflection: // which leaves no solution unchanged, except the one of orders 0 and 1
		orbits, _ := all.Add(1).DivMod(2)
		r.UpToReflection = &orbits
	}
	if r.Order < 2 {
		r.Asymmetric, r.Fundamental = new(queens.Total), r.Rotational
		return nil
	}
	if all.Compare(half) < 0 {
		return r.failf("Q = %v is less than S180 = %v", all, half)
	}
	asymmetric, rest := all.Minus(half).DivMod(symmetry.Asymmetric.OrbitSize())
	if rest != 0 {
		return r.failf("Q = %v leaves %d modulo 8, 4P + 2R = %v leaves %d", all, all.Mod(8), half, half.Mod(8))
	}
	fundamental := asymmetric.Plus(*r.Central).Plus(*r.Rotational)
	r.Asymmetric, r.Fundamental = &asymmetric, &fundamental
	r.Checks = append(r.Checks, "Q = 8A + 4P + 2R")
	return r.compare("fundamental", r.Fundamental, "the number of fundamental solutions")
}

func (r *Report) byWhiteQueens(p *plan.Plan, each []queens.Total) error {
	row, err := parity.WhiteQueens(p, each)
	for i, total := range row {
		r.White = append(r.White, White{r.Order%2 + 2*i, total})
	}
	s, _ := known.Find("white-queens")
	for _, v := range s.Row(r.Order) {
		if own := r.White[v.Index[0]/2].Solutions; err == nil && own != v.Value {
			err = r.failf("%v solutions have %d white queens, but the known value is %v", own, v.Index[0], v.Value)
		}
	}
	return err
}

// Derived returns the answer that follows from the total of a question about all solutions and the
// published numbers of symmetric ones, or nil.
func Derived(q Question, total queens.Total) *Report {
	half, okHalf := known.S180(q.Order)
	quarter, okQuarter := known.S90(q.Order)
	r := &Report{
		Schema: "queens.count/1", Question: q, Solutions: &total, HalfTurn: &half, QuarterTurn: &quarter,
		Runs: []*Tally{}, Checks: []string{},
	}
	if q.Topology == queens.Modular || !okHalf || !okQuarter || r.conclude() != nil {
		return nil
	}
	return r
}

func (r *Report) compare(series string, total *queens.Total, name string) error {
	want, ok := known.Lookup(series, r.Order)
	if !ok {
		return nil
	}
	if want.Value != *total {
		return r.failf("%s = %v, but the known value is %v", name, *total, want.Value)
	}
	r.Checks = append(r.Checks, name+" equals the known value")
	return nil
}

func (r *Report) failf(format string, args ...any) error {
	return errs.Errorf("order %d: %s: %w", r.Order, fmt.Sprintf(format, args...), ledger.ErrMismatch)
}
