package cli

import (
	"bytes"
	"os"
	"path/filepath"
	"strings"
	"testing"

	"github.com/rogpeppe/go-internal/txtar"

	"queens/internal/errs"
	"queens/internal/golden"
	"queens/internal/must"
)

// TestRefusals gives wrong input to every command that reads. Each error is one sentence with exit
// code 2, also with --json, and nothing is printed or written. testdata/refusals.txt has the
// commands, their errors and the files.
func TestRefusals(t *testing.T) {
	path := must.Get(filepath.Abs("testdata/refusals.txt"))(t)
	archive := txtar.Parse(must.Get(os.ReadFile(path))(t))
	t.Chdir(t.TempDir())
	for _, f := range append(archive.Files,
		txtar.File{Name: "utf16.txt", Data: []byte("\xff\xfe2\x004\x001\x003\x00")},
		txtar.File{Name: "page.pdf", Data: []byte("%PDF-1.4\n")},
		txtar.File{Name: "board.png", Data: []byte("\x89PNG\r\n\x1a\n")}) {
		must.Do(t, os.WriteFile(f.Name, f.Data, 0o600))
	}
	must.Do(t, os.Mkdir("folder", 0o700))
	files := len(must.Get(os.ReadDir("."))(t))
	var said bytes.Buffer
	seen := 0
	for line := range strings.Lines(string(archive.Comment)) {
		if line = strings.TrimSpace(line); !strings.HasPrefix(line, "$ ") {
			continue
		}
		seen++
		words := exampleLines(line[2:])[0][1:]
		code, stdout, stderr := runWith(t.Context(), "", words...)
		said.WriteString(line + "\n" + stderr)
		if code != errs.Usage || stdout != "" || strings.Count(stderr, "\n") != 1 {
			t.Errorf("%s: exit code %d, %q, %q; want 2 and one sentence", line, code, stdout, stderr)
		}
		again, stdout, asJSON := runWith(t.Context(), "", append(words, "--json")...)
		if again != code || stdout != "" || asJSON != stderr && !strings.Contains(asJSON, "unknown flag --json") {
			t.Errorf("%s --json: exit code %d, %q, %q", line, again, stdout, asJSON)
		}
	}
	if now := len(must.Get(os.ReadDir("."))(t)); now != files || seen < 60 {
		t.Errorf("%d commands, %d files, want 60 and %d", seen, now, files)
	}
	archive.Comment = append(said.Bytes(), '\n')
	golden.Compare(t, path, txtar.Format(archive))
}
