package verify

import (
	"errors"
	"fmt"
	"math"
	"math/bits"
	"os"
	"path/filepath"
	"slices"
	"strings"
	"testing"
	"time"

	"queens"
	"queens/count"
	"queens/count/ledger"
	"queens/count/methods"
	"queens/count/plan"
	"queens/internal/must"
	"queens/known"
)

func newPlan(t *testing.T, n int, method string) *plan.Plan {
	t.Helper()
	return must.Get(plan.New(t.Context(), n, must.Get(methods.Find(method))(t)))(t)
}

func planWithResults(t *testing.T, n int, method string) (*plan.Plan, []ledger.Result) {
	t.Helper()
	p := newPlan(t, n, method)
	return p, resultsOf(t.Context(), p, count.Options{})
}

// A second count with another number is detected.
func TestRecheckComparesTheSecondCount(t *testing.T) {
	q, _ := known.Solutions(9)
	for _, name := range []string{"search", "join", "search-border"} {
		for _, more := range []uint64{0, 8} {
			r := count.Report{
				Question: count.Question{Order: 9},
				Runs:     []*count.Tally{{Method: name, Total: q.Add(more)}},
			}
			if err := Recheck(t.Context(), &r, count.Options{},
				1); errors.Is(err, ledger.ErrMismatch) != (more > 0) || (len(r.Checks) == 1) != (more == 0) {
				t.Errorf("%s, %d more: checks %q, error %v", name, more, r.Checks, err)
			}
		}
	}
}

func TestRecheckNamesTheSecondMethod(t *testing.T) {
	for _, test := range []struct {
		q    count.Question
		o    count.Options
		want string
	}{
		{count.Question{Order: 11}, count.Options{}, "method search-border"},
		{count.Question{Order: 13}, count.Options{State: t.TempDir(), KeepAll: true}, "computed again by kernel"},
		{
			count.Question{Order: 12, Of: count.Classes},
			count.Options{Method: "join", Kernel: "portable"},
			"counted again by method search",
		},
		{count.Question{Order: 12, Of: count.Symmetric}, count.Options{Kernel: "portable"}, "by search"},
		{count.Question{Order: 40, Of: count.QuarterTurn}, count.Options{}, "by search"},
	} {
		r, err := count.Solve(t.Context(), test.q, test.o)
		if err == nil {
			err = Recheck(t.Context(), r, test.o, 1)
		}
		if err != nil {
			t.Errorf("%+v: %v", test.q, err)
		} else if !slices.ContainsFunc(r.Checks, func(s string) bool { return strings.Contains(s, test.want) }) {
			t.Errorf("%+v: checks %q do not name %q", test.q, r.Checks, test.want)
		}
	}
}

func ledgerWith(t *testing.T, h ledger.Header, results ...ledger.Result) *ledger.Run {
	t.Helper()
	run := &ledger.Run{Path: filepath.Join(t.TempDir(), "run", "ledger"), Header: h}
	return edit(t, run, func(led *ledger.Ledger) (err error) {
		for _, r := range results {
			err = errors.Join(err, led.Append(r))
		}
		return err
	})
}

// Verdicts about all shares compute every result once, and one of them finds the wrong result.
// Together they are a verdict about everything.
func TestVerdictsOfShares(t *testing.T) {
	const n, of, wrong = 15, 4, 7
	p, found := planWithResults(t, n, "search")
	var right, forged []ledger.Result
	for i := range p.Subproblems {
		if i == 3 {
			continue // not counted yet
		}
		r := found[i]
		right = append(right, r)
		if i == wrong {
			r = ledger.NewResult(i, r.Total.Add(8))
			r.Kernel = right[0].Kernel
		}
		forged = append(forged, r)
	}
	for kind, results := range [][]ledger.Result{right, forged} {
		run := ledgerWith(t, p.Header("test"), results...)
		others := map[string]*Verdict{}
		var again []int
		for i := range of {
			v := must.Get(Run(t.Context(), run, count.Options{Program: "a friend's"},
				Sample{Size: 1, Share: &plan.Share{Number: i + 1, Of: of}}))(t)
			again = append(again, v.Sample...)
			found := kind == 1 && slices.Contains(v.Sample, wrong)
			if v.Share.Number != i+1 || (len(v.Wrong) == 1) != found || v.Verdict.Right() == found {
				t.Errorf("share %d, wrong result found %t: %+v", i+1, found, v)
			}
			others[fmt.Sprint(i+1)] = v
		}
		if !slices.EqualFunc(again, right, func(i int, r ledger.Result) bool { return i == r.Subproblem }) {
			t.Errorf("computed again: %v, want all but number 3", again)
		}
		own := must.Get(Run(t.Context(), run, count.Options{}, Sample{Size: 2, Seed: 1}))(t)
		must.Do(t, own.Join(t.Context(), run, others))
		if own.Together != len(right) || len(own.Others) != of || own.Others[of-1].Program != "a friend's" ||
			own.Verdict.Right() != (kind == 0) {
			t.Errorf("together: %+v", own)
		}
	}
	run := ledgerWith(t, p.Header("test"), right[:9]...)
	old := must.Get(Run(t.Context(), run, count.Options{}, Sample{Size: 2}))(t)
	run = edit(t, run, func(l *ledger.Ledger) error { return l.Append(right[9]) })
	own := must.Get(Run(t.Context(), run, count.Options{}, Sample{}))(t)
	must.Do(t, own.Join(t.Context(), run, map[string]*Verdict{"old": old})) // the ledger continues that one
	for _, c := range []struct {
		change func(*Verdict)
		want   error
	}{
		{func(v *Verdict) { v.Plan = v.Plan[1:] + "0" }, ledger.ErrOtherRun},
		{func(v *Verdict) { v.Schema = "queens.repair/1" }, ledger.ErrOtherRun},
		{func(v *Verdict) { v.Head = v.Head[1:] + "0" }, ledger.ErrOtherRun},
		{func(v *Verdict) { v.Head = "12" }, queens.ErrFormat},
		{func(v *Verdict) { v.Sample = []int{3} }, queens.ErrFormat},
		{func(v *Verdict) { v.Sample = []int{-1} }, queens.ErrFormat},
	} {
		other := *own
		if c.change(&other); !errors.Is(own.Join(t.Context(), run, map[string]*Verdict{"x": &other}), c.want) {
			t.Errorf("%+v: want %v", other, c.want)
		}
	}
}

// The results of two kernels are counted again by different ones; the progress is that of both, and
// of the whole sample, which grows.
func TestVerifyProgress(t *testing.T) {
	const size = 6
	p, found := planWithResults(t, 15, "search")
	var results []ledger.Result
	for i := range size {
		r := found[i]
		if i%2 == 0 {
			r.Kernel = "masks"
		}
		results = append(results, r)
	}
	var last count.Progress
	whole := true
	v, err := Run(t.Context(), ledgerWith(t, p.Header("test"), results...), count.Options{
		Progress: func(p count.Progress) { last, whole = p, whole && p.Subproblems == size },
	}, Sample{Size: AutoSample})
	if err != nil || !whole || len(v.Kernels) != 2 || len(v.Sample) != size || last.Done != size ||
		last.Subproblems != size {
		t.Errorf("%+v, %v: %d of %d counted again; want %d by two kernels", v, err, last.Done, last.Subproblems,
			size)
	}
}

// Run also compares the plan and the evidence.
func TestVerifyComparesPlanAndEvidence(t *testing.T) {
	p, found := planWithResults(t, 12, "join")
	r := found[0]
	for i := range len(r.Evidence) + 1 {
		forged, wrong := r, 0
		if i > 0 {
			forged.Evidence, wrong = slices.Clone(r.Evidence), 1
			forged.Evidence[i-1].Value++
		}
		v := must.Get(Run(t.Context(), ledgerWith(t, p.Header("test"), forged), count.Options{}, Sample{Size: 1}))(t)
		if len(v.Wrong) != wrong {
			t.Errorf("%d of the evidence is wrong by one: %+v", wrong, v)
		}
	}
	other := p.Header("test")
	other.Plan[7]++
	_, err := Run(t.Context(), ledgerWith(t, other, r), count.Options{}, Sample{})
	if !errors.Is(err, ledger.ErrOtherRun) {
		t.Errorf("another plan: error %v, want ErrOtherRun", err)
	}
}

// Recounts use another kernel and exchange the halves.
func TestVerifyCountsInAnotherWay(t *testing.T) {
	p := newPlan(t, 11, "join")
	tally := must.Get(count.Run(t.Context(), p, count.Options{State: t.TempDir(), KeepAll: true}))(t)
	run := must.Get(ledger.Read(t.Context(), tally.Ledger))(t)
	v := must.Get(Run(t.Context(), run, count.Options{}, Sample{Size: AutoSample, Seed: 1}))(t)
	if !slices.Equal(v.By, []string{"halves"}) || slices.Contains(v.Kernels, tally.Kernel) {
		t.Errorf("a run by kernel %s is checked by %v with kernels %v", tally.Kernel, v.By, v.Kernels)
	}
}

// A sample does not depend on the times in the ledger: it grows until ten minutes have passed, or
// until it is complete.
func TestSampleIsMeasured(t *testing.T) {
	for _, c := range []struct {
		done    int
		elapsed time.Duration
		want    int
	}{
		{3, 0, 12},
		{12, time.Second, 48},
		{192, time.Second, 300},
		{300, time.Second, 300},
		{3, time.Minute, 12},
		{3, 5 * time.Minute, 6},
		{3, 9 * time.Minute, 3},
		{3, time.Hour, 3},
		{48, 8 * time.Minute, 60},
	} {
		if got := growth(c.done, c.elapsed, 3); got != c.want {
			t.Errorf("after %d in %v: %d, want %d", c.done, c.elapsed, got, c.want)
		}
	}
	p, list := truth()
	o := count.Options{State: t.TempDir(), KeepAll: true, Program: "forger"}
	o.Found = func(_ *plan.Plan, r *ledger.Result) error {
		i := r.Subproblem
		forged := ledger.NewResult(i, r.Total)
		switch i {
		case 5:
			forged = ledger.NewResult(i, r.Total.Add(8))
		case 9:
			forged = ledger.NewResult(i, r.Total.Minus(queens.NewTotal(8)))
		}
		forged.Kernel, forged.Nodes, forged.Build, forged.Elapsed = r.Kernel, r.Nodes, r.Build, 24*time.Hour
		*r = forged
		return nil
	}
	run := readRun(t, must.Get(count.Run(t.Context(), p, o))(t).Ledger)
	if len(list) < 10 || len(list) > usualSample {
		t.Fatalf("%d results", len(list))
	}
	for seed := range uint64(3) {
		v := must.Get(Run(t.Context(), run, count.Options{}, Sample{Size: AutoSample, Seed: seed}))(t)
		if len(v.Wrong) != 2 {
			t.Errorf("seed %d: %v; %d of %d computed again, two false", seed, v.Wrong, len(v.Sample), v.Results)
		}
	}
}

// Samples are chosen uniformly from all results and depend only on the seed and their size.
func TestSampleIsFair(t *testing.T) {
	const sample, seeds = 5, 60
	run := share(t, plan.Share{Number: 1, Of: 1}, "")
	times := make([]int, run.Tally.Results)
	for seed := range uint64(seeds) {
		v := must.Get(Run(t.Context(), run, count.Options{}, Sample{Size: sample, Seed: seed}))(t)
		if len(v.Sample) != sample || !slices.IsSorted(v.Sample) ||
			len(slices.Compact(slices.Clone(v.Sample))) != sample {
			t.Fatalf("seed %d: %v", seed, v.Sample)
		}
		for _, i := range v.Sample {
			times[i]++
		}
	}
	want := float64(seeds*sample) / float64(len(times))
	for i, k := range times {
		if float64(k) > want+6*math.Sqrt(want) {
			t.Errorf("result %d is chosen %d times, want about %.1f", i, k, want)
		}
	}
	v := must.Get(Run(t.Context(), run, count.Options{}, Sample{Size: 1000, Seed: 1}))(t)
	if len(v.Sample) != len(times) {
		t.Errorf("1000 of %d results: %d", len(times), len(v.Sample))
	}
}

// The probability is the share of samples with a wrong result, over all subsets of ten results.
func TestFinds(t *testing.T) {
	const results = 10
	for sample := range results + 1 {
		for wrong := range results + 1 {
			var samples, with int
			for s := range uint(1) << results {
				if bits.OnesCount(s) == sample {
					samples++
					if s&(1<<wrong-1) != 0 {
						with++
					}
				}
			}
			r := Recounted{Results: results, Sample: make([]int, sample)}
			if got, want := r.Finds(wrong), float64(with)/float64(samples); math.Abs(got-want) > 1e-12 {
				t.Errorf("%d of %d results drawn, %d wrong: %v, want %v", sample, results, wrong, got, want)
			}
		}
	}
}

// keptRun saves a complete run of order n with some totals that are wrong by an orbit.
func keptRun(t *testing.T, n int, method string, o count.Options, wrong ...int) (*plan.Plan, *ledger.Run) {
	t.Helper()
	p := newPlan(t, n, method)
	tally := must.Get(count.Run(t.Context(), must.Get(plan.New(t.Context(), n, p.Variant))(t), o))(t)
	kept := results(t, tally.Ledger)
	return p, edit(t, readRun(t, tally.Ledger), func(led *ledger.Ledger) (err error) {
		for _, i := range wrong {
			forged := ledger.NewResult(i, kept[i].Total.Add(8))
			forged.Kernel, forged.Evidence, forged.Nodes = kept[i].Kernel, kept[i].Evidence, kept[i].Nodes
			forged.Build = "forger"
			err = errors.Join(err, led.Withdraw(map[int]string{i: "a forger was here"}), led.Append(forged))
		}
		return err
	})
}

func readRun(t *testing.T, dir string) *ledger.Run {
	t.Helper()
	return must.Get(ledger.Read(t.Context(), dir))(t)
}

func results(t *testing.T, dir string) (list []ledger.Result) {
	t.Helper()
	for r, err := range readRun(t, dir).Computations() {
		must.Do(t, err)
		list = append(list, r)
	}
	return list
}

func usableKernels(t *testing.T, method string) (usable int) {
	t.Helper()
	for _, p := range must.Get(methods.Find(method))(t).Method.Info().Kernels {
		if p.Usable {
			usable++
		}
	}
	return usable
}

// Two wrong results are found and replaced by the majority, and the count then ends well, with
// either engine.
func TestRepair(t *testing.T) {
	for _, c := range []struct {
		n      int
		method string
	}{{14, "search"}, {15, "join"}} {
		t.Run(c.method, func(t *testing.T) {
			o := count.Options{State: t.TempDir(), KeepAll: true, Method: c.method, Program: "queens test"}
			_, run := keptRun(t, c.n, c.method, o, 0, 2)
			dir := strings.TrimSuffix(run.Path, "/ledger")
			if _, err := count.Solve(t.Context(), count.Question{Order: c.n}, o); !errors.Is(err, ledger.ErrMismatch) {
				t.Fatalf("Solve with two wrong results: %v, want ErrMismatch", err)
			}
			if run = readRun(t, dir); len(run.Doubts) == 0 {
				t.Error("no doubt is kept of a check that failed")
			}
			r := must.Get(Repair(t.Context(), run, o, run.Tally.Results, 1))(t)
			if len(r.Replaced) != 2 || r.Replaced[0].Subproblem+r.Replaced[1].Subproblem != 2 ||
				len(r.Upheld) != 0 || r.Confirmed != run.Tally.Results || len(r.Sample) != run.Tally.Results {
				t.Errorf("repaired: %+v; want subproblems 0 and 2 replaced, and all confirmed", r)
			}
			// A third kernel, if there is one, replaces the one that was wrong.
			spare := usableKernels(t, c.method) > 2
			for _, one := range r.Replaced {
				if one.Wrong != one.Right.Add(8) ||
					len(slices.Compact(slices.Sorted(slices.Values(one.Kernels)))) < 2 || spare &&
					slices.Contains(one.Kernels, one.By) {
					t.Errorf("replaced: %+v; want a total wrong by 8, and two kernels, others if there are three", one)
				}
			}
			if again, err := Repair(t.Context(), run, o, run.Tally.Results, 1); err != nil || len(again.Sample) != 0 {
				t.Errorf("a second repair: %+v, %v; want nothing left to do", again, err)
			}
			want := *solve(t, c.n, o).Solutions
			if run := readRun(t, dir); len(run.Doubts) != 0 || run.Tally.Total != want || run.Tally.Done == nil ||
				run.Tally.Done.Total != want || !run.Recovery.Sound() {
				t.Errorf("in the end: %+v, doubts %v; want a certificate of %v", run.Tally, run.Doubts, want)
			}
		})
	}
}

// A run whose results are all confirmed, including two wrong ones, is repaired because it is in
// doubt, also in several parts.
func TestRepairOfConfirmed(t *testing.T) {
	for _, sample := range []int{1, 1000} {
		o := count.Options{State: t.TempDir(), KeepAll: true, Method: "search", Program: "queens test"}
		_, run := keptRun(t, 14, "search", o, 0, 2)
		dir := filepath.Dir(run.Path)
		run = edit(t, run, func(led *ledger.Ledger) (err error) {
			for _, r := range results(t, dir) {
				r.Worker = "friend"
				err = errors.Join(err, led.Append(r))
			}
			return err
		})
		if r, err := Repair(t.Context(), run, o, 1000, 1); err != nil || len(r.Sample) > 0 {
			t.Errorf("a run that is not in doubt: %+v, %v; want nothing computed", r, err)
		}
		want, _ := known.Solutions(14)
		for parts := 0; ; parts++ {
			report, err := count.Solve(t.Context(), count.Question{Order: 14}, o)
			if err == nil && *report.Solutions != want {
				t.Errorf("%v, want %v", report.Solutions, want)
			}
			if err == nil {
				break
			}
			if !errors.Is(err, ledger.ErrMismatch) || parts > 5 {
				t.Fatalf("after %d repairs: %v", parts, err)
			}
			if r, err := Repair(t.Context(), readRun(t, dir), o, sample, uint64(parts)); err != nil ||
				len(r.Sample) == 0 {
				t.Fatalf("repair: %+v, %v", r, err)
			}
		}
	}
}

// A ledger with another name is not repaired, and no file appears next to it.
func TestRepairOfACopy(t *testing.T) {
	o := count.Options{State: t.TempDir(), KeepAll: true, Method: "search", Program: "queens test"}
	_, run := keptRun(t, 14, "search", o)
	data := must.Get(os.ReadFile(run.Path))(t)
	path := filepath.Join(t.TempDir(), "n14.ledger")
	must.Do(t, os.WriteFile(path, data, 0o644))
	if _, err := Run(t.Context(), readRun(t, path), o, Sample{Size: 2}); err != nil {
		t.Errorf("verify: %v", err)
	}
	_, repairErr := Repair(t.Context(), readRun(t, path), o, 1, 1)
	_, revokeErr := Revoke(t.Context(), readRun(t, path), "masks", "test", "test")
	for _, err := range []error{repairErr, revokeErr} {
		if err == nil || !strings.Contains(err.Error(), "queens runs merge") {
			t.Errorf("%v, want what to do", err)
		}
	}
	if entries, _ := os.ReadDir(filepath.Dir(path)); len(entries) != 1 {
		t.Errorf("beside the copy: %v", entries)
	}
}

// Two of three computations must agree; otherwise nothing is written.
func TestRepairSettlesByMajority(t *testing.T) {
	o := count.Options{State: t.TempDir(), KeepAll: true, Program: "queens test"}
	p, run := keptRun(t, 14, "search", o)
	led, _, err := ledger.Open(t.Context(), filepath.Dir(run.Path), p.Header("test"), ledger.Options{})
	must.Do(t, err)
	defer led.Close()
	kept := results(t, led.Dir())[2]
	wrong := func(by uint64) ledger.Result {
		r := ledger.NewResult(kept.Subproblem, kept.Total.Add(by))
		r.Kernel = "masks"
		return r
	}
	var r Repaired
	before := led.Tally()
	first, second := wrong(8), wrong(16)
	first.Kernel = kept.Kernel
	err = r.settle(t.Context(), p, led, o, [][2]ledger.Result{{first, second}})
	if !errors.Is(err, ledger.ErrMismatch) || led.Tally() != before {
		t.Errorf("three totals: %v, %+v; want ErrMismatch and nothing written", err, led.Tally())
	}
	second = wrong(8)
	must.Do(t, r.settle(t.Context(), p, led, o, [][2]ledger.Result{{kept, second}}))
	if len(r.Upheld) != 1 || r.Upheld[0].Wrong != second.Total || r.Upheld[0].Right != kept.Total ||
		len(r.Replaced) != 0 {
		t.Errorf("%+v, want the ledger upheld", r)
	}
	if tally := led.Tally(); tally.Total != before.Total || tally.Confirmed != 1 {
		t.Errorf("tally %+v, want %v with one result confirmed", tally, before.Total)
	}
}

func TestRevokeOfAKernel(t *testing.T) {
	o := count.Options{State: t.TempDir(), KeepAll: true, Kernel: "masks"}
	_, run := keptRun(t, 14, "search", o)
	if n, err := Revoke(t.Context(), run, "generic", "a test", "queens test"); n != 0 || err != nil {
		t.Errorf("Revoke of a kernel that took no part: %d, %v", n, err)
	}
	n, err := Revoke(t.Context(), run, "masks", "a test", "queens test")
	if err != nil || n != run.Tally.Results {
		t.Errorf("Revoke: %d, %v; want all %d", n, err, run.Tally.Results)
	}
	o.Kernel = "scalar"
	solve(t, 15, o)
}
