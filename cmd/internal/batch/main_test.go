package batch

import (
	"context"
	"encoding/json"
	"errors"
	"flag"
	"fmt"
	"os"
	"os/exec"
	"os/signal"
	"path/filepath"
	"strings"
	"syscall"
	"testing"
	"time"

	"queens"
	"queens/count"
	"queens/count/ledger"
	"queens/count/plan"
	"queens/count/verify"
	"queens/internal/must"
	"queens/known"
)

// TestMain makes this test binary the program of tasks, and a driver that can be killed.
func TestMain(m *testing.M) {
	if len(os.Args) > 2 && os.Args[1] == "task" {
		os.Exit(taskRole(os.Args[2:]))
	}
	if len(os.Args) > 2 && os.Args[1] == "drive" {
		os.Exit(driveRole(os.Args[2]))
	}
	flag.Parse()
	_ = flag.Set("test.parallel", "10") // cases that wait for engines
	os.Exit(m.Run())
}

// Environment variables that make a task misbehave.
const (
	slowVariable  = "QUEENS_TEST_SLOW"  // pause before each subproblem
	forgeVariable = "QUEENS_TEST_FORGE" // node whose results are false
)

func taskRole(args []string) int {
	var o TaskOptions
	flags := flag.NewFlagSet("task", flag.ExitOnError)
	flags.IntVar(&o.Workers, "workers", 0, "")
	flags.Int64Var(&o.Memory, "memory", 0, "")
	flags.StringVar(&o.Node, "node", "", "")
	flags.StringVar(&o.Job, "job", "", "")
	_ = flags.Parse(args[2:]) // exits on error
	o.Program = "queens test"
	pause, _ := time.ParseDuration(os.Getenv(slowVariable))
	forges := o.Node != "" && o.Node == os.Getenv(forgeVariable)
	if pause > 0 || forges {
		o.found = hurt(pause, forges)
	}
	ctx, stop := signal.NotifyContext(context.Background(), os.Interrupt, syscall.SIGTERM)
	defer stop()
	err := Task(ctx, args[0], args[1], o)
	if err != nil {
		fmt.Fprintln(os.Stderr, err)
	}
	switch {
	case err == nil:
		return 0
	case errors.Is(err, ErrLater):
		return 75
	case errors.Is(err, ledger.ErrMismatch), errors.Is(err, ledger.ErrOtherRun):
		return 3
	}
	return 1
}

// hurt returns a function that delays results, or falsifies every total.
func hurt(pause time.Duration, forge bool) func(*plan.Plan, *ledger.Result) error {
	return func(_ *plan.Plan, r *ledger.Result) error {
		time.Sleep(pause)
		if forge {
			forged := ledger.NewResult(r.Subproblem, r.Total.Plus(queens.NewTotal(8)))
			r.Total, r.Mod13, r.Mod15 = forged.Total, forged.Mod13, forged.Mod15
		}
		return nil
	}
}

func driveRole(text string) int {
	var o Options
	if err := json.Unmarshal([]byte(text), &o); err != nil {
		fmt.Fprintln(os.Stderr, err)
		return 2
	}
	o.Log = func(text string) { fmt.Fprintln(os.Stderr, text) }
	o.Count.Program = "queens test"
	if _, err := Drive(context.Background(), o); err != nil {
		fmt.Fprintln(os.Stderr, err)
		return 1
	}
	return 0
}

func optionsFor(t *testing.T, order int, engine, dir string, args ...string) Options {
	t.Helper()
	program := must.Get(os.Executable())(t)
	return Options{
		Dir: dir, Question: count.Question{Order: order},
		Count:  count.Options{Program: "queens test", Memory: 512 << 20},
		Engine: engine, Args: args, Program: program, TaskTime: time.Minute, Cores: 1, Poll: time.Second,
		Log: func(text string) { t.Log(text) },
	}
}

func driveWell(t *testing.T, o Options) *Outcome {
	t.Helper()
	done := must.Get(Drive(t.Context(), o))(t)
	checkDone(t, o)
	if want, _ := known.Solutions(o.Question.Order); *done.Report.Solutions != want {
		t.Errorf("%+v, want %v", done.Report, want)
	}
	return done
}

// checkDone checks a finished directory: it has a certified ledger of the known total, which agrees
// with those of the attempts.
func checkDone(t *testing.T, o Options) {
	t.Helper()
	want, ok := known.Solutions(o.Question.Order)
	run := mustRun(t, o.Dir)
	merged := must.Get(ledger.Read(t.Context(), run.Ledger()))(t)
	if !ok || !merged.Complete() || merged.Tally.Total != want || merged.Tally.Done == nil || !merged.Recovery.Sound() {
		t.Errorf("merged ledger: %+v: want the total %v, and a certificate", merged, want)
	}
	v := must.Get(verify.Run(t.Context(), merged, count.Options{Program: "queens test"},
		verify.Sample{Size: 5, Seed: 7}))(t)
	if flaws := must.Get(run.Compare(t.Context(), merged))(t); len(flaws) > 0 || v.Verdict != verify.Verified {
		t.Errorf("%+v, flaws %q", v, flaws)
	}
	for _, pattern := range []string{"*.new", mergeDir + "*"} {
		if left := must.Get(filepath.Glob(filepath.Join(run.dir, pattern)))(t); len(left) > 0 {
			t.Errorf("left: %v", left)
		}
	}
}

// checkFlaw compares the ledgers of a directory, in which one is wrong.
func checkFlaw(t *testing.T, dir, says string) {
	t.Helper()
	run := mustRun(t, dir)
	merged := must.Get(ledger.Read(t.Context(), run.Ledger()))(t)
	flaws := must.Get(run.Compare(t.Context(), merged))(t)
	if !strings.Contains(strings.Join(flaws, "\n"), says) {
		t.Errorf("%q, want a flaw that says %q", flaws, says)
	}
}

func startDriver(t *testing.T, o Options) *exec.Cmd {
	t.Helper()
	o.Log, o.Show = nil, nil
	cmd := exec.Command(o.Program, "drive", string(must.Get(json.Marshal(o))(t)))
	cmd.Stderr = t.Output()
	must.Do(t, cmd.Start())
	return cmd
}

// await waits until something holds, at the most until a minute before the tests must end: only
// what hangs takes that long.
func await(t *testing.T, what string, holds func() bool) {
	t.Helper()
	for ; !holds(); time.Sleep(50 * time.Millisecond) {
		if last, ok := t.Deadline(); ok && time.Until(last) < time.Minute {
			t.Fatalf("%s: waited in vain", what)
		}
		must.Do(t, t.Context().Err())
	}
}

// results returns the number of results in all ledgers of a directory.
func results(t *testing.T, dir string) (sum int) {
	for _, name := range attemptsOf(t, dir) {
		if run, err := mustRun(t, dir).read(t.Context(), name); err == nil {
			sum += run.Tally.Results
		}
	}
	return sum
}

func awaitResult(t *testing.T, dir string) {
	t.Helper()
	await(t, "a result", func() bool { return results(t, dir) > 0 })
}

func command(t *testing.T, name string, args ...string) string {
	t.Helper()
	out, err := exec.Command(name, args...).CombinedOutput()
	if err != nil {
		t.Fatalf("%s %v: %v: %s", name, args, err, out)
	}
	return strings.TrimSpace(string(out))
}

func mustRun(t *testing.T, dir string) *Run {
	t.Helper()
	return must.Get(ReadRun(dir))(t)
}

// attemptsOf returns the attempts of a run, or none before it exists.
func attemptsOf(t *testing.T, dir string) []string {
	run, err := ReadRun(dir)
	if err != nil {
		return nil
	}
	return must.Get(run.attempts(0))(t)
}
