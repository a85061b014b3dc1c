package cli

import (
	"os/exec"
	"regexp"
	"testing"
)

// A disk that takes no more: the error says how many results are kept, and the command
// that goes on.
func TestFullDiskSaysHowToGoOn(t *testing.T) {
	state := t.TempDir()
	// The shell's limit, in blocks of 1,024 bytes, stands for a full disk.
	out, err := exec.Command("bash", "-c", "trap '' XFSZ; ulimit -f 8; exec queens count 17 --engine families --keep --state "+state).CombinedOutput()
	want := regexp.MustCompile(`; [1-9][0-9]* of 290 results are kept; to go on when it can be written again:\n  queens count 17 --engine=families --keep --state=`)
	if err == nil || !want.Match(out) {
		t.Errorf("%v, %q; want %s", err, out, want)
	}
}
