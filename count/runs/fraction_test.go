package runs_test

import (
	"math"
	"testing"

	"queens/count"
	"queens/count/ledger"
	"queens/count/plan"
	"queens/count/runs"
)

// The share of an incomplete run is that of Progress during the count, not the share of its
// subproblems; the status of a Manager has the same.
func TestFractionIsThatOfTheWork(t *testing.T) {
	root := t.TempDir()
	scheme, err := plan.Find("parity")
	if err != nil {
		t.Fatal(err)
	}
	p, err := plan.New(t.Context(), 16, scheme)
	if err != nil {
		t.Fatal(err)
	}
	s, err := count.Open(t.Context(), p, count.Options{State: root, KeepAll: true})
	if err != nil {
		t.Fatal(err)
	}
	c, err := count.NewCounter(p.Frame, s.Options())
	if err != nil {
		t.Fatal(err)
	}
	missing := s.Missing() // the largest first
	for _, sub := range missing[:len(missing)/2] {
		r, err := c.Count(t.Context(), sub)
		if err == nil {
			err = s.Accept(r)
		}
		if err != nil {
			t.Fatal(err)
		}
	}
	want := s.Progress().Fraction()
	if err := s.Close(); err != nil {
		t.Fatal(err)
	}
	run, err := ledger.Read(t.Context(), ledger.Dir(root, p.RunName()))
	if err != nil {
		t.Fatal(err)
	}
	bySubproblems := float64(run.Tally.Results) / float64(run.Tally.Subproblems)
	share, ok := runs.Fraction(t.Context(), run)
	if !ok || math.Abs(share-want) > 1e-9 || math.Abs(want-bySubproblems) < 0.05 {
		t.Errorf("share %v, %v; want %v, and not the %v of the subproblems", share, ok, want, bySubproblems)
	}
	m, err := runs.NewManager(root, count.Options{})
	if err != nil {
		t.Fatal(err)
	}
	defer m.Close()
	status, err := m.Get(t.Context(), p.RunName())
	if err != nil || status.Fraction == nil || *status.Fraction != share || status.Schema != "queens.run/1" {
		t.Errorf("%+v, %v; want the fraction %v", status, err, share)
	}
}
