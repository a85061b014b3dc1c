package cli

import (
	"bytes"
	"errors"
	"os"
	"os/exec"
	"path/filepath"
	"regexp"
	"strings"
	"syscall"
	"testing"
	"time"

	"queens/internal/errs"
	"queens/internal/must"
)

// TestFullDiskSaysHowToGoOn checks that the error reports the number of saved results and the
// command that continues.
func TestFullDiskSaysHowToGoOn(t *testing.T) {
	state := t.TempDir()
	// The shell's limit, in blocks of 1,024 bytes, simulates a full disk.
	out, err := exec.Command("bash", "-c", "trap '' XFSZ; ulimit -f 8; exec queens count 17 --method search "+
		"--keep --state "+state).CombinedOutput()
	want := regexp.MustCompile(`; [1-9][0-9]* of 290 results are kept; to continue when it can be written again:\n  queens count 17 --keep --method=search --state=`)
	if err == nil || !want.Match(out) {
		t.Errorf("%v, %q; want %s", err, out, want)
	}
}

// TestLedgerTakenAway removes a ledger during a count: the count ends, and the command that it
// prints continues it.
func TestLedgerTakenAway(t *testing.T) {
	for name, meddle := range map[string]func(path string) error{
		"moved":   func(path string) error { return os.Rename(path, path+".old") },
		"deleted": os.Remove,
		"replaced": func(path string) error {
			return errors.Join(os.WriteFile(path+"2", nil, 0o644), os.Rename(path+"2", path))
		},
	} {
		t.Run(name, func(t *testing.T) {
			state := t.TempDir()
			cmd := countCommand(16, state)
			var stdout, stderr bytes.Buffer
			cmd.Args, cmd.Stdout, cmd.Stderr = append(cmd.Args, "--method=search"), &stdout, &stderr
			must.Do(t, cmd.Start())
			for ledgerSize(16, state) < 1000 {
				time.Sleep(time.Millisecond)
			}
			must.Do(t, meddle(searchLedger(16, state)))
			_ = cmd.Wait()
			text, again, _ := strings.Cut(stderr.String(), "to continue:\n")
			want := regexp.MustCompile(`: the file was moved, deleted or replaced meanwhile; put it back if you can; $`)
			if cmd.ProcessState.ExitCode() != errs.Failed || stdout.Len() > 0 || !want.MatchString(text) {
				t.Fatalf("exit code %d, %q, %q; want %d and %v", cmd.ProcessState.ExitCode(), &stdout,
					text, errs.Failed, want)
			}
			out, err := exec.Command("bash", "-ec", again).Output()
			if err != nil || string(out) != "14772512\n" {
				t.Errorf("%s: %v, %q", again, err, out)
			}
		})
	}
}

// TestStrangersAmongRuns checks that each unexpected file is reported in one sentence, that the
// other runs are listed, and that a named pipe does not block.
func TestStrangersAmongRuns(t *testing.T) {
	root := t.TempDir()
	keepRun(t, root)
	at := func(elem ...string) string {
		path := filepath.Join(append([]string{root, "runs"}, elem...)...)
		must.Do(t, os.MkdirAll(filepath.Dir(path), 0o755))
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
		must.Do(t, err)
	}
	code, stdout, stderr := runApp("runs", "--state", root)
	if code != errs.Failed || !strings.Contains(stderr, "6 runs cannot be read: a-pipe, b-lock, c-dangling, "+
		"d-zero, e-stray, f-directory") {
		t.Errorf("runs: exit code %d, %q", code, stderr)
	}
	for name, want := range map[string]string{
		"a-pipe": "a named pipe, not a regular file", "b-lock": "the header is lost", "c-dangling": "a link to nothing, not a regular file",
		"d-zero": "a device, not a regular file", "e-stray": "is not the directory of a run",
		"f-directory": "a directory, not a regular file",
		"n12-search":  "14200", // Q(12): package known
	} {
		found := false
		for line := range strings.Lines(stdout) {
			found = found || strings.HasPrefix(line, name) && strings.Contains(line, want)
		}
		if !found {
			t.Errorf("runs: %q has no line of %s with %q", stdout, name, want)
		}
	}
	for _, command := range []string{
		"runs show a-pipe", "runs remove b-lock --yes", "runs verify d-zero", "runs export c-dangling",
	} {
		code, stdout, stderr := runApp(append(strings.Fields(command), "--state", root)...)
		if code == errs.Done || stdout != "" || strings.Count(stderr, "\n") != 1 {
			t.Errorf("%v: exit code %d, %q, %q; want one sentence", command, code, stdout, stderr)
		}
	}
}
