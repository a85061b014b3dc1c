package cli

import (
	"os"
	"path/filepath"
	"strings"
	"syscall"
	"testing"

	"queens/internal/cli/kit"
)

// What is no file among the runs is named in one sentence, the others are listed, and
// nothing waits for the other end of a pipe.
func TestStrangersAmongRuns(t *testing.T) {
	root := t.TempDir()
	keepRun(t, root)
	at := func(elem ...string) string {
		path := filepath.Join(append([]string{root, "runs"}, elem...)...)
		if err := os.MkdirAll(filepath.Dir(path), 0o755); err != nil {
			t.Fatal(err)
		}
		return path
	}
	for _, err := range []error{
		syscall.Mkfifo(at("a-pipe", "ledger"), 0o644),
		syscall.Mkfifo(at("b-lock", "lock"), 0o644),
		syscall.Mkfifo(at("b-lock", "stop"), 0o644),
		os.WriteFile(at("b-lock", "ledger"), nil, 0o644),
		os.Symlink("nothing", at("c-dangling", "ledger")),
		os.Symlink("/dev/zero", at("d-zero", "ledger")),
		os.WriteFile(at("e-stray"), nil, 0o644),
		os.Mkdir(at("f-directory"), 0o755), os.Mkdir(at("f-directory", "ledger"), 0o755),
	} {
		if err != nil {
			t.Fatal(err)
		}
	}
	code, stdout, stderr := runApp("runs", "--state", root)
	if code != kit.CodeFailed || !strings.Contains(stderr, "5 runs cannot be read: a-pipe, c-dangling, d-zero, "+
		"e-stray, f-directory") {
		t.Errorf("runs: exit code %d, %q", code, stderr)
	}
	for name, want := range map[string]string{
		"a-pipe": "a named pipe, not a regular file", "c-dangling": "a link to nothing, not a regular file",
		"d-zero": "a device, not a regular file", "e-stray": "is not the directory of a run",
		"f-directory":  "a directory, not a regular file",
		"n12-families": "14200", // Q(12): package known
	} {
		found := false
		for line := range strings.Lines(stdout) {
			found = found || strings.HasPrefix(line, name) && strings.Contains(line, want)
		}
		if !found {
			t.Errorf("runs: %q has no line of %s with %q", stdout, name, want)
		}
	}
	for _, args := range [][]string{
		{"runs", "show", "a-pipe"}, {"runs", "remove", "b-lock", "--yes"}, {"runs", "verify", "d-zero"}, {
			"runs", "export", "c-dangling",
		},
	} {
		code, stdout, stderr := runApp(append(args, "--state", root)...)
		if code == kit.CodeDone || stdout != "" || strings.Count(stderr, "\n") != 1 {
			t.Errorf("%v: exit code %d, %q, %q; want one sentence", args, code, stdout, stderr)
		}
	}
}
