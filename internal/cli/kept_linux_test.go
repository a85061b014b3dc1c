package cli

import (
	"bytes"
	"errors"
	"os"
	"os/exec"
	"regexp"
	"strings"
	"testing"
	"time"

	"queens/internal/cli/kit"
)

// A disk that takes no more: the error says how many results are kept, and the command
// that goes on.
func TestFullDiskSaysHowToGoOn(t *testing.T) {
	state := t.TempDir()
	// The shell's limit, in blocks of 1,024 bytes, stands for a full disk.
	out, err := exec.Command("bash", "-c", "trap '' XFSZ; ulimit -f 8; exec queens count 17 --method families "+
		"--keep --state "+state).CombinedOutput()
	want := regexp.MustCompile(`; [1-9][0-9]* of 290 results are kept; to continue when it can be written again:\n  queens count 17 --keep --method=families --state=`)
	if err == nil || !want.Match(out) {
		t.Errorf("%v, %q; want %s", err, out, want)
	}
}

// A ledger that is taken away while it is written ends the count, and the commands that are
// printed bring all of it back.
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
			cmd.Args, cmd.Stdout, cmd.Stderr = append(cmd.Args, "--method=families"), &stdout, &stderr
			if err := cmd.Start(); err != nil {
				t.Fatal(err)
			}
			for deadline := time.Now().Add(time.Minute); ledgerSize(16, state) < 1000 && time.Now().Before(deadline); {
				time.Sleep(time.Millisecond)
			}
			if err := meddle(familiesLedger(16, state)); err != nil {
				t.Fatal(err)
			}
			_ = cmd.Wait()
			text, commands, _ := strings.Cut(stderr.String(), "to continue:\n")
			want := regexp.MustCompile(`the file was moved, deleted or replaced meanwhile; [1-9][0-9]* of [0-9]+ results are kept in ".*rescued-.*`)
			if cmd.ProcessState.ExitCode() != kit.CodeFailed || stdout.Len() > 0 || !want.MatchString(text) {
				t.Fatalf("exit code %d, %q, %q; want %d and %v", cmd.ProcessState.ExitCode(), &stdout,
					text, kit.CodeFailed, want)
			}
			out, err := exec.Command("bash", "-ec", commands).Output()
			if err != nil || !strings.HasSuffix(string(out), "\n14772512\n") {
				t.Errorf("%s: %v, %q", commands, err, out)
			}
		})
	}
}
