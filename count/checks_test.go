package count

import (
	"context"
	"errors"
	"strings"
	"testing"

	"queens"
	"queens/count/ledger"
	"queens/count/methods"
	"queens/count/plan"
	"queens/internal/must"
	"queens/known"
)

func lookupVariant(t *testing.T, name string) plan.Variant {
	t.Helper()
	return must.Get(methods.Find(name))(t)
}

func newPlan(t *testing.T, n int, method string) *plan.Plan {
	t.Helper()
	return must.Get(plan.New(t.Context(), n, lookupVariant(t, method)))(t)
}

// Faulty counts like Local, but the first result of one variant has more solutions, with matching
// residues.
type Faulty string

func (f Faulty) Execute(ctx context.Context, s *Session) error {
	c, err := NewCounter(s.Plan().Frame, s.Options())
	for _, sub := range s.Missing() {
		if err != nil {
			break
		}
		var r ledger.Result
		if r, err = c.Count(ctx, sub); err == nil {
			if sub.Number == 0 && s.Plan().Variant.Name == string(f) {
				wrong := ledger.NewResult(sub.Number, r.Total.Add(8*195))
				wrong.Kernel, wrong.Evidence = r.Kernel, r.Evidence
				r = wrong
			}
			err = s.Accept(r)
		}
	}
	return err
}

// The certificate requires the session's sum in the ledger, and every check.
func TestFinishRefuses(t *testing.T) {
	p := newPlan(t, 9, "search")
	open := func() *Session {
		s := must.Get(Open(t.Context(), p, Options{State: t.TempDir(), KeepAll: true}))(t)
		t.Cleanup(func() { _ = s.Close() })
		return s
	}
	s := open()
	if _, err := s.Finish(); !errors.Is(err, ledger.ErrIncomplete) {
		t.Errorf("without a result: error %v", err)
	}
	must.Do(t, s.run(t.Context()))
	failed := errors.New("failed")
	if _, err := s.Finish(func(*Session) error { return failed }); !errors.Is(err, failed) {
		t.Errorf("a check that fails: error %v", err)
	}
	right := s.tally.Total
	s.tally.Total = right.Add(195)
	if _, err := s.Finish(); !errors.Is(err, ledger.ErrMismatch) ||
		!strings.Contains(err.Error(), "the ledger adds up to") {
		t.Errorf("sums differ: error %v", err)
	}
	s.tally.Total = right
	if tally, err := s.Finish(); err != nil || tally.Total != right {
		t.Errorf("%v, %v", tally, err)
	}
}

// Without a ledger the session compares results itself.
func TestAcceptWithoutALedger(t *testing.T) {
	s := must.Get(Open(t.Context(), newPlan(t, 9, "search"), Options{}))(t)
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
		{result(0, 8), nil}, // a repeated result does not count
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

// Each check of a report detects an error that no other check does.
func TestReportChecks(t *testing.T) {
	beyond := func(all, half, quarter uint64) Report { // no value is known for this order
		r := Report{
			Question: Question{Order: 1000}, HalfTurn: new(queens.NewTotal(half)),
			QuarterTurn: new(queens.NewTotal(quarter)),
		}
		if all > 0 {
			r.Solutions = new(queens.NewTotal(all))
		}
		return r
	}
	q12, _ := known.Solutions(12)
	s180, _ := known.S180(12)
	s90, _ := known.S90(12)
	wrong := q12.Add(8)
	twelve, modular := Question{Order: 12}, Question{Order: 11, Topology: queens.Modular}
	for _, test := range []struct {
		name string
		r    Report
		text string // empty: success
	}{
		{"Q of order 12", Report{Question: twelve, Solutions: &q12, HalfTurn: &s180, QuarterTurn: &s90}, ""},
		{"8 more", Report{Question: twelve, Solutions: &wrong, HalfTurn: &s180, QuarterTurn: &s90}, "known value"},
		{"8A+4P+2R", beyond(56, 16, 4), ""},
		{"modulo 8", beyond(58, 16, 4), "modulo 8"},
		{"fewer than symmetric", beyond(8, 16, 4), "less than S180"},
		{"S180 less than S90", beyond(0, 2, 4), "less than S90"},
		{"S180 - S90 = 4P", beyond(0, 10, 4), "not 4P + 2R"},
		{"modular", Report{Question: modular, Solutions: new(queens.NewTotal(89))}, "known value"},
	} {
		err := test.r.conclude()
		if test.text == "" && err != nil || test.text != "" &&
			(!errors.Is(err, ledger.ErrMismatch) || !strings.Contains(err.Error(), test.text)) {
			t.Errorf("%s: error %v, want one that says %q", test.name, err, test.text)
		}
	}
}
