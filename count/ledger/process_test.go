package ledger

import (
	"bufio"
	"context"
	"errors"
	"fmt"
	"io"
	"os"
	"os/exec"
	"strconv"
	"strings"
	"testing"
	"time"

	"queens/internal/must"
)

// The test binary runs itself as a second process; childRole says what that process does, childDir
// in which run.
const (
	childRole = "QUEENS_LEDGER_TEST_ROLE"
	childDir  = "QUEENS_LEDGER_TEST_DIR"
	childRuns = 200_000 // subproblems of the run of a child
)

func TestMain(m *testing.M) {
	switch os.Getenv(childRole) {
	case "":
		os.Exit(m.Run())
	case "append":
		appendForever(os.Getenv(childDir))
	case "hold":
		holdRun(os.Getenv(childDir))
	case "fill":
		fillLimited(os.Getenv(childDir))
	}
}

func startChild(t *testing.T, role, dir string) (*exec.Cmd, *bufio.Scanner, io.Closer) {
	t.Helper()
	cmd := exec.Command(os.Args[0])
	cmd.Env = append(os.Environ(), childRole+"="+role, childDir+"="+dir)
	cmd.Stderr = os.Stderr
	in := must.Get(cmd.StdinPipe())(t)
	out := must.Get(cmd.StdoutPipe())(t)
	must.Do(t, cmd.Start())
	t.Cleanup(func() { _ = cmd.Process.Kill(); _ = cmd.Wait() })
	return cmd, bufio.NewScanner(out), in
}

// exitOn ends a child that failed.
func exitOn(err error) {
	if err != nil {
		fmt.Println(err)
		os.Exit(1)
	}
}

// appendForever appends missing results and prints the number of each subproblem after Append.
// Before some of them it appends a wrong result and withdraws it.
func appendForever(dir string) {
	l, _, err := Open(context.Background(), dir, testHeader(childRuns), Options{})
	exitOn(err)
	for _, i := range missing(l) {
		if i%50 == 7 {
			exitOn(errors.Join(l.Append(wrongResult(i, "bad", "")), l.Withdraw(map[int]string{i: "test"})))
		}
		exitOn(l.Append(testResult(i)))
		fmt.Println(i)
	}
	_, _ = io.Copy(io.Discard, os.Stdin) // wait for the end
}

// What Append accepted must survive kill -9 at any moment.
func TestKilledWhileAppending(t *testing.T) {
	dir := t.TempDir()
	accepted := -1
	for round := range 5 {
		cmd, lines, _ := startChild(t, "append", dir)
		var kill *time.Timer
		for lines.Scan() {
			if kill == nil { // it has started to append
				kill = time.AfterFunc(time.Duration(13*round)*time.Millisecond, func() { _ = cmd.Process.Kill() })
			}
			i, err := strconv.Atoi(lines.Text())
			if err != nil {
				t.Fatalf("child says %q", lines.Text())
			}
			accepted = max(accepted, i)
		}
		if kill == nil {
			t.Fatalf("round %d: the child ended by itself", round)
		}
		_ = cmd.Wait()

		l, rec := mustOpen(t, dir, childRuns)
		if len(rec.Damages) != 0 {
			t.Errorf("round %d: damages %v", round, rec.Damages)
		}
		for i := range accepted + 1 {
			if !l.Has(i) {
				t.Fatalf("round %d: subproblem %d was accepted and is lost", round, i)
			}
		}
		tally := l.Tally()
		last := tally.Results - 1
		// not withdrawn yet
		if total, _ := l.Total(last); last > accepted && total == wrongResult(last, "", "").Total {
			must.Do(t, l.Withdraw(map[int]string{last: "test"}))
			tally = l.Tally()
		}
		if tally.Total != trueTotal(tally.Results) {
			t.Errorf("round %d: total %v of %d results, want %v", round, tally.Total, tally.Results,
				trueTotal(tally.Results))
		}
		mustClose(t, l)
	}
	if accepted < 0 {
		t.Error("no child came to append anything")
	}
	t.Logf("%d results accepted in 5 lives", accepted+1)
}

func holdRun(dir string) {
	l, _, err := Open(context.Background(), dir, testHeader(3), Options{})
	exitOn(err)
	fmt.Println("open")
	_, _ = io.Copy(io.Discard, os.Stdin)
	_ = l.Close()
}

func TestSecondProcessIsRefused(t *testing.T) {
	dir := t.TempDir()
	cmd, lines, in := startChild(t, "hold", dir)
	if !lines.Scan() || lines.Text() != "open" {
		t.Fatalf("child says %q", lines.Text())
	}
	holder := fmt.Sprintf("process %d", cmd.Process.Pid)
	_, _, err := Open(context.Background(), dir, testHeader(3), Options{})
	if !errors.Is(err, ErrLocked) || !strings.Contains(err.Error(), dir) || !strings.Contains(err.Error(), holder) {
		t.Errorf("Open: %v, want ErrLocked that names %s and %s", err, dir, holder)
	}
	run, err := Read(context.Background(), dir) // reading needs no lock
	if err != nil || !strings.Contains(run.Holder, holder) {
		t.Errorf("Read: %+v, %v, want holder %s", run, err, holder)
	}
	must.Do(t, in.Close())
	must.Do(t, cmd.Wait())
	complete(t, dir, 3)
}
