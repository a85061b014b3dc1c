package cli

import (
	"bytes"
	"os"
	"os/exec"
	"path/filepath"
	"strconv"
	"strings"
	"testing"
	"time"

	"queens/count/ledger"
	"queens/internal/must"
	"queens/known"
)

// TestKillAndResume kills a count and restarts it: the total is right, and saved results are not
// recomputed. If the count ends before the kill, it tries a larger order.
func TestKillAndResume(t *testing.T) {
	if testing.Short() {
		t.Skip("seconds of counting")
	}
	for _, order := range []int{16, 17, 18} {
		state := t.TempDir()
		killCount(t, order, state)
		held := readSearch(t, order, state)
		t.Logf("order %d: killed with %d of %d results", order, held.Tally.Results, held.Tally.Subproblems)
		if !held.Complete() {
			resumeCount(t, order, state, held)
			return
		}
	}
	t.Fatal("every count ended before it was killed")
}

// countCommand returns a slow count: one worker and a slow kernel.
func countCommand(order int, state string) *exec.Cmd {
	return exec.Command("queens", "count", strconv.Itoa(order), "--workers", "1", "--kernel", "masks",
		"--keep", "--state", state)
}

// killCount kills a count when its ledger has a few results. The count may end before that.
func killCount(t *testing.T, order int, state string) {
	t.Helper()
	const someResults = 1000 // bytes: more than ten results
	cmd := countCommand(order, state)
	must.Do(t, cmd.Start())
	ended := make(chan error, 1)
	go func() { ended <- cmd.Wait() }()
	tick := time.NewTicker(time.Millisecond)
	defer tick.Stop()
	for {
		select {
		case err := <-ended:
			if err != nil {
				t.Fatalf("the count that was to be killed: %v", err)
			}
			return
		case <-tick.C:
			if ledgerSize(order, state) > someResults {
				_ = cmd.Process.Kill() // SIGKILL on Unix; the process may have ended
				<-ended
				return
			}
		}
	}
}

// searchLedger returns the path of the ledger of all solutions, or "".
func searchLedger(order int, state string) string {
	// The pattern is well-formed.
	paths, _ := filepath.Glob(filepath.Join(ledger.Dir(state, "n"+strconv.Itoa(order)+"-search-*"), "ledger"))
	if len(paths) == 0 {
		return ""
	}
	return paths[0]
}

func ledgerSize(order int, state string) int64 {
	info, err := os.Stat(searchLedger(order, state))
	if err != nil {
		return 0
	}
	return info.Size()
}

func readSearch(t *testing.T, order int, state string) *ledger.Run {
	t.Helper()
	run := must.Get(ledger.Read(t.Context(), searchLedger(order, state)))(t)
	if len(run.Recovery.Damages) > 0 {
		t.Fatalf("a kill damages nothing but the end: %v", run.Recovery.Damages)
	}
	if run.Tally.Results == 0 {
		t.Fatal("the ledger holds no results")
	}
	return run
}

func resumeCount(t *testing.T, order int, state string, held *ledger.Run) {
	t.Helper()
	cmd := countCommand(order, state)
	var stdout, stderr bytes.Buffer
	cmd.Stdout, cmd.Stderr = &stdout, &stderr
	if err := cmd.Run(); err != nil {
		t.Fatalf("%v\n%s", err, &stderr)
	}
	want, _ := known.Solutions(order)
	if got := strings.TrimSpace(stdout.String()); got != want.String() {
		t.Errorf("order %d: %s solutions, want %v", order, got, want)
	}
	taken := strconv.Itoa(held.Tally.Results) + " of " + strconv.Itoa(held.Tally.Subproblems) +
		" subproblems taken from the ledger"
	if !strings.Contains(stderr.String(), taken) {
		t.Errorf("the second count says %q, want %q in it", &stderr, taken)
	}
	run := readSearch(t, order, state)
	if !run.Complete() || run.Tally.Done == nil || run.Recovery.Repeated > 0 || !run.Recovery.Sound() {
		t.Errorf("after the second count: complete %t, certificate %v, %d results twice, sound %t",
			run.Complete(), run.Tally.Done, run.Recovery.Repeated, run.Recovery.Sound())
	}
}
