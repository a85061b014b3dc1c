package algorithms

import (
	"errors"
	"os"
	"regexp"
	"slices"
	"strings"
	"testing"

	"queens"
	"queens/find/solver"
	"queens/internal/must"
)

var namePattern = regexp.MustCompile(`^[a-z][a-z0-9-]*$`)

// maxPseudocode is the number of lines of pseudocode that the trace format can address.
const maxPseudocode = 16

func testDescription(t *testing.T, a *solver.Algorithm) {
	if !namePattern.MatchString(a.Name) {
		t.Errorf("name %q: want lower case letters, digits and hyphens", a.Name)
	}
	if a.Title == "" || a.Run == nil || a.Finds.Heading() == "" {
		t.Errorf("%s: title %q, finds %v, or Run is missing", a.Name, a.Title, a.Finds)
	}
	wantPhrase(t, a.Name+": summary", a.Summary)
	for what, text := range map[string]string{"how": a.How, "cost": a.Cost, "limits": a.Limits} {
		if text == "" || !strings.HasSuffix(text, ".") {
			t.Errorf("%s: %s %q: want a text with a period at the end", a.Name, what, text)
		}
	}
	if a.MinOrder < 0 || a.MaxOrder != 0 && a.MaxOrder < a.MinOrder || a.TestMax < a.MinOrder || a.MaxOrder != 0 &&
		a.TestMax > a.MaxOrder {
		t.Errorf("%s: orders %d to %d, tests to %d: not a range", a.Name, a.MinOrder, a.MaxOrder, a.TestMax)
	}
	if a.Traced != (len(a.Pseudocode) > 0) || len(a.Pseudocode) > maxPseudocode {
		t.Errorf("%s: traced %v with %d lines of pseudocode, want some, up to %d, exactly if traced", a.Name, a.Traced,
			len(a.Pseudocode), maxPseudocode)
	}
	for _, p := range a.Params {
		if !namePattern.MatchString(p.Name) || p.Default < p.Min || p.Max != 0 && p.Default > p.Max {
			t.Errorf("%s: parameter %+v: bad name or default", a.Name, p)
		}
		wantPhrase(t, a.Name+": parameter "+p.Name, p.Summary)
	}
	bibliography := must.Get(os.ReadFile("../../docs/bibliography.md"))(t)
	if !strings.Contains(string(bibliography), "`"+a.Source+"`") {
		t.Errorf("%s: source %q is not in docs/bibliography.md", a.Name, a.Source)
	}
}

func wantPhrase(t *testing.T, what, text string) {
	t.Helper()
	if text == "" || strings.HasSuffix(text, ".") || strings.Contains(text, "\n") {
		t.Errorf("%s %q: want one line without a final period", what, text)
	}
}

func TestAlgorithmsConform(t *testing.T) {
	for _, a := range All() {
		t.Run(a.Name, func(t *testing.T) { testAlgorithm(t, a) })
	}
}

// TestFirstChange: the algorithm that CONTRIBUTING.md moves into the package passes the tests.
func TestFirstChange(t *testing.T) {
	page := must.Get(os.ReadFile("../../CONTRIBUTING.md"))(t)
	if !strings.Contains(string(page), "mv find/algorithms/centre_test.go find/algorithms/centre.go\n") {
		t.Error("CONTRIBUTING.md does not move centre_test.go")
	}
	testAlgorithm(t, &centreFirstAlgorithm)
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
