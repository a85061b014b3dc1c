package algorithms

import (
	"errors"
	"os"
	"slices"
	"strings"
	"testing"

	"queens"
	"queens/internal/must"
)

func TestAlgorithmsConform(t *testing.T) {
	for _, a := range All() {
		t.Run(a.Name, func(t *testing.T) { testAlgorithm(t, a) })
	}
}

// TestFirstChange: the algorithm that CONTRIBUTING.md copies to package textbook passes the tests
// of the table, and nothing but its package changes.
func TestFirstChange(t *testing.T) {
	page := must.Get(os.ReadFile("../../CONTRIBUTING.md"))(t)
	source := must.Get(os.ReadFile("centre_test.go"))(t)
	command := "sed s/algorithms/textbook/ find/algorithms/centre_test.go >find/textbook/centre.go\n"
	if !strings.Contains(string(page), command) || strings.Count(string(source), "algorithms") != 1 {
		t.Error("CONTRIBUTING.md does not copy centre_test.go, or more than its package changes")
	}
	testAlgorithm(t, &CentreFirst)
}

func TestNamesAreSortedAndFound(t *testing.T) {
	names := Names()
	if !slices.IsSorted(names) || len(slices.Compact(slices.Clone(names))) != len(names) {
		t.Errorf("names %v: want each once, sorted", names)
	}
	for i, a := range All() {
		if got, err := Find(a.Name); err != nil || got != a || names[i] != a.Name {
			t.Errorf("%s is not found by its name", a.Name)
		}
	}
	if _, err := Find("no-such"); !errors.Is(err, queens.ErrFormat) {
		t.Errorf("an unknown name: error %v", err)
	}
}
