package docs_test

import (
	"fmt"
	"os"
	"os/exec"
	"strings"
	"testing"

	"queens/internal/must"
)

// linked returns the modules, "PATH VERSION", that the commands link on a system.
func linked(t *testing.T, goos, commands string) map[string]bool {
	t.Helper()
	cmd := exec.Command("go", "list", "-deps", "-f",
		"{{with .Module}}{{if not .Main}}{{.Path}} {{.Version}}{{end}}{{end}}", commands)
	cmd.Env = append(os.Environ(), "GOOS="+goos)
	modules := map[string]bool{}
	for line := range strings.Lines(string(must.Get(cmd.Output())(t))) {
		modules[strings.TrimSpace(line)] = true
	}
	return modules
}

func TestReadmeCountsTheModules(t *testing.T) {
	text := string(must.Get(os.ReadFile("../README.md"))(t))
	for format, commands := range map[string]string{
		"first build downloads %d modules": "../cmd/queens...", "`queens-count` %d modules": "../cmd/queens-count",
	} {
		if want := fmt.Sprintf(format, len(linked(t, "linux", commands))); !strings.Contains(text, want) {
			t.Errorf("README.md does not say %q", want)
		}
	}
}

func TestEveryModuleHasALicence(t *testing.T) {
	text := must.Get(os.ReadFile("dependencies.md"))(t)
	for _, goos := range []string{"linux", "windows"} {
		for line := range linked(t, goos, "../cmd/queens...") {
			path, version, _ := strings.Cut(line, " ")
			if _, row, ok := strings.Cut(string(text), "| `"+path+"` | "+version+" | "); !ok ||
				strings.HasPrefix(row, "|") {
				t.Errorf("%s %s is linked, and dependencies.md has no row with this version and a licence", path,
					version)
			}
		}
	}
}
