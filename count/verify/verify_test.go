package verify

import (
	"errors"
	"fmt"
	"math"
	"math/bits"
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
