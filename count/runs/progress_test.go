package runs

import (
	"testing"

	"queens"
	"queens/count"
	"queens/count/plan"
)

// TestLastMessageOfACount tells of a count three times within the least time between
// two messages: the first and the last message arrive.
func TestLastMessageOfACount(t *testing.T) {
	m, err := NewManager(t.TempDir(), count.Options{})
	if err != nil {
		t.Fatal(err)
	}
	defer m.Close()
	messages, end := m.Subscribe()
	defer end()
	scheme, err := plan.Find("families")
	if err != nil {
		t.Fatal(err)
	}
	j := &job{request: request{Name: "n16-families-0"}, scheme: scheme, stop: func() {}}
	for done := 1; done <= 3; done++ {
		m.progress(j, count.Progress{Scheme: scheme.Name, Finished: done, Subproblems: 3, Final: done == 3})
	}
	for _, want := range []int{1, 3} {
		select {
		case s := <-messages:
			if s.Done != want || s.Subproblems != 3 {
				t.Errorf("a message has %d of %d subproblems, want %d of 3", s.Done, s.Subproblems, want)
			}
		default:
			t.Errorf("no message of %d subproblems", want)
		}
	}
}

// TestLedgerAgainstReport has a ledger with another total than the report that a server saved.
func TestLedgerAgainstReport(t *testing.T) {
	scheme, err := plan.Find("families")
	if err != nil {
		t.Fatal(err)
	}
	j := &job{request: request{Report: &count.Report{
		Checks: []string{"one"},
		Runs:   []*count.Tally{{Scheme: scheme.Name, Total: queens.NewTotal(92)}},
	}}, scheme: scheme}
	m := &Manager{}
	if s := m.merge(j, &Run{State: Complete, Sum: queens.NewTotal(92)}); s.State != Complete || len(s.Checks) != 1 {
		t.Errorf("%+v", s)
	}
	if s := m.merge(j, &Run{State: Complete, Sum: queens.NewTotal(93)}); s.State != Failed || len(s.Checks) != 0 ||
		s.Live != nil {
		t.Errorf("%+v", s)
	}
}
