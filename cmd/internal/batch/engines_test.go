package batch

import (
	"errors"
	"fmt"
	"maps"
	"os"
	"os/exec"
	"path/filepath"
	"slices"
	"strings"
	"testing"

	"queens"
	"queens/count/ledger"
	"queens/internal/must"
)

// TestLocal counts with processes of this machine: stopped, continued with other tasks, moved,
// damaged.
func TestLocal(t *testing.T) {
	if testing.Short() {
		t.Skip("half a minute of processes")
	}
	checkMoves(t, "local")
}

// checkMoves stops a count by processes and continues it elsewhere with another engine.
func checkMoves(t *testing.T, engine string) {
	t.Helper()
	t.Setenv(slowVariable, "110ms")
	dir := t.TempDir()
	o := optionsFor(t, 18, "local", filepath.Join(dir, "a"))
	o.Tasks, o.Again = 4, 0.05
	cmd := startDriver(t, o)
	awaitResult(t, o.Dir)
	must.Do(t, Stop(t.Context(), o.Dir))
	if err := cmd.Wait(); err == nil {
		t.Error("a driver ended well that was stopped")
	}
	await(t, "no task is left", func() bool {
		live, err := queueOf(t.Context(), o.Dir)
		return err == nil && len(live) == 0
	})
	before := results(t, o.Dir)
	if before == 0 {
		t.Error("no result of tasks that were stopped")
	}
	// Pack it, unpack it elsewhere, and continue with the engine.
	t.Setenv(slowVariable, "0s")
	command(t, "tar", "-C", dir, "-cf", dir+"/a.tar", "a")
	command(t, "tar", "-C", dir, "--transform=s/^a/b/", "-xf", dir+"/a.tar")
	o.Dir, o.Tasks, o.Engine = filepath.Join(dir, "b"), 0, engine
	r := driveWell(t, o)
	run, kernels := mustRun(t, o.Dir), map[string]int{}
	for result, err := range must.Get(ledger.Read(t.Context(), run.Ledger()))(t).Computations() {
		must.Do(t, err)
		kernels[result.Kernel]++
	}
	if r.Again == 0 || !slices.Contains(slices.Collect(maps.Values(kernels)), r.Again) {
		t.Errorf("%d counted again, by %v: want another kernel", r.Again, kernels)
	}
	again, err := Drive(t.Context(), o) // reads the complete count
	if err != nil || *again.Report.Solutions != *r.Report.Solutions || again.Attempts != r.Attempts {
		t.Errorf("a second time: %+v, %v", again, err)
	}
	o.Question.Order = 19
	if _, err := Drive(t.Context(), o); !errors.Is(err, queens.ErrFormat) ||
		!strings.Contains(err.Error(), "name another directory") {
		t.Errorf("another order in the same directory: %v", err)
	}
}

// TestRealParallel counts with GNU parallel. Two tasks fail temporarily.
func TestRealParallel(t *testing.T) {
	must.Find(t, "parallel", "parallel")
	checkMoves(t, "parallel")
	o := optionsFor(t, 17, "parallel", t.TempDir(), "--jobs", "2")
	o.Tasks = 6
	cmd := startDriver(t, o)
	killed := 0
	await(t, "tasks to kill", func() bool {
		run, err := ReadRun(o.Dir)
		if err != nil {
			return false
		}
		tasks, _, err := site{run: run}.running(t.Context())
		must.Do(t, err)
		for id := range tasks {
			if killed++; killed <= 2 {
				_ = terminate([]int{id}) // it may have ended
			}
		}
		return killed >= 2
	})
	must.Do(t, cmd.Wait())
	checkDone(t, o)
}

// TestPrint has a shell run the printed command lines until none remain, but forgets one. Every
// lost ledger of the complete count is noticed.
func TestPrint(t *testing.T) {
	o := optionsFor(t, 14, "print", t.TempDir())
	o.Tasks, o.Again = 3, 1
	rounds := 0
	for {
		var out strings.Builder
		o.Out = &out
		r := must.Get(Drive(t.Context(), o))(t)
		if r != nil {
			break
		}
		if rounds++; rounds > 5 {
			t.Fatalf("still to be done:\n%s", out.String())
		}
		commands := out.String()
		if rounds == 1 { // the first one is forgotten
			_, commands, _ = strings.Cut(commands, "\n")
		}
		if out, err := exec.Command("sh", "-c", commands).CombinedOutput(); err != nil {
			t.Fatalf("%v: %s", err, out)
		}
	}
	for _, name := range attemptsOf(t, o.Dir) {
		path := mustRun(t, o.Dir).ledgerOf(name)
		if _, err := os.Stat(path); err != nil {
			continue // another attempt had counted all
		}
		must.Do(t, os.Rename(path, path+".lost"))
		checkFlaw(t, o.Dir, "none of the ledgers")
		must.Do(t, os.Rename(path+".lost", path))
	}
	checkDone(t, o)
	if rounds < 3 {
		t.Errorf("%d rounds, want one for what was forgotten and one for second counts", rounds)
	}
}

// TestEngineIsMissing checks that the error names what is missing, and that nothing starts.
func TestEngineIsMissing(t *testing.T) {
	t.Setenv("PATH", t.TempDir())
	for _, name := range []string{"slurm", "gridengine", "parallel", "local"} {
		dir := filepath.Join(t.TempDir(), "q")
		o := optionsFor(t, 12, name, dir, "--account=x")
		_, err := Drive(t.Context(), o)
		if _, there := os.Stat(dir); !errors.Is(err, ErrNoEngine) || !strings.Contains(err.Error(), "--on print") ||
			there == nil {
			t.Errorf("%s: %v", name, err)
		}
		var said strings.Builder
		o.Log = func(text string) { said.WriteString(text) }
		r, err := Rehearse(t.Context(), o)
		if err != nil {
			t.Fatalf("%s, a dry run: %v", name, err)
		}
		if !strings.Contains(strings.Join(r.Scripts, ""), " task "+dir+" ") && name != "parallel" ||
			strings.Count(said.String(), "limits of "+name+" are not known") != 1 ||
			name == "slurm" && !strings.HasPrefix(strings.Join(r.Submission, " "), "sbatch --parsable --account=x") {
			t.Errorf("%s, a dry run: %+v\n%s", name, r, &said)
		}
	}
	o := optionsFor(t, 12, "kubernetes", t.TempDir())
	if _, err := Drive(t.Context(), o); !errors.Is(err, queens.ErrFormat) ||
		!strings.Contains(err.Error(), "--claim=CLAIM") {
		t.Errorf("kubernetes without a volume: %v", err)
	}
}

// TestRoom runs the start of a task's script under limits of address space.
func TestRoom(t *testing.T) {
	for limit, want := range map[int]string{
		2097151: "queens: the limit of address space, ulimit -v, is 2097151: want at least 2097152\n",
		2097152: "starts\n",
	} {
		script := fmt.Sprintf("ulimit -v %d\n%s\necho starts", limit, room)
		text, err := exec.Command("sh", "-c", script).CombinedOutput()
		if string(text) != want || (err == nil) != (want == "starts\n") {
			t.Errorf("ulimit -v %d: %q, %v; want %q", limit, text, err, want)
		}
	}
	if text, err := exec.Command("sh", "-c", room).CombinedOutput(); err != nil {
		t.Errorf("without a limit: %q, %v", text, err)
	}
}
