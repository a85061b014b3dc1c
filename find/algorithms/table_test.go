package algorithms

import (
	"os"
	"slices"
	"strings"
	"testing"
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
		if got, ok := Lookup(a.Name); !ok || got != a || names[i] != a.Name {
			t.Errorf("%s is not found by its name", a.Name)
		}
	}
	if a, ok := Lookup("no-such"); ok {
		t.Errorf("found %s for a name there is not", a.Name)
	}
}
