package verify

import (
	"cmp"
	"context"
	"errors"
	"fmt"
	"slices"

	"queens"
	"queens/count"
	"queens/count/ledger"
	"queens/count/methods"
	"queens/count/plan"
	"queens/internal/errs"
	"queens/known"
	"queens/symmetry"
)

// Verdict is the outcome of a verification, queens.verify/1. It names the ledger by its plan and
// its head, so that others can merge it.
type Verdict struct {
	Schema  string `json:"schema" enum:"queens.verify/1"`
	Name    string `json:"name"`
	Head    string `json:"head"`    // hash of the ledger's last frame
	Program string `json:"program"` // that computed the results again
	Recounted
	Share       *plan.Share  `json:"share,omitempty"` // computed again completely instead of a sample
	Subproblems int          `json:"subproblems"`
	Sum         queens.Total `json:"sum"`             // of the results; the total if complete
	Published   bool         `json:"published"`       // the total is the published value
	Since       uint64       `json:"since,omitempty"` // last frame when the compared hash was recorded
	Flaws       []string     `json:"flaws"`           // of the file
	Doubts      []string     `json:"doubts"`          // why the total of a complete run is invalid
	Wrong       []string     `json:"wrong"`           // results that differ when computed again
	Others      []Statement  `json:"others"`          // verdicts that were merged
	Together    int          `json:"together"`        // results that this one and the others computed again
	Verdict     Word         `json:"verdict"`
}

// Statement is what a merged verdict says: it is not checked.
type Statement struct {
	Path    string      `json:"path"`
	Results int         `json:"results"`         // that it computed again
	Share   *plan.Share `json:"share,omitempty"` // that it computed again completely
	Kernels []string    `json:"kernels"`         // that it used
	By      []string    `json:"by"`              // ways that it used
	Program string      `json:"program"`
}

// Word is a verdict in a word.
type Word string

// The words of a verdict.
const (
	Verified   Word = "verified"
	Incomplete Word = "incomplete" // right so far
	Damaged    Word = "damaged"    // incomplete because of damage
	InDoubt    Word = "in doubt"
	Different  Word = "wrong" // computing again gave other results
)

// Right reports whether nothing is wrong.
func (w Word) Right() bool { return w == Verified || w == Incomplete }

// Run checks a run. It makes the plan again and compares it with the ledger's, adds up the results
// and computes a sample again, with another kernel if there is one, in the ways of the options.
// Results that differ are in the verdict.
//
// Errors: ledger.ErrOtherRun if this program makes another plan; those of counting.
func Run(ctx context.Context, run *ledger.Run, o count.Options, sample Sample) (*Verdict, error) {
	v := &Verdict{
		Schema: "queens.verify/1", Name: run.Name(), Head: run.Tally.Head.String(), Program: o.Program,
		Recounted: Recounted{
			Results: run.Tally.Results, Sample: []int{}, Kernels: []string{}, By: []string{}, Seed: sample.Seed,
			Complete: run.Complete(),
		},
		Subproblems: run.Tally.Subproblems, Sum: run.Tally.Total, Flaws: append([]string{}, run.Recovery.Flaws()...),
		Doubts: append([]string{}, Doubts(run)...), Wrong: []string{}, Others: []Statement{},
	}
	p, err := planOf(ctx, run, o)
	if err == nil {
		v.Plan = p.HashText()
		_, v.Published = methods.Published(p.Variant, p.Order)
		v.Published = v.Published && v.Complete && len(v.Doubts) == 0
		take := func(kept, again ledger.Result) error {
			if text := difference(kept, again); text != "" {
				v.Wrong = append(v.Wrong, text)
			}
			return nil
		}
		if sample.Share != nil {
			bounds := p.Shares(sample.Share.Of)
			from := bounds[sample.Share.Number-1]
			v.Share = &plan.Share{Number: sample.Share.Number, Of: sample.Share.Of, First: from}
			err = v.recompute(ctx, p, run, o, withResult(run, from, bounds[sample.Share.Number]), take)
		} else {
			err = v.sample(ctx, p, run, o, withResult(run, 0, len(p.Subproblems)), sample.Size, take)
		}
	}
	if err != nil {
		return nil, errs.Errorf("verify %s: %w", run.Path, err)
	}
	v.Together = len(v.Sample)
	v.judge(run)
	return v, nil
}

// judge sets the word. A torn tail is no damage: a killed process leaves one.
func (v *Verdict) judge(run *ledger.Run) {
	switch {
	case len(v.Wrong) > 0:
		v.Verdict = Different
	case !v.Complete && len(run.Recovery.Damages) > 0:
		v.Verdict = Damaged
	case len(v.Doubts) > 0:
		v.Verdict = InDoubt
	case !v.Complete:
		v.Verdict = Incomplete
	default:
		v.Verdict = Verified
	}
}

// Join merges the verdicts of others about a run, by path, into v. What they computed again is
// their statement, and what they found wrong makes v wrong.
//
// Errors: ledger.ErrOtherRun for a verdict about a ledger that this one does not continue;
// queens.ErrFormat for one that is not possible.
func (v *Verdict) Join(ctx context.Context, run *ledger.Run, others map[string]*Verdict) error {
	again := map[int]bool{}
	for _, i := range v.Sample {
		again[i] = true
	}
	for path, other := range others {
		var head ledger.Hash
		err := head.UnmarshalText([]byte(other.Head))
		if err == nil && (other.Schema != v.Schema || other.Plan != v.Plan) {
			err = fmt.Errorf("its schema is %q and its plan %.16s, want %q and %.16s: %w", other.Schema, other.Plan,
				v.Schema, v.Plan, ledger.ErrOtherRun)
		}
		if err == nil && other.Head != v.Head {
			if _, err = run.Frame(ctx, head); errors.Is(err, ledger.ErrMismatch) {
				err = fmt.Errorf("it is about a ledger with head %.16s, which this one does not continue: %w",
					other.Head, ledger.ErrOtherRun)
			}
		}
		outside := func(i int) bool { return i < 0 || i >= v.Subproblems || !run.Has(i) }
		if i := slices.IndexFunc(other.Sample, outside); err == nil && i >= 0 {
			err = errs.Errorf("it recounts subproblem %d, which has no result: %w", other.Sample[i]+1, queens.ErrFormat)
		}
		if err != nil {
			return errs.Errorf("verdict %s: %w", path, err)
		}
		for _, i := range other.Sample {
			again[i] = true
		}
		for _, text := range other.Wrong {
			v.Wrong = append(v.Wrong, path+": "+text)
		}
		v.Others = append(v.Others, Statement{
			path, len(other.Sample), other.Share, other.Kernels, other.By, other.Program,
		})
	}
	slices.SortFunc(v.Others, func(a, b Statement) int { return cmp.Compare(a.Path, b.Path) })
	slices.Sort(v.Wrong)
	v.Together = len(again)
	v.judge(run)
	return nil
}

// Doubts says in one sentence each why the total of a complete run is invalid.
func Doubts(run *ledger.Run) (texts []string) {
	for _, doubt := range run.Doubts {
		texts = append(texts, doubt.Text)
	}
	variant, err := methods.Find(run.Header.Method)
	if err != nil || !run.Complete() {
		return texts
	}
	if value, ok := methods.Published(variant, run.Header.Order); ok && value != run.Tally.Total {
		texts = append(texts, fmt.Sprintf("the results add up to %v, the known value is %v", run.Tally.Total, value))
	}
	return texts
}

// Checks lists the successful checks of a complete run without doubt, one sentence each.
func Checks(run *ledger.Run) []string {
	checks := []string{}
	variant, err := methods.Find(run.Header.Method)
	if err != nil || !run.Complete() || len(Doubts(run)) > 0 {
		return checks
	}
	if run.Recovery.Sound() {
		checks = append(checks, fmt.Sprintf("the ledger has all %d results, and their chain of hashes and their "+
			"residues hold", run.Tally.Results))
	}
	n, total := run.Header.Order, run.Tally.Total
	if _, ok := methods.Published(variant, n); ok { // otherwise it would be in doubt
		checks = append(checks, "the total equals the known value")
	}
	half, ok := known.S180(n)
	if regular := variant.Topology == queens.Regular && variant.Motion == plan.Still; !ok || !regular || n < 2 ||
		total.Compare(half) < 0 {
		return checks
	}
	if _, rest := total.Minus(half).DivMod(symmetry.Asymmetric.OrbitSize()); rest == 0 {
		checks = append(checks, "Q = 8A + 4P + 2R, with the published 4P + 2R")
	}
	return checks
}
