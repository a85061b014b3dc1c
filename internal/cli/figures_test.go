package cli

import (
	"bytes"
	"os"
	"path/filepath"
	"regexp"
	"strings"
	"testing"
)

// TestFigures runs the command of every table and figure.
func TestFigures(t *testing.T) {
	text, err := os.ReadFile(filepath.Join("..", "..", "docs", "figures.md"))
	if err != nil {
		t.Fatal(err)
	}
	commands := regexp.MustCompile("\\| `queens ([^`]*)` \\|").FindAllSubmatch(text, -1)
	if len(commands) < 20 {
		t.Fatalf("%d commands", len(commands))
	}
	for _, m := range commands {
		t.Run(string(m[1]), func(t *testing.T) {
			var stdout, stderr bytes.Buffer
			if code := Main(strings.Fields(string(m[1])), strings.NewReader(""), &stdout, &stderr); code != 0 || stdout.Len() == 0 {
				t.Errorf("exit code %d, %d bytes, %s", code, stdout.Len(), &stderr)
			}
		})
	}
}
