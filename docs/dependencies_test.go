package docs_test

import (
	"os"
	"os/exec"
	"strings"
	"testing"

	"queens/internal/must"
)

func TestEveryModuleHasALicence(t *testing.T) {
	text := must.Get(os.ReadFile("dependencies.md"))(t)
	for _, goos := range []string{"linux", "windows"} {
		cmd := exec.Command("go", "list", "-deps", "-f",
			"{{with .Module}}{{if not .Main}}{{.Path}} {{.Version}}{{end}}{{end}}", "../cmd/...")
		cmd.Env = append(os.Environ(), "GOOS="+goos)
		for line := range strings.Lines(string(must.Get(cmd.Output())(t))) {
			path, version, _ := strings.Cut(strings.TrimSpace(line), " ")
			if _, row, ok := strings.Cut(string(text), "| `"+path+"` | "+version+" | "); !ok ||
				strings.HasPrefix(row, "|") {
				t.Errorf("%s %s is linked, and dependencies.md has no row with this version and a licence", path,
					version)
			}
		}
	}
}
