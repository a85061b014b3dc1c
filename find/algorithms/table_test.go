package algorithms

import (
	"errors"
	"os"
	"slices"
	"strings"
	"testing"

	"queens"
)

func TestAlgorithmsConform(t *testing.T) {
	for _, a := range All() {
		t.Run(a.Name, func(t *testing.T) { testAlgorithm(t, a) })
	}
}

// TestFirstChange: the algorithm that docs/first-change.md shows is the file beside this one, word
// for word, and passes the tests that every algorithm of the table passes.
func TestFirstChange(t *testing.T) {
	page, err := os.ReadFile("../../docs/first-change.md")
	if err != nil {
		t.Fatal(err)
	}
	source, err := os.ReadFile("centre_test.go")
	if err != nil {
		t.Fatal(err)
	}
	_, algorithm, ok := strings.Cut(string(source), "package algorithms\n")
	if !ok || !strings.Contains(string(page), "```go\npackage textbook\n"+algorithm+"```\n") {
		t.Error("first-change.md does not show the algorithm of centre_test.go")
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
