package count

import (
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

// Faulty gives the first result of one variant more solutions, with matching residues.
func Faulty(method string) func(*plan.Plan, *ledger.Result) error {
	return func(p *plan.Plan, r *ledger.Result) error {
		if r.Subproblem == 0 && p.Variant.Name == method {
			wrong := ledger.NewResult(0, r.Total.Add(8*195))
			r.Total, r.Mod13, r.Mod15 = wrong.Total, wrong.Mod13, wrong.Mod15
		}
		return nil
	}
}

// The certificate requires the run's sum in the ledger, and every check.
func TestFinishRefuses(t *testing.T) {
	p := newPlan(t, 9, "search")
	r := must.Get(open(t.Context(), p, Options{State: t.TempDir(), KeepAll: true}))(t)
	t.Cleanup(func() { _ = r.ledger.Close() })
	if _, err := r.finish(); !errors.Is(err, ledger.ErrIncomplete) {
		t.Errorf("without a result: error %v", err)
	}
	must.Do(t, r.count(t.Context()))
	failed := errors.New("failed")
	r.options.Check = func(queens.Total, []queens.Total) error { return failed }
	if _, err := r.finish(); !errors.Is(err, failed) {
		t.Errorf("a check that fails: error %v", err)
	}
	r.options.Check = nil
	right := r.state.Tally.Total
	r.state.Tally.Total = right.Add(195)
	if _, err := r.finish(); !errors.Is(err, ledger.ErrMismatch) ||
		!strings.Contains(err.Error(), "the ledger adds up to") {
		t.Errorf("sums differ: error %v", err)
	}
	r.state.Tally.Total = right
	if tally, err := r.finish(); err != nil || tally.Total != right {
		t.Errorf("%v, %v", tally, err)
	}
}

// Without a ledger the run checks residues itself.
func TestAcceptWithoutALedger(t *testing.T) {
	r := must.Get(open(t.Context(), newPlan(t, 9, "search"), Options{}))(t)
	for i, spoil := range []func(r *ledger.Result){
		func(r *ledger.Result) { r.Mod13++ },
		func(r *ledger.Result) { r.Mod15++ },
	} {
		result := ledger.NewResult(0, queens.NewTotal(8))
		spoil(&result)
		if err := r.accept(result); !errors.Is(err, ledger.ErrResidue) || r.tally().Done != 0 {
			t.Errorf("%d: error %v, want ErrResidue", i, err)
		}
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
