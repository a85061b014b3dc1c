package runs_test

import (
	"errors"
	"strings"
	"testing"

	"queens/count"
	"queens/count/ledger"
	"queens/count/plan"
	"queens/count/runs"
)

// A complete run whose ledger doubts its total is not complete for a watcher.
func TestDoubtfulRun(t *testing.T) {
	root := t.TempDir()
	scheme, err := plan.Find("families")
	if err != nil {
		t.Fatal(err)
	}
	o := count.Options{State: root, KeepAll: true, Program: "queens test"}
	tally, err := count.Run(t.Context(), 12, scheme, o)
	if err != nil {
		t.Fatal(err)
	}
	p, err := plan.New(t.Context(), 12, scheme)
	if err != nil {
		t.Fatal(err)
	}
	led, _, err := ledger.Open(t.Context(), tally.Ledger, p.Header("queens test"), ledger.Options{})
	if err != nil {
		t.Fatal(err)
	}
	if err := errors.Join(led.Doubt("Q leaves 3 modulo 8"), led.Close()); err != nil {
		t.Fatal(err)
	}
	m, err := runs.NewManager(root, o)
	if err != nil {
		t.Fatal(err)
	}
	defer m.Close()
	s, err := m.Get(t.Context(), p.RunName())
	if err != nil || s.State != runs.Failed || !strings.Contains(s.Reason, "Q leaves 3 modulo 8") {
		t.Errorf("Get: %+v, %v; want a run that failed, and why", s, err)
	}
}
