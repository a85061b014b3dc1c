package algorithms

import (
	"errors"
	"slices"
	"testing"

	"queens"
)

func TestAlgorithmsConform(t *testing.T) {
	for _, a := range All() {
		t.Run(a.Name, func(t *testing.T) { testAlgorithm(t, a) })
	}
}

// TestFirstChange: the algorithm that CONTRIBUTING.md adds passes the tests of the table.
func TestFirstChange(t *testing.T) { testAlgorithm(t, &CentreFirst) }

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
