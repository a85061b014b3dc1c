package cli

import (
	"bufio"
	"errors"
	"io"
	"os"
	"os/exec"
	"path/filepath"
	"runtime"
	"strconv"
	"strings"
	"testing"
	"time"

	"queens/internal/cli/kit"
)

// TestInterruptedAtlas interrupts an atlas, a process of its own, as soon as its patterns
// go to disk: it says so, exits with 130 and leaves nothing behind. Order 15 in a few
// parts takes long enough for that.
func TestInterruptedAtlas(t *testing.T) {
	if runtime.GOOS != "linux" {
		t.Skip("open files without a name are looked up in /proc")
	}
	scratch := t.TempDir()
	cmd := exec.Command("queens", "math", "atlas", "15", "--memory", "10M", "--tmp", scratch)
	stderr, err := cmd.StderrPipe()
	if err != nil {
		t.Fatal(err)
	}
	if err := cmd.Start(); err != nil {
		t.Fatal(err)
	}
	said := bufio.NewReader(stderr)
	first, err := said.ReadString('\n')
	if err != nil || !strings.HasPrefix(first, "queens: order 15 writes 51.3 MB to "+scratch) { // 285053 orbits of 15 queens, 12 bytes each
		t.Errorf("said %q, %v", first, err)
	}
	waitForScratch(t, cmd.Process.Pid, scratch)
	if err := cmd.Process.Signal(os.Interrupt); err != nil {
		t.Error(err)
	}
	rest, _ := io.ReadAll(said)
	if exit, ok := errors.AsType[*exec.ExitError](cmd.Wait()); !ok || exit.ExitCode() != kit.CodeInterrupted {
		t.Errorf("exit %v, want code %d", exit, kit.CodeInterrupted)
	}
	if want := "queens: math atlas of order 15: "; !strings.HasPrefix(string(rest), want) || !strings.HasSuffix(string(rest), "stopped: interrupted\n") {
		t.Errorf("said %q, want %q and that it was interrupted", rest, want)
	}
	if left, err := os.ReadDir(scratch); err != nil || len(left) > 0 {
		t.Errorf("left %v, %v", left, err)
	}
}

// waitForScratch returns when a process has a file open below a directory. It is an
// error if it ends before.
func waitForScratch(t *testing.T, pid int, scratch string) {
	t.Helper()
	for {
		links, _ := filepath.Glob("/proc/" + strconv.Itoa(pid) + "/fd/*") // the pattern is well-formed
		if len(links) == 0 {                                              // a process that has ended and was not waited for has none
			t.Error("no scratch file")
			return
		}
		for _, link := range links {
			if target, err := os.Readlink(link); err == nil && strings.HasPrefix(target, scratch) {
				return
			}
		}
		time.Sleep(time.Millisecond)
	}
}
