package verify

import (
	"cmp"
	"context"
	"errors"
	"fmt"
	"iter"
	"maps"
	"path/filepath"
	"slices"
	"strconv"
	"strings"

	"queens"
	"queens/count"
	"queens/count/ledger"
	"queens/count/plan"
	"queens/internal/errs"
	"queens/internal/humanize"
)

// Merged is the outcome of Merge.
type Merged struct {
	Plan        string    `json:"plan"`
	Ledger      string    `json:"ledger"` // directory of the merged run
	Subproblems int       `json:"subproblems"`
	Done        int       `json:"done"`
	Confirmed   int       `json:"confirmed"` // of these, with a second, equal result
	Sources     []Source  `json:"sources"`
	Disputes    []Dispute `json:"disputes"`
	Missing     []Missing `json:"missing"`
}

// Source is a ledger that was merged.
type Source struct {
	Path    string `json:"path"`
	Results int    `json:"results"` // that it has
	New     int    `json:"new"`     // first results
	Equal   int    `json:"equal"`   // results equal to earlier ones
	Passed  int    `json:"passed"`  // ignored: withdrawn, or by a kernel that another ledger has revoked
}

// Missing is a run of subproblems without results.
type Missing struct {
	First   int `json:"first"` // subproblem, from 0
	Last    int `json:"last"`  // subproblem
	Results int `json:"missing"`
}

// Merge merges ledgers of one plan into the run of that plan in the state directory of the options.
// It reads and checks everything, including the plan. Different results of a subproblem do not
// count, nor does a disputed one of the run that nothing confirms. Equal results confirm each
// other. What one of the ledgers has withdrawn is withdrawn here, and no copy of it in another one
// counts; a result that was counted again does. Merging the same ledgers again changes nothing.
//
// The ledger gets no certificate. Errors: queens.ErrFormat without sources or state directory;
// ledger.ErrOtherRun for another plan; ledger.ErrMismatch for a ledger in doubt; those of
// ledger.Open.
func Merge(ctx context.Context, p *plan.Plan, sources []*ledger.Run, o count.Options) (m Merged, err error) {
	defer func() {
		if err != nil {
			err = errs.Errorf("merge: %w", err)
		}
	}()
	if len(sources) == 0 || o.State == "" {
		return m, errs.Errorf("want ledgers and a state directory: %w", queens.ErrFormat)
	}
	if p, err = planOfAll(ctx, p, sources, o); err != nil {
		return m, err
	}
	led, _, err := ledger.Open(ctx, ledger.Dir(o.State, p.RunName()), p.Header(o.Program),
		ledger.Options{Unlocked: o.Unlocked})
	if err != nil {
		return m, err
	}
	defer func() { err = errors.Join(err, led.Close()) }()
	own, err := ledger.Read(ctx, led.Dir()) // now that no other process can write it
	if err != nil {
		return m, err
	}
	m = Merged{Plan: p.HashText(), Ledger: led.Dir(), Disputes: []Dispute{}, Missing: []Missing{}}
	g := &merger{led: led, runs: append([]*ledger.Run{own}, sources...), merged: &m}
	if err := g.prepare(ctx); err != nil {
		return m, err
	}
	for claims, err := range together(g.runs, len(p.Subproblems)) {
		if err = errors.Join(err, ctx.Err()); err == nil {
			err = g.settle(claims)
		}
		if err != nil {
			return m, err
		}
	}
	if err := led.Adopt("another ledger has another result", []ledger.Withdrawal{g.wrong}); err != nil {
		return m, err
	}
	for i, source := range m.Sources {
		// The cost of a source counts if all of its results are new, so that none counts twice.
		if spent := sources[i].Tally.Spent; spent.Results > 0 && source.New == source.Results {
			if err := led.Spend(spent); err != nil {
				return m, err
			}
		}
	}
	t := led.Tally()
	m.Subproblems, m.Done, m.Confirmed = t.Subproblems, t.Results, t.Confirmed
	for k := range p.Subproblems {
		switch n := len(m.Missing); {
		case led.Has(k):
		case n > 0 && m.Missing[n-1].Last == k-1:
			m.Missing[n-1].Last, m.Missing[n-1].Results = k, m.Missing[n-1].Results+1
		default:
			m.Missing = append(m.Missing, Missing{First: k, Last: k, Results: 1})
		}
	}
	return m, nil
}

// planOfAll makes the plan of all sources, unless it is given.
func planOfAll(ctx context.Context, given *plan.Plan, sources []*ledger.Run, o count.Options) (p *plan.Plan,
	err error,
) {
	p = given
	for _, run := range sources {
		switch {
		case len(run.Doubts) > 0:
			err = fmt.Errorf("it is in doubt: %s: %w", run.Doubts[0].Text, ledger.ErrMismatch)
		case p == nil:
			p, err = planOf(ctx, run, o)
		default:
			err = samePlan(p, run.Header)
		}
		if err != nil {
			return nil, errs.Errorf("%s: %w", run.Path, err)
		}
	}
	return p, nil
}

type merger struct {
	led     *ledger.Ledger
	runs    []*ledger.Run     // what led holds, then the sources
	revoked [][]string        // kernels, by each of them
	wrong   ledger.Withdrawal // disputed results, to withdraw at the end
	merged  *Merged
}

type claim struct {
	run    int // in merger.runs
	result ledger.Result
}

// prepare applies the withdrawals of the sources.
func (g *merger) prepare(ctx context.Context) (err error) {
	for i, run := range g.runs {
		g.revoked = append(g.revoked, run.Revoked())
		if i == 0 {
			continue
		}
		g.merged.Sources = append(g.merged.Sources, Source{Path: run.Path, Results: run.Tally.Results})
		if err := g.led.Adopt("as in "+run.Path, run.Withdrawals()); err != nil {
			return err
		}
	}
	if g.runs[0].Tally.Head != g.led.Tally().Head {
		g.runs[0], err = ledger.Read(ctx, g.led.Dir())
	}
	return err
}

// together yields the results of runs, one subproblem at a time. It reuses the slice.
func together(runs []*ledger.Run, subproblems int) iter.Seq2[[]claim, error] {
	return func(yield func([]claim, error) bool) {
		var claims []claim
		var streams []func(subproblem int) error // add the claims of a run
		for i, run := range runs {
			next, stop := iter.Pull2(run.Computations())
			defer stop()
			head, err, more := next()
			streams = append(streams, func(subproblem int) error {
				for ; more && err == nil && head.Subproblem == subproblem; head, err, more = next() {
					claims = append(claims, claim{i, head})
				}
				return err
			})
		}
		for subproblem := range subproblems {
			claims = claims[:0]
			for _, add := range streams {
				if err := add(subproblem); err != nil {
					yield(nil, err)
					return
				}
			}
			if len(claims) > 0 && !yield(claims, nil) {
				return
			}
		}
	}
}

func (g *merger) settle(claims []claim) error {
	claims = slices.DeleteFunc(claims, g.isWithdrawn)
	if len(claims) == 0 {
		return nil
	}
	if d, disputed := disputeOf(claims, g.runs); disputed {
		g.dispute(d, claims)
		return nil
	}
	for _, c := range claims {
		subproblem := c.result.Subproblem
		switch had := g.led.Has(subproblem); {
		case c.run == 0:
		case had && g.led.Confirmed(subproblem):
			g.source(c).Equal++
		default:
			if err := g.led.Append(c.result); err != nil {
				return err
			}
			if had {
				g.source(c).Equal++
			} else {
				g.source(c).New++
			}
		}
	}
	return nil
}

func (g *merger) source(c claim) *Source { return &g.merged.Sources[c.run-1] }

// isWithdrawn reports whether a result was withdrawn, or another ledger has revoked its kernel. A
// result that its own ledger has after that was counted again.
func (g *merger) isWithdrawn(c claim) bool {
	if c.run == 0 {
		return false
	}
	for i, run := range g.runs {
		revoked := func(kernel string) bool { return i != c.run && slices.Contains(g.revoked[i], kernel) }
		if run.Withdrew(c.result) || slices.ContainsFunc(strings.Split(c.result.Kernel, "+"), revoked) {
			g.source(c).Passed++
			return true
		}
	}
	return false
}

// dispute withdraws the results, if the merged run has one that no second one confirms.
func (g *merger) dispute(d Dispute, claims []claim) {
	d.Stands = g.led.Confirmed(d.Subproblem)
	g.merged.Disputes = append(g.merged.Disputes, d)
	if d.Stands || !g.led.Has(d.Subproblem) {
		return
	}
	for _, c := range claims {
		g.wrong.Results = append(g.wrong.Results, c.result)
	}
}

// Dispute is a subproblem with different results. Unless Stands is set, the merged ledger has none
// of them, and the subproblem must be counted again.
type Dispute struct {
	Subproblem int     `json:"subproblem"` // from 0
	What       string  `json:"what"`       // name of the value that differs: "total"
	Stands     bool    `json:"stands"`     // the merged run has a confirmed result and keeps it
	Claims     []Claim `json:"claims"`
}

// Claim is one of the results of a Dispute.
type Claim struct {
	Path   string `json:"path"` // of its ledger; empty if it has none
	Says   string `json:"says"`
	Kernel string `json:"kernel"`
	Worker string `json:"worker,omitempty"`
}

// String says in one sentence what differs, and what counts.
func (d Dispute) String() string {
	var claims []string
	for _, c := range d.Claims {
		text := fmt.Sprintf("%s %s in %s", c.Says, counted(c.Kernel, c.Worker), humanize.OneLine(c.Path))
		if !slices.Contains(claims, text) {
			claims = append(claims, text)
		}
	}
	return fmt.Sprintf("subproblem %d: %s %s", d.Subproblem+1, d.What, strings.Join(claims, ", "))
}

// counted says by what a result was counted.
func counted(kernel, worker string) string {
	text := "by kernel " + cmp.Or(kernel, "-")
	if worker != "" {
		text += " on " + humanize.OneLine(worker)
	}
	return text
}

// disputeOf returns the dispute about one or more results of a subproblem, if they differ.
func disputeOf(claims []claim, runs []*ledger.Run) (d Dispute, differ bool) {
	for _, c := range claims[1:] {
		if d.What, _, _ = claims[0].result.Differs(c.result); d.What != "" {
			break
		}
	}
	if d.What == "" {
		return d, false
	}
	d.Subproblem = claims[0].result.Subproblem
	for _, c := range claims {
		says := strconv.FormatUint(c.result.Nodes, 10)
		switch d.What {
		case "total":
			says = c.result.Total.String()
		case "evidence":
			says = c.result.EvidenceText()
		}
		d.Claims = append(d.Claims, Claim{runs[c.run].Path, says, c.result.Kernel, c.result.Worker})
	}
	return d, true
}

// Compare compares every result of a merged ledger with those of its sources, one by one, and
// returns what is wrong, one sentence each: damage in one of the files, a difference, a computation
// that only the merged ledger has, and a result that it lacks although it is certified.
func Compare(ctx context.Context, merged *ledger.Run, sources []*ledger.Run) (flaws []string, err error) {
	flaw := func(format string, args ...any) { flaws = append(flaws, fmt.Sprintf(format, args...)) }
	lost := map[string]int{} // results that no source has, by what counted them
	runs := append([]*ledger.Run{merged}, sources...)
	for _, run := range runs {
		for _, text := range run.Recovery.Flaws() {
			flaw("%s: %s", run.Path, text)
		}
		if run.Header.Plan != merged.Header.Plan {
			flaw("%s: it is of another plan, %v", run.Path, run.Header.Plan)
		}
	}
	for claims, err := range together(runs, merged.Tally.Subproblems) {
		if err := errors.Join(err, ctx.Err()); err != nil {
			return flaws, errs.Errorf("compare %s: %w", merged.Path, err)
		}
		first := claims[0]
		d, differ := disputeOf(claims, runs)
		switch {
		case differ:
			flaw("%v", d)
		case first.run > 0 && merged.Tally.Done != nil:
			flaw("subproblem %d: %s has a result, %s has none", first.result.Subproblem+1, runs[first.run].Path,
				merged.Path)
		}
		for _, c := range claims {
			by := counted(c.result.Kernel, c.result.Worker)
			source := func(o claim) bool { return o.run > 0 && counted(o.result.Kernel, o.result.Worker) == by }
			if !differ && c.run == 0 && !slices.ContainsFunc(claims, source) {
				lost[by]++
			}
		}
	}
	for _, by := range slices.Sorted(maps.Keys(lost)) {
		flaw("%s has %s %s, none of the ledgers that were merged has them", merged.Path,
			humanize.Plural(lost[by], "result"), by)
	}
	return flaws, nil
}

// Repaired is the outcome of Repair.
type Repaired struct {
	Recounted
	Confirmed int           `json:"confirmed"` // results with an equal second computation
	Replaced  []Replacement `json:"replaced"`  // results that two others proved wrong
	Upheld    []Replacement `json:"upheld"`    // results that a second one contradicted and a third one confirmed
}

// Replacement is a subproblem with two different results, decided by a third.
type Replacement struct {
	Subproblem int          `json:"subproblem"` // from 0
	Wrong      queens.Total `json:"wrong"`
	By         string       `json:"by"` // kernel that found the wrong one
	Right      queens.Total `json:"right"`
	Kernels    []string     `json:"kernels"` // that found the right one
}

// Repair verifies results and settles differences in the ledger. An equal result confirms. If the
// results differ, another kernel computes a third one, and if the last two agree they replace the
// first. Repair skips confirmed results, so it continues where the last one stopped. If a run is in
// doubt and no other result was wrong, it computes the confirmed ones again as well, the least
// often computed first.
//
// The ledger gets no certificate. Errors: ledger.ErrMismatch if three computations differ, because
// the machine is broken; those of Run and of ledger.Open.
func Repair(ctx context.Context, run *ledger.Run, o count.Options, sample int, seed uint64) (r Repaired, err error) {
	defer func() {
		if err != nil {
			err = errs.Errorf("repair %s: %w", run.Path, err)
		}
	}()
	p, err := planOf(ctx, run, o)
	if err != nil {
		return r, err
	}
	led, err := reopen(ctx, run, p.Header(o.Program))
	if err != nil {
		return r, err
	}
	defer func() { err = errors.Join(err, led.Close()) }()
	// Read it again, now that no other process can write it.
	if run, err = ledger.Read(ctx, run.Path); err != nil {
		return r, err
	}
	r.Recounted = Recounted{
		Plan: p.HashText(), Results: run.Tally.Results, By: []string{}, Seed: seed, Complete: run.Complete(),
	}
	computed := map[int][]int{} // subproblems, by number of computations
	for _, i := range withResult(run, 0, run.Tally.Subproblems) {
		computed[run.Computed(i)] = append(computed[run.Computed(i)], i)
	}
	for _, times := range slices.Sorted(maps.Keys(computed)) {
		subproblems := computed[times]
		if times > 1 && (!run.DoubtStands() || len(r.Replaced) > 0) {
			break
		}
		if sample != AutoSample && len(r.Sample) >= sample {
			break
		}
		size, before := sample, len(r.Sample)
		if sample != AutoSample {
			size -= before
		}
		var disputed [][2]ledger.Result
		err = r.sample(ctx, p, run, o, subproblems, size, func(kept, again ledger.Result) error {
			if difference(kept, again) != "" {
				disputed = append(disputed, [2]ledger.Result{kept, again})
				return nil
			}
			return led.Append(again)
		})
		if err != nil {
			return r, err
		}
		if err := r.settle(ctx, p, led, o, disputed); err != nil {
			return r, err
		}
		if len(r.Sample)-before < len(subproblems) {
			break
		}
	}
	r.Confirmed = led.Tally().Confirmed
	return r, nil
}

func reopen(ctx context.Context, run *ledger.Run, h ledger.Header) (*ledger.Ledger, error) {
	dir := filepath.Dir(run.Path)
	if filepath.Base(run.Path) != "ledger" { // ledger.Open would create another ledger next to it
		return nil, errors.New("it is a copy; make it a run with \"queens runs merge\" and name that")
	}
	led, _, err := ledger.Open(ctx, dir, h, ledger.Options{})
	return led, err
}

// settle computes disputed subproblems a third time, with another kernel, and records the majority.
//
// Errors: ledger.ErrMismatch if all three differ.
func (r *Repaired) settle(ctx context.Context, p *plan.Plan, led *ledger.Ledger, o count.Options,
	disputed [][2]ledger.Result,
) (err error) {
	reasons, fresh := map[int]string{}, []ledger.Result{}
	for _, d := range disputed {
		saved, again := d[0], d[1]
		third, failed := countThird(ctx, p, o, saved, again)
		if err = failed; err != nil {
			break
		}
		right, wrong, upheld := again, saved, difference(again, third) != ""
		if upheld {
			right, wrong = saved, again
		}
		if difference(right, third) != "" {
			err = fmt.Errorf("subproblem %d: the ledger says %v by kernel %s, kernel %s finds %v and kernel %s %v: %w",
				saved.Subproblem+1, saved.Total, saved.Kernel, again.Kernel, again.Total, third.Kernel, third.Total,
				ledger.ErrMismatch)
			break
		}
		verdict := Replacement{saved.Subproblem, wrong.Total, wrong.Kernel, third.Total, kernelsOf(right, third)}
		if upheld {
			r.Upheld, fresh = append(r.Upheld, verdict), append(fresh, third)
			continue
		}
		reasons[saved.Subproblem] = fmt.Sprintf("kernel %s had found %v, kernels %s and %s find %v", wrong.Kernel,
			wrong.Total, right.Kernel, third.Kernel, third.Total)
		r.Replaced, fresh = append(r.Replaced, verdict), append(fresh, right, third)
	}
	err = errors.Join(err, led.Withdraw(reasons)) // at once: it writes the whole file
	for _, result := range fresh {
		err = errors.Join(err, led.Append(result))
	}
	return err
}

func countThird(ctx context.Context, p *plan.Plan, o count.Options, saved, again ledger.Result) (third ledger.Result,
	err error,
) {
	o.Kernel = p.Variant.Method.Info().OtherKernel(saved.Kernel + "+" + again.Kernel)
	o.State, o.NoState, o.Progress, o.By, o.Workers, o.Devices = "", nil, nil, nil, 1, nil
	o.Only = func(i int) bool { return i == saved.Subproblem }
	o.Found = func(_ *plan.Plan, r *ledger.Result) error { third = *r; return nil }
	_, err = count.Run(ctx, p, o)
	return third, err
}

func kernelsOf(results ...ledger.Result) (names []string) {
	for _, r := range results {
		for name := range strings.SplitSeq(r.Kernel, "+") {
			if !slices.Contains(names, name) {
				names = append(names, name)
			}
		}
	}
	return names
}

// Revoke withdraws the results that a kernel took part in, and returns their number. Errors:
// queens.ErrFormat for an invalid name; those of ledger.Open.
func Revoke(ctx context.Context, run *ledger.Run, kernel, reason, program string) (withdrawn int, err error) {
	h := run.Header
	h.Program = program
	led, err := reopen(ctx, run, h)
	if err != nil {
		return 0, errs.Errorf("revoke: %w", err)
	}
	withdrawn, err = led.Revoke(kernel, reason)
	return withdrawn, errors.Join(err, led.Close())
}
