package runs

import (
	"errors"
	"os"
	"path/filepath"
	"strings"
	"testing"
	"time"

	"queens"
	"queens/count"
	"queens/count/ledger"
	"queens/count/methods"
	"queens/internal/must"
)

// TestLastMessageOfACount reports a count three times within the minimum interval: the first and
// the last message arrive.
func TestLastMessageOfACount(t *testing.T) {
	m := must.Get(NewManager(t.TempDir(), count.Options{}))(t)
	defer m.Close()
	messages, end := m.Subscribe()
	defer end()
	variant := must.Get(methods.Find("search"))(t)
	j := &job{request: request{Name: "n16-search-0"}, variant: variant, stop: func() {}}
	for done := 1; done <= 3; done++ {
		tally := count.Tally{Method: variant.Name, Done: done, Subproblems: 3}
		m.progress(j, count.Progress{Tally: tally, Final: done == 3})
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

// TestSurvey checks every number of a ledger written by two workers and another machine, in any
// order.
func TestSurvey(t *testing.T) {
	dir := t.TempDir()
	l, _, err := ledger.Open(t.Context(), dir, ledger.Header{
		Order: 12, Of: "all", Method: "search", MethodVersion: 1,
		Subproblems: 4000, Program: "queens test",
	}, ledger.Options{})
	must.Do(t, err)
	var want queens.Total
	for i := range 1000 {
		r := ledger.NewResult((i*7+3)%4000, queens.TotalOf(0, uint64(i)))
		r.Elapsed, r.Worker = time.Duration(i+1)*time.Millisecond, []string{"1", "2", "far"}[min(i%4, 2)]
		want = want.Plus(r.Total)
		must.Do(t, l.Append(r))
	}
	must.Do(t, l.Close())
	run := must.Get(ledger.Read(t.Context(), dir))(t)
	s := must.Get(survey(t.Context(), run))(t)
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

func TestSurveyOfNothing(t *testing.T) {
	m := must.Get(NewManager(t.TempDir(), count.Options{}))(t)
	defer m.Close()
	if _, err := m.Survey(t.Context(), "n9-search-0"); !errors.As(err, new(*UnknownError)) {
		t.Errorf("a count that there is not has a survey: %v", err)
	}
}

// A power failure or a stranger may leave other contents.
func TestReadJournal(t *testing.T) {
	root := t.TempDir()
	path := filepath.Join(root, journalFile)
	for text, want := range map[string]string{
		"": "", "\n": "", "{": "delete it to forget which counts were to continue",
		`{"schema":"queens.serve/9"}`: "another version of the program wrote it",
	} {
		must.Do(t, os.WriteFile(path, []byte(text), 0o644))
		requests, err := readJournal(path)
		if want == "" && (err != nil || len(requests) != 0) {
			t.Errorf("%q: %v, %v; want no requests", text, requests, err)
		}
		if want == "" {
			continue
		}
		_, refused := NewManager(root, count.Options{})
		if err == nil || !strings.Contains(err.Error(), want) || refused == nil || refused.Error() != err.Error() {
			t.Errorf("%q: %v, want %q; a manager: %v", text, err, want, refused)
		}
	}
	must.Do(t, os.Remove(path))
	must.Do(t, os.Mkdir(path, 0o755))
	if _, err := readJournal(path); err == nil || !strings.Contains(err.Error(), path) {
		t.Errorf("a directory: %v", err)
	}
}
