//go:build !purego

package main

import (
	"os"
	"os/exec"
	"path/filepath"
	"strings"
	"testing"
)

// copyOf copies the files of the module that git knows to a new directory.
func copyOf(t *testing.T) string {
	t.Helper()
	git := exec.Command("git", "ls-files", "-z", "--cached", "--others", "--exclude-standard")
	git.Dir = "../.."
	out, err := git.Output()
	if err != nil {
		t.Skip("needs a checkout")
	}
	dir := t.TempDir()
	for name := range strings.SplitSeq(strings.TrimSuffix(string(out), "\x00"), "\x00") {
		text, err := os.ReadFile(filepath.Join("../..", name))
		if os.IsNotExist(err) { // removed and not committed yet
			continue
		}
		if err != nil {
			t.Fatal(err)
		}
		to := filepath.Join(dir, name)
		if err := os.MkdirAll(filepath.Dir(to), 0o777); err != nil {
			t.Fatal(err)
		}
		if err := os.WriteFile(to, text, 0o777); err != nil {
			t.Fatal(err)
		}
	}
	return dir
}

// goRun runs the go command in a directory and returns its standard output.
func goRun(t *testing.T, dir string, args ...string) string {
	t.Helper()
	cmd := exec.Command("go", args...)
	cmd.Dir = dir
	var stderr strings.Builder
	cmd.Stderr = &stderr
	out, err := cmd.Output()
	if err != nil {
		t.Fatalf("go %s: %v\n%s%s", strings.Join(args, " "), err, out, &stderr)
	}
	return string(out)
}

// TestRename gives a copy of the module another path: no package imports one by its old
// path, and all that they import is there. The whole test also counts with the copy, and runs a
// program of another module that imports it.
func TestRename(t *testing.T) {
	const path = "example.org/you/queens"
	dir := copyOf(t)
	if changed, err := rename(dir, path); err != nil || changed < 100 {
		t.Fatalf("%d files changed, %v", changed, err)
	}
	if got := strings.TrimSpace(goRun(t, dir, "list", "-m")); got != path {
		t.Errorf("module %s, want %s", got, path)
	}
	for line := range strings.Lines(goRun(t, dir, "list", "-test", "-f", "{{range .Imports}}{{.}}\n{{end}}{{range .TestImports}}{{.}}\n{{end}}{{range .XTestImports}}{{.}}\n{{end}}", "./...")) {
		if line = strings.TrimSpace(line); line == "queens" || strings.HasPrefix(line, "queens/") {
			t.Errorf("still imports %s", line)
		}
	}
	if missing := goRun(t, dir, "list", "-e", "-deps", "-test", "-f", "{{with .Error}}{{.}}{{end}}", "./..."); strings.TrimSpace(missing) != "" {
		t.Errorf("%s", missing)
	}
	readme, err := os.ReadFile(filepath.Join(dir, "docs", "library.md"))
	if err != nil || !strings.Contains(string(readme), `"`+path+`/count"`) || !strings.Contains(string(readme), "go doc "+path+"/count") {
		t.Errorf("docs/library.md has the old path, %v", err)
	}
	if changed, err := rename(dir, path); changed != 0 || err != nil {
		t.Errorf("a second time: %d files changed, %v", changed, err)
	}
	if testing.Short() {
		return
	}
	if got := goRun(t, dir, "run", "-trimpath", "./cmd/queens-count", "count", "8"); got != "92\n" {
		t.Errorf("the copy counts %q", got)
	}
	user := t.TempDir()
	for name, text := range map[string]string{
		"go.mod":  "module user\n\ngo 1.26.0\n\nrequire " + path + " v0.0.0\n\nreplace " + path + " => " + dir + "\n",
		"main.go": "package main\n\nimport (\n\t\"fmt\"\n\n\t\"" + path + "\"\n)\n\nfunc main() { fmt.Println(queens.ParsePerm(\"2413\")) }\n",
	} {
		if err := os.WriteFile(filepath.Join(user, name), []byte(text), 0o666); err != nil {
			t.Fatal(err)
		}
	}
	if got := goRun(t, user, "run", "-trimpath", "."); got != "2413 <nil>\n" {
		t.Errorf("a program that imports it prints %q", got)
	}
}

func TestGoFile(t *testing.T) {
	dir := t.TempDir()
	if err := os.MkdirAll(filepath.Join(dir, "count", "plan"), 0o777); err != nil {
		t.Fatal(err)
	}
	r := renamer{root: dir, from: "queens", to: "example.org/nq"}
	got, err := r.goFile([]byte("package p\n\nimport (\n\t\"queens\"\n\tq \"queens/count\"\n\t\"queensland/x\"\n)\n\nvar a = []string{\"queens\", \"queens/count/plan\", \"queens/no/such\", \"queens count 8\"}\n"))
	want := "package p\n\nimport (\n\t\"example.org/nq\"\n\tq \"example.org/nq/count\"\n\t\"queensland/x\"\n)\n\nvar a = []string{\"queens\", \"example.org/nq/count/plan\", \"queens/no/such\", \"queens count 8\"}\n"
	if err != nil || string(got) != want {
		t.Errorf("%v\n%s", err, got)
	}
}

func TestBadPaths(t *testing.T) {
	for _, path := range []string{"", "queens", "you/queens", "example.org", "https://example.org/q", "example.org/a b", "example.org/../q"} {
		if changed, err := rename(".", path); err == nil || changed != 0 {
			t.Errorf("%q: %d files changed, %v", path, changed, err)
		}
	}
}
