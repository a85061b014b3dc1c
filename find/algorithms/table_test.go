package algorithms

import (
	"slices"
	"testing"

	"queens/internal/solvertest"
)

func TestAlgorithmsConform(t *testing.T) {
	for _, a := range All() {
		t.Run(a.Name, func(t *testing.T) { solvertest.Algorithm(t, a) })
	}
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
