package search_test

import (
	"os"
	"os/exec"
	"path/filepath"
	"regexp"
	"testing"

	"queens/internal/must"
)

func goTool(t *testing.T) string {
	t.Helper()
	if testing.Short() {
		t.Skip("starts the go command")
	}
	path, err := exec.LookPath("go")
	if err != nil {
		t.Skip("there is no go command: ", err)
	}
	return path
}

// TestInlined asks the compiler whether it still inlines the small functions of the hot loops.
func TestInlined(t *testing.T) {
	for dir, names := range map[string][]string{
		".":         {"(*line).free", "(*line).with", "lowest", "withoutLowest"},
		"../parity": {"add", "isZero", "(*keptWords).set"},
	} {
		out, err := exec.Command(goTool(t), "build", "-gcflags=-m", dir).CombinedOutput()
		if err != nil {
			t.Fatalf("go build: %v\n%s", err, out)
		}
		for _, name := range names {
			line := regexp.MustCompile(`(?m): can inline ` + regexp.QuoteMeta(name) + `( with cost \d+.*)?\r?$`)
			if !line.Match(out) {
				t.Errorf("%s: %s is not inlined any more", dir, name)
			}
		}
	}
}

func TestGenerated(t *testing.T) {
	cmd := exec.Command(goTool(t), "run", must.Get(filepath.Abs("gen_scalar.go"))(t))
	cmd.Dir = t.TempDir()
	if out, err := cmd.CombinedOutput(); err != nil {
		t.Fatalf("go run gen_scalar.go: %v\n%s", err, out)
	}
	got := must.Get(os.ReadFile(filepath.Join(cmd.Dir, "zscalar.go")))(t)
	want := must.Get(os.ReadFile("zscalar.go"))(t)
	if string(got) != string(want) {
		t.Error("zscalar.go is not what gen_scalar.go writes: run go generate")
	}
}
