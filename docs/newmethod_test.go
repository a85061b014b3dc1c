package docs

import (
	"encoding/json"
	"os"
	"os/exec"
	"path/filepath"
	"regexp"
	"slices"
	"strings"
	"testing"

	"queens/internal/must"
)

// TestNewMethod follows CONTRIBUTING.md to the letter: one folder and two lines of one file add a
// method that the program can count with and that passes the tests of the table.
func TestNewMethod(t *testing.T) {
	page := must.Get(os.ReadFile("../CONTRIBUTING.md"))(t)
	_, section, ok := strings.Cut(string(page), "## A method of counting, step by step\n")
	if section, _, _ = strings.Cut(section, "\n## "); !ok {
		t.Fatal("CONTRIBUTING.md adds no method")
	}
	words := func(pattern string) []string {
		t.Helper()
		m := regexp.MustCompile(pattern).FindStringSubmatch(section)
		if m == nil {
			t.Fatalf("the section does not match %s", pattern)
		}
		return m[1:]
	}
	copied := words("(?m)^ +cp (\\S+) (\\S+)$")
	table := words("`(\"queens/\\S+\")` and `(\\S+,)`.*? in `(\\S+)`")
	commands := regexp.MustCompile(`(?m)^ {7}go (run|test) (.*?)(?: +# (.*))?$`).FindAllStringSubmatch(section, -1)
	if len(commands) < 2 {
		t.Fatalf("the section tries %q", commands)
	}
	if testing.Short() {
		t.Skip("builds the program")
	}

	root := must.Get(filepath.Abs(".."))(t)
	dir := t.TempDir()
	source := must.Get(os.ReadFile(filepath.Join(root, table[2])))(t)
	parity := strings.Replace(table[0], filepath.Base(copied[1]), "parity", 1)
	text := strings.Replace(string(source), parity, parity+"\n\t"+table[0], 1)
	text = strings.Replace(text, "\t\tparity.Method{},\n", "\t\tparity.Method{},\n\t\t"+table[1]+"\n", 1)
	if strings.Count(text, "\n") != strings.Count(string(source), "\n")+2 {
		t.Fatalf("%s has no place for two lines", table[2])
	}
	method := filepath.Join(dir, "method.go")
	must.Do(t, os.WriteFile(method, []byte(text), 0o600))
	overlay := must.Get(json.Marshal(map[string]any{"Replace": map[string]string{
		filepath.Join(root, table[2]):                            method,
		filepath.Join(root, copied[1], filepath.Base(copied[0])): filepath.Join(root, copied[0]),
	}}))(t)
	layer := filepath.Join(dir, "overlay.json")
	must.Do(t, os.WriteFile(layer, overlay, 0o600))
	for _, c := range commands {
		args := slices.Concat([]string{c[1], "-overlay=" + layer}, strings.Fields(c[2]))
		if c[1] == "test" {
			args = slices.Insert(args, 1, "-vet=off") // vet needs the real folder
		}
		cmd := exec.CommandContext(t.Context(), "go", args...)
		cmd.Dir = root
		out, err := cmd.CombinedOutput()
		text := strings.TrimSpace(string(out))
		if err != nil || strings.Contains(text, "no tests to run") || c[3] != "" && text != c[3] {
			t.Errorf("go %s: %v, it prints %q, want %q", strings.Join(args, " "), err, text, c[3])
		}
	}
}
