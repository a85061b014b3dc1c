package count

import (
	"context"
	"errors"
	"math"
	"slices"
	"strings"
	"testing"
	"time"

	"queens"
	"queens/count/ledger"
	"queens/count/plan"
	"queens/known"
)

// lookupScheme returns a scheme that is in the table.
func lookupScheme(t *testing.T, name string) plan.Scheme {
	t.Helper()
	s, err := plan.Lookup(name)
	if err != nil {
		t.Fatal(err)
	}
	return s
}

// newPlan returns the plan of an order by a scheme.
func newPlan(t *testing.T, n int, scheme string) *plan.Plan {
	t.Helper()
	p, err := plan.New(t.Context(), n, lookupScheme(t, scheme))
	if err != nil {
		t.Fatal(err)
	}
	return p
}

// faulty counts as Local does, but the result of the first subproblem of the plans of one
// scheme has so much added to its total, residues and all.
type faulty struct {
	scheme string
	more   uint64
}

func (f faulty) Execute(ctx context.Context, s *Session) error {
	c, err := NewCounter(s.Plan().Frame, s.Options())
	for _, sub := range s.Missing() {
		if err != nil {
			break
		}
		var r ledger.Result
		if r, err = c.Count(ctx, sub); err == nil {
			if sub.Number == 0 && s.Plan().Scheme.Name == f.scheme {
				wrong := ledger.NewResult(sub.Number, r.Total.Add(f.more))
				wrong.Kernel, wrong.Evidence = r.Kernel, r.Evidence
				r = wrong
			}
			err = s.Accept(r)
		}
	}
	return err
}

// A wrong total is found between the last result and the certificate, by each check that
// can find it, and leaves a doubt in the ledger.
func TestWrongTotalIsNotCertified(t *testing.T) {
	const n = 9
	for _, test := range []struct {
		scheme string
		count  func(o Options) error
	}{
		{"families", func(o Options) error {
			_, err := Run(t.Context(), n, lookupScheme(t, "families"), o)
			return err
		}},
		{"half-turn", func(o Options) error {
			_, err := Solve(t.Context(), Question{Order: n}, o)
			return err
		}},
		{"families", func(o Options) error {
			_, err := Solve(t.Context(), Question{Order: n}, o)
			return err
		}},
	} {
		p := newPlan(t, n, test.scheme)
		o := Options{State: t.TempDir(), KeepAll: true, Executor: faulty{test.scheme, 8 * 195}}
		for range 2 { // as counted, and as read again
			if err := test.count(o); !errors.Is(err, ledger.ErrMismatch) || !strings.Contains(err.Error(), "known value") {
				t.Errorf("%s: error %v, want ErrMismatch and the known value", test.scheme, err)
			}
			run, err := ledger.Read(t.Context(), ledger.Dir(o.State, RunName(p)))
			if err != nil {
				t.Fatal(err)
			}
			if !run.Complete() || run.Tally.Done != nil || len(run.Doubts) != 1 || !strings.Contains(run.Doubts[0].Text, "known value") {
				t.Errorf("%s: complete %t, certificate %v, doubts %v; want all results, a doubt and no certificate",
					test.scheme, run.Complete(), run.Tally.Done, run.Doubts)
			}
		}
	}
}

// The certificate needs the sum of the ledger to be that of the session, and every check
// to pass.
func TestFinishRefuses(t *testing.T) {
	p := newPlan(t, 9, "families")
	open := func() *Session {
		s, err := Open(t.Context(), p, Options{State: t.TempDir(), KeepAll: true})
		if err != nil {
			t.Fatal(err)
		}
		t.Cleanup(func() { _ = s.Close() })
		return s
	}
	s := open()
	if _, err := s.Finish(); !errors.Is(err, ledger.ErrIncomplete) {
		t.Errorf("without a result: error %v", err)
	}
	if err := s.run(t.Context()); err != nil {
		t.Fatal(err)
	}
	failed := errors.New("failed")
	if _, err := s.Finish(func(*Session) error { return failed }); !errors.Is(err, failed) {
		t.Errorf("a check that fails: error %v", err)
	}
	right := s.tally.Total
	s.tally.Total = right.Add(195)
	if _, err := s.Finish(); !errors.Is(err, ledger.ErrMismatch) || !strings.Contains(err.Error(), "the ledger adds up to") {
		t.Errorf("sums differ: error %v", err)
	}
	s.tally.Total = right
	if tally, err := s.Finish(); err != nil || tally.Total != right {
		t.Errorf("%v, %v", tally, err)
	}
}

// Without a ledger the session compares itself.
func TestAcceptWithoutALedger(t *testing.T) {
	s, err := Open(t.Context(), newPlan(t, 9, "families"), Options{})
	if err != nil {
		t.Fatal(err)
	}
	result := func(i int, x uint64) ledger.Result { return ledger.NewResult(i, queens.NewTotal(x)) }
	bad13, bad15 := result(0, 8), result(0, 8)
	bad13.Mod13++
	bad15.Mod15++
	for _, test := range []struct {
		r    ledger.Result
		want error
	}{
		{bad13, ledger.ErrResidue},
		{bad15, ledger.ErrResidue},
		{result(-1, 8), queens.ErrFormat},
		{result(len(s.plan.Subproblems), 8), queens.ErrFormat},
		{result(0, 8), nil},
		{result(0, 8), nil}, // once more: it does not count
		{result(0, 16), ledger.ErrMismatch},
	} {
		if err := s.Accept(test.r); !errors.Is(err, test.want) {
			t.Errorf("%+v: error %v, want %v", test.r, err, test.want)
		}
	}
	if tally := s.Tally(); tally.Total != queens.NewTotal(8) || tally.Done != 1 {
		t.Errorf("%+v, want 8 in one result", tally)
	}
}

// Each check of a report notices what it is for, where no other one would.
func TestReportChecks(t *testing.T) {
	const unknown = 1000 // nothing is known of this order
	total := func(x uint64) *queens.Total { v := queens.NewTotal(x); return &v }
	q12, _ := known.Solutions(12)
	s180, _ := known.S180(12)
	s90, _ := known.S90(12)
	wrong := q12.Add(8)
	for _, test := range []struct {
		name string
		r    Report
		text string // empty: it holds
	}{
		{"Q of order 12", Report{Question: Question{Order: 12}, Solutions: &q12, HalfTurn: &s180, QuarterTurn: &s90}, ""},
		{"another orbit", Report{Question: Question{Order: 12}, Solutions: &wrong, HalfTurn: &s180, QuarterTurn: &s90}, "known value"},
		{"8A + 4P + 2R", Report{Question: Question{Order: unknown}, Solutions: total(56), HalfTurn: total(16), QuarterTurn: total(4)}, ""},
		{"modulo 8", Report{Question: Question{Order: unknown}, Solutions: total(58), HalfTurn: total(16), QuarterTurn: total(4)}, "modulo 8"},
		{"fewer than symmetric", Report{Question: Question{Order: unknown}, Solutions: total(8), HalfTurn: total(16), QuarterTurn: total(4)}, "less than S180"},
		{"S180 less than S90", Report{Question: Question{Order: unknown}, HalfTurn: total(2), QuarterTurn: total(4)}, "less than S90"},
		{"S180 - S90 = 4P", Report{Question: Question{Order: unknown}, HalfTurn: total(10), QuarterTurn: total(4)}, "not 4P + 2R"},
		{"modular", Report{Question: Question{Order: 11, Topology: queens.Modular}, Solutions: total(89)}, "known value"},
	} {
		err := test.r.conclude()
		if test.text == "" && err != nil || test.text != "" && (!errors.Is(err, ledger.ErrMismatch) || !strings.Contains(err.Error(), test.text)) {
			t.Errorf("%s: error %v, want one that says %q", test.name, err, test.text)
		}
	}
}

// A second count by another method that finds another number is noticed.
func TestVerifyComparesTheSecondCount(t *testing.T) {
	r := Report{Question: Question{Order: 9}}
	q, _ := known.Solutions(9)
	for _, name := range []string{"families", "join", "border"} {
		s := lookupScheme(t, name)
		if err := r.verify(t.Context(), s, &Tally{Scheme: name, Total: q}, Options{}); err != nil {
			t.Errorf("%s: %v", name, err)
		}
		if err := r.verify(t.Context(), s, &Tally{Scheme: name, Total: q.Add(8)}, Options{}); !errors.Is(err, ledger.ErrMismatch) {
			t.Errorf("%s: error %v, want ErrMismatch", name, err)
		}
	}
}

// ledgerWith returns a ledger of the header with these results.
func ledgerWith(t *testing.T, h ledger.Header, results ...ledger.Result) *ledger.Run {
	t.Helper()
	dir := t.TempDir() + "/run"
	led, _, err := ledger.Open(t.Context(), dir, h, ledger.Options{})
	if err != nil {
		t.Fatal(err)
	}
	for _, r := range results {
		if err := led.Append(r); err != nil {
			t.Fatal(err)
		}
	}
	if err := led.Close(); err != nil {
		t.Fatal(err)
	}
	run, err := ledger.Read(t.Context(), dir)
	if err != nil {
		t.Fatal(err)
	}
	return run
}

// Verifications of all shares compute every result again once, and that of the share with
// a wrong one finds it.
func TestVerifyShares(t *testing.T) {
	const n, of, wrong = 15, 4, 7
	p := newPlan(t, n, "families")
	c, err := NewCounter(p.Frame, Options{})
	if err != nil {
		t.Fatal(err)
	}
	var right, forged []ledger.Result
	for i := range p.Subproblems {
		if i == 3 {
			continue // is not counted yet
		}
		r, err := c.Count(t.Context(), &p.Subproblems[i])
		if err != nil {
			t.Fatal(err)
		}
		right = append(right, r)
		if i == wrong {
			r = ledger.NewResult(i, r.Total.Add(8))
			r.Kernel = right[0].Kernel
		}
		forged = append(forged, r)
	}
	sound, bad := ledgerWith(t, HeaderOf(p, "test"), right...), ledgerWith(t, HeaderOf(p, "test"), forged...)
	var again []int
	found := 0
	for i := range of {
		sample := Sample{Size: 1, Share: &plan.Share{Number: i + 1, Of: of}}
		v, err := Verify(t.Context(), sound, Options{}, sample)
		if err != nil || v.Share == nil || v.Share.Number != i+1 {
			t.Errorf("share %d: %+v, %v", i+1, v, err)
		}
		again = append(again, v.Sample...)
		_, err = Verify(t.Context(), bad, Options{}, sample)
		if holds := slices.Contains(v.Sample, wrong); holds != errors.Is(err, ledger.ErrMismatch) {
			t.Errorf("share %d with the wrong result %t: error %v", i+1, holds, err)
		} else if holds {
			found++
		}
	}
	var want []int
	for _, r := range right {
		want = append(want, r.Subproblem)
	}
	if !slices.Equal(again, want) || found != 1 {
		t.Errorf("computed again: %v, want %v; the wrong one was found %d times", again, want, found)
	}
}

// Verify compares the plan and the evidence, not the totals alone.
func TestVerifyComparesPlanAndEvidence(t *testing.T) {
	p := newPlan(t, 12, "join")
	c, err := NewCounter(p.Frame, Options{})
	if err != nil {
		t.Fatal(err)
	}
	r, err := c.Count(t.Context(), &p.Subproblems[0])
	if err != nil {
		t.Fatal(err)
	}
	if _, err := Verify(t.Context(), ledgerWith(t, HeaderOf(p, "test"), r), Options{}, Sample{Size: 1, Seed: 1}); err != nil {
		t.Error(err)
	}
	for i := range r.Evidence {
		forged := r
		forged.Evidence = slices.Clone(r.Evidence)
		forged.Evidence[i].Value++
		if _, err := Verify(t.Context(), ledgerWith(t, HeaderOf(p, "test"), forged), Options{}, Sample{Size: 1, Seed: 1}); !errors.Is(err, ledger.ErrMismatch) {
			t.Errorf("%s is wrong by one: error %v, want ErrMismatch", r.Evidence[i].Name, err)
		}
	}
	other := HeaderOf(p, "test")
	other.Plan[7]++
	if _, err := Verify(t.Context(), ledgerWith(t, other, r), Options{}, Sample{Size: 0, Seed: 1}); !errors.Is(err, ledger.ErrOtherRun) {
		t.Errorf("another plan: error %v, want ErrOtherRun", err)
	}
}

// spy has everything counted by Local and keeps the options it was asked with.
type spy struct{ asked *Options }

func (s spy) Execute(ctx context.Context, session *Session) error {
	*s.asked = session.Options()
	return Local{}.Execute(ctx, session)
}

// What is computed again goes through the executor, by another kernel and with the roles
// of the halves exchanged.
func TestVerifyCountsInAnotherWay(t *testing.T) {
	p := newPlan(t, 11, "join")
	var asked Options
	o := Options{State: t.TempDir(), KeepAll: true, Executor: spy{&asked}}
	tally, err := RunPart(t.Context(), p, len(p.Subproblems), o)
	if err != nil {
		t.Fatal(err)
	}
	if len(asked.By) > 0 {
		t.Error("a usual count is asked to check")
	}
	run, err := ledger.Read(t.Context(), tally.Ledger)
	if err != nil {
		t.Fatal(err)
	}
	if _, err := Verify(t.Context(), run, o, Sample{Size: AutoSample, Seed: 1}); err != nil {
		t.Fatal(err)
	}
	if !slices.Equal(asked.By, []string{"halves"}) || asked.Kernel == tally.Kernel || asked.State != "" {
		t.Errorf("a run by kernel %s is checked with %+v", tally.Kernel, asked)
	}
}

// A sample of a run does not depend on what its ledger says of times: it grows until ten
// minutes are over here, or it is complete.
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
		if got := growth(c.done, c.elapsed); got != c.want {
			t.Errorf("after %d in %v: %d, want %d", c.done, c.elapsed, got, c.want)
		}
	}
	p, list := truth()
	s, err := Open(t.Context(), p, Options{State: t.TempDir(), KeepAll: true, Program: "forger"})
	if err != nil {
		t.Fatal(err)
	}
	for i, r := range list {
		forged := ledger.NewResult(i, r.Total)
		switch i {
		case 5:
			forged = ledger.NewResult(i, r.Total.Add(8))
		case 9:
			forged = ledger.NewResult(i, r.Total.Minus(queens.NewTotal(8)))
		}
		forged.Kernel, forged.Nodes, forged.Build, forged.Elapsed = r.Kernel, r.Nodes, r.Build, 24*time.Hour
		if err := s.Accept(forged); err != nil {
			t.Fatal(err)
		}
	}
	if _, err := s.Finish(); err != nil {
		t.Fatal(err)
	}
	if err := s.Close(); err != nil {
		t.Fatal(err)
	}
	run := readRun(t, s.ledger.Dir())
	if len(list) < 10 || len(list) > usualSample {
		t.Fatalf("%d results", len(list))
	}
	for seed := range uint64(3) {
		if v, err := Verify(t.Context(), run, Options{}, Sample{Size: AutoSample, Seed: seed}); !errors.Is(err, ledger.ErrMismatch) {
			t.Errorf("seed %d: %v; %d of %d computed again, two false", seed, err, len(v.Sample), v.Results)
		}
	}
}

// Samples are chosen from all results, each as often as any other, and do not depend on
// anything but the seed and their size.
func TestSampleIsFair(t *testing.T) {
	const sample, seeds = 5, 60
	run := share(t, plan.Share{Number: 1, Of: 1}, "")
	times := make([]int, run.Tally.Results)
	for seed := range uint64(seeds) {
		v, err := Verify(t.Context(), run, Options{}, Sample{Size: sample, Seed: seed})
		if err != nil {
			t.Fatal(err)
		}
		if len(v.Sample) != sample || !slices.IsSorted(v.Sample) || len(slices.Compact(slices.Clone(v.Sample))) != sample {
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
	if v, err := Verify(t.Context(), run, Options{}, Sample{Size: 1000, Seed: 1}); err != nil || len(v.Sample) != len(times) {
		t.Errorf("1000 of %d results: %d, %v", len(times), len(v.Sample), err)
	}
}

// The half width of a band is a quantile of Student's distribution, of nine tenths, here
// from a table of it, times the standard error.
func TestBandIsStudents(t *testing.T) {
	for degrees, quantile := range map[int]float64{1: 6.314, 2: 2.920, 3: 2.353, 5: 2.015, 7: 1.895, 10: 1.812, 29: 1.699, 120: 1.658} {
		var m moments
		for i := range degrees + 1 {
			m.add(float64(i % 2))
		}
		var square float64
		for i := range degrees + 1 {
			square += (float64(i%2) - m.mean) * (float64(i%2) - m.mean)
		}
		want := quantile * math.Sqrt(square/float64(degrees)/float64(degrees+1))
		if half := m.band().High - m.mean; math.Abs(half/want-1) > 0.05 {
			t.Errorf("%d degrees of freedom: half width %g, want %g", degrees, half, want)
		}
	}
}
