package runs_test

import (
	"errors"
	"os"
	"path/filepath"
	"strings"
	"testing"

	"queens/count"
	"queens/count/batch"
	"queens/count/runs"
)

// A count by tasks of a batch engine is among the runs, with how far it is and where it runs.
func TestRunOfTasks(t *testing.T) {
	root, dir := t.TempDir(), filepath.Join(t.TempDir(), "q14")
	program, err := os.Executable()
	if err != nil {
		t.Fatal(err)
	}
	var lines strings.Builder
	o := batch.Options{
		Dir: dir, Question: count.Question{Order: 14}, Count: count.Options{Program: "queens test"}, Engine: "print",
		Program: program, Tasks: 1,
		Out: &lines, Log: func(text string) { t.Log(text) },
	}
	m, err := runs.NewManager(root, count.Options{})
	if err != nil {
		t.Fatal(err)
	}
	defer m.Close()
	if err := batch.Remember(root, dir); err != nil {
		t.Fatal(err)
	}
	for _, want := range []runs.State{runs.Elsewhere, runs.Complete} {
		if _, err := batch.Drive(t.Context(), o); err != nil {
			t.Fatal(err)
		}
		list, err := m.List(t.Context())
		if err != nil || len(list) != 1 || list[0].State != want || list[0].Name != "q14" ||
			list[0].Tasks.Engine != "print" {
			t.Fatalf("%+v, %v; want a run that is %s", list, err, want)
		}
		s, err := m.Get(t.Context(), "q14")
		if err != nil || s.State != want || s.Subproblems != list[0].Subproblems || s.Question.Order != 14 {
			t.Errorf("%+v, %v", s, err)
		}
		if complete := want == runs.Complete; s.Complete != complete || (s.Total != nil) != complete ||
			(*s.Fraction == 1) != complete || (s.Tasks.Ended == 1) != complete {
			t.Errorf("%+v, tasks %+v: want them complete: %v", s, s.Tasks, complete)
		}
		if _, err := m.Stop(t.Context(), "q14"); !errors.Is(err, runs.ErrIdle) {
			t.Errorf("stop: %v, want %v", err, runs.ErrIdle)
		}
		if want == runs.Elsewhere {
			if err := batch.Task(t.Context(), dir, "1",
				batch.TaskOptions{Workers: 1, Program: "queens test"}); err != nil {
				t.Fatal(err)
			}
		}
	}
}
