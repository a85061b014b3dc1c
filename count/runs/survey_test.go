package runs

import (
	"errors"
	"testing"
	"time"

	"queens"
	"queens/count"
	"queens/count/ledger"
	"queens/count/plan"
)

// TestSurvey writes a ledger by two workers and another machine, in any order, and looks at every
// number.
func TestSurvey(t *testing.T) {
	dir := t.TempDir()
	l, _, err := ledger.Open(t.Context(), dir, ledger.Header{
		Order: 12, Scheme: "families", SchemeVersion: 1,
		Subproblems: 4000, Program: "queens test",
	}, ledger.Options{})
	if err != nil {
		t.Fatal(err)
	}
	var want queens.Total
	for i := range 1000 {
		r := ledger.NewResult((i*7+3)%4000, queens.TotalOf(0, uint64(i)))
		r.Elapsed, r.Worker = time.Duration(i+1)*time.Millisecond, []string{"1", "2", "far"}[min(i%4, 2)]
		want = want.Plus(r.Total)
		if err := l.Append(r); err != nil {
			t.Fatal(err)
		}
	}
	if err := l.Close(); err != nil {
		t.Fatal(err)
	}
	run, err := ledger.Read(t.Context(), dir)
	if err != nil {
		t.Fatal(err)
	}
	s, err := survey(t.Context(), run)
	if err != nil {
		t.Fatal(err)
	}
	if s.Subproblems != 4000 || s.Done != 1000 || s.CellSize != 3 || len(s.Cells) != 1334 || len(s.Rate) != 40 {
		t.Fatalf("%d of %d subproblems, %d cells of %d, %d stretches", s.Done, s.Subproblems, len(s.Cells),
			s.CellSize, len(s.Rate))
	}
	if len(s.Crew) != 3 || s.Crew[0].Name != "far" || s.Crew[0].Results != 500 || s.Crew[1].Results != 250 ||
		s.Crew[2].Elapsed+s.Crew[1].Elapsed+s.Crew[0].Elapsed != 500500*time.Millisecond {
		t.Errorf("crew %+v", s.Crew)
	}
	// The first stretch has the results that were written first.
	if first := s.Rate[0]; first.Results != 25 || first.Elapsed != 325*time.Millisecond ||
		first.Found != queens.TotalOf(0, 300) {
		t.Errorf("the first stretch is %+v", first)
	}
	var found queens.Total
	for _, stretch := range s.Rate {
		found = found.Plus(stretch.Found)
	}
	if found != want {
		t.Errorf("the stretches have %v, want %v", found, want)
	}
	// Cell 1 has subproblems 3, 4 and 5; number 3 was counted first, by worker 1.
	done := 0
	for _, c := range s.Cells {
		done += c.Done
	}
	if c := s.Cells[1]; done != 1000 || c.Done != 1 || s.Crew[c.Hand].Name != "1" {
		t.Errorf("%d in all cells; cell 1 is %+v", done, c)
	}
}

// TestSurveyWithoutLedger asks for a count that is too short to be kept, and for one that there is
// not.
func TestSurveyWithoutLedger(t *testing.T) {
	m, err := NewManager(t.TempDir(), count.Options{})
	if err != nil {
		t.Fatal(err)
	}
	defer m.Close()
	scheme, err := plan.Find("families")
	if err != nil {
		t.Fatal(err)
	}
	m.jobs["n8-families-0"] = &job{request: request{Name: "n8-families-0", Report: &count.Report{}}, scheme: scheme}
	if s, err := m.Survey(t.Context(), "n8-families-0"); err != nil || len(s.Cells)+len(s.Rate)+len(s.Crew) != 0 {
		t.Errorf("%+v, %v", s, err)
	}
	if _, err := m.Survey(t.Context(), "n9-families-0"); err == nil {
		t.Error("a count that there is not has a survey")
	} else if _, unknown := errors.AsType[*UnknownError](err); !unknown {
		t.Error(err)
	}
}
