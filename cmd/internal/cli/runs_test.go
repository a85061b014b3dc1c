package cli

import (
	"bytes"
	"context"
	"errors"
	"fmt"
	"os"
	"os/exec"
	"path/filepath"
	"strconv"
	"strings"
	"testing"
	"time"

	"github.com/rogpeppe/go-internal/testscript"

	"queens/count"
	"queens/count/ledger"
	"queens/count/methods"
	"queens/count/plan"
	"queens/docs"
	"queens/internal/errs"
	"queens/internal/golden"
	"queens/internal/must"
	"queens/internal/sys"
	"queens/known"
)

// keepRun counts order 12 by families with a ledger under root, and returns the directory of the
// run.
func keepRun(t *testing.T, root string) string {
	t.Helper()
	variant := must.Get(methods.Find("search"))(t)
	tally := must.Get(count.Run(t.Context(), must.Get(plan.New(t.Context(), 12, variant))(t), count.Options{
		State: root, KeepAll: true, Kernel: "generic", Program: "test",
	}))(t)
	return tally.Ledger
}

func runApp(args ...string) (code int, stdout, stderr string) {
	return runWith(context.Background(), "", args...)
}

func runWith(ctx context.Context, stdin string, args ...string) (code int, stdout, stderr string) {
	a, out, errs := newTestApp()
	a.Stdin = strings.NewReader(stdin)
	code = whole.Run(ctx, a, args)
	golden.Keep(out.Bytes())
	return code, out.String(), errs.String()
}

// says runs a command on the runs under root, checks its exit code and the parts of its output,
// which " ... " separates, and returns the output.
func says(t *testing.T, root, command string, code int, stdout, stderr string) (out, errs string) {
	t.Helper()
	got, out, errs := runApp(append(strings.Fields(command), "--state", root)...)
	if got != code || stdout != "" && !docs.InOrder(out, stdout) || stderr != "" && !docs.InOrder(errs, stderr) {
		t.Errorf("%s: exit code %d, %q, %q; want %d, %q, %q", command, got, out, errs, code, stdout, stderr)
	}
	return out, errs
}

// TestRunInUse locks a run: it is listed as running, can be verified, and cannot be removed.
func TestRunInUse(t *testing.T) {
	root := t.TempDir()
	dir := keepRun(t, root)
	lock := must.Get(sys.LockFile(filepath.Join(dir, "lock")))(t)
	says(t, root, "runs", errs.Done, "running: process ", "")
	says(t, root, "runs show n12 --json", errs.Done, `"holder":"process `, "")
	says(t, root, "runs remove n12 --yes", errs.Failed, "", "locked by")
	name := filepath.Base(dir)
	for _, command := range []string{
		"count 12 --method search --keep", "count 12 --method search --share 1/2", "runs merge " + dir,
	} {
		want := "is counting run " + name + " ... queens runs stop " + name
		if _, stderr := says(t, root, command, errs.Failed, "", want); strings.Count(stderr, "\n") != 1 {
			t.Errorf("%s: %q; want one line with the command that stops the run", command, stderr)
		}
	}
	if _, err := ledger.Read(t.Context(), dir); err != nil {
		t.Errorf("after remove was refused: %v", err)
	}
	must.Do(t, lock.Unlock())
	says(t, root, "runs remove n12 --yes", errs.Done, "", "")
	if _, err := os.Stat(dir); !os.IsNotExist(err) {
		t.Errorf("after remove: %v, want no directory", err)
	}
}

// TestRemoveLeavesStrangers checks that removing a run keeps other files in its directory.
func TestRemoveLeavesStrangers(t *testing.T) {
	root := t.TempDir()
	stranger := filepath.Join(keepRun(t, root), "notes.txt")
	must.Do(t, os.WriteFile(stranger, []byte("mine"), 0o666))
	says(t, root, "runs remove n12 --yes", errs.Failed, "", "") // the directory is not empty
	if _, err := os.Stat(stranger); err != nil {
		t.Errorf("the file of somebody else: %v", err)
	}
}

// TestVerifyFindsAWrongTotal writes a ledger whose total is wrong by one orbit. Checksums and
// residues agree; only recomputing shows the error.
func TestVerifyFindsAWrongTotal(t *testing.T) {
	root := t.TempDir()
	led, tally := openRun(t, root, 12)
	forged := ledger.NewResult(0, tally.Total.Add(8))
	forged.Kernel = "generic"
	must.Do(t, led.Append(forged))
	must.Get(led.Finish("forger"))(t)
	must.Do(t, led.Close())
	for _, sample := range []string{"1", "0"} { // recomputed, or only compared with the published value
		says(t, root, "runs verify n12 --sample "+sample, errs.Refuted, "14208 ... 14200 ... verdict", "")
	}
}

// TestDoubtIsShown covers a certified run whose total is wrong by one orbit, and one with a
// recorded doubt: every command reports it and exits with 3.
func TestDoubtIsShown(t *testing.T) {
	for name, doubt := range map[string]string{"published": "", "doubt": "Q leaves 3 modulo 8"} {
		root := t.TempDir()
		led, tally := openRun(t, root, 12)
		wrong := uint64(8)
		if doubt != "" {
			wrong = 0
		}
		err := led.Append(ledger.NewResult(0, tally.Total.Add(wrong)))
		if doubt != "" {
			err = errors.Join(err, led.Doubt(doubt))
		} else {
			_, finishErr := led.Finish("forger")
			err = errors.Join(err, finishErr)
			doubt = "the known value is 14200"
		}
		must.Do(t, errors.Join(err, led.Close()))
		for _, command := range []string{
			"runs", "runs --json", "runs show n12", "runs show n12 --json", "runs export n12",
		} {
			stdout, stderr := says(t, root, command, errs.Refuted, "", "")
			if !strings.Contains(stdout+stderr, "doubt") || strings.Contains(stdout, `"complete":true,"total":`) {
				t.Errorf("%s: %s: %q, %q; want the doubt", name, command, stdout, stderr)
			}
			if strings.Contains(command, " n12") && !strings.Contains(stdout+stderr, doubt) {
				t.Errorf("%s: %s: %q, %q; want %q", name, command, stdout, stderr, doubt)
			}
		}
	}
}

// TestRepairMendsARun repairs a run whose only total is wrong, with the commands that it prints,
// and revokes a kernel.
func TestRepairMendsARun(t *testing.T) {
	root := t.TempDir()
	led, tally := openRun(t, root, 12)
	forged := ledger.NewResult(0, tally.Total.Add(8))
	forged.Kernel = "generic"
	must.Do(t, errors.Join(led.Append(forged), led.Doubt("Q = 14208, but the known value is 14200"), led.Close()))
	says(t, root, "count 12 --keep", errs.Refuted, "", "14208")
	counts := func(command string) {
		if stdout, _ := says(t, root, command, errs.Done, "", ""); stdout != "14200\n" {
			t.Errorf("%s: %q", command, stdout)
		}
	}
	says(t, root, "runs verify n12-search --repair", errs.Done, "replaced        subproblem 1: 14208 by "+
		"kernel generic was wrong, 14200 by kernels ... total           14200 ... verdict         complete", "")
	counts("count 12 --keep")
	stdout, _ := says(t, root, "runs show n12-search", errs.Done, "withdrawn: kernel generic had found 14208", "")
	if strings.Contains(stdout, "doubt") {
		t.Errorf("show: %q; want no doubt", stdout)
	}
	says(t, root, "runs verify n12-search --revoke scaler", errs.Done, "", `no result of n12-search`)
	says(t, root, "runs verify n12-search --revoke scalar", errs.Done,
		"1 result of a kernel that was revoked ... incomplete: 0 of 1", "")
	counts("count 12 --keep --kernel masks")
}

// TestVerifyOfADamagedRun: an incomplete run with damage is reported as damaged.
func TestVerifyOfADamagedRun(t *testing.T) {
	root := t.TempDir()
	keepRun(t, root)
	paths, err := filepath.Glob(filepath.Join(root, "runs", "n12-*", "ledger"))
	if err != nil || len(paths) != 1 {
		t.Fatal(paths, err)
	}
	data := must.Get(os.ReadFile(paths[0]))(t)
	header := bytes.Index(data, []byte("QL"))
	data[header+1+bytes.Index(data[header+1:], []byte("QL"))+60] ^= 1 // in the second frame, the only result
	must.Do(t, os.WriteFile(paths[0], data, 0o644))
	says(t, root, "runs verify n12", errs.Refuted, "damaged: 0 of 1 left ... to continue", "")
}

// openRun opens the ledger of the families of an order with one subproblem, and counts it.
func openRun(t *testing.T, root string, order int) (*ledger.Ledger, *count.Tally) {
	t.Helper()
	variant := must.Get(methods.Find("search"))(t)
	p := must.Get(plan.New(t.Context(), order, variant))(t)
	led, _, err := ledger.Open(t.Context(), ledger.Dir(root, p.RunName()), p.Header("forger"), ledger.Options{})
	must.Do(t, err)
	tally := must.Get(count.Run(t.Context(), p, count.Options{Kernel: "generic", Workers: 1}))(t)
	if len(p.Subproblems) != 1 {
		t.Fatalf("%d subproblems, want one", len(p.Subproblems))
	}
	return led, tally
}

// TestControlCharactersInNames checks that names cannot send commands to a terminal.
func TestControlCharactersInNames(t *testing.T) {
	root := t.TempDir()
	keepRun(t, root)
	stranger := filepath.Join(root, "runs", "n9\x1b[31m\nred")
	if err := os.Mkdir(stranger, 0o755); err != nil {
		t.Skip(err)
	}
	must.Do(t, os.WriteFile(filepath.Join(stranger, "ledger"), bytes.Repeat([]byte("x"), 5000), 0o644))
	for _, command := range []string{"runs", "runs show n9", "runs show none"} {
		_, stdout, stderr := runApp(append(strings.Fields(command), "--state", root)...)
		if strings.Contains(stdout+stderr, "\x1b") || strings.Contains(stdout+stderr, "\nred") {
			t.Errorf("%s: %q, %q", command, stdout, stderr)
		}
	}
}

func TestStoppedCommands(t *testing.T) {
	root := t.TempDir()
	keepRun(t, root)
	ctx, cancel := context.WithCancel(t.Context())
	cancel()
	for _, command := range []string{"runs", "runs verify n12", "doctor", "bench 8"} {
		args := strings.Fields(command)
		if args[0] != "bench" {
			args = append(args, "--state", root)
		}
		code, stdout, stderr := runWith(ctx, "", args...)
		if code != errs.Interrupted || !strings.HasSuffix(stderr, ": interrupted\n") ||
			strings.Contains(stdout, "8  ") {
			t.Errorf("%v: exit code %d, %q, %q; want %d and no answer", args, code, stdout, stderr, errs.Interrupted)
		}
	}
}

// TestSharesOfProcesses counts the shares of an order in several processes, kills one, and merges
// the ledgers: the total is right.
func TestSharesOfProcesses(t *testing.T) {
	const order = 16
	want, _ := known.Solutions(order)
	for _, processes := range []int{2, 8} {
		t.Run(fmt.Sprint(processes), func(t *testing.T) {
			dir := t.TempDir()
			begin := func(share int) (*exec.Cmd, *bytes.Buffer) {
				cmd := exec.Command("queens", "count", fmt.Sprint(order), "--method", "search", "--workers", "1",
					"--share", fmt.Sprintf("%d/%d", share, processes), "--state", filepath.Join(dir, fmt.Sprint(share)))
				out := new(bytes.Buffer)
				cmd.Stdout = out
				must.Do(t, cmd.Start())
				return cmd, out
			}
			var ledgers []string
			var commands []*exec.Cmd
			var outs []*bytes.Buffer
			for i := range processes {
				cmd, out := begin(i + 1)
				commands, outs = append(commands, cmd), append(outs, out)
			}
			_ = commands[1].Process.Kill() // it may have ended
			_ = commands[1].Wait()
			commands[1], outs[1] = begin(2)
			for i, cmd := range commands {
				if err := cmd.Wait(); err != nil {
					t.Fatalf("share %d: %v", i+1, err)
				}
				ledgers = append(ledgers, strings.TrimSpace(outs[i].String()))
			}
			merge := func(sources ...string) string {
				args := append([]string{"runs", "merge", "--state", filepath.Join(dir, "all")}, sources...)
				out, err := exec.Command("queens", args...).CombinedOutput()
				if err != nil {
					t.Fatalf("%v: %v\n%s", args, err, out)
				}
				return string(out)
			}
			last := processes - 1
			if out := merge(ledgers[:last]...); strings.Count(out, "missing ") != 1 ||
				strings.Contains(out, want.String()) {
				t.Errorf("without the last share:\n%s\nwant one run of subproblems missing, and no total", out)
			}
			if out := merge(ledgers[last]); !strings.Contains(out, want.String()) || strings.Contains(out, "missing") {
				t.Errorf("with all shares:\n%s\nwant %v", out, want)
			}
		})
	}
}

// Script commands that damage files. They take patterns, because the name of a run ends with the
// hash of its plan.

// flip PATTERN OFFSET changes one bit of the byte at that offset.
func flip(ts *testscript.TestScript, neg bool, args []string) {
	path, offset := oneFile(ts, neg, args), number(ts, args)
	content, err := os.ReadFile(path)
	ts.Check(err)
	if offset >= len(content) {
		ts.Fatalf("%s has %d bytes only", path, len(content))
	}
	content[offset] ^= 0x10
	ts.Check(os.WriteFile(path, content, 0o666))
}

// cut PATTERN BYTES truncates a file by that number of bytes.
func cut(ts *testscript.TestScript, neg bool, args []string) {
	path, bytes := oneFile(ts, neg, args), number(ts, args)
	info, err := os.Stat(path)
	ts.Check(err)
	ts.Check(os.Truncate(path, info.Size()-int64(bytes)))
}

// overwrite PATTERN PATTERN copies the second file over the first.
func overwrite(ts *testscript.TestScript, neg bool, args []string) {
	path := oneFile(ts, neg, args)
	content, err := os.ReadFile(oneFile(ts, neg, args[1:]))
	ts.Check(err)
	ts.Check(os.WriteFile(path, content, 0o666))
}

func oneFile(ts *testscript.TestScript, neg bool, args []string) string {
	if neg || len(args) == 0 {
		ts.Fatalf("usage: command pattern argument")
	}
	paths, err := filepath.Glob(ts.MkAbs(args[0]))
	ts.Check(err)
	if len(paths) != 1 {
		ts.Fatalf("%s stands for %d files, want one", args[0], len(paths))
	}
	return paths[0]
}

func number(ts *testscript.TestScript, args []string) int {
	if len(args) != 2 {
		ts.Fatalf("usage: command pattern number")
	}
	n, err := strconv.Atoi(args[1])
	ts.Check(err)
	return n
}

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
