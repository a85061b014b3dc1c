package docs

import (
	"os"
	"strings"
	"testing"

	"queens/internal/solvertest"
)

// The algorithm of the page is the file beside this one, word for word, and it
// passes the tests that every algorithm of the catalogue passes.
func TestFirstChange(t *testing.T) {
	page, err := os.ReadFile("first-change.md")
	if err != nil {
		t.Fatal(err)
	}
	source, err := os.ReadFile("centre_test.go")
	if err != nil {
		t.Fatal(err)
	}
	_, algorithm, ok := strings.Cut(string(source), "package docs\n")
	if !ok || !strings.Contains(string(page), "```go\npackage textbook\n"+algorithm+"```\n") {
		t.Error("first-change.md does not show the algorithm of centre_test.go")
	}
	solvertest.Algorithm(t, &CentreFirst)
}
