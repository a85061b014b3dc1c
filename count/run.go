package count

import (
	"context"
	"errors"
	"fmt"
	"time"

	"queens"
	"queens/count/ledger"
	"queens/count/plan"
	"queens/internal/errs"
)

// Tally is the outcome of one run: the sum over a plan, or over the finished part of it.
type Tally struct {
	Method      string       `json:"method"`
	Counts      string       `json:"counts"` // what the total counts
	Plan        string       `json:"plan"`   // hash
	Total       queens.Total `json:"total"`
	Subproblems int          `json:"subproblems"`
	Done        int          `json:"done"`    // with a result
	Resumed     int          `json:"resumed"` // of these, from the ledger
	Nodes       queens.Total `json:"nodes"`
	Kernel      string       `json:"kernel,omitempty"` // of most subproblems; empty if none was missing
	// elapsed time summed over workers, including earlier sessions
	Work    time.Duration `json:"workerNanos"`
	Elapsed time.Duration `json:"elapsedNanos"` // of this call

	// Share says that this is the tally of a share: Subproblems, Done, Resumed and Total are those
	// of the share, Nodes and Work those of this call. Nil for a whole plan.
	Share *plan.Share `json:"share,omitempty"`

	Ledger   string           `json:"ledger,omitempty"`   // directory of the run; empty if not saved
	Head     string           `json:"head,omitempty"`     // hash of the ledger's last frame
	Recovery *ledger.Recovery `json:"recovery,omitempty"` // problems of the ledger; nil if none
}

// Complete reports whether the total is final for the plan or the share.
func (t *Tally) Complete() bool { return t.Done == t.Subproblems }

// keepWork is the work from which a run is saved, about one second of a portable kernel.
var keepWork = queens.NewTotal(1 << 28)

// Keeps reports whether a run of the plan gets a ledger.
func (o Options) Keeps(p *plan.Plan) bool { return o.State != "" && o.wantsLedger(p) }

func (o Options) wantsLedger(p *plan.Plan) bool { return o.KeepAll || p.Work.Compare(keepWork) >= 0 }

// Run counts the solutions of order n of the variant. It does not repeat subproblems with a result
// in a ledger of the same plan.
//
// If ctx ends, Run stops within a fraction of a second and returns ctx's error with the Tally of
// the finished part. If a ledger fails, there is no Tally: the total in memory may be ahead of the
// saved one. Errors: queens.ErrOrder, queens.ErrFormat, those of ledger.Open; ledger.ErrMismatch if
// the total is not the published one.
func Run(ctx context.Context, n int, s plan.Variant, o Options) (*Tally, error) {
	if err := o.Validate(); err != nil {
		return nil, err
	}
	p, err := plan.New(ctx, n, s)
	if err != nil {
		return nil, errs.Errorf("%w", err)
	}
	return RunPart(ctx, p, len(p.Subproblems), o)
}

// RunPart is Run for the subproblems of a plan before number end, with checks for Session.Finish.
func RunPart(ctx context.Context, p *plan.Plan, end int, o Options, checks ...func(*Session) error) (*Tally, error) {
	s, err := openPart(ctx, p, o, 0, end, nil)
	if err != nil {
		return nil, err
	}
	return s.complete(ctx, checks...)
}

func (s *Session) complete(ctx context.Context, checks ...func(*Session) error) (t *Tally, err error) {
	defer func() {
		if closeErr := s.Close(); closeErr != nil && (err == nil || isStop(err)) {
			t, err = nil, closeErr
		}
	}()
	err = s.run(ctx)
	if t := s.Tally(); isStop(err) && !t.Complete() {
		return t, errs.Errorf("stopped after %d of %d subproblems: %w", t.Done, t.Subproblems, err)
	}
	if err != nil && !isStop(err) {
		return nil, err
	}
	return s.Finish(checks...)
}

// Measure counts the whole plan on the calling goroutine, which may be bound to one processor, and
// saves nothing.
//
// Errors: those of Options.Validate; ledger.ErrMismatch if the total is not the published one;
// ctx's error, without a Tally.
func Measure(ctx context.Context, p *plan.Plan, kernel string) (*Tally, error) {
	s, err := Open(ctx, p, Options{Kernel: kernel, Workers: 1})
	if err != nil {
		return nil, err
	}
	c, err := NewCounter(p.Frame, s.options)
	if err != nil {
		return nil, err
	}
	for i := range p.Subproblems {
		r, err := c.Count(ctx, &p.Subproblems[i])
		if err == nil {
			err = s.Accept(r)
		}
		if err != nil {
			return nil, err
		}
	}
	return s.Finish()
}

// Recount counts the given subproblems of a plan again, with the executor of the options. It saves
// nothing and passes the results to take, one at a time. An error of take ends it.
//
// Errors: those of Run and of take; ledger.ErrIncomplete if the executor omits one.
func Recount(ctx context.Context, p *plan.Plan, o Options, subproblems []int, take func(ledger.Result) error) error {
	if err := o.Validate(); err != nil {
		return err
	}
	missing := recounted{take: take, missing: map[int]bool{}}
	s := newSession(p, o, missing)
	s.whole, s.tally.Subproblems = plan.Work{}, len(subproblems)
	for _, i := range subproblems {
		missing.missing[i] = true
		s.whole = s.whole.Plus(s.weights[i])
	}
	if err := s.run(ctx); err != nil {
		return err
	}
	for i := range missing.missing {
		return fmt.Errorf("subproblem %d was not computed again: %w", i+1, ledger.ErrIncomplete)
	}
	return nil
}

type recounted struct {
	missing map[int]bool
	take    func(ledger.Result) error
}

func (r recounted) Has(subproblem int) bool { return !r.missing[subproblem] }

func (r recounted) Append(again ledger.Result) error {
	if r.Has(again.Subproblem) {
		return nil
	}
	delete(r.missing, again.Subproblem)
	return r.take(again)
}

// CountShare counts a share of the longest run of the job and saves the results in its ledger.
// Package verify merges the ledgers of several machines; Solve then counts the rest and checks.
//
// Errors: queens.ErrFormat without a state directory; those of Run. If ctx ends, the Tally covers
// the finished part.
func (j *Job) CountShare(ctx context.Context, share plan.Share) (*Tally, error) {
	o := j.options.Of(j.Variant())
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
	share.First = bounds[share.Number-1]
	s, err := openPart(ctx, p, o, share.First, bounds[share.Number], &share)
	if err != nil {
		return nil, err
	}
	return s.complete(ctx)
}

// Part counts the part of a plan that the executor of the options chooses, without a certificate.
// Errors: those of Run.
func Part(ctx context.Context, p *plan.Plan, o Options) error {
	o.KeepAll = true
	s, err := Open(ctx, p, o)
	if err != nil {
		return err
	}
	return errors.Join(s.run(ctx), s.Close())
}
