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
	"cmp"
	"context"
	"errors"
	"fmt"
	"maps"
	"math/rand/v2"
	"slices"
	"strings"
	"time"

	"queens"
	"queens/count"
	"queens/count/internal/kernels/table"
	"queens/count/ledger"
	"queens/count/methods"
	"queens/count/plan"
	"queens/internal/errs"
	"queens/known"
	"queens/symmetry"
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
	variant, err := methods.FindVersion(run.Header)
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
		if s.OnBoard {
			s.Problem = r.Problem()
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
			return err
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
		second, second.Problem = other, s.Problem
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
	Counted     []Counter    `json:"counted"`         // who counted the results, and confirmed them
	Wrong       []string     `json:"wrong"`           // results that differ when computed again, or in ledgers of tasks
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
		v.Counted, err = counters(run)
	}
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

// Counter is a kernel of a program on a node.
type Counter struct {
	Kernel  string `json:"kernel"`
	Node    string `json:"node,omitempty"` // of a batch engine
	Program string `json:"program"`
	Results int    `json:"results"`
	// Worked is the elapsed time of its workers.
	Worked time.Duration `json:"workerNanos"`
}

func counters(run *ledger.Run) (list []Counter, err error) {
	sums := map[Counter]Counter{}
	for r, failed := range run.Computations() {
		node, _, _ := strings.Cut(r.Worker, " ")
		c := Counter{Kernel: r.Kernel, Node: node, Program: cmp.Or(r.Build, run.Header.Program)}
		sum := sums[c]
		c.Results, c.Worked = sum.Results+1, sum.Worked+r.Elapsed
		sums[Counter{Kernel: c.Kernel, Node: c.Node, Program: c.Program}] = c
		err = cmp.Or(err, failed)
	}
	return slices.SortedFunc(maps.Values(sums), func(a, b Counter) int {
		return cmp.Or(cmp.Compare(a.Node, b.Node), cmp.Compare(a.Kernel, b.Kernel), cmp.Compare(a.Program, b.Program))
	}), err
}

// Doubts says in one sentence each why the total of a complete run is invalid.
func Doubts(run *ledger.Run) (texts []string) {
	for _, doubt := range run.Doubts {
		texts = append(texts, doubt.Text)
	}
	variant, err := methods.Recorded(run.Header)
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
	variant, err := methods.Recorded(run.Header)
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
